#include "cli/solving_state.h"

#include "base/clock.h"
#include "base/words.h"
#include "cli/algs.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "report/prediction.h"

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

static void open_session(struct solving *s)
{
	const struct solve_options *const o = s->options;
	session_init(&s->session, &o->tables);
	s->session.where.heuristic = NULL;
	s->session.node_bytes = o->tables.memory_bytes;
}

static int open_stream(struct solving *s, const superflip_goal *goal)
{
	const struct solve_options *const o = s->options;
	const superflip_job_options options = {
		.size = sizeof options, .window = WINDOW, .drops_brief_iterations = !o->is_verbose,
		.finds_duplicates = !o->keeps_duplicates && s->source->n_arguments != 1,
	};
	if (session_begin(&s->session, s->solver, &o->problem, goal, NULL, &options, &s->stream, &s->error) == SUPERFLIP_OK)
		return EXIT_SOLVED;
	session_return(&s->session, s->solver);
	return complain_and(EXIT_MEMORY, options.finds_duplicates ? "%s; --no-dedup needs less" : "%s", s->error.text);
}

/* The permitted turns, as records name them. */
static void describe_turns(struct solving *s)
{
	const struct superflip_problem *const p = &s->options->problem;
	if (p->turns != NULL || p->permitted == ALL_MOVES)
		return;
	problem_write_moves(p, s->turns);
	moves_group_order(p->permitted, s->group_order, sizeof s->group_order);
}

static int open_searcher(struct solving *s)
{
	struct solver *const solver = s->solver->solver;
	s->n_threads = solver_threads(solver);
	s->heuristic_name = solver_heuristic_name(solver);
	describe_turns(s);
	return s->searcher != NULL
	       ? s->searcher->open(s->searcher->context, s->options, solver, &s->n_threads, &s->searcher_state) : EXIT_SOLVED;
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
	const int status = s->searcher_state != NULL ? s->searcher->close(s->searcher_state, s->options) : EXIT_SOLVED;
	s->searcher_state = NULL;
	return status;
}

int solving_open(struct solving *s, const superflip_goal *goal, const superflip_cube *cube)
{
	const struct superflip_problem *const p = &s->options->problem;
	const bool is_first = s->n_threads == 0;
	solving_hide_progress(s);
	int status = close_solver(s);
	snprintf(s->goal_name, sizeof s->goal_name, "%s", goal != NULL ? superflip_goal_name(goal) : "");
	/* Journals and other processes use results at once, so the tables are checked first; otherwise the library waits for the check
	 * before it gives out a result. */
	if (status == EXIT_SOLVED)
		status = tables_borrow(s->options, &s->session, p, goal, cube, !problem_is_search(p) || s->searcher != NULL, &s->solver, NULL);
	if (status == EXIT_SOLVED)
		status = open_searcher(s);
	if (status == EXIT_SOLVED)
		status = open_stream(s, goal);
	s->exit_status = s->exit_status != EXIT_SOLVED ? s->exit_status : status;
	if (is_first)
		s->start_s = s->last_progress_s = clock_monotonic_s();
	return status;
}

/* Tables are opened with the first cube, which may have a goal of its own; at once for a terminal, a method or a searcher. */
static int open_first(struct solving *s)
{
	const struct solve_options *const o = s->options;
	const superflip_method *const method = o->problem.method;
	s->keeps_cubes = method->has_stages && (o->explains || s->output->html != NULL);
	s->keeps_cubes |= s->output->sheet != NULL && s->output->sheet->finds_longer;
	s->searcher = o->searcher != NULL ? o->searcher : o->journal_path != NULL ? &searcher_by_units : NULL;
	s->session.max_idle = s->searcher != NULL ? 0 : s->session.max_idle;  /* its solver ends before it */
	const bool is_typed = s->source->n_arguments == 0 && isatty(s->source->fd);
	return is_typed || !problem_is_search(&o->problem) || s->searcher != NULL ? solving_open(s, o->problem.pieces, NULL) : EXIT_SOLVED;
}

/* ---- what comes from the stream ---- */

static void tell_iterations(struct solving *s)
{
	uint64_t id;
	superflip_iteration iteration;
	if (!s->options->is_verbose)
		return;
	while (superflip_job_iteration(s->stream, &s->n_iterations, &id, &iteration) == SUPERFLIP_OK) {
		solving_hide_progress(s);
		record_write_iteration(id > s->n_written && id <= s->n_read ? job_of(s, id)->number : id, s->options->problem.turns, &iteration,
		                       s->options->journal_path == NULL, stderr);
	}
}

/* How long a random walk takes on average at this speed. */
static void tell_hopelessness(const superflip_result *result)
{
	if (result->n_generated == 0 || result->seconds <= 0)
		return;
	const double turns_per_s = (double)result->n_generated / result->seconds, positions = 43252003274489856000.0;
	complain("random walk: %" PRIu64 " turns in %.2f s; it meets the solved cube once in 43,252,003,274,489,856,000 turns, "
	         "at this speed once in %.0f years", result->n_generated, result->seconds, positions / turns_per_s / (365.25 * 86400));
}

/* Stop on a result that a damaged table or a fault of this program has made: it is not written. */
static void look_for_fault(struct solving *s, const superflip_result *result)
{
	if (result->outcome != SUPERFLIP_FAILED || result->failure == SUPERFLIP_NO_MEMORY || s->exit_status != EXIT_SOLVED)
		return;
	solving_hide_progress(s);
	s->exit_status = EXIT_TABLE;
	if (s->solver->tables != NULL && tables_fault(s->solver->tables, &s->error) != SUPERFLIP_OK)
		s->exit_status = tables_complain(&s->error);
	else if (result->failure == SUPERFLIP_INTERNAL) {
		complain("internal error: no correct solution was found; please report the scramble: %s", job_of(s, result->id)->scramble);
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
	if (result->outcome == SUPERFLIP_STOPPED && !s->is_cancelled && s->searcher != NULL && interrupted_by() == 0)
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

static bool is_over(const struct solving *s)
{
	return s->n_written == s->n_read && (s->has_ended || solving_must_stop(s));
}

static void run_stream(struct solving *s)
{
	while (!is_over(s)) {
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

/* Free the window, with the cubes that were dropped when the stream was cancelled. */
static void free_window(struct solving *s)
{
	for (; s->n_written < s->n_read; s->n_read--)
		solving_free_job(job_of(s, s->n_read));
	free(s->window);
}

static int run(struct solving *s)
{
	if (s->window == NULL)
		return complain_of_memory();
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

int solve_source(const struct solve_options *options, const struct source *source, struct output *output, struct totals *totals)
{
	const double start_s = clock_monotonic_s();
	struct solving s = {
		.options = options, .source = source, .output = output, .style = solving_style_of(options, source), .progress = -1,
		.window = calloc(WINDOW, sizeof *s.window), .start_s = start_s, .last_progress_s = start_s,
		.totals = {
			.n_cubes = output->n_done, .n_complete = output->n_of_kind[RESULT_SOLVED],
			.n_bad = output->n_of_kind[RESULT_INVALID], .n_resumed = output->n_done,
		},
	};
	open_session(&s);
	const int status = run(&s);
	session_end(&s.session);
	const bool is_whole = s.has_ended && s.n_written == s.n_read && status == EXIT_SOLVED;
	free_window(&s);
	if (s.n_turned > 1 && !options->is_quiet)
		complain("%s: %" PRIu64 " scrambles move the centres; each solution continues from there",
		         source->n_arguments == 0 ? source->name : "arguments", s.n_turned);
	if (s.n_few > 0 && !options->is_quiet)
		complain("fewer than %" PRId64 " solutions of %s%s", options->problem.search.n_solutions,
		         words_of(s.n_few, "cube"), options->problem.search.over_optimal > 0 ? "" : "; --over K finds longer ones");
	*totals = s.totals;
	totals->has_ended = is_whole;
	totals->seconds = clock_monotonic_s() - s.start_s;
	return status;
}
