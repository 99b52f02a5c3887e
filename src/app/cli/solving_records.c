/* From solved cubes to records, in the order of the input. */
#include "cli/solving_state.h"

#include "cli/algs.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "report/stages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void solving_fail(struct solving *s, int exit_status, const char *name, const char *reason)
{
	solving_hide_progress(s);
	complain("%s%s%s", name != NULL ? name : "", name != NULL ? ": " : "", reason);
	if (s->exit_status == EXIT_SOLVED)
		s->exit_status = exit_status;
}

static struct record record_of(const struct solving *s, const struct job *job)
{
	const struct solve_options *const o = s->options;
	const struct superflip_problem *const p = &o->problem;
	const bool has_turns = s->turns[0] != '\0';
	return (struct record){
		.id = job->number, .line = job->line, .label = job->label, .scramble = job->scramble, .setup = job->setup,
		.is_listed = s->source->n_arguments != 1, .is_french = (p->read_options & SUPERFLIP_READ_FRENCH) != 0,
		.checksum = job->checksum, .is_sealed = s->output->is_sealed, .duplicate_of = job->result != NULL ? job->result->duplicate_of : 0,
		.omits_measurements = p->search.is_deterministic, .turns_opposite = o->turns_opposite, .puzzle = p->puzzle,
		.metric = o->tables.metric,
		.heuristic = s->heuristic_name, .n_threads = s->n_threads,
		.min_length = p->search.min_length, .max_length = p->search.max_length,
		.result = job->result, .error = job->error, .method = problem_is_search(p) ? NULL : p->method->name,
		.goal = p->goal == NULL && job->grey != NULL && job->grey->goal != NULL ? superflip_goal_name(job->grey->goal) : p->goal,
		.facelets = job->grey != NULL ? job->grey->facelets : NULL,
		.turn_set = problem_units(p), .costs = p->costs,
		.turns = has_turns ? s->turns : problem_units(p) != NULL ? p->moves : NULL,
		.group_order = has_turns ? s->group_order : NULL,
		.staged_cube = o->explains ? job->cube : NULL, .shows_chains = p->has_niss,
		.marked_cube = job->cube != NULL && superflip_cube_facts(job->cube).has_centers ? job->cube : NULL,
	};
}

/* What a later run would make again: neither the cube nor a limit ended the search. */
static bool is_interrupted(const struct job *job)
{
	const superflip_result *const r = job->result;
	return r != NULL && (r->outcome == SUPERFLIP_STOPPED || (r->outcome == SUPERFLIP_FAILED && r->failure == SUPERFLIP_NO_MEMORY));
}

/* The page shows the stages of a method whether they are printed or not. */
static bool add_to_page(const struct solving *s, const struct job *job)
{
	struct record record = record_of(s, job);
	record.staged_cube = job->cube;
	return html_page_add(s->output->html, &record, s->options->problem.read_options);
}

/* Print the stages of a solution, in colour on a terminal. */
static void explain(const struct solving *s, const struct job *job)
{
	FILE *const out = s->output->record;
	const bool is_coloured = isatty(s->output->fd) && colours_are_welcome();
	fputc('\n', out);
	const struct solve_options *const o = s->options;
	stages_write_text(job->cube, job->result, o->problem.method->name, o->problem.read_options, is_coloured, out);
	fputc('\n', out);
}

static void check_written(struct solving *s, int error)
{
	char reason[200];
	snprintf(reason, sizeof reason, "cannot write the results: %s", strerror(error));
	if (error != 0)
		solving_fail(s, error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE, s->options->output_path, reason);
}

void solving_flush(struct solving *s)
{
	if (s->exit_status == EXIT_SOLVED)
		check_written(s, output_flush(s->output));
}

/* Search for longer algorithms until the sheet has as many of the case as it should, or a limit is hit. */
static void find_longer(struct solving *s, struct job *job)
{
	struct solve_request request = s->options->problem.search;
	for (bool is_longer = true; is_longer && request.over_optimal < SUPERFLIP_MAX_LENGTH;) {
		const struct record record = record_of(s, job);
		const bool is_solved = job->result != NULL && job->result->outcome == SUPERFLIP_SOLVED;
		superflip_job *stream = NULL;
		superflip_result *result = NULL;
		if (!is_solved || !sheet_lacks(s->output->sheet, &record))
			return;
		request.over_optimal++;
		if (job_open(s->solver, &request, NULL, false, &stream, &s->error) != SUPERFLIP_OK
		    || superflip_job_add(stream, job->id, job->cube, -1, &s->error) != SUPERFLIP_OK)
			solving_fail(s, EXIT_MEMORY, NULL, s->error.text);
		while (stream != NULL && superflip_job_next(stream, 0.1, &result) == SUPERFLIP_TIMEOUT)
			if (solving_must_stop(s))
				superflip_job_cancel(stream);
		superflip_job_free(stream);
		is_longer = result != NULL && result->outcome == SUPERFLIP_SOLVED;
		if (is_longer) {
			superflip_result_free(job->result);
			job->result = result;
		} else
			superflip_result_free(result);
	}
}

static void write_record(struct solving *s, struct job *job)
{
	const struct solve_options *const o = s->options;
	if (s->output->sheet != NULL && s->output->sheet->finds_longer)
		find_longer(s, job);
	const struct record record = record_of(s, job);
	FILE *const out = s->output->record;
	const bool is_written = s->output->sheet != NULL ? sheet_add(s->output->sheet, &record)
	                                                 : record_write(&record, o->format, o->with_links, out);
	if (!is_written)
		solving_fail(s, EXIT_MEMORY, NULL, "not enough memory for a record");
	if (s->output->html != NULL && !add_to_page(s, job))
		solving_fail(s, EXIT_MEMORY, NULL, "not enough memory for the page of --html");
	if (o->explains && o->format == RECORD_TEXT && job->cube != NULL && record_is_complete(&record))
		explain(s, job);
	const bool is_invalid = record_status(&record) == RECORD_ERROR, is_complete = record_is_complete(&record);
	if (s->exit_status == EXIT_SOLVED) {
		solving_hide_progress(s);
		check_written(s, output_end_record(s->output, job->checksum,
		                                   is_invalid ? RESULT_INVALID : is_complete ? RESULT_SOLVED : RESULT_UNSOLVED,
		                                   !is_interrupted(job)));
	}
	s->ran_out_of_memory |= job->result != NULL && job->result->failure == SUPERFLIP_NO_MEMORY;
	const struct superflip_problem *const p = &o->problem;
	const bool has_all_lengths = !problem_is_search(p) || (s->goal_name[0] != '\0' && !p->has_over);
	s->n_few += !has_all_lengths && p->search.n_solutions > 1 && is_complete
	            && job->result->n_solutions < (uint64_t)p->search.n_solutions;
	s->totals.n_cubes++;
	s->totals.n_complete += is_complete;
	s->totals.n_bad += is_invalid;
	s->totals.n_duplicates += record.duplicate_of != 0;
}

void solving_free_job(struct job *job)
{
	superflip_result_free(job->result);
	superflip_cube_free(job->cube);
	free(job->error);
	if (job->grey != NULL)
		superflip_goal_free(job->grey->goal);
	free(job->grey);
	free(job->label);
	free(job->scramble);
	free(job->setup);
}

void solving_write_finished(struct solving *s)
{
	while (s->n_written < s->n_read) {
		struct job *const job = job_of(s, s->n_written + 1);
		if (job->result == NULL && job->error == NULL)
			break;
		if (s->exit_status == EXIT_SOLVED)
			write_record(s, job);
		s->progress = job->progress;
		solving_free_job(job);
		s->n_written++;
	}
}
