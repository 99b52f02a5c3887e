/* superflip bench threads: speed-up, stealing and idle time by number of threads. */
#include "cli/bench/bench.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cube/position.h"
#include "search/iteration.h"

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
	bench_show(run, "depth %u with %s", depth, words_of(pool_threads(row->pool), "thread"));
	if (!bench_check(run, iteration_run(row->pool, run->cubes, depth, bench_tick, run, &it))
	    || (row->is_measured && it.seconds >= row->best.seconds))
		return;
	const struct pool_statistics after = pool_statistics(row->pool);
	*row = (struct row){
		.pool = row->pool,
		.is_measured = true,
		.best = it,
		.processor_s = clock_process_s() - begin_s,
		.statistics.n_steals = after.n_steals - before.n_steals,
		.statistics.idle_s = after.idle_s - before.idle_s,
	};
}

static void run_threads(struct bench_run *run)
{
	struct position position;
	struct input_error error;
	if (run->n_specs > 1 || run->first_depth != run->last_depth) {
		run->exit_status = complain_and(EXIT_USAGE, "bench threads: expected one heuristic and one depth");
		return;
	}
	bench_draw(run, 1);  /* without --scramble: the first random state of the seed */
	if (run->exit_status == EXIT_SOLVED && run->scramble != NULL) {
		if (position_read(run->scramble, 0, &position, &error))
			run->cubes[0] = position.cube;
		else
			run->exit_status =
				complain_and(error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT,
			                 "bench threads: --scramble: column %u: %s", error.column, error.message);
	}
	bench_open_all(run);
	if (run->exit_status != EXIT_SOLVED)
		return;
	struct row rows[BENCH_MAX_THREAD_COUNTS] = {0};
	unsigned n = 0;
	/* 1, 2, 4 ... below the most that the options allow, and the most. */
	for (unsigned threads = 1; threads < run->n_threads; threads *= 2)
		rows[n++].pool = bench_create_pool(run, &run->heuristics[0], threads);
	rows[n++].pool = bench_create_pool(run, &run->heuristics[0], run->n_threads);
	/* In QTM the next depth that the cube has. */
	const unsigned depth = run->first_depth + !iteration_exists(run->metric, run->cubes, run->first_depth);
	bench_begin(
		run,
		json_pack("{s:s, s:s, s:s, s:i, s:i, s:s*, s:o*}", "bench", "threads", "metric",
	              metric_name[run->metric], "heuristic", run->specs[0]->name, "depth", depth, "repeats",
	              run->n_repeats, "scramble", run->scramble, "seed",
	              run->scramble == NULL ? json_integer((json_int_t)run->seed) : NULL),
		"threads,generated,seconds,nodes_per_second,speed_up,efficiency,processor_seconds,steals,idle", "",
		0);
	for (unsigned repeat = 0; repeat < run->n_repeats; repeat++)
		for (unsigned i = 0; i < n && bench_may_go_on(run); i++)
			measure(run, &rows[i], depth);
	for (const struct row *row = rows; row < rows + n; row++) {
		if (row->is_measured) {
			const unsigned n_threads = pool_threads(row->pool);
			const double seconds = row->best.seconds;
			const double speed_up = (rows[0].is_measured ? rows[0].best.seconds : NAN) / seconds;
			TABLE_ROW(run->table, cell_count(n_threads), cell_count(row->best.n_generated),
			          cell_real(seconds, 4), cell_real((double)row->best.n_generated / seconds, 0),
			          cell_real(speed_up, 3), cell_real(speed_up / n_threads, 3),
			          cell_real(row->processor_s, 4), cell_count(row->statistics.n_steals),
			          cell_real(row->statistics.idle_s / (seconds * n_threads), 4));
		}
		pool_destroy(row->pool);
	}
}

const struct measurement bench_threads = {
	.name = "threads",
	.summary = "speed-up, stealing and idle time by number of threads",
	.run = run_threads,
	.heuristics = "korf",
	.first_depth = 15,
	.last_depth = 15,
	.set.user = BENCH_THREADS,
	.set.misuse = "bench threads: '%s' is an argument too many",
	.set.usage =
		"bench threads [OPTION...]\n\n"
		"One complete iteration on one cube with 1, 2, 4 ... threads.  The numbers of threads take turns,\n"
		"and the best time of each counts.  Idle is the share of the threads' time spent looking for work\n"
		"in vain.  On a machine that has other work to do, the processor time says more than the\n"
		"speed-up.",
};
