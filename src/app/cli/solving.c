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
		s->n_threads = solver_threads(s->solver);
	if (status == EXIT_SOLVED && s->searcher.open != NULL) {
		status = searcher_takes_goal(s->options, s->solver)
		             ? s->searcher.open(s->searcher.context, s->options, s->solver, &s->n_threads)
		             : EXIT_USAGE;
		s->is_searching = status == EXIT_SOLVED;
	}
	if (status == EXIT_SOLVED)
		status = open_stream(s, goal);
	solving_stop(s, status);
	if (is_first)
		s->start_s = s->last_progress_s = clock_monotonic_s();
	return status;
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
		.heuristic = s->solver != NULL ? solver_heuristic_name(s->solver) : NULL,
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

void solving_flush(struct solving *s)
{
	if (s->exit_status != EXIT_SOLVED || s->output->path != NULL || fflush(stdout) == 0)
		return;
	const int error = errno;
	solving_hide_progress(s);
	solving_stop(s, output_complain(s->output, error));
}

/* Search for longer algorithms until the sheet has as many of the case as it should, or a limit is hit. */
static void find_longer(struct solving *s, struct job *job)
{
	struct solve_request request = s->options->problem.search;
	while (job->result != NULL && job->result->outcome == SUPERFLIP_SOLVED
	       && request.over_optimal++ < SUPERFLIP_MAX_LENGTH) {
		const struct record record = record_of(s, job);
		superflip_job *stream = NULL;
		superflip_result *result = NULL;
		if (!sheet_lacks(s->output->sheet, &record))
			return;
		if (job_open(s->solver, &request, NULL, false, &stream, &s->error) != SUPERFLIP_OK
		    || superflip_job_add(stream, job->id, job->cube, -1, &s->error) != SUPERFLIP_OK)
			solving_fail(s, EXIT_MEMORY, "%s", s->error.text);
		while (stream != NULL && superflip_job_next(stream, wait_s, &result) == SUPERFLIP_TIMEOUT)
			if (solving_must_stop(s))
				superflip_job_cancel(stream);
		superflip_job_free(stream);
		if (result == NULL || result->outcome != SUPERFLIP_SOLVED) {
			superflip_result_free(result);
			return;
		}
		superflip_result_free(job->result);
		job->result = result;
	}
}

static void write_record(struct solving *s, struct job *job)
{
	const struct solve_options *const o = s->options;
	const struct superflip_problem *const p = &o->problem;
	struct output *const out = s->output;
	if (out->sheet != NULL && out->sheet->finds_longer)
		find_longer(s, job);
	struct record record = record_of(s, job);
	const superflip_result *const r = job->result;
	const bool is_complete = record_is_complete(&record);
	if (!(out->sheet != NULL ? sheet_add(out->sheet, &record)
	                         : record_write(&record, o->format, out->record)))
		solving_fail(s, EXIT_MEMORY, "not enough memory for a record");
	/* The page shows the stages of a method whether they are printed or not, and has no links. */
	record.staged_cube = job->cube;
	record.with_links = false;
	if (out->html != NULL && !html_page_add(out->html, &record))
		solving_fail(s, EXIT_MEMORY, "not enough memory for the page of --html");
	if (o->explains && o->format == RECORD_TEXT && job->cube != NULL && is_complete) {
		fputc('\n', out->record);
		record_write_stages(&record, isatty(out->fd) && colours_are_welcome(), out->record);
		fputc('\n', out->record);
	}
	if (s->exit_status == EXIT_SOLVED) {
		solving_hide_progress(s);
		/* What neither the cube nor a limit ended is made again by a later run. */
		const bool is_final = r == NULL
		                      || (r->outcome != SUPERFLIP_STOPPED
		                          && (r->outcome != SUPERFLIP_FAILED || r->failure != SUPERFLIP_NO_MEMORY));
		const unsigned kind = r == NULL ? RESULT_INVALID : is_complete ? RESULT_SOLVED : RESULT_UNSOLVED;
		solving_stop(s, output_end_record(out, job->checksum, kind, is_final));
	}
	s->ran_out_of_memory |= r != NULL && r->failure == SUPERFLIP_NO_MEMORY;
	const bool has_all_lengths = !problem_is_search(p) || (s->goal_name[0] != '\0' && !p->has_over);
	s->n_few += !has_all_lengths && p->search.n_solutions > 1 && is_complete
	            && r->n_solutions < (uint64_t)p->search.n_solutions;
	s->totals->n_cubes++;
	s->totals->n_complete += is_complete;
	s->totals->n_bad += r == NULL;
	s->totals->n_duplicates += r != NULL && r->duplicate_of != 0;
}

/* Free what a cube between its line and its record owns. */
static void free_job(struct job *job)
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
		free_job(job);
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

/* Stop on a result that a damaged table or a fault of this program has made: it is not written. */
static void look_for_fault(struct solving *s, const superflip_result *result)
{
	if (result->outcome != SUPERFLIP_FAILED || result->failure == SUPERFLIP_NO_MEMORY
	    || s->exit_status != EXIT_SOLVED)
		return;
	solving_hide_progress(s);
	if (s->solver->tables != NULL && tables_fault(s->solver->tables, &s->error) != SUPERFLIP_OK)
		s->exit_status = tables_complain(&s->error);
	else if (result->failure == SUPERFLIP_INTERNAL)  /* the record says so, and the others go on */
		complain("internal error: no correct solution was found; please report the scramble: %s",
		         job_of(s, result->id)->scramble);
	else
		s->exit_status = complain_and(EXIT_TABLE, "%s", superflip_status_text(result->failure));
}

/* Take the next result of the stream. */
static void take_result(struct solving *s, superflip_result *result)
{
	const struct solve_options *const o = s->options;
	look_for_fault(s, result);
	if (o->problem.method->is_hopeless && result->n_solutions == 0 && o->problem.puzzle == SUPERFLIP_3X3
	    && !o->is_quiet && result->n_generated > 0 && result->seconds > 0) {
		/* How long a random walk takes on average at this speed. */
		const double turns_per_s = (double)result->n_generated / result->seconds,
		             positions = 43252003274489856000.0;
		solving_hide_progress(s);
		complain("random walk: %" PRIu64
		         " turns in %.2f s; it meets the solved cube once in 43,252,003,274,489,856,000 turns, "
		         "at this speed once in %.0f years",
		         result->n_generated, result->seconds, positions / turns_per_s / (365.25 * 86400));
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
	const struct solve_options *const o = s->options;
	const struct superflip_problem *const p = &o->problem;
	if (p->turns != problem_units(p)) {
		problem_write_moves(p, s->turns);
		moves_group_order(p->turns->moves, s->group_order, sizeof s->group_order);
	}
	s->keeps_cubes = p->method->has_stages && (o->explains || s->output->html != NULL);
	s->keeps_cubes |= s->output->sheet != NULL && s->output->sheet->finds_longer;
	if (o->searcher != NULL)
		s->searcher = *o->searcher;
	else if (o->journal_path != NULL)
		s->searcher = searcher_by_units(&s->units);
	if (s->searcher.open != NULL)
		s->session.max_idle = 0;  /* its solver ends before it */
	/* Tables are opened with the first cube, which may have a goal of its own; at once for a terminal, a
	 * method or a searcher. */
	if (s->is_typed || !problem_is_search(p) || s->searcher.open != NULL)
		solving_open(s, p->pieces, NULL);
	s->start_s = s->last_progress_s = clock_monotonic_s();
	run_stream(s);
	solving_hide_progress(s);
	const int status = close_solver(s);
	return status != EXIT_SOLVED           ? status
	       : s->exit_status != EXIT_SOLVED ? s->exit_status
	       : interrupted_by() != 0         ? 128 + interrupted_by()
	       : s->ran_out_of_memory          ? EXIT_MEMORY
	                                       : EXIT_SOLVED;
}

/* How the words of a list are read. */
static unsigned list_options(const struct solve_options *o)
{
	const struct superflip_problem *const p = &o->problem;
	return (p->puzzle == SUPERFLIP_2X2 ? (unsigned)READ_POCKET : 0) | p->read_options;
}

struct list *solving_open_list(const struct solve_options *o, int fd)
{
	return list_open(fd, o->source, list_options(o));
}

int solve_source(const struct solve_options *options, const struct source *source, struct output *output,
                 struct totals *totals)
{
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
		.list = source->n_arguments > 0
		            ? list_open_arguments(source->arguments, source->n_arguments, list_options(options))
		            : solving_open_list(options, source->fd),
	};
	totals->n_cubes = output->n_done;
	totals->n_complete = output->n_of_kind[RESULT_SOLVED];
	totals->n_bad = output->n_of_kind[RESULT_INVALID];
	if (s.window == NULL || s.list == NULL) {
		free(s.window);
		list_close(s.list);
		return complain_of_memory();
	}
	if (output->about.shard.n != 0)
		list_select(s.list, output->about.block_items, options->shard.index - 1, options->shard.n);
	session_init(&s.session, &options->tables);
	s.session.node_bytes = options->tables.memory_bytes;
	const int status = run(&s);
	session_end(&s.session);
	output->has_ended = s.has_ended && s.n_written == s.n_read && status == EXIT_SOLVED;
	totals->seconds = clock_monotonic_s() - s.start_s;
	for (; s.n_written < s.n_read; s.n_read--)  /* cubes that were dropped when the stream was cancelled */
		free_job(job_of(&s, s.n_read));
	free(s.window);
	list_describe_skipped(s.list, totals->skipped);
	list_close(s.list);
	if (s.n_turned > 1 && !options->is_quiet)
		complain("%s: %" PRIu64 " scrambles move the centres; each solution continues from there",
		         source->n_arguments == 0 ? source->name : "arguments", s.n_turned);
	if (s.n_few > 0 && !options->is_quiet)
		complain("fewer than %" PRId64 " solutions of %s%s", options->problem.search.n_solutions,
		         words_of(s.n_few, "cube"),
		         options->problem.search.over_optimal > 0 ? "" : "; --over K finds longer ones");
	return status;
}
