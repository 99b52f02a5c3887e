/* From solved cubes to records, in the order of the input. */
#include "cli/solving_state.h"

#include "cli/cli.h"
#include "cli/output.h"
#include "method/solution_classes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void solving_fail(struct solving *s, int exit_status, const char *name, const char *reason)
{
	solving_hide_progress(s);
	complain("%s%s%s", name != NULL ? name : "", name != NULL ? ": " : "", reason);
	if (s->exit_status == EXIT_SOLVED)
		s->exit_status = exit_status;
}

void solving_complain_of_input(struct solving *s, const struct job *job, unsigned column, const char *message)
{
	if (s->options->is_quiet)
		return;
	solving_hide_progress(s);
	char place[48] = "";
	const unsigned row = column > 0 ? job->error.row : 0;
	if (column > 0 && job->line > 0)
		snprintf(place, sizeof place, ":%u", column);
	else if (row > 0)
		snprintf(place, sizeof place, ": line %u, column %u", row + 1, column);
	else if (column > 0)
		snprintf(place, sizeof place, ": column %u", column);
	if (s->source->n_arguments > 0)
		complain("argument %" PRIu64 "%s: %s", job->number, place, message);
	else if (job->line > 0)
		complain("%s:%" PRIu64 "%s: %s", s->source->name, job->line + row, place, message);
	else
		complain("%s: scramble %" PRIu64 "%s: %s", s->source->name, job->number, place, message);
}

static enum move_letters letters_of(const struct solve_options *o)
{
	return (o->read_options & READ_FRENCH) != 0 ? LETTERS_FRENCH : LETTERS_ENGLISH;
}

static struct record record_of(const struct solving *s, const struct job *job)
{
	const struct solve_options *const o = s->options;
	const bool is_duplicate = s->duplicates != NULL && job->has_result && job->duplicate.first_id != job->id;
	return (struct record){
		.id = job->number, .line = job->line, .label = job->label, .scramble = job->scramble, .setup = job->setup,
		.is_listed = s->source->n_arguments == 0, .letters = letters_of(o),
		.checksum = job->checksum, .duplicate_of = is_duplicate ? job->duplicate.first_id : 0,
		.omits_measurements = o->request.deterministic,
		.puzzle = s->pocket_table != NULL ? "2x2x2" : "3x3x3",
		.metric = o->metric, .heuristic = s->heuristic_name, .n_threads = s->n_threads,
		.min_length = o->request.min_length, .max_length = o->request.max_length,
		.result = job->has_result ? &job->result : NULL, .error = &job->error,
		.method = o->method_name, .method_result = job->method_result,
		.goal = o->goal_text, .turns = s->goal != NULL ? s->goal->turns : NULL, .is_unreachable = job->is_unreachable,
		.group_order = s->goal != NULL ? group_order(s->goal->restricted.group) : 0,
		.group = o->up_to_symmetry ? solution_group_of(&job->cube, o->permitted) : (struct solution_group){0},
		.staged_cube = o->explains && job->method_result != NULL ? &job->cube : NULL,
	};
}

/* What a later run would make again: neither the cube nor a limit ended the search. */
static bool is_interrupted(const struct job *job)
{
	if (job->method_result != NULL)
		return job->method_result->outcome == METHOD_INTERRUPTED || job->method_result->outcome == METHOD_NO_MEMORY;
	return job->has_result && (job->result.outcome == SEARCH_INTERRUPTED || job->result.outcome == SEARCH_NO_MEMORY);
}

/* The page shows the stages of a method whether they are printed or not. */
static bool add_to_page(const struct solving *s, const struct job *job)
{
	struct record record = record_of(s, job);
	record.staged_cube = job->method_result != NULL ? &job->cube : NULL;
	return html_page_add(s->output->html, &record, s->options->read_options);
}

static void write_record(struct solving *s, struct job *job)
{
	const struct solve_options *const o = s->options;
	if (o->up_to_symmetry && job->has_result) {
		const struct solution_group group = solution_group_of(&job->cube, o->permitted);
		job->result.n_solutions = solution_classes_keep(job->result.solutions, job->result.n_solutions, &group);
	}
	const struct record record = record_of(s, job);
	FILE *const out = s->output->record;
	if (!record_write(&record, o->format, o->with_links, out))
		solving_fail(s, EXIT_MEMORY, NULL, "not enough memory for a record");
	if (s->output->html != NULL && !add_to_page(s, job))
		solving_fail(s, EXIT_MEMORY, NULL, "not enough memory for the page of --html");
	if (o->explains && o->format == RECORD_TEXT && job->method_result != NULL && record_is_complete(&record))
		method_run_explain(s->method, &job->cube, job->method_result, out);
	const bool is_invalid = record_status(&record) == RECORD_ERROR, is_complete = record_is_complete(&record);
	if (s->exit_status == EXIT_SOLVED) {
		solving_hide_progress(s);
		const int error = output_end_record(s->output, job->checksum,
		                                    is_invalid ? JOURNAL_INVALID : is_complete ? JOURNAL_SOLVED : JOURNAL_UNSOLVED,
		                                    !is_interrupted(job));
		char reason[200];
		snprintf(reason, sizeof reason, "cannot write the results: %s", strerror(error));
		if (error != 0)
			solving_fail(s, EXIT_TABLE, o->output_path, reason);
	}
	s->ran_out_of_memory |= job->has_result && job->result.outcome == SEARCH_NO_MEMORY;
	s->ran_out_of_memory |= job->method_result != NULL && job->method_result->outcome == METHOD_NO_MEMORY;
	s->totals.n_cubes++;
	s->totals.n_complete += is_complete;
	s->totals.n_bad += is_invalid;
	s->totals.n_duplicates += record.duplicate_of != 0;
}

void solving_write_finished(struct solving *s)
{
	while (s->n_written < s->n_read && job_of(s, s->n_written + 1)->is_done) {
		struct job *const job = job_of(s, s->n_written + 1);
		if (s->exit_status == EXIT_SOLVED)
			write_record(s, job);
		s->progress = job->progress;
		if (job->has_result)
			search_result_free(&job->result);
		free(job->method_result);
		free(job->label);
		free(job->scramble);
		free(job->setup);
		s->n_written++;
	}
}
