/* superflip bench threads: speed-up, stealing and idle time by number of threads. */
#include "cli/bench/bench.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cube/position.h"
#include "search/iteration.h"

enum { DEFAULT_DEPTH = 15, DEFAULT_REPEATS = 3 };

static const char *const columns[] = {
	"threads", "generated", "seconds", "nodes_per_second", "speed_up", "efficiency", "processor_seconds", "steals", "idle", NULL,
};

/* One number of threads, and its best run. */
struct row {
	struct pool *pool;
	bool is_measured;
	struct search_iteration best;
	double processor_s;                  /* of the best run, all threads together */
	struct pool_statistics statistics;   /* of the best run */
};

static void measure(struct bench_run *run, struct row *row, unsigned depth)
{
	const struct pool_statistics before = pool_statistics(row->pool);
	const double begin_s = clock_process_s();
	struct search_iteration it;
	const enum search_outcome outcome = bench_iterate(run, row->pool, run->cubes.cube, depth, &it);
	if (outcome != SEARCH_SOLVED || (row->is_measured && it.seconds >= row->best.seconds))
		return;
	const struct pool_statistics after = pool_statistics(row->pool);
	row->is_measured = true;
	row->best = it;
	row->processor_s = clock_process_s() - begin_s;
	row->statistics.n_steals = after.n_steals - before.n_steals;
	row->statistics.idle_s = after.idle_s - before.idle_s;
}

static void add_row(struct table *table, const struct row *row, unsigned n_threads, double one_thread_s)
{
	const double seconds = row->best.seconds, speed_up = one_thread_s / seconds;
	TABLE_ROW(table, cell_count(n_threads), cell_count(row->best.n_generated), cell_real(seconds, 4),
	          cell_real((double)row->best.n_generated / seconds, 0), cell_real(speed_up, 3), cell_real(speed_up / n_threads, 3),
	          cell_real(row->processor_s, 4), cell_count(row->statistics.n_steals),
	          cell_real(row->statistics.idle_s / (seconds * n_threads), 4));
}

/* Without --scramble: the first random state of the seed. */
static void choose_cube(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	struct position position;
	struct input_error error;
	bench_draw(run, 1);
	if (run->exit_status != EXIT_SOLVED || o->scramble == NULL)
		return;
	if (position_read(o->scramble, 0, &position, &error)) {
		run->cubes.cube[0] = position.cube;
		return;
	}
	complain("%s: --scramble: column %u: %s", o->command, error.column, error.message);
	run->exit_status = error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
}

/* 1, 2, 4 ... below the most, and the most that the options allow.  @return how many */
static unsigned list_thread_counts(const struct bench_options *o, unsigned counts[BENCH_MAX_THREAD_COUNTS])
{
	const unsigned most = bench_n_threads(o);
	unsigned n = 0;
	for (unsigned threads = 1; threads < most; threads *= 2)
		counts[n++] = threads;
	counts[n++] = most;
	return n;
}

static json_t *describe(struct bench_run *run, unsigned depth)
{
	const struct bench_options *const o = run->options;
	json_decref(bench_describe_specs(run));
	json_t *const parameters = json_pack("{s:s, s:s, s:s, s:i, s:i}", "bench", "threads", "metric", metric_name[o->metric],
	                                     "heuristic", o->specs[0]->name, "depth", (int)depth, "repeats", (int)o->n_repeats);
	if (o->scramble != NULL)
		json_object_set_new(parameters, "scramble", json_string(o->scramble));
	else
		json_object_set_new(parameters, "seed", json_integer((json_int_t)o->seed));
	return parameters;
}

static void run_all(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	struct row rows[BENCH_MAX_THREAD_COUNTS] = {0};
	unsigned n_threads[BENCH_MAX_THREAD_COUNTS];
	const unsigned n = list_thread_counts(o, n_threads);
	/* In QTM the next depth that the cube has. */
	const unsigned depth = o->first_depth + !iteration_exists(o->metric, run->cubes.cube, o->first_depth);
	bench_begin(run, describe(run, depth), columns);
	for (unsigned i = 0; i < n && run->exit_status == EXIT_SOLVED; i++)
		rows[i].pool = bench_create_pool(run, &run->heuristics[0], n_threads[i]);
	for (unsigned repeat = 0; repeat < o->n_repeats; repeat++)
		for (unsigned i = 0; i < n && bench_may_go_on(run); i++)
			measure(run, &rows[i], depth);
	for (unsigned i = 0; i < n; i++) {
		if (rows[i].pool != NULL)
			pool_destroy(rows[i].pool);
		if (rows[i].is_measured)
			add_row(run->table, &rows[i], n_threads[i], rows[0].is_measured ? rows[0].best.seconds : NAN);
	}
	bench_print(run, run->exit_status == EXIT_SOLVED);
}

static void run_threads(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	if (o->n_specs > 1 || o->first_depth != o->last_depth) {
		run->exit_status = complain_and(EXIT_USAGE, "%s: expected one heuristic and one depth", o->command);
		return;
	}
	choose_cube(run);
	bench_open_all(run);
	if (run->exit_status == EXIT_SOLVED)
		run_all(run);
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
