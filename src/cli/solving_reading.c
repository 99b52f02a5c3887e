/* From lines to what is to be searched. */
#include "cli/solving_state.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cube/notation.h"
#include "pocket/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* On a terminal the record says it all. */
static bool says_errors_twice(const struct solving *s)
{
	return s->output->path == NULL && isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

static enum list_status read_entry(struct solving *s, int timeout_ms, struct list_entry *out)
{
	if (s->source->n_arguments == 0)
		return list_next(s->source->list, timeout_ms, out);
	if (s->n_read == s->source->n_arguments)
		return LIST_END;
	*out = (struct list_entry){
		.number = s->n_read + 1, .column = 1, .scramble = s->source->arguments[s->n_read], .progress = -1,
	};
	return LIST_ENTRY;
}

/* A 2x2x2 is solved as soon as it is read, from a table of all its states: no search, no threads. */
static bool solve_pocket(const struct solving *s, struct job *job)
{
	const double start_s = clock_monotonic_s();
	struct pocket_solution found;
	struct cube cube;
	enum position_form form;
	const unsigned options = s->options->read_options;
	if (!pocket_read_any(job->scramble, options, &form, &cube, &job->error))
		return false;
	cube = goal_cube(s->options, &cube);
	pocket_solve_cube(s->pocket_table, &cube, &found);
	if (s->options->with_links && form == POSITION_MOVES)
		job->setup = notation_standard(job->scramble, options | READ_POCKET);
	job->is_done = job->has_result = true;
	job->result = (struct search_result){
		.outcome = SEARCH_NO_MEMORY, .length = found.length, .lower_bound = found.length,
		.seconds = clock_monotonic_s() - start_s,
	};
	struct search_solution *const solution = malloc(sizeof *solution);
	if (solution == NULL)
		return true;
	*solution = (struct search_solution){.n_moves = found.n_moves, .length = found.length};
	memcpy(solution->moves, found.moves, found.n_moves);
	job->result.outcome = SEARCH_SOLVED;
	job->result.is_optimal = true;
	job->result.n_solutions = 1;
	job->result.solutions = solution;
	return true;
}

/* A method solves a cube as soon as it is read. */
static void solve_by_method(struct solving *s, struct job *job, const struct cube *c)
{
	job->method_result = malloc(sizeof *job->method_result);
	job->is_done = true;
	solving_show_progress(s);
	if (job->method_result == NULL)
		solving_fail(s, EXIT_MEMORY, s->source->name, "not enough memory for a solution");
	else if (!method_run_solve(s->method, c, job->method_result))
		s->exit_status = EXIT_TABLE;
}

/* With some of the turns: whether they solve the cube at all, so that there is something to search. */
static bool is_reachable(struct solving *s, struct job *job, const struct cube *c)
{
	job->is_unreachable = !restricted_can_solve(&s->goal->restricted, c);
	if (job->is_unreachable) {
		job->result = (struct search_result){.outcome = SEARCH_NONE};
		job->is_done = job->has_result = true;
	}
	return !job->is_unreachable;
}

/* What is known of the cube from others of the list; true if it is to be searched: then *cube is what to search. */
static bool look_for_duplicate(struct solving *s, struct job *job, struct cube *cube)
{
	if (s->duplicates == NULL)
		return true;
	job->kind = duplicates_look_up(s->duplicates, cube, job->id, &job->duplicate);
	job->waits = job->kind == DUPLICATE_PENDING;
	if (job->kind == DUPLICATE_ANSWERED) {
		job->is_done = job->has_result = duplicates_answer(s->duplicates, &job->duplicate, &job->result);
		if (!job->is_done)
			solving_fail_of_duplicate(s);
	}
	*cube = job->duplicate.first;
	return job->kind == DUPLICATE_NONE || job->kind == DUPLICATE_FORGOTTEN;
}

/* Read the scramble; false if there is nothing to search: it is none, is solved by now, or waits for another one. */
static bool understand(struct solving *s, struct job *job, const struct list_entry *entry, struct cube *cube)
{
	struct position position;
	if (entry->fault != NULL) {
		job->error = (struct input_error){.column = 1};
		snprintf(job->error.message, sizeof job->error.message, "%s", entry->fault);
	} else if (s->pocket_table != NULL) {
		solving_show_progress(s);
		if (solve_pocket(s, job))
			return false;
	} else if (position_read(entry->scramble, s->options->read_options, &position, &job->error)) {
		*cube = job->cube = goal_cube(s->options, &position.cube);
		if (s->options->with_links && position.form == POSITION_MOVES)
			job->setup = notation_standard(entry->scramble, s->options->read_options);
		if (position.rotation != 0)
			solving_complain_of_input(s, job, 0, "the scramble moves the centres; the solution continues from there");
		if (s->method == NULL)
			return s->goal != NULL ? is_reachable(s, job, cube) : look_for_duplicate(s, job, cube);
		solve_by_method(s, job, cube);
		return false;
	}
	if (job->error.is_no_memory)
		solving_fail(s, EXIT_MEMORY, s->source->name, job->error.message);
	else if (!says_errors_twice(s))
		solving_complain_of_input(s, job, job->error.column + (job->error.row == 0 ? entry->column - 1 : 0), job->error.message);
	job->is_done = true;
	return false;
}

/* What tells one cube of a list from another: its scramble and its label. */
uint64_t solving_checksum(const struct list_entry *entry)
{
	/* The label's sum starts where the scramble's ends. */
	const uint64_t of_scramble = XXH3_64bits(entry->scramble, strlen(entry->scramble));
	return entry->label != NULL ? XXH3_64bits_withSeed(entry->label, strlen(entry->label), of_scramble) : of_scramble;
}

static struct job *add_job(struct solving *s, const struct list_entry *entry)
{
	struct job *const job = job_of(s, s->n_read + 1);
	*job = (struct job){
		.id = s->n_read + 1, .number = entry->number, .line = entry->line, .progress = entry->progress,
		.checksum = solving_checksum(entry),
	};
	job->label = entry->label != NULL ? strdup(entry->label) : NULL;
	job->scramble = strdup(entry->scramble);
	if (job->scramble == NULL || (entry->label != NULL && job->label == NULL)) {
		free(job->label);
		free(job->scramble);
		return NULL;
	}
	s->n_read++;
	return job;
}

/* Explain why the list gives nothing now although it has not ended. */
static void explain_list_status(struct solving *s, enum list_status status)
{
	if (status == LIST_IO)
		solving_fail(s, EXIT_TABLE, s->source->name, strerror(errno));
	else if (status == LIST_NO_MEMORY)
		solving_fail(s, EXIT_MEMORY, s->source->name, "not enough memory for the list");
	else if (status == LIST_BAD_EXPORT)
		solving_fail(s, EXIT_INPUT, s->source->name, list_fault(s->source->list));
}

/* A cube whose record an earlier run has written.  What it stands for is entered, so that later ones are duplicates of it as
 * in a run without an end. */
static void pass_over(struct solving *s, const struct list_entry *entry)
{
	struct position position;
	struct input_error error;
	s->n_written = ++s->n_read;
	uint64_t checksum = solving_checksum(entry);
	const struct journal *const journal = &s->output->journal;
	/* A complete one has compared the list already, and has nothing else. */
	const enum journal_status status = journal->is_complete ? JOURNAL_OK : journal_cube(journal, s->n_read, &checksum);
	if (status == JOURNAL_OK && checksum != solving_checksum(entry)) {
		char reason[100];
		snprintf(reason, sizeof reason, "cube %" PRIu64 " is not what it was when the output was begun: the list has changed",
		         entry->number);
		solving_fail(s, EXIT_INPUT, s->source->name, reason);
	} else if (status != JOURNAL_OK) {
		solving_fail(s, EXIT_TABLE, s->output->journal_path, strerror(errno));
	}
	if (s->duplicates != NULL && entry->fault == NULL
	    && position_read(entry->scramble, s->options->read_options, &position, &error)) {
		const struct cube cube = goal_cube(s->options, &position.cube);
		duplicates_pass(s->duplicates, &cube, s->n_read);
	}
}

/* The next cube as a job, or why there is none. */
static enum search_next read_job(struct solving *s, struct list_entry *entry, struct job **job)
{
	/* While cubes are in work the pool must not wait here: it could not hand in their results. */
	const bool is_idle = s->n_read == s->n_written;
	const enum list_status status = read_entry(s, is_idle ? WAIT_MS : 0, entry);
	if (status == LIST_LATER && !is_idle)
		return STREAM_WAIT;
	*job = NULL;
	if (status == LIST_LATER) {
		solving_show_progress(s);
		return STREAM_NEXT;
	}
	explain_list_status(s, status);
	s->has_ended = status == LIST_END;
	if (status != LIST_ENTRY)
		return STREAM_END;
	if (s->n_read < s->output->resumed.n_records) {
		pass_over(s, entry);
		return STREAM_NEXT;
	}
	*job = add_job(s, entry);
	if (*job == NULL)
		solving_fail(s, EXIT_MEMORY, s->source->name, "not enough memory for the list");
	return STREAM_NEXT;
}

enum search_next solving_next_request(void *context, struct search_request *request, void **tag)
{
	struct solving *const s = context;
	while (!solving_must_stop(s)) {
		if (s->n_read - s->n_written == WINDOW)
			return STREAM_WAIT;
		struct list_entry entry;
		struct job *job;
		const enum search_next next = read_job(s, &entry, &job);
		if (next != STREAM_NEXT)
			return next;
		if (job == NULL)
			continue;
		*request = s->options->request;
		if (s->goal != NULL)
			restricted_request(&s->goal->restricted, request);
		if (understand(s, job, &entry, &request->cube)) {
			*tag = job;
			return STREAM_NEXT;
		}
		solving_write_finished(s);
	}
	return STREAM_END;
}
