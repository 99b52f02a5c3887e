#include "cli/solving_state.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/searcher.h"
#include "cli/tables.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool solving_must_stop(const struct solving *s)
{
	return s->exit_status != EXIT_SOLVED || interrupted_by() != 0 || s->output->has_been_superseded;
}

/* A fault of this program, not of the cube. */
void solving_fail_of_duplicate(struct solving *s)
{
	solving_fail(s, EXIT_MEMORY, NULL, "not enough memory for the answer of a duplicate, or it is wrong; --no-dedup does without");
}

/* Answer those that wait for the search of a cube, by its result. */
static void answer_waiting(struct solving *s, const struct job *searched, const struct search_result *of_first)
{
	for (uint64_t id = searched->id + 1; id <= s->n_read; id++) {
		struct job *const job = job_of(s, id);
		if (!job->waits || job->duplicate.searched_by != searched->id)
			continue;
		job->waits = false;
		job->is_done = job->has_result = duplicate_image(&job->duplicate, of_first, &job->result);
		if (!job->is_done)
			solving_fail_of_duplicate(s);
	}
}

/* A search of the first of a class, whose result may be that of others as well. */
static void take_result_of_class(struct solving *s, struct job *job, struct search_result *result)
{
	duplicates_found(s->duplicates, &job->duplicate, result);
	answer_waiting(s, job, result);
	if (job->duplicate.first_id == job->id) {
		job->result = *result;
		job->has_result = true;
		return;
	}
	job->has_result = duplicate_image(&job->duplicate, result, &job->result);
	search_result_free(result);
	if (!job->has_result)
		solving_fail_of_duplicate(s);
}

static void take_result(void *context, void *tag, struct search_result *result)
{
	struct job *const job = tag;
	struct solving *const s = context;
	/* What was found by a damaged table is no result, and nothing is written any more. */
	if (result->outcome == SEARCH_BAD_TABLE && s->exit_status == EXIT_SOLVED) {
		solving_hide_progress(s);
		s->exit_status = tables_complain_of_fault(s->heuristic);
	}
	if (s->goal == NULL)
		stand_in_add(&s->stand_in, s->options, s->duplicates != NULL ? &job->duplicate.first : &job->cube, result);
	if (s->duplicates != NULL) {
		take_result_of_class(s, job, result);
	} else {
		job->result = *result;
		job->has_result = true;
	}
	job->is_done = true;
	solving_write_finished(s);
}

static void take_iteration(void *context, void *tag, const struct search_iteration *iteration)
{
	struct solving *const s = context;
	const struct job *const job = tag;
	if (iteration->is_complete && iteration->n_solutions == 0) {
		s->threshold = iteration->threshold;
		s->threshold_id = job->id;
	}
	if (!s->options->is_verbose)
		return;
	solving_hide_progress(s);
	record_write_iteration(job->number, iteration, stderr);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct solving *const s = context;
	s->n_generated = n_generated;
	solving_show_progress(s);
	output_tick(s->output);
	return !solving_must_stop(s);
}

static void begin_records(struct solving *s)
{
	if (s->output->resumed.n_records == 0)
		record_write_head(s->options->format, s->output->record);
}

/* By units of work, or by other processes. */
static void run_searcher(struct solving *s, const struct heuristic *h, struct pool *pool, const struct search_stream *stream)
{
	const struct searcher *const searcher = s->options->searcher != NULL ? s->options->searcher : &searcher_by_units;
	const int status = searcher->run(searcher->context, s->options, h, pool, stream, &s->n_threads);
	if (s->exit_status == EXIT_SOLVED)
		s->exit_status = status;
}

/* Solve with tables and threads that are ready. */
static void run_pool(struct solving *s, const struct heuristic *h)
{
	struct pool *const pool = pool_create(h, s->options->n_threads);
	if (pool == NULL) {
		char reason[200];
		snprintf(reason, sizeof reason, "cannot start the threads: %s; choose a smaller --threads", strerror(errno));
		solving_fail(s, EXIT_MEMORY, NULL, reason);
		return;
	}
	s->heuristic = h;
	s->heuristic_name = h->spec->name;
	s->n_threads = pool_threads(pool);
	const struct search_stream stream = {
		.context = s, .next = solving_next_request, .done = take_result, .tick = tick, .iteration = take_iteration,
	};
	if (s->options->searcher != NULL || s->options->journal_path != NULL)
		run_searcher(s, h, pool, &stream);
	else
		pool_run(pool, &stream);
	pool_destroy(pool);
	s->heuristic = NULL;
}

static void run_search(struct solving *s)
{
	struct heuristic heuristic;
	/* What is kept in a journal, or told to others, counts at once. */
	const bool waits = s->options->journal_path != NULL || s->options->searcher != NULL;
	s->exit_status = waits ? tables_open(s->options, &heuristic) : tables_open_before_check(s->options, &heuristic);
	if (s->exit_status != EXIT_SOLVED)
		return;
	s->start_s = clock_monotonic_s();
	begin_records(s);
	run_pool(s, &heuristic);
	stand_in_destroy(&s->stand_in);
	tables_close(s->options, &heuristic);
}

static void run_pocket(struct solving *s)
{
	s->pocket_table = pocket_table_build(s->options->metric);
	if (s->pocket_table == NULL) {
		solving_fail(s, EXIT_MEMORY, NULL, "not enough memory");
		return;
	}
	s->heuristic_name = "pocket";
	s->n_threads = 1;
	begin_records(s);
	struct search_request request;
	void *tag;
	solving_next_request(s, &request, &tag);  /* to the end of the source: no cube is left to a search */
	free(s->pocket_table);
}

static void run_method(struct solving *s)
{
	struct method_run run;
	s->exit_status = method_run_open(s->options, &run);
	if (s->exit_status != EXIT_SOLVED)
		return;
	s->method = &run;
	s->heuristic_name = method_run_heuristic(&run);
	s->n_threads = run.n_threads;
	s->start_s = clock_monotonic_s();
	begin_records(s);
	struct search_request request;
	void *tag;
	solving_next_request(s, &request, &tag);  /* to the end of the source: no cube is left to a search */
	method_run_close(&run);
}

static void run_goal(struct solving *s)
{
	struct goal_run run;
	s->exit_status = goal_run_open(s->options, &run);
	if (s->exit_status != EXIT_SOLVED)
		return;
	s->goal = &run;
	run_search(s);
	goal_run_close(&run);
}

static int run(struct solving *s)
{
	const struct solve_options *const o = s->options;
	if (s->window == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	const bool has_duplicates = o->puzzle == PUZZLE_CUBE && o->method_name == NULL && !goal_restricts(o) && !o->keeps_duplicates
	                            && s->source->n_arguments != 1;
	if (has_duplicates && (s->duplicates = duplicates_create()) == NULL) {
		complain("not enough memory to look for duplicates; --no-dedup does without");
		free(s->window);
		return EXIT_MEMORY;
	}
	if (o->puzzle == PUZZLE_POCKET)
		run_pocket(s);
	else if (goal_restricts(o))
		run_goal(s);
	else if (o->method_name != NULL)
		run_method(s);
	else
		run_search(s);
	solving_hide_progress(s);
	duplicates_free(s->duplicates);
	free(s->window);
	if (s->exit_status == EXIT_SOLVED && interrupted_by() != 0)
		return 128 + interrupted_by();
	return s->exit_status == EXIT_SOLVED && s->ran_out_of_memory ? EXIT_MEMORY : s->exit_status;
}

int solve_source(const struct solve_options *options, const struct source *source, struct output *output, bool shows_progress,
                 struct totals *totals)
{
	const struct journal_progress *const resumed = &output->resumed;
	const double start_s = clock_monotonic_s();
	struct solving s = {
		.options = options, .source = source, .output = output, .shows_progress = shows_progress, .progress = -1,
		.window = calloc(WINDOW, sizeof *s.window), .start_s = start_s, .last_progress_s = start_s + 0.8,
		.totals = {
			.n_cubes = resumed->n_records, .n_complete = resumed->n_of_kind[JOURNAL_SOLVED],
			.n_bad = resumed->n_of_kind[JOURNAL_INVALID], .n_resumed = resumed->n_records,
		},
	};
	const int status = run(&s);
	const uint64_t n_left_out = source->list != NULL ? list_n_other_puzzles(source->list) : 0;
	if (n_left_out > 0 && !options->is_quiet)
		complain("%s: skipped scrambles of other puzzles: %" PRIu64, source->name, n_left_out);
	*totals = s.totals;
	totals->has_ended = s.has_ended && s.n_written == s.n_read && status == EXIT_SOLVED;
	totals->seconds = clock_monotonic_s() - s.start_s;
	return status;
}
