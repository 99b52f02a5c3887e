/* Every method on the same uniform states: how long its solutions are, how long it takes, what its tables take. */
#include "cli/bench/methods.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/tables_engine.h"
#include "report/statistics.h"
#include "steps/method.h"

#include <stdio.h>
#include <stdlib.h>

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
	struct bench_run *run;
	struct row rows[MAX_ROWS];
	unsigned n_rows;
};

/* @return NULL without memory, having complained, else the new row */
static struct row *add_row(struct people *p)
{
	struct row *const row = &p->rows[p->n_rows];
	row->seconds = calloc(p->run->cubes.n, sizeof *row->seconds);
	p->n_rows += row->seconds != NULL;
	if (row->seconds != NULL)
		return row;
	bench_fail_memory(p->run);
	return NULL;
}

static void note(struct row *row, unsigned n_moves, double seconds)
{
	row->seconds[tally_n(&row->moves)] = seconds;
	tally_add(&row->moves, n_moves);
}

static void show_progress(const struct people *p, const struct row *row, uint64_t i)
{
	bench_show(p->run, "%s: cube %lu of %lu", row->name, (unsigned long)i + 1, (unsigned long)p->run->cubes.n);
}

static void solve_all(struct people *p, const struct method *m, void *tables, double search_s, struct row *row)
{
	struct bench_run *const run = p->run;
	struct search_request request = {.n_threads = 1, .time_limit_s = search_s, .stopped = was_interrupted};
	const double begin_s = clock_monotonic_s();
	row->table_bytes = method_table_bytes(m, tables);
	for (uint64_t i = 0; i < run->cubes.n && clock_monotonic_s() - begin_s < run->options->time_limit_s; i++) {
		struct method_result result;
		const double start_s = clock_monotonic_s();
		show_progress(p, row, i);
		request.cube = run->cubes.cube[i];
		method_solve(m, tables, &request, &result);
		const double elapsed_s = clock_monotonic_s() - start_s;
		if (interrupted_by() != 0)
			return;
		if (result.outcome != SEARCH_SOLVED || !method_result_solves(&result, &request.cube)) {
			run->exit_status = complain_and(EXIT_NOT_SOLVED,
			                                "bench methods: %s does not solve state %lu; please report it with the seed",
			                                m->about.name, (unsigned long)i + 1);
			return;
		}
		note(row, result.n_moves, elapsed_s);
	}
}

static void measure_method(struct people *p, const struct method *m)
{
	void *tables;
	if (!method_create(m, &(struct method_setup){.n_threads = 1, .directory = p->run->options->pdb_directory}, &tables)) {
		bench_fail_memory(p->run);
		return;
	}
	for (unsigned i = 0; i < (m->about.usual_s > 0 ? N_SEARCH_TIMES : 1) && bench_may_go_on(p->run); i++) {
		const double search_s = m->about.usual_s > 0 ? search_times_s[i] : 0;
		struct row *const row = add_row(p);
		if (row == NULL)
			break;
		snprintf(row->name, sizeof row->name, search_s > 0 ? "%s, %g ms" : "%s", m->about.name, search_s * 1e3);
		solve_all(p, m, tables, search_s, row);
	}
	method_destroy(m, tables);
}

/* As many of the states as the time limit allows. */
static void solve_optimally(struct people *p, struct pool *pool, struct row *row)
{
	struct bench_run *const run = p->run;
	const double begin_s = clock_monotonic_s();
	for (uint64_t i = 0; i < run->cubes.n && bench_may_go_on(run); i++) {
		struct search_request request = search_request_default(&run->cubes.cube[i]);
		struct search_result result;
		request.time_limit_s = run->options->time_limit_s - (clock_monotonic_s() - begin_s);
		if (request.time_limit_s <= 0)
			break;
		show_progress(p, row, i);
		pool_solve(pool, &request, &result);
		if (result.is_optimal)
			note(row, result.length, result.seconds);
		search_result_free(&result);
		if (result.outcome == SEARCH_BAD_TABLE)
			run->exit_status = tables_complain_of_fault(&run->heuristics[0]);
	}
}

static void measure_optimal(struct people *p)
{
	const struct heuristic *const h = bench_open(p->run, p->run->options->heuristic_name);
	struct row *const row = h != NULL ? add_row(p) : NULL;
	struct pool *const pool = row != NULL ? bench_create_pool(p->run, h, p->run->options->n_threads) : NULL;
	if (pool == NULL)
		return;
	snprintf(row->name, sizeof row->name, "optimal, %s, %s", h->spec->name, words_of(pool_threads(pool), "thread"));
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		row->table_bytes += h->table[i].size_bytes;
	solve_optimally(p, pool, row);
	pool_destroy(pool);
}

/* ---- the table ---- */
/* With the mean, which a few slow cubes and a busy machine raise, and the median of the seconds. */
static void print_row(struct table *table, const struct row *row)
{
	const uint64_t n = tally_n(&row->moves);
	double sum_s = 0;
	for (uint64_t i = 0; i < n; i++)
		sum_s += row->seconds[i];
	TABLE_ROW(table, cell_text(row->name), cell_count(n));
	methods_add_tally(table, &row->moves);
	TABLE_ROW(table, cell_real(sum_s / (double)n * 1e6, 1), cell_real(bench_median(row->seconds, n) * 1e6, 1),
	          cell_count(row->table_bytes));
}

static void make_key(struct row *row)
{
	unsigned n = 0;
	for (const char *from = row->name; *from != '\0'; from++)
		if (*from != ',')
			row->key[n++] = *from == ' ' ? '_' : *from;
	row->key[n] = '\0';
}

static void print(struct people *p)
{
	static const char *const columns[] = {
		"method", "cubes", METHODS_TALLY_COLUMNS, "microseconds", "microseconds_median", "table_bytes", NULL,
	};
	const struct bench_options *const o = p->run->options;
	const char *distribution[2 + MAX_ROWS] = {"moves"};
	const struct tally *tallies[MAX_ROWS];
	for (unsigned i = 0; i < p->n_rows; i++) {
		make_key(&p->rows[i]);
		distribution[1 + i] = p->rows[i].key;
		tallies[i] = &p->rows[i].moves;
	}
	json_t *const parameters = json_pack("{s:s, s:s, s:I, s:I, s:f}", "bench", "methods", "table",
	                                     o->table == METHODS_LISTS ? "methods" : "people", "seed", (json_int_t)o->seed,
	                                     "cubes", (json_int_t)p->run->cubes.n, "time_limit_s", o->time_limit_s);
	bench_begin(p->run, parameters, o->with_distribution ? distribution : columns);
	if (o->with_distribution)
		methods_add_distribution(p->run->table, tallies, p->n_rows);
	for (unsigned i = 0; i < p->n_rows && !o->with_distribution; i++)
		print_row(p->run->table, &p->rows[i]);
	bench_print(p->run, true);
}

/* Lists of steps take tables that are built first. */
static bool is_in_table(const struct people *p, const struct method *m)
{
	if (m->about.takes_steps)
		return p->run->options->table == METHODS_LISTS && m != &steps_method;
	return !m->about.is_hopeless && !m->about.is_optimal;
}

void methods_people(struct bench_run *run)
{
	struct bench_options *const o = run->options;
	struct people *const p = calloc(1, sizeof *p);
	if (p == NULL) {
		bench_fail_memory(run);
		return;
	}
	p->run = run;
	o->time_limit_s = o->time_limit_s > 0 ? o->time_limit_s : DEFAULT_TIME_LIMIT_S;
	bench_uses_one_thread(run);
	bench_draw(run, o->n_instances != 0 ? o->n_instances : DEFAULT_INSTANCES);
	for (const struct method *const *m = methods; *m != NULL && bench_may_go_on(run); m++)
		if (is_in_table(p, *m))
			measure_method(p, *m);
	if (bench_may_go_on(run) && o->table == METHODS_PEOPLE)
		measure_optimal(p);
	bench_hide_progress(run);
	if (bench_may_go_on(run))
		print(p);
	for (unsigned i = 0; i < p->n_rows; i++)
		free(p->rows[i].seconds);
	free(p);
}
