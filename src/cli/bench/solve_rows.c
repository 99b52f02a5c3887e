#include "cli/bench/solve_rows.h"

#include <stdlib.h>
#include <string.h>

static const char *const columns[] = {
	"heuristic", "threads", "length", "states", "seconds", "seconds_error", "median_seconds", "generated", "generated_error",
	"expanded", "lookups", "lookups_error", "nanoseconds", "processor_nanoseconds", "limit_before", "limit_after", "share",
	"kernel", NULL,
};

/* With --each. */
static const char *const instance_columns[] = {
	"heuristic", "threads", "instance", "length", "seconds", "processor_seconds", "generated", "expanded", "lookups", "kernel",
	NULL,
};

const char *const *solve_columns(bool tells_each)
{
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
	TABLE_ROW(table, cell_text(heuristic), cell_count(n_threads), cell_count(length), cell_count(g->seconds.n),
	          cell_real(g->seconds.mean, 6), cell_real(sample_standard_error(&g->seconds), 6), cell_real(median_s, 6),
	          cell_real(g->generated.mean, 1), cell_real(sample_standard_error(&g->generated), 1), cell_real(g->expanded.mean, 1),
	          cell_real(g->lookups.mean, 1), cell_real(sample_standard_error(&g->lookups), 1),
	          cell_real(n_lookups > 0 ? sum_of(&g->seconds) * n_threads / n_lookups * 1e9 : NAN, 2),
	          cell_real(n_lookups > 0 ? sum_of(&g->processor_s) / n_lookups * 1e9 : NAN, 2), cell_real(c->limit_before, 0),
	          cell_real(c->limit_after, 0),
	          cell_real(sum_of(&g->seconds) > 0 ? n_lookups / sum_of(&g->seconds) / reads_per_s : NAN, 4),
	          cell_text(c->kernel->name));
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
		TABLE_ROW(table, cell_text(heuristic), cell_count(pool_threads(c->pool)), cell_count(i + 1), cell_count(o->length),
		          cell_real(o->seconds, 6), cell_real(o->processor_s, 6), cell_count(o->n_generated), cell_count(o->n_expanded),
		          cell_count(o->n_lookups), cell_text(c->kernel->name));
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
