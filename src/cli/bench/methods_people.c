/* Every method on the same uniform states: how long its solutions are, how long it takes, what its tables take. */
#include "cli/bench/methods.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/tables_engine.h"
#include "cube/random.h"
#include "method/method.h"
#include "report/tally.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_INSTANCES = 1000, DEFAULT_TIME_LIMIT_S = 60, MAX_ROWS = 16, ROW_NAME_BYTES = 64 };

/* A method that searches until it is stopped has a row for each of these times. */
static const double search_times_s[] = {0.01, 0.1};
enum { N_SEARCH_TIMES = sizeof search_times_s / sizeof *search_times_s };

struct row {
	char name[ROW_NAME_BYTES], key[ROW_NAME_BYTES];  /* key: "two-phase_10_ms", a column's name for programs */
	struct tally moves;
	double *seconds;                         /* of each cube in moves; owned */
	uint64_t table_bytes;
};

struct people {
	const struct bench_options *options;
	uint64_t n;
	struct bench_instances states;
	struct row rows[MAX_ROWS];
	unsigned n_rows;
	bool shows_progress;
};

static void show_progress(const struct people *p, const char *name, uint64_t i)
{
	static double last_s;
	if (!p->shows_progress || clock_monotonic_s() - last_s < 0.1)
		return;
	last_s = clock_monotonic_s();
	status_line_print(stderr, "%s: cube %lu of %lu", name, (unsigned long)i + 1, (unsigned long)p->n);
}

/* @return NULL without memory, else the new row */
static struct row *add_row(struct people *p)
{
	struct row *const row = &p->rows[p->n_rows];
	row->seconds = calloc(p->n, sizeof *row->seconds);
	p->n_rows += row->seconds != NULL;
	return row->seconds != NULL ? row : NULL;
}

static void note(struct row *row, unsigned n_moves, double seconds)
{
	row->seconds[tally_n(&row->moves)] = seconds;
	tally_add(&row->moves, n_moves);
}

static double time_limit_s(const struct people *p)
{
	return p->options->time_limit_s > 0 ? p->options->time_limit_s : DEFAULT_TIME_LIMIT_S;
}

static bool was_interrupted(void *context)
{
	(void)context;
	return interrupted_by() != 0;
}

/* @return EXIT_SOLVED; or another status, having complained */
static int solve_all(struct people *p, const struct method *m, void *tables, double search_s, struct row *row)
{
	struct search_request request = {.n_threads = 1, .time_limit_s = search_s, .stopped = was_interrupted};
	const double begin_s = clock_monotonic_s();
	row->table_bytes = m->table_bytes != NULL ? m->table_bytes(tables) : 0;
	for (uint64_t i = 0; i < p->n && clock_monotonic_s() - begin_s < time_limit_s(p); i++) {
		struct method_result result;
		const double start_s = clock_monotonic_s();
		show_progress(p, row->name, i);
		request.cube = p->states.cubes[i];
		m->solve(m, tables, &request, &result);
		const double elapsed_s = clock_monotonic_s() - start_s;
		if (interrupted_by() != 0)
			return EXIT_SOLVED;
		if (result.outcome != SEARCH_SOLVED || !method_result_solves(&result, &p->states.cubes[i])) {
			complain("bench methods: %s does not solve state %lu; please report it with the seed", m->about.name, (unsigned long)i + 1);
			return EXIT_NOT_SOLVED;
		}
		note(row, result.n_moves, elapsed_s);
	}
	return EXIT_SOLVED;
}

static int measure_method(struct people *p, const struct method *m)
{
	void *tables = NULL;
	if (m->create != NULL && !m->create(1, &tables))
		return bench_fail_memory();
	int status = EXIT_SOLVED;
	for (unsigned i = 0; i < (m->about.usual_s > 0 ? N_SEARCH_TIMES : 1) && status == EXIT_SOLVED && interrupted_by() == 0; i++) {
		struct row *const row = add_row(p);
		const double search_s = m->about.usual_s > 0 ? search_times_s[i] : 0;
		if (row == NULL) {
			status = bench_fail_memory();
			break;
		}
		snprintf(row->name, sizeof row->name, search_s > 0 ? "%s, %g ms" : "%s", m->about.name, search_s * 1e3);
		status = solve_all(p, m, tables, search_s, row);
	}
	if (m->destroy != NULL)
		m->destroy(tables);
	return status;
}

/* As many of the states as the time limit allows. @return EXIT_SOLVED; or another status, having complained */
static int solve_optimally(struct people *p, const struct heuristic *h, struct pool *pool, struct row *row)
{
	const double begin_s = clock_monotonic_s();
	for (uint64_t i = 0; i < p->n && interrupted_by() == 0; i++) {
		const double left_s = time_limit_s(p) - (clock_monotonic_s() - begin_s);
		struct search_request request = search_request_default(&p->states.cubes[i]);
		struct search_result result;
		if (left_s <= 0)
			break;
		request.time_limit_s = left_s;
		show_progress(p, row->name, i);
		pool_solve(pool, &request, &result);
		if (result.is_optimal)
			note(row, result.length, result.seconds);
		search_result_free(&result);
		if (result.outcome == SEARCH_BAD_TABLE)
			return tables_complain_of_fault(h);
	}
	return EXIT_SOLVED;
}

static int measure_optimal(struct people *p)
{
	const struct bench_options *const o = p->options;
	const struct solve_options wanted = {
		.heuristic_name = o->heuristic_name, .metric = SUPERFLIP_HTM, .n_threads = o->n_threads,
		.pdb_directory = o->pdb_directory, .is_quiet = o->is_quiet,
	};
	struct heuristic h;
	int status = tables_open(&wanted, &h);
	if (status != EXIT_SOLVED)
		return status;
	struct row *const row = add_row(p);
	struct pool *const pool = pool_create(&h, o->n_threads);
	if (row == NULL || pool == NULL)
		status = bench_fail_memory();
	else {
		snprintf(row->name, sizeof row->name, "optimal, %s, %s", h.spec->name, words_of(pool_threads(pool), "thread"));
		for (unsigned i = 0; i < h.spec->n_tables; i++)
			row->table_bytes += h.table[i].size_bytes;
		status = solve_optimally(p, &h, pool, row);
	}
	if (pool != NULL)
		pool_destroy(pool);
	heuristic_close(&h);
	return status;
}

/* ---- the table ---- */
static int compare_seconds(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The mean, which a few slow cubes and a busy machine raise, and the median. */
static void add_microseconds(struct table *table, const struct row *row)
{
	const uint64_t n = tally_n(&row->moves);
	double sum_s = 0;
	if (n == 0) {
		TABLE_ROW(table, cell_none(), cell_none());
		return;
	}
	qsort(row->seconds, n, sizeof *row->seconds, compare_seconds);
	for (uint64_t i = 0; i < n; i++)
		sum_s += row->seconds[i];
	TABLE_ROW(table, cell_real(sum_s / (double)n * 1e6, 1), cell_real(row->seconds[n / 2] * 1e6, 1));
}

static void add_rows(struct table *table, const struct people *p)
{
	for (unsigned i = 0; i < p->n_rows; i++) {
		const struct row *const row = &p->rows[i];
		TABLE_ROW(table, cell_text(row->name), cell_count(tally_n(&row->moves)));
		methods_add_tally(table, &row->moves);
		add_microseconds(table, row);
		table_add(table, cell_count(row->table_bytes));
	}
}

static void make_key(struct row *row)
{
	unsigned n = 0;
	for (const char *from = row->name; *from != '\0'; from++)
		if (*from != ',')
			row->key[n++] = *from == ' ' ? '_' : *from;
	row->key[n] = '\0';
}

static int print(struct people *p)
{
	static const char *const columns[] = {
		"method", "cubes", METHODS_TALLY_COLUMNS, "microseconds", "microseconds_median", "table_bytes", NULL,
	};
	const char *distribution[2 + MAX_ROWS] = {"moves"};
	const struct tally *tallies[MAX_ROWS];
	for (unsigned i = 0; i < p->n_rows; i++) {
		make_key(&p->rows[i]);
		distribution[1 + i] = p->rows[i].key;
		tallies[i] = &p->rows[i].moves;
	}
	json_t *const parameters = json_pack("{s:s, s:s, s:I, s:I, s:f}", "bench", "methods", "table", "people",
	                                     "seed", (json_int_t)p->options->seed, "cubes", (json_int_t)p->n,
	                                     "time_limit_s", time_limit_s(p));
	const bool counts = p->options->with_distribution;
	struct bench_run run;
	if (bench_begin(&run, p->options, parameters, run_about(1), counts ? distribution : columns) != EXIT_SOLVED)
		;
	else if (counts)
		methods_add_distribution(run.table, tallies, p->n_rows);
	else
		add_rows(run.table, p);
	return bench_end(&run, true);
}

int methods_people(const struct bench_options *o)
{
	struct people *const p = calloc(1, sizeof *p);
	if (p == NULL)
		return bench_fail_memory();
	p->options = o;
	p->n = o->n_instances != 0 ? o->n_instances : DEFAULT_INSTANCES;
	p->shows_progress = status_line_is_wanted(o->is_quiet);
	int status = bench_draw_instances(o->seed, p->n, &p->states) ? EXIT_SOLVED : bench_fail_memory();
	for (const struct method *const *m = methods; *m != NULL && status == EXIT_SOLVED && interrupted_by() == 0; m++)
		status = (*m)->about.is_hopeless ? EXIT_SOLVED : measure_method(p, *m);
	if (status == EXIT_SOLVED && interrupted_by() == 0)
		status = measure_optimal(p);
	if (p->shows_progress)
		status_line_clear(stderr);
	if (status == EXIT_SOLVED && interrupted_by() != 0)
		status = 128 + interrupted_by();
	if (status == EXIT_SOLVED)
		status = print(p);
	for (unsigned i = 0; i < p->n_rows; i++)
		free(p->rows[i].seconds);
	free(p->states.cubes);
	free(p);
	return status;
}
