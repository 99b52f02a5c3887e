/* superflip bench depth --pair A,B: two heuristics at the same cubes, which vary far more than the heuristics do. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "search/search.h"

#include <stdlib.h>

const char *const bench_pair_columns[] = {
	"depth", "instances", "generated_a", "generated_b", "nodes_ratio", "nodes_low", "nodes_high", "seconds_ratio", "seconds_low", "seconds_high",
	"fewer_nodes", NULL,
};

enum measured { GENERATED, SECONDS, N_MEASURED };

/* What was measured of a cube, with A and with B. */
struct both {
	double value[N_MEASURED][2];
	bool is_known[2];
};

struct ratio {
	double mean[2], of_means, low, high;
};

/* The record's pairs at a depth; those that both have come first, *n of them.  @return NULL without memory; the caller's to free */
static struct both *read_both(const struct bench_run *run, unsigned depth, size_t *n)
{
	struct both *const both = calloc(run->cubes.n, sizeof *both);
	size_t i;
	json_t *line;
	json_array_foreach(run->log.lines, i, line) {
		const uint64_t instance = bench_count_in(line, "instance");
		const bool is_b = bench_text_is(line, "heuristic", run->options->specs[1]->name);
		if (both == NULL || bench_count_in(line, "depth") != depth || instance >= run->cubes.n)
			continue;
		both[instance].value[GENERATED][is_b] = bench_real_in(line, "generated");
		both[instance].value[SECONDS][is_b] = bench_real_in(line, "seconds");
		both[instance].is_known[is_b] = true;
	}
	*n = 0;
	for (i = 0; both != NULL && i < run->cubes.n; i++)
		if (both[i].is_known[0] && both[i].is_known[1])
			both[(*n)++] = both[i];
	return both;
}

/* B's mean to A's, with 95 % confidence; the logarithm of a ratio is nearly normal, with the deviation of the residuals b - ratio * a.
 * Source: W. G. Cochran, "Sampling Techniques" (3rd edition, 1977), section 6.3. */
static struct ratio ratio_of(const struct both *both, size_t n, enum measured what)
{
	struct sample of[2] = {0}, residuals = {0};
	for (size_t i = 0; i < n; i++)
		for (unsigned h = 0; h < 2; h++)
			sample_add(&of[h], both[i].value[what][h]);
	const double ratio = of[1].mean / of[0].mean;
	for (size_t i = 0; i < n; i++)
		sample_add(&residuals, both[i].value[what][1] - ratio * both[i].value[what][0]);
	const double factor = exp(1.96 * sample_standard_error(&residuals) / of[1].mean);
	return (struct ratio){{of[0].mean, of[1].mean}, ratio, ratio / factor, ratio * factor};
}

static void add_row(struct table *table, unsigned depth, const struct both *both, size_t n)
{
	const struct ratio nodes = ratio_of(both, n, GENERATED), seconds = ratio_of(both, n, SECONDS);
	size_t n_fewer = 0;
	for (size_t i = 0; i < n; i++)
		n_fewer += both[i].value[GENERATED][1] < both[i].value[GENERATED][0];
	TABLE_ROW(table, cell_count(depth), cell_count(n), cell_real(nodes.mean[0], 1), cell_real(nodes.mean[1], 1),
	          cell_real(nodes.of_means, 4), cell_real(nodes.low, 4), cell_real(nodes.high, 4), cell_real(seconds.of_means, 4),
	          cell_real(seconds.low, 4), cell_real(seconds.high, 4), cell_real((double)n_fewer / (double)n, 3));
}

/* Cube by cube, so that both meet the same moods of the machine; B begins at every other cube. */
static bool measure_depth(struct bench_run *run, struct pool *const pool[2], unsigned depth)
{
	struct bench_series series[2] = {bench_depth_series(run, 0, pool[0], depth), bench_depth_series(run, 1, pool[1], depth)};
	const bool is_begun = bench_series_begin(&series[0]) && bench_series_begin(&series[1]);
	for (uint64_t i = 0; is_begun && i < 2 * run->cubes.n && bench_may_go_on(run); i++)
		bench_series_measure(&series[(i ^ i >> 1) & 1], i / 2);
	bench_series_end(&series[0]);
	bench_series_end(&series[1]);
	return series[0].sums.generated.n == series[0].n_wanted && series[1].sums.generated.n == series[1].n_wanted;
}

void bench_pair(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	struct pool *const pool[2] = {
		bench_create_pool(run, &run->heuristics[0], o->n_threads), bench_create_pool(run, &run->heuristics[1], o->n_threads),
	};
	bool is_complete = true;
	bench_share_time(run, 1);
	for (unsigned depth = o->first_depth; depth <= o->last_depth && run->exit_status == EXIT_SOLVED; depth++) {
		is_complete &= measure_depth(run, pool, depth);
		size_t n;
		struct both *const both = read_both(run, depth, &n);
		if (both == NULL)
			bench_fail_memory(run);
		else if (n > 0)
			add_row(run->table, depth, both, n);
		free(both);
	}
	for (unsigned i = 0; i < 2; i++)
		if (pool[i] != NULL)
			pool_destroy(pool[i]);
	if (!is_complete && run->shard == NULL && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
}
