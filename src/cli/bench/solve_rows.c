/* The table of bench solve. */
#include "cli/bench/solve.h"

static const char *const columns[] = {
	"heuristic", "threads", "length", "states", "seconds", "seconds_error", "median_seconds", "generated", "generated_error", "expanded",
	"lookups", "lookups_error", "nanoseconds", "processor_nanoseconds", "limit_before", "limit_after", "share", "kernel", NULL,
};

/* With --each. */
static const char *const instance_columns[] = {
	"heuristic", "threads", "instance", "length", "seconds", "processor_seconds", "generated", "expanded", "lookups", "kernel", NULL,
};

const char *const *bench_solve_columns(bool tells_each)
{
	return tells_each ? instance_columns : columns;
}

/* Seconds of accesses are of all cubes, so that long searches count as they should. */
static void write_group(struct table *table, const char *heuristic, const struct contestant *c, unsigned length,
                        const struct bench_sums *g, double processor_s, double median_s)
{
	const unsigned n_threads = pool_threads(c->pool);
	const double n = (double)g->seconds.n, n_lookups = g->lookups.mean * n, seconds = g->seconds.mean * n;
	const double reads_per_s = (c->limit_before + c->limit_after) / 2;
	TABLE_ROW(table, cell_text(heuristic), cell_count(n_threads), cell_count(length), cell_count(g->seconds.n),
	          cell_real(g->seconds.mean, 6), cell_real(sample_standard_error(&g->seconds), 6), cell_real(median_s, 6),
	          cell_real(g->generated.mean, 1), cell_real(sample_standard_error(&g->generated), 1), cell_real(g->expanded.mean, 1),
	          cell_real(g->lookups.mean, 1), cell_real(sample_standard_error(&g->lookups), 1),
	          cell_real(n_lookups > 0 ? seconds * n_threads / n_lookups * 1e9 : NAN, 2),
	          cell_real(n_lookups > 0 ? processor_s / n_lookups * 1e9 : NAN, 2), cell_real(c->limit_before, 0),
	          cell_real(c->limit_after, 0), cell_real(seconds > 0 ? n_lookups / seconds / reads_per_s : NAN, 4), cell_text(c->kernel->name));
}

/* The cubes of one length. */
static void add_row(const struct contest *contest, const struct contestant *c, unsigned length, double *seconds)
{
	struct bench_sums g = {0};
	double processor_s = 0;
	unsigned n = 0;
	for (const struct outcome *o = c->outcomes; o < c->outcomes + contest->run->cubes.n; o++) {
		if (!o->is_solved || o->length != length)
			continue;
		seconds[n++] = o->seconds;
		processor_s += o->processor_s;
		bench_add(&g, o->n_generated, o->n_expanded, o->n_lookups, o->seconds);
	}
	if (n == 0)
		return;
	write_group(contest->run->table, contest->name, c, length, &g, processor_s, bench_median(seconds, n));
}

static void add_instances(const struct contest *contest, const struct contestant *c)
{
	for (size_t i = 0; i < contest->run->cubes.n; i++) {
		const struct outcome *const o = &c->outcomes[i];
		if (o->is_solved)
			TABLE_ROW(contest->run->table, cell_text(contest->name), cell_count(pool_threads(c->pool)), cell_count(i + 1),
			          cell_count(o->length), cell_real(o->seconds, 6), cell_real(o->processor_s, 6), cell_count(o->n_generated),
			          cell_count(o->n_expanded), cell_count(o->n_lookups), cell_text(c->kernel->name));
	}
}

void bench_solve_add_rows(const struct contest *contest, double *seconds)
{
	const bool tells_each = contest->run->options->tells_each;
	for (const struct contestant *c = contest->contestants; c < contest->contestants + contest->n; c++) {
		if (tells_each)
			add_instances(contest, c);
		for (unsigned length = 0; length <= SEARCH_MAX_LENGTH && !tells_each; length++)
			add_row(contest, c, length, seconds);
	}
}
