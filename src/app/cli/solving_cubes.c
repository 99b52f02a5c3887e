/* From lines to cubes in work. */
#include "cli/solving_state.h"

#include "cli/output.h"

/* How long to wait for the source while nothing is in work. */
enum { WAIT_MS = 100 };

static void fail_of_library(void)
{
	solving_fail(solving.error.status == SUPERFLIP_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE, "%s: %s",
	             source.name, solving.error.text);
}

static void complain_of_input(const struct job *job, const superflip_error *error)
{
	if (is_quiet)
		return;
	tell_hide();
	entry_complain(source.n_arguments > 0 ? NULL : source.name, job->number, job->line,
	               error);
}

/* Of a cube not all of whose stickers were shown: how it was read. @return false, and solving.error says why
 * it is none to be solved */
static bool understand_grey(struct job *job)
{
	const superflip_facts facts = superflip_cube_facts(job->cube);
	if (facts.is_whole && !facts.is_completed)
		return true;
	if (searcher.is_used && !facts.is_whole) {
		solving.error = (superflip_error){
			.status = SUPERFLIP_BAD_TEXT,
			.column = 1,
			.text =
				"not all stickers of this cube are known, and a search by units of work is for whole cubes"};
		return false;
	}
	if (!problem_goal_of(problem, job->cube, &job->goal, &solving.error)) {
		solving.error.column = solving.error.column > 0 ? solving.error.column : 1;
		return false;
	}
	superflip_cube_write(job->cube, SUPERFLIP_FORM_FACELETS, job->facelets, sizeof job->facelets);
	return true;
}

/* Read the scramble. @return false: it is none, and solving.error says why */
static bool parse(const struct list_entry *entry, superflip_cube **out)
{
	if (entry->fault == NULL)
		return superflip_cube_parse(problem->puzzle, entry->scramble,
		                            problem->read_options | SUPERFLIP_READ_GREY, out, &solving.error)
		       == SUPERFLIP_OK;
	solving.error = (superflip_error){.status = SUPERFLIP_BAD_TEXT, .column = 1};
	snprintf(solving.error.text, sizeof solving.error.text, "%s", entry->fault);
	return false;
}

static bool understand(struct job *job, const struct list_entry *entry)
{
	if (!parse(entry, &job->cube) || !understand_grey(job))
		return false;
	const superflip_facts facts = superflip_cube_facts(job->cube);
	job->held = record_held(job->cube);
	if (solve_options.with_links && facts.form == SUPERFLIP_FORM_MOVES)
		job->setup = moves_standard(facts.puzzle, entry->scramble, problem->read_options);
	/* Of a list the first is named; solve_source() counts them at its end. */
	if (facts.puzzle == SUPERFLIP_3X3 && facts.is_rotated && solving.n_turned++ == 0)
		complain_of_input(job, &(superflip_error){
			.text = "the scramble moves the centres; the solution continues from there"});
	return true;
}

static bool is_goal_of_tables(const superflip_goal *goal)
{
	return solving.stream != NULL
	       && text_equal(goal != NULL ? superflip_goal_name(goal) : "", solving.goal_name);
}

/* If it is not searched for with the tables that are open, it waits until those before it are done. */
static void give_to_stream(struct job *job)
{
	const superflip_goal *const goal = job->goal != NULL ? job->goal : problem->pieces;
	const bool is_open =
		is_goal_of_tables(goal)
		&& (!solving.solver->is_bare || problem_is_refused(problem, goal, job->cube));
	const bool is_idle = solving.n_written + 1 == solving.n_read;
	solving.waiting = is_open || is_idle ? NULL : job;
	if (!is_open && (!is_idle || solving_open(goal, job->cube) != EXIT_SOLVED))
		return;
	if (superflip_job_add(solving.stream, job->id, job->cube, 0, &solving.error) != SUPERFLIP_OK)
		fail_of_library();
	if (solving.keeps_cubes || superflip_cube_facts(job->cube).has_centers)
		return;
	superflip_cube_free(solving.last_cube);
	solving.last_cube = job->cube;
	job->cube = NULL;
}

/* What tells one cube of a list from another: its scramble and its label. */
uint64_t solving_checksum(const char *scramble, const char *label)
{
	/* The label's sum starts where the scramble's ends. */
	const uint64_t of_scramble = XXH3_64bits(scramble, strlen(scramble));
	return label != NULL ? XXH3_64bits_withSeed(label, strlen(label), of_scramble) : of_scramble;
}

#define LIST_CHANGED " when %s was begun: the list has changed; name another output"

/* A cube whose record an earlier run has written.  What it stands for is entered, so that later ones are
 * duplicates of it as in a run without an end. */
static void pass_over(const struct list_entry *entry)
{
	superflip_cube *cube;
	solving.n_written = ++solving.n_read;
	/* The list differs from what it was when the results were begun. */
	if (output.cube[solving.n_read - 1] != solving_checksum(entry->scramble, entry->label))
		solving_fail(EXIT_INPUT, entry->line == 0 ? "%s: cube %" PRIu64 " is not what it was" LIST_CHANGED
		             : "%s:%" PRIu64 ": not what was there" LIST_CHANGED, source.name,
		             entry->line == 0 ? entry->number : entry->line, output.path);
	if (!parse(entry, &cube))
		return;
	superflip_goal *goal;
	const bool is_taken = problem_goal_of(problem, cube, &goal, &solving.error)
	                      && (is_goal_of_tables(goal) || solving_open(goal, cube) == EXIT_SOLVED);
	if (is_taken && superflip_job_pass(solving.stream, solving.n_read, cube, &solving.error) != SUPERFLIP_OK)
		fail_of_library();
	superflip_goal_free(goal);
	superflip_cube_free(cube);
}

/* @return whether there may be more at once */
static bool read_one(void)
{
	/* While cubes are in work nothing may wait here: their results are to be written. */
	const bool is_idle = solving.n_read == solving.n_written;
	struct list_entry entry;
	if (is_idle)
		solving_flush();
	const enum list_status status = list_next(solving.list, is_idle ? WAIT_MS : 0, &entry);
	solving.waits_for_input = status == LIST_LATER;
	solving.has_ended = status == LIST_END;
	if (status == LIST_LATER)
		return false;
	if (status != LIST_ENTRY) {
		tell_hide();
		solving_stop(entries_complain_of_list(solving.list, status, source.name));
		if (solving.has_ended && solving.n_read < output.n_resumed)
			solving_fail(EXIT_INPUT, "%s: it has fewer cubes than" LIST_CHANGED, source.name,
			             output.path);
		return false;
	}
	if (solving.n_read < output.n_resumed) {
		pass_over(&entry);
		return true;
	}
	struct job *const job = job_of(++solving.n_read);
	*job = (struct job){
		.id = solving.n_read, .number = entry.number, .line = entry.line, .progress = entry.progress,
		.checksum = solving_checksum(entry.scramble, entry.label), .scramble = strdup(entry.scramble),
		.label = entry.label != NULL ? strdup(entry.label) : NULL,
	};
	if (job->scramble == NULL || (entry.label != NULL && job->label == NULL))
		solving_fail(EXIT_MEMORY, "%s: not enough memory for the list", source.name);
	else if (understand(job, &entry))
		give_to_stream(job);
	else {
		/* Say what is wrong with the line, and keep it for its record. */
		superflip_error *const e = &solving.error;
		e->column += e->row == 0 ? entry.column - 1 : 0;
		job->error = array_copy(e, sizeof *e);
		if (e->status == SUPERFLIP_NO_MEMORY || job->error == NULL)
			solving_fail(EXIT_MEMORY, "%s: not enough memory for the list", source.name);
		/* On a terminal the record says it all. */
		else if (output.path != NULL || !isatty(STDOUT_FILENO) || !isatty(STDERR_FILENO))
			complain_of_input(job, e);
	}
	return true;
}

void solving_read(void)
{
	if (solving.waiting != NULL)
		give_to_stream(solving.waiting);
	while (solving.waiting == NULL && !solving.has_ended && !solving_must_stop()
	       && solving.n_read - solving.n_written < WINDOW && read_one())
		solving_write_finished();
}
