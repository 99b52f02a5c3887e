#include "cli/solving_state.h"

#include "base/clock.h"
#include "base/words.h"
#include "cli/algs.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "report/prediction.h"
#include "report/status_line.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long to wait for a result before polling signals, the terminal, and the source for more cubes. */
static const double wait_s = 0.1, wait_with_input_s = 0.02;

bool solving_must_stop(const struct solving *s)
{
	return s->exit_status != EXIT_SOLVED || interrupted_by() != 0 || s->output->is_complete;
}

/* ---- what solves the cubes: tables, threads, a stream ---- */

static int open_stream(struct solving *s, const superflip_goal *goal)
{
	const struct solve_options *const o = s->options;
	const superflip_job_options options = {
		.size = sizeof options, .window = WINDOW, .drops_brief_iterations = !o->is_verbose,
		.finds_duplicates = !o->keeps_duplicates && s->source->n_arguments != 1,
	};
	if (session_begin(&s->session, s->solver, &o->problem, goal, NULL, &options, &s->stream, &s->error)
	    == SUPERFLIP_OK)
		return EXIT_SOLVED;
	session_return(&s->session, s->solver);
	return complain_and(EXIT_MEMORY, options.finds_duplicates ? "%s; --no-dedup needs less" : "%s",
	                    s->error.text);
}

static int open_searcher(struct solving *s)
{
	const struct superflip_problem *const p = &s->options->problem;
	struct solver *const solver = s->solver;
	s->n_threads = solver_threads(solver);
	s->heuristic_name = solver_heuristic_name(solver);
	if (p->turns != problem_units(p)) {
		problem_write_moves(p, s->turns);
		moves_group_order(p->turns->moves, s->group_order, sizeof s->group_order);
	}
	if (s->searcher.open == NULL)
		return EXIT_SOLVED;
	if (!searcher_takes_goal(s->options, solver))
		return EXIT_USAGE;
	const int status = s->searcher.open(s->searcher.context, s->options, solver, &s->n_threads);
	s->is_searching = status == EXIT_SOLVED;
	return status;
}

static int close_solver(struct solving *s)
{
	prediction_stop(s->prediction);
	superflip_cube_free(s->last_cube);
	if (s->stream != NULL)
		tables_report_again(s->options, s->stream);
	superflip_job_free(s->stream);
	s->prediction = NULL;
	s->last_cube = NULL;
	s->stream = NULL;
	s->solver = NULL;
	s->n_iterations = 0;
	const int status = s->is_searching ? s->searcher.close(s->searcher.context, s->options) : EXIT_SOLVED;
	s->is_searching = false;
	return status;
}

int solving_open(struct solving *s, const superflip_goal *goal, const superflip_cube *cube)
{
	const struct superflip_problem *const p = &s->options->problem;
	const bool is_first = s->n_threads == 0;
	solving_hide_progress(s);
	int status = close_solver(s);
	snprintf(s->goal_name, sizeof s->goal_name, "%s", goal != NULL ? superflip_goal_name(goal) : "");
	/* Journals and other processes use results at once, so the tables are checked first; otherwise the
	 * library waits for the check before it gives out a result. */
	if (status == EXIT_SOLVED)
		status = tables_borrow(s->options, &s->session, p, goal, cube,
		                       !problem_is_search(p) || s->searcher.open != NULL, &s->solver, NULL);
	if (status == EXIT_SOLVED)
		status = open_searcher(s);
	if (status == EXIT_SOLVED)
		status = open_stream(s, goal);
	s->exit_status = s->exit_status != EXIT_SOLVED ? s->exit_status : status;
	if (is_first)
		s->start_s = s->last_progress_s = clock_monotonic_s();
	return status;
}

/* Tables are opened with the first cube, which may have a goal of its own; at once for a terminal, a method
 * or a searcher. */
static int open_first(struct solving *s)
{
	const struct solve_options *const o = s->options;
	const superflip_method *const method = o->problem.method;
	s->keeps_cubes = method->has_stages && (o->explains || s->output->html != NULL);
	s->keeps_cubes |= s->output->sheet != NULL && s->output->sheet->finds_longer;
	if (o->searcher != NULL)
		s->searcher = *o->searcher;
	else if (o->journal_path != NULL)
		s->searcher = searcher_by_units(&s->units);
	if (s->searcher.open != NULL)
		s->session.max_idle = 0;  /* its solver ends before it */
	return s->is_typed || !problem_is_search(&o->problem) || s->searcher.open != NULL
	           ? solving_open(s, o->problem.pieces, NULL)
	           : EXIT_SOLVED;
}

/* ---- records, in the order of the input ---- */

void solving_stop(struct solving *s, int exit_status)
{
	if (s->exit_status == EXIT_SOLVED)
		s->exit_status = exit_status;
}

static struct record record_of(const struct solving *s, const struct job *job)
{
	const struct solve_options *const o = s->options;
	const struct superflip_problem *const p = &o->problem;
	const bool has_turns = s->turns[0] != '\0';
	return (struct record){
		.problem = p,
		.id = job->number,
		.line = job->line,
		.label = job->label,
		.scramble = job->scramble,
		.setup = job->setup,
		.is_listed = s->source->n_arguments != 1,
		.checksum = job->checksum,
		.with_links = o->with_links,
		.is_sealed = s->output->is_sealed,
		.turns_opposite = o->turns_opposite,
		.heuristic = s->heuristic_name,
		.n_threads = s->n_threads,
		.result = job->result,
		.error = job->error,
		.goal = p->goal == NULL && job->goal != NULL ? superflip_goal_name(job->goal) : p->goal,
		.facelets = job->facelets[0] != '\0' ? job->facelets : NULL,
		.turns = has_turns                  ? s->turns
	             : problem_units(p) != NULL ? p->moves
	                                        : NULL,
		.group_order = has_turns ? s->group_order : NULL,
		.staged_cube = o->explains ? job->cube : NULL,
		.marked_cube = job->cube != NULL && superflip_cube_facts(job->cube).has_centers ? job->cube : NULL,
	};
}

static void check_written(struct solving *s, int error)
{
	const char *const path = s->options->output_path;
	if (error != 0)
		solving_fail(s, error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE, "%s%scannot write the results: %s",
		             path != NULL ? path : "", path != NULL ? ": " : "", strerror(error));
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
			solving_fail(s, EXIT_MEMORY, "%s", s->error.text);
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
	struct record record = record_of(s, job);
	const superflip_result *const r = job->result;
	FILE *const out = s->output->record;
	const bool is_written = s->output->sheet != NULL ? sheet_add(s->output->sheet, &record)
	                                                 : record_write(&record, o->format, out);
	if (!is_written)
		solving_fail(s, EXIT_MEMORY, "not enough memory for a record");
	/* The page shows the stages of a method whether they are printed or not, and has no links. */
	record.staged_cube = job->cube;
	record.with_links = false;
	if (s->output->html != NULL && !html_page_add(s->output->html, &record))
		solving_fail(s, EXIT_MEMORY, "not enough memory for the page of --html");
	const bool is_invalid = record_status(&record) == RECORD_ERROR, is_complete = record_is_complete(&record);
	if (o->explains && o->format == RECORD_TEXT && job->cube != NULL && is_complete) {
		fputc('\n', out);
		record_write_stages(&record, isatty(s->output->fd) && colours_are_welcome(), out);
		fputc('\n', out);
	}
	if (s->exit_status == EXIT_SOLVED) {
		solving_hide_progress(s);
		/* What neither the cube nor a limit ended is made again by a later run. */
		const bool is_final = r == NULL
		                      || (r->outcome != SUPERFLIP_STOPPED
		                          && (r->outcome != SUPERFLIP_FAILED || r->failure != SUPERFLIP_NO_MEMORY));
		check_written(s, output_end_record(s->output, job->checksum,
		                                   is_invalid    ? RESULT_INVALID
		                                   : is_complete ? RESULT_SOLVED
		                                                 : RESULT_UNSOLVED,
		                                   is_final));
	}
	s->ran_out_of_memory |= r != NULL && r->failure == SUPERFLIP_NO_MEMORY;
	const struct superflip_problem *const p = &o->problem;
	const bool has_all_lengths = !problem_is_search(p) || (s->goal_name[0] != '\0' && !p->has_over);
	s->n_few += !has_all_lengths && p->search.n_solutions > 1 && is_complete
	            && r->n_solutions < (uint64_t)p->search.n_solutions;
	s->totals->n_cubes++;
	s->totals->n_complete += is_complete;
	s->totals->n_bad += is_invalid;
	s->totals->n_duplicates += r != NULL && r->duplicate_of != 0;
}

void solving_free_job(struct job *job)
{
	superflip_result_free(job->result);
	superflip_cube_free(job->cube);
	free(job->error);
	superflip_goal_free(job->goal);
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

/* ---- what comes from the stream ---- */

static void tell_iterations(struct solving *s)
{
	uint64_t id;
	superflip_iteration it;
	if (!s->options->is_verbose)
		return;
	while (superflip_job_iteration(s->stream, &s->n_iterations, &id, &it) == SUPERFLIP_OK) {
		char words[RECORD_WORDS_BYTES];
		solving_hide_progress(s);
		fprintf(stderr, "cube %" PRIu64 ": %s: %" PRIu64 " generated, %" PRIu64 " expanded, %s, %.3f s",
		        id > s->n_written && id <= s->n_read ? job_of(s, id)->number : id,
		        record_words(&s->options->problem, it.threshold, words), it.n_generated, it.n_expanded,
		        words_of(it.n_lookups, "lookup"), it.seconds);
		/* A journal has nodes of earlier runs, which took none of these seconds. */
		if (s->options->journal_path == NULL)
			fprintf(stderr, ", %s nodes/s",
			        words_large(it.seconds > 0 ? (double)it.n_generated / it.seconds : 0, words));
		fputs(it.is_complete ? "\n" : " (not completed)\n", stderr);
	}
}

/* How long a random walk takes on average at this speed. */
static void tell_hopelessness(const superflip_result *result)
{
	if (result->n_generated == 0 || result->seconds <= 0)
		return;
	const double turns_per_s = (double)result->n_generated / result->seconds,
	             positions = 43252003274489856000.0;
	complain("random walk: %" PRIu64
	         " turns in %.2f s; it meets the solved cube once in 43,252,003,274,489,856,000 turns, "
	         "at this speed once in %.0f years",
	         result->n_generated, result->seconds, positions / turns_per_s / (365.25 * 86400));
}

/* Stop on a result that a damaged table or a fault of this program has made: it is not written. */
static void look_for_fault(struct solving *s, const superflip_result *result)
{
	if (result->outcome != SUPERFLIP_FAILED || result->failure == SUPERFLIP_NO_MEMORY
	    || s->exit_status != EXIT_SOLVED)
		return;
	solving_hide_progress(s);
	s->exit_status = EXIT_TABLE;
	if (s->solver->tables != NULL && tables_fault(s->solver->tables, &s->error) != SUPERFLIP_OK)
		s->exit_status = tables_complain(&s->error);
	else if (result->failure == SUPERFLIP_INTERNAL) {
		complain("internal error: no correct solution was found; please report the scramble: %s",
		         job_of(s, result->id)->scramble);
		s->exit_status = EXIT_SOLVED;  /* the record says so, and the others go on */
	} else
		complain("%s", superflip_status_text(result->failure));
}

/* Take the next result of the stream. */
static void take_result(struct solving *s, superflip_result *result)
{
	const struct solve_options *const o = s->options;
	look_for_fault(s, result);
	if (result->is_by_method && result->n_solutions == 0 && o->problem.puzzle == SUPERFLIP_3X3 && !o->is_quiet
	    && o->problem.method->is_hopeless) {
		solving_hide_progress(s);
		tell_hopelessness(result);
	}
	/* Stopped without a signal: the journal failed, or another process. */
	if (result->outcome == SUPERFLIP_STOPPED && !s->is_cancelled && s->searcher.open != NULL
	    && interrupted_by() == 0)
		s->exit_status = EXIT_TABLE;
	job_of(s, result->id)->result = result;
	solving_write_finished(s);
}

/* Take all results that are there, waiting a while for the first. @return false: the stream has ended */
static bool take_results(struct solving *s)
{
	superflip_result *result;
	double timeout_s = s->waits_for_input ? wait_with_input_s : wait_s;
	superflip_status status;
	while ((status = superflip_job_next(s->stream, timeout_s, &result)) == SUPERFLIP_OK) {
		tell_iterations(s);
		take_result(s, result);
		timeout_s = 0;
	}
	tell_iterations(s);
	solving_flush(s);
	return status != SUPERFLIP_END;
}

/* ---- the run ---- */

static void run_stream(struct solving *s)
{
	while (s->n_written < s->n_read || !(s->has_ended || solving_must_stop(s))) {
		if (solving_must_stop(s) && !s->is_cancelled) {
			if (s->stream != NULL)
				superflip_job_cancel(s->stream);
			s->is_cancelled = true;
		}
		if (!s->is_cancelled)
			solving_read(s);
		solving_write_finished(s);
		solving_flush(s);
		if (s->n_written < s->n_read && (s->stream == NULL || !take_results(s)))
			break;
		solving_show_progress(s);
		output_tick(s->output);
	}
}

static int run(struct solving *s)
{
	s->exit_status = open_first(s);
	if (s->exit_status != EXIT_SOLVED) {
		close_solver(s);
		return s->exit_status;
	}
	s->start_s = s->last_progress_s = clock_monotonic_s();
	run_stream(s);
	solving_hide_progress(s);
	const int status = close_solver(s);
	if (status != EXIT_SOLVED)
		s->exit_status = status;
	if (s->exit_status == EXIT_SOLVED && interrupted_by() != 0)
		return 128 + interrupted_by();
	return s->exit_status == EXIT_SOLVED && s->ran_out_of_memory ? EXIT_MEMORY : s->exit_status;
}

int solve_source(const struct solve_options *options, const struct source *source, struct output *output,
                 struct totals *totals)
{
	const double start_s = clock_monotonic_s();
	const bool is_typed = source->n_arguments == 0 && isatty(source->fd);
	struct solving s = {
		.options = options,
		.source = source,
		.output = output,
		.totals = totals,
		.is_typed = is_typed,
		.progress = -1,
		.style = options->is_quiet || is_typed  ? SOLVING_SILENT
	             : status_line_is_wanted(false) ? SOLVING_LINE
	                                            : SOLVING_LOG,
		.window = calloc(WINDOW, sizeof *s.window),
		.start_s = start_s,
		.last_progress_s = start_s,
	};
	*totals = (struct totals){
		.n_cubes = output->n_done,
		.n_complete = output->n_of_kind[RESULT_SOLVED],
		.n_bad = output->n_of_kind[RESULT_INVALID],
	};
	if (s.window == NULL)
		return complain_of_memory();
	session_init(&s.session, &options->tables);
	s.session.where.heuristic = NULL;
	s.session.node_bytes = options->tables.memory_bytes;
	const int status = run(&s);
	session_end(&s.session);
	totals->has_ended = s.has_ended && s.n_written == s.n_read && status == EXIT_SOLVED;
	totals->seconds = clock_monotonic_s() - s.start_s;
	for (; s.n_written < s.n_read; s.n_read--)  /* cubes that were dropped when the stream was cancelled */
		solving_free_job(job_of(&s, s.n_read));
	free(s.window);
	if (s.n_turned > 1 && !options->is_quiet)
		complain("%s: %" PRIu64 " scrambles move the centres; each solution continues from there",
		         source->n_arguments == 0 ? source->name : "arguments", s.n_turned);
	if (s.n_few > 0 && !options->is_quiet)
		complain("fewer than %" PRId64 " solutions of %s%s", options->problem.search.n_solutions,
		         words_of(s.n_few, "cube"),
		         options->problem.search.over_optimal > 0 ? "" : "; --over K finds longer ones");
	return status;
}
