/* From lines to cubes in work. */
#include "cli/solving_state.h"

#include "base/array.h"
#include "cli/cubes.h"
#include "cli/output.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* How long to wait for the source while nothing is in work. */
enum { WAIT_MS = 100 };

static void fail_of_library(struct solving *s)
{
	solving_fail(s, s->error.status == SUPERFLIP_NO_MEMORY ? EXIT_MEMORY : EXIT_TABLE, "%s: %s",
	             s->source->name, s->error.text);
}

static void complain_of_input(struct solving *s, const struct job *job, const superflip_error *error)
{
	if (s->options->is_quiet)
		return;
	solving_hide_progress(s);
	entry_complain(s->source->n_arguments > 0 ? NULL : s->source->name, job->number, job->line, error);
}

/* Of a cube not all of whose stickers were shown: how it was read. @return false, and s->error says why it is
 * none to be solved */
static bool understand_grey(struct solving *s, struct job *job)
{
	const superflip_goal *goal;
	const superflip_facts facts = superflip_cube_facts(job->cube);
	if (facts.is_whole && !facts.is_completed)
		return true;
	if (s->searcher.open != NULL && !facts.is_whole) {
		s->error = (superflip_error){
			.status = SUPERFLIP_BAD_TEXT,
			.column = 1,
			.text =
				"not all stickers of this cube are known, and a search by units of work is for whole cubes"};
		return false;
	}
	if (!problem_goal_of(&s->options->problem, job->cube, &job->goal, &goal, &s->error)) {
		s->error.column = s->error.column > 0 ? s->error.column : 1;
		return false;
	}
	superflip_cube_write(job->cube, SUPERFLIP_FORM_FACELETS, job->facelets, sizeof job->facelets);
	return true;
}

/* Read the scramble. @return false: it is none, and s->error says why */
static bool parse(struct solving *s, const struct list_entry *entry, superflip_cube **out)
{
	const struct superflip_problem *const p = &s->options->problem;
	if (entry->fault == NULL)
		return superflip_cube_parse(p->puzzle, entry->scramble, p->read_options | SUPERFLIP_READ_GREY, out,
		                            &s->error)
		       == SUPERFLIP_OK;
	s->error = (superflip_error){.status = SUPERFLIP_BAD_TEXT, .column = 1};
	snprintf(s->error.text, sizeof s->error.text, "%s", entry->fault);
	return false;
}

static bool understand(struct solving *s, struct job *job, const struct list_entry *entry)
{
	const struct solve_options *const o = s->options;
	if (!parse(s, entry, &job->cube) || !understand_grey(s, job))
		return false;
	const superflip_facts facts = superflip_cube_facts(job->cube);
	if (o->with_links && facts.form == SUPERFLIP_FORM_MOVES)
		job->setup = record_setup(&o->problem, entry->scramble);
	/* Of a list the first is named; solve_source() counts them at its end. */
	if (facts.puzzle == SUPERFLIP_3X3 && facts.is_rotated && s->n_turned++ == 0)
		complain_of_input(s, job, &(superflip_error){
			.text = "the scramble moves the centres; the solution continues from there"});
	return true;
}

/* Say what is wrong with a line, and keep it for its record. */
static void refuse(struct solving *s, struct job *job, const struct list_entry *entry)
{
	superflip_error *const e = &s->error;
	e->column += e->row == 0 ? entry->column - 1 : 0;
	job->error = array_copy(e, sizeof *e);
	if (e->status == SUPERFLIP_NO_MEMORY || job->error == NULL)
		solving_fail(s, EXIT_MEMORY, "%s: not enough memory for the list", s->source->name);
	/* On a terminal the record says it all. */
	else if (s->output->path != NULL || !isatty(STDOUT_FILENO) || !isatty(STDERR_FILENO))
		complain_of_input(s, job, e);
}

static bool is_goal_of_tables(const struct solving *s, const superflip_goal *goal)
{
	return s->stream != NULL && strcmp(goal != NULL ? superflip_goal_name(goal) : "", s->goal_name) == 0;
}

/* If it is not searched for with the tables that are open, it waits until those before it are done. */
static void give_to_stream(struct solving *s, struct job *job)
{
	const superflip_goal *const goal = job->goal != NULL ? job->goal : s->options->problem.pieces;
	const bool is_open =
		is_goal_of_tables(s, goal)
		&& (!s->solver->is_bare || problem_is_refused(&s->options->problem, goal, job->cube));
	const bool is_idle = s->n_written + 1 == s->n_read;
	s->waiting = is_open || is_idle ? NULL : job;
	if (!is_open && (!is_idle || solving_open(s, goal, job->cube) != EXIT_SOLVED))
		return;
	if (superflip_job_add(s->stream, job->id, job->cube, 0, &s->error) != SUPERFLIP_OK)
		fail_of_library(s);
	if (s->keeps_cubes || superflip_cube_facts(job->cube).has_centers)
		return;
	superflip_cube_free(s->last_cube);
	s->last_cube = job->cube;
	job->cube = NULL;
}

/* What tells one cube of a list from another: its scramble and its label. */
uint64_t solving_checksum(const struct list_entry *entry)
{
	/* The label's sum starts where the scramble's ends. */
	const uint64_t of_scramble = XXH3_64bits(entry->scramble, strlen(entry->scramble));
	return entry->label != NULL ? XXH3_64bits_withSeed(entry->label, strlen(entry->label), of_scramble)
	                            : of_scramble;
}

#define LIST_CHANGED " when %s was begun: the list has changed; name another output"

/* A cube whose record an earlier run has written.  What it stands for is entered, so that later ones are
 * duplicates of it as in a run without an end. */
static void pass_over(struct solving *s, const struct list_entry *entry)
{
	superflip_cube *cube;
	s->n_written = ++s->n_read;
	/* The list differs from what it was when the results were begun. */
	if (s->output->cube[s->n_read - 1] == solving_checksum(entry))
		;
	else if (entry->line == 0)
		solving_fail(s, EXIT_INPUT, "%s: cube %" PRIu64 " is not what it was" LIST_CHANGED, s->source->name,
		             entry->number, s->output->path);
	else
		solving_fail(s, EXIT_INPUT, "%s:%" PRIu64 ": not what was there" LIST_CHANGED, s->source->name,
		             entry->line, s->output->path);
	if (!parse(s, entry, &cube))
		return;
	superflip_goal *own;
	const superflip_goal *goal;
	const bool is_taken = problem_goal_of(&s->options->problem, cube, &own, &goal, &s->error)
	                      && (is_goal_of_tables(s, goal) || solving_open(s, goal, cube) == EXIT_SOLVED);
	if (is_taken && superflip_job_pass(s->stream, s->n_read, cube, &s->error) != SUPERFLIP_OK)
		fail_of_library(s);
	superflip_goal_free(own);
	superflip_cube_free(cube);
}

/* @return whether there may be more at once */
static bool read_one(struct solving *s)
{
	/* While cubes are in work nothing may wait here: their results are to be written. */
	const bool is_idle = s->n_read == s->n_written;
	struct list_entry entry;
	if (is_idle)
		solving_flush(s);
	const enum list_status status = list_next(s->list, is_idle ? WAIT_MS : 0, &entry);
	s->waits_for_input = status == LIST_LATER;
	s->has_ended = status == LIST_END;
	if (status == LIST_LATER)
		return false;
	if (status != LIST_ENTRY) {
		solving_hide_progress(s);
		solving_stop(s, entries_complain_of_list(s->list, status, s->source->name));
		if (s->has_ended && s->n_read < s->output->n_resumed)
			solving_fail(s, EXIT_INPUT, "%s: it has fewer cubes than" LIST_CHANGED, s->source->name,
			             s->output->path);
		return false;
	}
	if (s->n_read < s->output->n_resumed) {
		pass_over(s, &entry);
		return true;
	}
	struct job *const job = job_of(s, ++s->n_read);
	*job = (struct job){
		.id = s->n_read, .number = entry.number, .line = entry.line, .progress = entry.progress,
		.checksum = solving_checksum(&entry), .scramble = strdup(entry.scramble),
		.label = entry.label != NULL ? strdup(entry.label) : NULL,
	};
	if (job->scramble == NULL || (entry.label != NULL && job->label == NULL))
		solving_fail(s, EXIT_MEMORY, "%s: not enough memory for the list", s->source->name);
	else if (understand(s, job, &entry))
		give_to_stream(s, job);
	else
		refuse(s, job, &entry);
	return true;
}

void solving_read(struct solving *s)
{
	if (s->waiting != NULL)
		give_to_stream(s, s->waiting);
	while (s->waiting == NULL && !s->has_ended && !solving_must_stop(s) && s->n_read - s->n_written < WINDOW
	       && read_one(s))
		solving_write_finished(s);
}
