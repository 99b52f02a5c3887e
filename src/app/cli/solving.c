#include "cli/solving_state.h"

#include "cli/algs.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "report/prediction.h"

struct solving solving;
struct source source;
struct totals totals;

/* How long to wait for a result before polling signals, the terminal, and the source for more cubes. */
static const double wait_s = 0.1, wait_with_input_s = 0.02;

bool solving_must_stop(void)
{
	return solving.exit_status != EXIT_SOLVED || interrupted_by() != 0 || output.is_complete;
}

/* ---- what solves the cubes: tables, threads, a stream ---- */

static int close_solver(void)
{
	prediction_stop(solving.prediction);
	superflip_cube_free(solving.last_cube);
	if (solving.stream != NULL)
		tables_report_again(solving.stream);
	superflip_job_free(solving.stream);
	solving.prediction = NULL;
	solving.last_cube = NULL;
	solving.stream = NULL;
	solving.solver = NULL;
	solving.n_iterations = 0;
	const int status = solving.is_searching ? searcher_close() : EXIT_SOLVED;
	solving.is_searching = false;
	return status;
}

int solving_open(const superflip_goal *goal, const superflip_cube *cube)
{
	const superflip_job_options options = {
		.size = sizeof options, .window = WINDOW, .drops_brief_iterations = !solve_options.is_verbose,
		.finds_duplicates = !solve_options.keeps_duplicates && source.n_arguments != 1,
	};
	const bool is_first = solving.n_threads == 0;
	tell_hide();
	session.where.n_cubes = source.n_arguments;
	int status = close_solver();
	snprintf(solving.goal_name, sizeof solving.goal_name, "%s",
	         goal != NULL ? superflip_goal_name(goal) : "");
	/* Journals and other processes use results at once, so the tables are checked first; otherwise the
	 * library waits for the check before it gives out a result. */
	if (status == EXIT_SOLVED)
		status = tables_borrow(problem, goal, cube, !problem_is_search(problem) || searcher.is_used,
		                       &solving.solver);
	if (status == EXIT_SOLVED)
		solving.n_threads = solving.solver->n_threads;
	if (status == EXIT_SOLVED && searcher.is_used) {
		status = searcher_open(solving.solver, &solving.n_threads);
		solving.is_searching = status == EXIT_SOLVED;
	}
	if (status == EXIT_SOLVED
	    && session_begin(&session, solving.solver, problem, goal, NULL, &options, &solving.stream,
	                     &solving.error)
	           != SUPERFLIP_OK) {
		session_return(&session, solving.solver);
		status = complain_and(EXIT_MEMORY, options.finds_duplicates ? "%s; --no-dedup needs less" : "%s",
		                      solving.error.text);
	}
	solving_stop(status);
	if (is_first)
		solving.start_s = clock_monotonic_s();
	return status;
}

/* ---- records, in the order of the input ---- */

void solving_stop(int exit_status)
{
	if (solving.exit_status == EXIT_SOLVED)
		solving.exit_status = exit_status;
}

static struct record record_of(const struct job *job)
{
	const bool has_turns = solving.turns[0] != '\0';
	return (struct record){
		.problem = problem,
		.id = job->number,
		.line = job->line,
		.label = job->label,
		.scramble = job->scramble,
		.setup = job->setup,
		.is_listed = source.n_arguments != 1,
		.checksum = job->checksum,
		.with_links = solve_options.with_links,
		.is_sealed = output.is_sealed,
		.turns_opposite = solve_options.turns_opposite,
		.heuristic = solving.solver != NULL ? solver_heuristic_name(solving.solver) : NULL,
		.n_threads = solving.n_threads,
		.result = job->result,
		.error = job->error,
		.goal = problem->goal == NULL && job->goal != NULL ? superflip_goal_name(job->goal) : problem->goal,
		.facelets = job->facelets[0] != '\0' ? job->facelets : NULL,
		.turns = has_turns                  ? solving.turns
	             : problem_units(problem) != NULL ? problem->moves
	                                        : NULL,
		.group_order = has_turns ? solving.group_order : NULL,
		.held = job->held,
		.staged_cube = solve_options.explains ? job->cube : NULL,
		.marked_cube = job->cube != NULL && superflip_cube_facts(job->cube).has_centers ? job->cube : NULL,
	};
}

void solving_flush(void)
{
	if (solving.exit_status != EXIT_SOLVED || output.path != NULL || fflush(stdout) == 0)
		return;
	const int error = errno;
	tell_hide();
	solving_stop(output_complain(error));
}

/* Search for longer algorithms until the sheet has as many of the case as it should, or a limit is hit. */
static void find_longer(struct job *job)
{
	struct search_request request = problem->search;
	while (job->result != NULL && job->result->outcome == SUPERFLIP_SOLVED
	       && request.over_optimal++ < SUPERFLIP_MAX_LENGTH) {
		const struct record record = record_of(job);
		superflip_job *stream = NULL;
		superflip_result *result = NULL;
		if (!sheet_lacks(&record))
			return;
		if (job_open(solving.solver, &request, NULL, false, &stream, &solving.error) != SUPERFLIP_OK
		    || superflip_job_add(stream, job->id, job->cube, -1, &solving.error) != SUPERFLIP_OK)
			solving_fail(EXIT_MEMORY, "%s", solving.error.text);
		while (stream != NULL && superflip_job_next(stream, wait_s, &result) == SUPERFLIP_TIMEOUT)
			if (solving_must_stop())
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

static void write_record(struct job *job)
{
	if (sheet.finds_longer)
		find_longer(job);
	struct record record = record_of(job);
	const superflip_result *const r = job->result;
	const bool is_complete = record_is_complete(&record);
	if (solve_options.stats != 0)
		batch_stats_add(&record);
	if (!(sheet.table != NULL ? sheet_add(&record)
	                          : solve_options.stats & STATS_ONLY
	                                || record_write(&record, solve_options.format, output.record)))
		solving_fail(EXIT_MEMORY, "not enough memory for a record");
	/* The page shows the stages of a method whether they are printed or not, and has no links. */
	record.staged_cube = job->cube;
	record.with_links = false;
	if (html_page.cubes != NULL && !html_page_add(&record))
		solving_fail(EXIT_MEMORY, "not enough memory for the page of --html");
	if (solve_options.explains && solve_options.format == RECORD_TEXT && job->cube != NULL && is_complete) {
		fputc('\n', output.record);
		record_write_stages(&record, isatty(output.fd) && colours_are_welcome(), output.record);
		fputc('\n', output.record);
	}
	if (solving.exit_status == EXIT_SOLVED) {
		tell_hide();
		/* What neither the cube nor a limit ended is made again by a later run. */
		const bool is_final = r == NULL
		                      || (r->outcome != SUPERFLIP_STOPPED
		                          && (r->outcome != SUPERFLIP_FAILED || r->failure != SUPERFLIP_NO_MEMORY));
		const unsigned kind = r == NULL ? RESULT_INVALID : is_complete ? RESULT_SOLVED : RESULT_UNSOLVED;
		solving_stop(output_end_record(job->checksum, kind, is_final));
	}
	solving.ran_out_of_memory |= r != NULL && r->failure == SUPERFLIP_NO_MEMORY;
	const bool has_all_lengths =
		!problem_is_search(problem) || (solving.goal_name[0] != '\0' && !problem->has_over);
	solving.n_few += !has_all_lengths && problem->search.n_solutions > 1 && is_complete
	            && r->n_solutions < (uint64_t)problem->search.n_solutions;
	totals.n_cubes++;
	totals.n_complete += is_complete;
	totals.n_bad += r == NULL;
	totals.n_duplicates += r != NULL && r->duplicate_of != 0;
}

void solving_write_finished(void)
{
	while (solving.n_written < solving.n_read) {
		struct job *const job = job_of(solving.n_written + 1);
		if (job->result == NULL && job->error == NULL)
			break;
		if (solving.exit_status == EXIT_SOLVED)
			write_record(job);
		solving.progress = job->progress;
		superflip_result_free(job->result);
		superflip_cube_free(job->cube);
		free(job->error);
		superflip_goal_free(job->goal);
		free(job->label);
		free(job->scramble);
		free(job->setup);
		solving.n_written++;
	}
}

/* ---- what comes from the stream ---- */

static void tell_iterations(void)
{
	uint64_t id;
	superflip_iteration it;
	if (!solve_options.is_verbose)
		return;
	while (superflip_job_iteration(solving.stream, &solving.n_iterations, &id, &it) == SUPERFLIP_OK) {
		char words[RECORD_WORDS_BYTES];
		tell_hide();
		fprintf(stderr, "cube %" PRIu64 ": %s: %" PRIu64 " generated, %" PRIu64 " expanded, %s, %.3f s",
		        id > solving.n_written && id <= solving.n_read ? job_of(id)->number : id,
		        record_words(problem, it.threshold, words), it.n_generated, it.n_expanded,
		        words_of(it.n_lookups, "lookup"), it.seconds);
		/* A journal has nodes of earlier runs, which took none of these seconds. */
		if (solve_options.journal_path == NULL)
			fprintf(stderr, ", %s nodes/s",
			        words_large(it.seconds > 0 ? (double)it.n_generated / it.seconds : 0, words));
		fputs(it.is_complete ? "\n" : " (not completed)\n", stderr);
	}
}

/* Take the next result of the stream.  One that a damaged table or a fault of this program has made ends the
 * run: it is not written. */
static void take_result(superflip_result *result)
{
	struct job *const job = job_of(result->id);
	if (result->outcome == SUPERFLIP_FAILED && result->failure != SUPERFLIP_NO_MEMORY
	    && solving.exit_status == EXIT_SOLVED) {
		tell_hide();
		if (solving.solver->tables != NULL
		    && tables_fault(solving.solver->tables, &solving.error) != SUPERFLIP_OK)
			solving.exit_status = tables_complain(&solving.error);
		else if (result->failure == SUPERFLIP_INTERNAL)  /* the record says so, and the others go on */
			complain("internal error: no correct solution was found; please report the scramble: %s",
			         job->scramble);
		else
			solving.exit_status = complain_and(EXIT_TABLE, "%s", superflip_status_text(result->failure));
	}
	if (problem->method->is_hopeless && result->n_solutions == 0
	    && problem->puzzle == SUPERFLIP_3X3 && !is_quiet && result->n_generated > 0
	    && result->seconds > 0) {
		/* How long a random walk takes on average at this speed. */
		const double turns_per_s = (double)result->n_generated / result->seconds,
		             positions = 43252003274489856000.0;
		tell_hide();
		complain("random walk: %" PRIu64
		         " turns in %.2f s; it meets the solved cube once in 43,252,003,274,489,856,000 turns, "
		         "at this speed once in %.0f years",
		         result->n_generated, result->seconds, positions / turns_per_s / (365.25 * 86400));
	}
	/* Stopped without a signal: the journal failed, or another process. */
	if (result->outcome == SUPERFLIP_STOPPED && !solving.is_cancelled && searcher.is_used
	    && interrupted_by() == 0)
		solving.exit_status = EXIT_TABLE;
	job->result = result;
	solving_write_finished();
}

/* Take all results that are there, waiting a while for the first. @return false: the stream has ended */
static bool take_results(void)
{
	superflip_result *result;
	double timeout_s = solving.waits_for_input ? wait_with_input_s : wait_s;
	superflip_status status;
	while ((status = superflip_job_next(solving.stream, timeout_s, &result)) == SUPERFLIP_OK) {
		tell_iterations();
		take_result(result);
		timeout_s = 0;
	}
	tell_iterations();
	solving_flush();
	return status != SUPERFLIP_END;
}

/* ---- the run ---- */

static void run_stream(void)
{
	while (solving.n_written < solving.n_read || !(solving.has_ended || solving_must_stop())) {
		if (solving_must_stop() && !solving.is_cancelled) {
			if (solving.stream != NULL)
				superflip_job_cancel(solving.stream);
			solving.is_cancelled = true;
		}
		if (!solving.is_cancelled)
			solving_read();
		solving_write_finished();
		solving_flush();
		if (solving.n_written < solving.n_read && (solving.stream == NULL || !take_results()))
			break;
		solving_show_progress();
		output_tick();
	}
}

static int run(void)
{
	if (problem->turns != problem_units(problem)) {
		problem_write_moves(problem, solving.turns);
		moves_group_order(problem->turns->moves, solving.group_order, sizeof solving.group_order);
	}
	solving.keeps_cubes = problem->method->has_stages && (solve_options.explains || html_page.cubes != NULL);
	solving.keeps_cubes |= sheet.finds_longer;
	searcher.has_units |= solve_options.journal_path != NULL;
	searcher.is_used = searcher.has_units || searcher.open != NULL;
	if (searcher.is_used)
		session.max_idle = 0;  /* its solver ends before it */
	/* Tables are opened with the first cube, which may have a goal of its own; at once for a terminal, a
	 * method or a searcher. */
	if (solving.is_typed || !problem_is_search(problem) || searcher.is_used)
		solving_open(problem->pieces, NULL);
	solving.start_s = clock_monotonic_s();
	run_stream();
	tell_hide();
	const int status = close_solver();
	return status != EXIT_SOLVED ? status
	       : solving.exit_status != EXIT_SOLVED
	           ? solving.exit_status
	           : interrupted_or(solving.ran_out_of_memory ? EXIT_MEMORY : EXIT_SOLVED);
}

/* How the words of a list are read. */
static unsigned list_options(void)
{
	return (problem->puzzle == SUPERFLIP_2X2 ? (unsigned)READ_POCKET : 0) | problem->read_options;
}

struct list *solving_open_list(int fd)
{
	return list_open(fd, solve_options.source, list_options());
}

int solve_source(void)
{
	const bool is_typed = source.n_arguments == 0 && isatty(source.fd);
	solving = (struct solving){
		.is_typed = is_typed,
		.progress = -1,
		.window = calloc(WINDOW, sizeof *solving.window),
		.list = source.n_arguments > 0
		            ? list_open_arguments(source.arguments, source.n_arguments, list_options())
		            : solving_open_list(source.fd),
	};
	totals.n_cubes = output.n_done;
	totals.n_complete = output.n_of_kind[RESULT_SOLVED];
	totals.n_bad = output.n_of_kind[RESULT_INVALID];
	if (solving.window == NULL || solving.list == NULL)
		return complain_of_memory();
	if (output.about.shard.n != 0)
		list_select(solving.list, output.about.block_items, solve_options.shard.index - 1,
		            solve_options.shard.n);
	session_init(&session, &solve_options.tables);
	session.node_bytes = solve_options.tables.memory_bytes;
	const int status = run();
	session_end(&session);
	output.has_ended = solving.has_ended && solving.n_written == solving.n_read && status == EXIT_SOLVED;
	totals.seconds = clock_monotonic_s() - solving.start_s;
	list_describe_skipped(solving.list, totals.skipped);
	if (solving.n_turned > 1)
		remark("%s: %" PRIu64 " scrambles move the centres; each solution continues from there",
		         source.n_arguments == 0 ? source.name : "arguments", solving.n_turned);
	if (solving.n_few > 0)
		remark("fewer than %" PRId64 " solutions of %s%s", problem->search.n_solutions,
		         words_of(solving.n_few, "cube"),
		         problem->search.over_optimal > 0 ? "" : "; --over K finds longer ones");
	return status;
}
