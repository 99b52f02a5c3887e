/* superflip bench threads: speed-up, stealing and idle time by number of threads. */
#include "cli/bench/bench.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cube/position.h"
#include "search/iteration.h"

enum { DEFAULT_DEPTH = 15, DEFAULT_REPEATS = 3 };

/* One number of threads, and its best run. */
struct row {
	struct pool *pool;
	bool is_measured;
	superflip_iteration best;
	double processor_s;                  /* of the best run, all threads together */
	struct pool_statistics statistics;   /* of the best run */
};

static void measure(struct bench_run *run, struct row *row, unsigned depth)
{
	const struct pool_statistics before = pool_statistics(row->pool);
	const double begin_s = clock_process_s();
	superflip_iteration it;
	const enum search_outcome outcome = bench_iterate(run, row->pool, run->cubes, depth, &it);
	if (outcome != SEARCH_SOLVED || (row->is_measured && it.seconds >= row->best.seconds))
		return;
	const struct pool_statistics after = pool_statistics(row->pool);
	row->is_measured = true;
	row->best = it;
	row->processor_s = clock_process_s() - begin_s;
	row->statistics.n_steals = after.n_steals - before.n_steals;
	row->statistics.idle_s = after.idle_s - before.idle_s;
}

static void run_threads(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	if (o->n_specs > 1 || o->first_depth != o->last_depth) {
		run->exit_status = complain_and(EXIT_USAGE, "%s: expected one heuristic and one depth", o->command);
		return;
	}
	struct position position;
	struct input_error error;
	bench_draw(run, 1);  /* without --scramble: the first random state of the seed */
	if (run->exit_status == EXIT_SOLVED && o->scramble != NULL) {
		if (position_read(o->scramble, 0, &position, &error))
			run->cubes[0] = position.cube;
		else
			run->exit_status = complain_and(error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT,
			                                "%s: --scramble: column %u: %s", o->command,
			                                error.column, error.message);
	}
	bench_open_all(run);
	if (run->exit_status != EXIT_SOLVED)
		return;
	struct row rows[BENCH_MAX_THREAD_COUNTS] = {0};
	unsigned n_threads[BENCH_MAX_THREAD_COUNTS], n = 0;
	/* 1, 2, 4 ... below the most that the options allow, and the most. */
	for (unsigned threads = 1; threads < o->n_threads; threads *= 2)
		n_threads[n++] = threads;
	n_threads[n++] = o->n_threads;
	/* In QTM the next depth that the cube has. */
	const unsigned depth = o->first_depth + !iteration_exists(o->metric, run->cubes, o->first_depth);
	json_decref(bench_describe_specs(run));
	bench_begin(run, json_pack("{s:s, s:s, s:s, s:i, s:i, s:s*, s:o*}", "bench", "threads", "metric",
	                           metric_name[o->metric], "heuristic", o->specs[0]->name, "depth", depth,
	                           "repeats", o->n_repeats, "scramble", o->scramble, "seed",
	                           o->scramble == NULL ? json_integer((json_int_t)o->seed) : NULL),
	            "threads,generated,seconds,nodes_per_second,speed_up,efficiency,processor_seconds,steals,"
	            "idle",
	            "", 0);
	for (unsigned i = 0; i < n && run->exit_status == EXIT_SOLVED; i++)
		rows[i].pool = bench_create_pool(run, &run->heuristics[0], n_threads[i]);
	for (unsigned repeat = 0; repeat < o->n_repeats; repeat++)
		for (unsigned i = 0; i < n && bench_may_go_on(run); i++)
			measure(run, &rows[i], depth);
	for (unsigned i = 0; i < n; i++) {
		pool_destroy(rows[i].pool);
		if (!rows[i].is_measured)
			continue;
		const double seconds = rows[i].best.seconds;
		const double speed_up = (rows[0].is_measured ? rows[0].best.seconds : NAN) / seconds;
		TABLE_ROW(run->table, cell_count(n_threads[i]), cell_count(rows[i].best.n_generated), cell_real(seconds, 4),
		          cell_real((double)rows[i].best.n_generated / seconds, 0), cell_real(speed_up, 3),
		          cell_real(speed_up / n_threads[i], 3), cell_real(rows[i].processor_s, 4),
		          cell_count(rows[i].statistics.n_steals),
		          cell_real(rows[i].statistics.idle_s / (seconds * n_threads[i]), 4));
	}
	bench_print(run, run->exit_status == EXIT_SOLVED);
}

const struct measurement bench_threads = {
	.name = "threads", .summary = "speed-up, stealing and idle time by number of threads", .user = BENCH_THREADS, .run = run_threads,
	.heuristics = "korf",
	.defaults = {.seed = 1, .first_depth = DEFAULT_DEPTH, .last_depth = DEFAULT_DEPTH, .n_repeats = DEFAULT_REPEATS},
	.usage = "\n\n"
	         "One complete iteration on one cube with 1, 2, 4 ... threads.  The numbers of threads take turns, and the best time\n"
	         "of each counts.  Idle is the share of the threads' time spent looking for work in vain.  On a machine that\n"
	         "has other work to do, the processor time says more than the speed-up.",
};
