/* superflip bench threads: speed-up, stealing and idle time by number of threads. */
#include "cli/bench/bench.h"
#include "base/clock.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "cube/position.h"
#include "search/iteration.h"

#include <stdlib.h>

static const char usage[] =
	"\n\n"
	"One complete iteration on one cube with 1, 2, 4 ... threads.  The numbers of threads take turns, and the best time\n"
	"of each counts.  Idle is the share of the threads' time spent looking for work in vain.  On a machine that\n"
	"has other work to do, the processor time says more than the speed-up.";

enum { MAX_ROWS = 16, DEFAULT_DEPTH = 15, DEFAULT_REPEATS = 3 };

static const char *const columns[] = {
	"threads", "generated", "seconds", "nodes_per_second", "speed_up", "efficiency", "processor_seconds", "steals", "idle", NULL,
};

/* One number of threads, and its best run. */
struct row {
	unsigned n_threads;
	struct pool *pool;
	bool is_measured;
	struct search_iteration best;
	double processor_s;                  /* of the best run, all threads together */
	struct pool_statistics statistics;   /* of the best run */
};

/* 1, 2, 4 ... below the most, and the most. */
static unsigned choose_numbers(unsigned most, struct row rows[MAX_ROWS])
{
	unsigned n = 0;
	for (unsigned threads = 1; threads < most; threads *= 2)
		rows[n++].n_threads = threads;
	rows[n++].n_threads = most;
	return n;
}

static void measure(struct bench_run *run, struct row *row, const struct cube *cube, unsigned depth)
{
	const struct pool_statistics before = pool_statistics(row->pool);
	const double begin_s = clock_process_s();
	struct search_iteration it;
	const enum search_outcome outcome = bench_iterate(run, row->pool, cube, depth, &it);
	if (outcome == SEARCH_NO_MEMORY || outcome == SEARCH_BAD_TABLE)
		run->exit_status = bench_fail_search(outcome);
	if (outcome != SEARCH_SOLVED || (row->is_measured && it.seconds >= row->best.seconds))
		return;
	const struct pool_statistics after = pool_statistics(row->pool);
	row->is_measured = true;
	row->best = it;
	row->processor_s = clock_process_s() - begin_s;
	row->statistics.n_steals = after.n_steals - before.n_steals;
	row->statistics.idle_s = after.idle_s - before.idle_s;
}

static void add_row(struct table *table, const struct row *row, double one_thread_s)
{
	const double seconds = row->best.seconds, speed_up = one_thread_s / seconds;
	TABLE_ROW(table, cell_count(row->n_threads), cell_count(row->best.n_generated), cell_real(seconds, 4),
	          cell_real((double)row->best.n_generated / seconds, 0), cell_real(speed_up, 3),
	          cell_real(speed_up / row->n_threads, 3), cell_real(row->processor_s, 4), cell_count(row->statistics.n_steals),
	          cell_real(row->statistics.idle_s / (seconds * row->n_threads), 4));
}

/* Without --scramble: the first random state of the seed. */
static int choose_cube(const struct bench_options *o, struct cube *cube)
{
	struct position position;
	struct input_error error;
	struct bench_instances drawn;
	if (o->scramble == NULL) {
		if (!bench_draw_instances(o->seed, 1, &drawn))
			return bench_fail_memory();
		*cube = drawn.cubes[0];
		free(drawn.cubes);
		return EXIT_SOLVED;
	}
	if (!position_read(o->scramble, 0, &position, &error)) {
		complain("%s: --scramble: column %u: %s", o->command, error.column, error.message);
		return error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
	}
	*cube = position.cube;
	return EXIT_SOLVED;
}

static json_t *describe(const struct bench_options *o, const struct heuristic *h, unsigned depth, json_t *about)
{
	bench_describe_tables(o, h->spec, about);
	json_t *const parameters = json_pack("{s:s, s:s, s:s, s:i, s:i}", "bench", "threads", "metric",
	                                     metric_name[o->metric], "heuristic", h->spec->name, "depth", (int)depth,
	                                     "repeats", (int)o->n_repeats);
	if (o->scramble != NULL)
		json_object_set_new(parameters, "scramble", json_string(o->scramble));
	else
		json_object_set_new(parameters, "seed", json_integer((json_int_t)o->seed));
	return parameters;
}

static int run_all(const struct bench_options *o, const struct heuristic *h, const struct cube *cube)
{
	struct row rows[MAX_ROWS] = {0};
	struct bench_run run;
	json_t *const about = bench_about(o);
	const unsigned n = choose_numbers(o->n_threads != 0 ? o->n_threads : processors_usable(), rows);
	/* In QTM the next depth that the cube has. */
	const unsigned depth = o->first_depth + !iteration_exists(o->metric, cube, o->first_depth);
	bench_begin(&run, o, describe(o, h, depth, about), about, columns);
	for (unsigned i = 0; i < n && run.exit_status == EXIT_SOLVED; i++) {
		rows[i].pool = pool_create(h, rows[i].n_threads);
		if (rows[i].pool == NULL)
			run.exit_status = bench_fail_memory();
	}
	for (unsigned repeat = 0; repeat < o->n_repeats; repeat++)
		for (unsigned i = 0; i < n && bench_may_go_on(&run); i++)
			measure(&run, &rows[i], cube, depth);
	bench_hide_progress(&run);
	for (unsigned i = 0; i < n; i++) {
		if (rows[i].pool != NULL)
			pool_destroy(rows[i].pool);
		if (rows[i].is_measured)
			add_row(run.table, &rows[i], rows[0].is_measured ? rows[0].best.seconds : NAN);
	}
	return bench_end(&run, run.exit_status == EXIT_SOLVED);
}

int bench_threads(int argc, char **argv)
{
	struct bench_options o = {.seed = 1, .first_depth = DEFAULT_DEPTH, .last_depth = DEFAULT_DEPTH,
	                          .n_repeats = DEFAULT_REPEATS};
	int status;
	if (bench_options_read(argc, argv, BENCH_THREADS, usage, &o, &status) < 0)
		return status;
	if (o.n_specs == 0 && !bench_add_specs(&o, "korf"))
		return EXIT_USAGE;
	if (o.n_specs > 1 || o.first_depth != o.last_depth) {
		complain("%s: expected one heuristic and one depth", o.command);
		return EXIT_USAGE;
	}
	struct cube cube;
	struct heuristic h;
	status = choose_cube(&o, &cube);
	if (status == EXIT_SOLVED && (status = bench_open(&o, o.specs[0], &h)) == EXIT_SOLVED) {
		status = run_all(&o, &h, &cube);
		heuristic_close(&h);
	}
	return status;
}
