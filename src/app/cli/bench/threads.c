/* superflip bench threads: speed-up, stealing and idle time by number of threads. */
#include "cli/bench/bench.h"

#include "search/iteration.h"

/* One number of threads, and its best run. */
struct row {
	struct pool *pool;
	bool is_measured;
	superflip_iteration best;
	double processor_s;                  /* of the best run, all threads together */
	struct pool_statistics statistics;   /* of the best run */
};

static void measure(struct row *row, unsigned depth)
{
	const struct pool_statistics before = pool_statistics(row->pool);
	const double begin_s = clock_process_s();
	superflip_iteration it;
	bench_show("depth %u with %s", depth, words_of(pool_threads(row->pool), "thread"));
	if (!bench_check(iteration_run(row->pool, bench.cubes, depth, bench_tick, NULL, &it))
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

static void run_threads(void)
{
	struct position position;
	struct input_error error;
	if (bench.n_specs > 1 || bench.first_depth != bench.last_depth) {
		bench.exit_status = usage_error("bench threads: expected one heuristic and one depth");
		return;
	}
	bench_draw(1);  /* without --scramble: the first random state of the seed */
	if (bench.scramble != NULL) {
		if (position_read(bench.scramble, 0, &position, &error))
			bench.cubes[0] = position.cube;
		else
			bench.exit_status =
				complain_and(error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT,
			                 "bench threads: --scramble: column %u: %s", error.column, error.message);
	}
	bench_open_all();
	if (bench.exit_status != EXIT_SOLVED)
		return;
	struct row rows[BENCH_MAX_THREAD_COUNTS] = {0};
	unsigned n = 0;
	/* 1, 2, 4 ... below the most that the options allow, and the most. */
	for (unsigned threads = 1; threads < bench.n_threads; threads *= 2)
		rows[n++].pool = bench_create_pool(&bench.heuristics[0], threads);
	rows[n++].pool = bench_create_pool(&bench.heuristics[0], bench.n_threads);
	/* In QTM the next depth that the cube has. */
	const unsigned depth =
		bench.first_depth + !iteration_exists(bench.metric, bench.cubes, bench.first_depth);
	bench_begin(
			json_pack("{s:s, s:s, s:s, s:i, s:i, s:s*, s:o*}", "bench", "threads", "metric",
	              metric_name[bench.metric], "heuristic", bench.specs[0]->name, "depth", depth, "repeats",
	              bench.n_repeats, "scramble", bench.scramble, "seed",
	              bench.scramble == NULL ? json_integer((json_int_t)bench.seed) : NULL),
		"threads,generated,seconds,nodes_per_second,speed_up,efficiency,processor_seconds,steals,idle", "",
		0);
	for (unsigned repeat = 0; repeat < bench.n_repeats; repeat++)
		items_foreach(row, rows, n)
			if (bench_may_go_on())
				measure(row, depth);
	items_foreach(row, rows, n) {
		if (row->is_measured) {
			const unsigned n_threads = pool_threads(row->pool);
			const double seconds = row->best.seconds;
			const double speed_up = (rows[0].is_measured ? rows[0].best.seconds : NAN) / seconds;
			TABLE_ROW(bench.table, cell_count(n_threads), cell_count(row->best.n_generated),
			          cell_real(seconds, 4), cell_real((double)row->best.n_generated / seconds, 0),
			          cell_real(speed_up, 3), cell_real(speed_up / n_threads, 3),
			          cell_real(row->processor_s, 4), cell_count(row->statistics.n_steals),
			          cell_real(row->statistics.idle_s / (seconds * n_threads), 4));
		}
		pool_destroy(row->pool);
	}
}

const struct measurement bench_threads = {
	{"threads", "speed-up, stealing and idle time by number of threads",
	 .set =
         {
			 .user = BENCH_THREADS,
			 .misuse = "bench threads: '%s' is an argument too many",
			 .usage =
				 "bench threads [OPTION...]\n\n"
				 "One complete iteration on one cube with 1, 2, 4 ... threads.  The numbers of threads take turns,\n"
				 "and the best time of each counts.  Idle is the share of the threads' time spent looking for work\n"
				 "in vain.  On a machine that has other work to do, the processor time says more than the\n"
				 "speed-up.",
		 }},
	.run = run_threads,
	.heuristics = "korf",
	.first_depth = 15,
	.last_depth = 15,
};
