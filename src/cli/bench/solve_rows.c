#include "cli/bench/solve_rows.h"

#include <stdlib.h>
#include <string.h>

static const char *const columns[] = {
	"heuristic", "threads", "length", "states",
	"seconds", "seconds_error", "median_seconds", "generated", "generated_error", "expanded", "lookups", "lookups_error",
	"nanoseconds", "processor_nanoseconds", "limit_before", "limit_after", "share", "kernel",
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

/* With --each. */
static const char *const instance_columns[] = {
	"heuristic", "threads", "instance", "length", "seconds", "processor_seconds", "generated", "expanded", "lookups", "kernel",
};
enum { N_INSTANCE_COLUMNS = sizeof instance_columns / sizeof *instance_columns };

const char *const *solve_columns(bool tells_each, unsigned *n)
{
	*n = tells_each ? N_INSTANCE_COLUMNS : N_COLUMNS;
	return tells_each ? instance_columns : columns;
}

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* A sum of what was counted for the cubes of one length, and its scatter. */
struct group {
	struct sample seconds, processor_s, generated, expanded, lookups;
};

static double sum_of(const struct sample *s)
{
	return s->mean * (double)s->n;
}

static void write_group(struct table *table, const char *heuristic, const struct contestant *c, unsigned length,
                        const struct group *g, double median_s)
{
	const unsigned n_threads = pool_threads(c->pool);
	const double reads_per_s = (c->limit_before + c->limit_after) / 2, n_lookups = sum_of(&g->lookups);
	table_add_text(table, heuristic);
	table_add_count(table, n_threads);
	table_add_count(table, length);
	table_add_count(table, g->seconds.n);
	table_add_real(table, g->seconds.mean, 6);
	table_add_real(table, sample_standard_error(&g->seconds), 6);
	table_add_real(table, median_s, 6);
	table_add_real(table, g->generated.mean, 1);
	table_add_real(table, sample_standard_error(&g->generated), 1);
	table_add_real(table, g->expanded.mean, 1);
	table_add_real(table, g->lookups.mean, 1);
	table_add_real(table, sample_standard_error(&g->lookups), 1);
	table_add_real(table, n_lookups > 0 ? sum_of(&g->seconds) * n_threads / n_lookups * 1e9 : NAN, 2);
	table_add_real(table, n_lookups > 0 ? sum_of(&g->processor_s) / n_lookups * 1e9 : NAN, 2);
	table_add_real(table, c->limit_before, 0);
	table_add_real(table, c->limit_after, 0);
	table_add_real(table, sum_of(&g->seconds) > 0 ? n_lookups / sum_of(&g->seconds) / reads_per_s : NAN, 4);
	table_add_text(table, c->kernel->name);
}

/* The cubes of one length.  Seconds of accesses are of all of them, so that long searches count as they should. */
static void add_row(struct table *table, const char *heuristic, const struct contestant *c, unsigned n_cubes,
                    unsigned length, double *seconds)
{
	struct group g;
	memset(&g, 0, sizeof g);
	unsigned n = 0;
	for (const struct outcome *o = c->outcomes; o < c->outcomes + n_cubes; o++) {
		if (!o->is_solved || o->length != length)
			continue;
		seconds[n++] = o->seconds;
		sample_add(&g.seconds, o->seconds);
		sample_add(&g.processor_s, o->processor_s);
		sample_add(&g.generated, (double)o->n_generated);
		sample_add(&g.expanded, (double)o->n_expanded);
		sample_add(&g.lookups, (double)o->n_lookups);
	}
	if (n == 0)
		return;
	qsort(seconds, n, sizeof *seconds, compare_doubles);
	write_group(table, heuristic, c, length, &g, (seconds[(n - 1) / 2] + seconds[n / 2]) / 2);
}

static void add_instances(struct table *table, const char *heuristic, const struct contestant *c, unsigned n_cubes)
{
	for (unsigned i = 0; i < n_cubes; i++) {
		const struct outcome *const o = &c->outcomes[i];
		if (!o->is_solved)
			continue;
		table_add_text(table, heuristic);
		table_add_count(table, pool_threads(c->pool));
		table_add_count(table, i + 1);
		table_add_count(table, o->length);
		table_add_real(table, o->seconds, 6);
		table_add_real(table, o->processor_s, 6);
		table_add_count(table, o->n_generated);
		table_add_count(table, o->n_expanded);
		table_add_count(table, o->n_lookups);
		table_add_text(table, c->kernel->name);
	}
}

void solve_add_rows(struct table *table, bool tells_each, const char *heuristic, const struct contestant *contestants, unsigned n,
                    unsigned n_cubes, double *seconds)
{
	for (unsigned i = 0; i < n; i++) {
		if (tells_each)
			add_instances(table, heuristic, &contestants[i], n_cubes);
		for (unsigned length = 0; length <= SEARCH_MAX_LENGTH && !tells_each; length++)
			add_row(table, heuristic, &contestants[i], n_cubes, length, seconds);
	}
}
