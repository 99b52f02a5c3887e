/* Goals and turn sets of the tab: names, what is written, their tables. */
#include "web/tab_wasm.h"

#include <stdio.h>
#include <string.h>

/* Larger tables take minutes here, or more memory than a tab has. A turn set takes the best that are small enough. */
enum { MAX_MEBIBYTES = 16, MAX_MEBIBYTES_OF_TURNS = 128 };

enum tab_goal_text { TAB_GOAL_NAME, TAB_GOAL_ARGUMENTS, TAB_GOAL_PICTURE };

/** A text of goal number i of those that have names; NULL: there is no goal i. */
EXPORTED const char *tab_goal_at(unsigned i, enum tab_goal_text which)
{
	const char *arguments, *picture, *const name = superflip_goal_at(i, &arguments, &picture);
	return name == NULL || which == TAB_GOAL_NAME ? name : which == TAB_GOAL_ARGUMENTS ? arguments : picture;
}

/** @return freed by superflip_goal_free(); NULL: tab_error_text() says why */
EXPORTED superflip_goal *tab_goal(const char *text)
{
	superflip_goal *goal = NULL;
	return superflip_goal_parse(text, &goal, &tab.error) == SUPERFLIP_OK ? goal : NULL;
}

/** The goal of a cube of which not all is seen; NULL as tab_goal(). */
EXPORTED superflip_goal *tab_goal_of_cube(const superflip_cube *cube)
{
	superflip_goal *goal = NULL;
	return superflip_cube_goal(cube, &goal, &tab.error) == SUPERFLIP_OK ? goal : NULL;
}

/** Whether a goal goes with a cube, and with a turn set (NULL: turns of faces); false: tab_error_text() says why not. */
EXPORTED bool tab_goal_fits(const superflip_goal *goal, const superflip_cube *cube, const superflip_turns *turns)
{
	for (uint8_t move = 0; turns != NULL && move < SUPERFLIP_N_MOVES; move++)
		if (superflip_goal_frees(goal, move)) {
			strcpy(tab.error.text, "with a turn set only turns at the end can be free; leave out preauf");
			return false;
		}
	return superflip_goal_takes(goal, cube, &tab.error) == SUPERFLIP_OK;
}

EXPORTED const char *tab_goal_facelets(const superflip_goal *goal)
{
	superflip_goal_facelets(goal, tab.text, sizeof tab.text);
	return tab.text;
}

/** States, sides, whether tables tell the distance, whether they are there, their bytes; all 0 if no tables are small enough. */
EXPORTED const double *tab_goal_facts(const superflip_goal *goal)
{
	superflip_goal_info info;
	superflip_goal_info_init(&info);
	const superflip_tables_options o = tab_options(SUPERFLIP_HTM, goal, NULL);
	superflip_goal_measure(&o, &info, NULL);
	return tab_numbers(5, (const double[]){(double)info.n_states, info.n_sides, info.is_exact, info.is_installed, (double)info.file_bytes});
}

/** @param moves, costs  "": those of the metric
 * @return freed by tab_job_free(); NULL as tab_goal() */
EXPORTED superflip_turns *tab_turns(const char *metric, const char *moves, const char *costs, unsigned options)
{
	superflip_turns *turns = NULL;
	const superflip_status status = superflip_turns_parse(metric, *moves != '\0' ? moves : NULL, *costs != '\0' ? costs : NULL,
	                                                      options & SUPERFLIP_READ_FRENCH, &turns, &tab.error);
	return status == SUPERFLIP_OK ? turns : NULL;
}

bool tab_may_build(const superflip_goal_info *info, const char *who, superflip_error *error)
{
	if (info->file_bytes <= (uint64_t)MAX_MEBIBYTES << 20)
		return true;
	snprintf(error->text, sizeof error->text, "%s tables of %.0f MiB; this tab builds at most %d", who, (double)info->file_bytes / (1 << 20), MAX_MEBIBYTES);
	return false;
}

static superflip_status check_size(const superflip_tables_options *o, superflip_error *error)
{
	superflip_goal_info info;
	superflip_goal_info_init(&info);
	char who[sizeof error->text];
	const superflip_status status = superflip_goal_measure(o, &info, error);
	snprintf(who, sizeof who, "the goal '%s' needs", superflip_goal_name(o->goal));
	return status != SUPERFLIP_OK || tab_may_build(&info, who, error) ? status : SUPERFLIP_TOO_LARGE;
}

superflip_tables *tab_tables_of_goal(struct tab_job *job)
{
	superflip_tables *tables = NULL;
	superflip_error *const error = &job->error;
	superflip_tables_options o = tab_options(job->solver.metric, job->goal, job->turns);
	if (job->turns != NULL)
		o.memory_bytes = (uint64_t)MAX_MEBIBYTES_OF_TURNS << 20;
	error->status = superflip_tables_open(&o, &tables, error);
	if (error->status != SUPERFLIP_TABLE_MISSING)
		return tables;
	o.builds_missing = true;
	error->status = job->turns == NULL ? check_size(&o, error) : SUPERFLIP_OK;
	if (error->status == SUPERFLIP_OK)
		error->status = superflip_tables_open(&o, &tables, error);
	return tables;
}
