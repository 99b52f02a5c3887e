/* superflip bench depth: nodes and seconds of complete iterations, by heuristic and depth. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "report/progress.h"
#include "search/kernel.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>

enum { DEFAULT_INSTANCES = 100 };

static const char *const columns[] = {
	"heuristic", "bytes", "depth", "instances", "generated", "generated_error", "expanded", "expanded_error", "lookups", "seconds",
	"seconds_error", "nodes_per_second", "branching", NULL,
};

/* `before` is the mean of generated nodes one iteration earlier; 0 if it was not measured. */
static void add_row(struct table *table, const struct heuristic *h, unsigned depth, const struct bench_sums *sums, double before)
{
	const double generated = sums->generated.mean, seconds = sums->seconds.mean;
	uint64_t size_bytes = 0;
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		size_bytes += h->table[i].size_bytes;
	TABLE_ROW(table, cell_text(h->spec->name), cell_count(size_bytes), cell_count(depth), cell_count(sums->generated.n),
	          cell_real(generated, 1), cell_real(sample_standard_error(&sums->generated), 1),
	          cell_real(sums->expanded.mean, 1), cell_real(sample_standard_error(&sums->expanded), 1), cell_real(sums->lookups.mean, 1),
	          cell_real(seconds, 6), cell_real(sample_standard_error(&sums->seconds), 6),
	          cell_real(seconds > 0 ? generated / seconds : NAN, 0), cell_real(before > 0 ? generated / before : NAN, 3));
}

/* The series of a heuristic. */
static struct bench_series series_of(struct bench_run *run, unsigned number, struct pool *pool, unsigned depth)
{
	const struct bench_options *const o = run->options;
	const unsigned n_before = number * (o->last_depth - o->first_depth + 1) + depth - o->first_depth;
	return (struct bench_series){
		.run = run, .heuristic = o->specs[number]->name, .pool = pool, .depth = depth, .n = run->cubes.n,
		.first_item = n_before * run->cubes.n,
	};
}

/* All depths of one heuristic; false if an instance is missing at the end. */
static bool run_heuristic(struct bench_run *run, unsigned number)
{
	const struct bench_options *const o = run->options;
	const struct heuristic *const h = &run->heuristics[number];
	struct pool *const pool = bench_create_pool(run, h, o->n_threads);
	double generated[SEARCH_MAX_LENGTH] = {0};
	/* In QTM one iteration follows another two moves later. */
	const unsigned step = o->metric == METRIC_QTM ? 2 : 1;
	bool is_complete = true;
	for (unsigned depth = o->first_depth; depth <= o->last_depth && run->exit_status == EXIT_SOLVED; depth++) {
		struct bench_sums sums;
		const uint64_t n_wanted = bench_measure(series_of(run, number, pool, depth), &sums);
		is_complete = is_complete && sums.generated.n == n_wanted;
		if (sums.generated.n == 0)
			continue;
		generated[depth] = sums.generated.mean;
		add_row(run->table, h, depth, &sums, depth >= step ? generated[depth - step] : 0);
	}
	if (pool != NULL)
		pool_destroy(pool);
	return is_complete;
}

/* All heuristics, or what a shard has of them. */
static void run_heuristics(struct bench_run *run)
{
	bool is_complete = true;
	for (unsigned i = 0; i < run->n_open && run->exit_status == EXIT_SOLVED; i++) {
		bench_share_time(run, run->n_open - i);
		is_complete &= run_heuristic(run, i);
	}
	if (!is_complete && run->shard == NULL && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
}

/* ---- --pair A,B: two heuristics at the same cubes, which vary far more than the heuristics do ---- */

static const char *const pair_columns[] = {
	"depth", "instances", "generated_a", "generated_b", "nodes_ratio", "nodes_low", "nodes_high", "seconds_ratio", "seconds_low",
	"seconds_high",
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

static void add_pair(struct table *table, unsigned depth, const struct both *both, size_t n)
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
	struct bench_series series[2] = {series_of(run, 0, pool[0], depth), series_of(run, 1, pool[1], depth)};
	const bool is_begun = bench_series_begin(&series[0]) && bench_series_begin(&series[1]);
	for (uint64_t i = 0; is_begun && i < 2 * run->cubes.n && bench_may_go_on(run); i++)
		bench_series_measure(&series[(i ^ i >> 1) & 1], i / 2,
		                     2 * (depth - run->options->first_depth) * run->cubes.n + i);
	bench_series_end(&series[0]);
	bench_series_end(&series[1]);
	return series[0].sums.generated.n == series[0].n_wanted && series[1].sums.generated.n == series[1].n_wanted;
}

static void run_pair(struct bench_run *run)
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
			add_pair(run->table, depth, both, n);
		free(both);
	}
	for (unsigned i = 0; i < 2; i++)
		if (pool[i] != NULL)
			pool_destroy(pool[i]);
	if (!is_complete && run->shard == NULL && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
}

/* ---- the measurement ---- */

/* What pieces of one record have in common, and what is only noted. */
static json_t *describe(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	json_t *const names = bench_describe_specs(run), *const kernels_used = json_object();
	for (unsigned i = 0; i < run->n_open; i++)
		json_object_set_new(kernels_used, o->specs[i]->name, json_string(kernel_best(&run->heuristics[i])->name));
	json_object_set_new(run->about, "kernels", kernels_used);
	json_t *const parameters = json_pack("{s:s, s:s}", "bench", "depth", "metric", metric_name[o->metric]);
	if (run->cubes.n == 0)
		json_object_set_new(parameters, "seed", json_integer((json_int_t)o->seed));
	else
		json_object_set_new(parameters, "cubes", json_pack("{s:i, s:o}", "n", (int)run->cubes.n, "checksum",
		                                                   bench_checksum_text(bench_cubes_checksum(run))));
	json_object_set_new(parameters, "heuristics", names);
	json_object_set(parameters, "threads", json_object_get(run->about, "threads"));
	return parameters;
}

static void run_depth(struct bench_run *run)
{
	struct bench_options *const o = run->options;
	bench_read_lists(run);
	if (o->n_instances == 0)
		o->n_instances = DEFAULT_INSTANCES;
	bench_open_all(run);
	if (run->exit_status != EXIT_SOLVED || !bench_begin(run, describe(run), o->is_paired ? pair_columns : columns))
		return;
	if (run->cubes.n == 0)
		bench_draw(run, o->n_instances);
	if (run->exit_status == EXIT_SOLVED)
		bench_measure_items(run, o->is_paired ? "bench-pair" : "bench-depth",
		                    o->n_specs * (o->last_depth - o->first_depth + 1ull) * run->cubes.n,
		                    o->is_paired ? run_pair : run_heuristics);
	bench_print(run, true);
}

const struct measurement bench_depth = {
	.name = "depth", .summary = "nodes and seconds of complete iterations, by heuristic and depth", .user = BENCH_DEPTH,
	.run = run_depth,
	.heuristics = "korf", .defaults = {.seed = 1, .first_depth = 6, .last_depth = 11},
	.usage = "[FILE...]\n\n"
	         "Search random states, or the cubes of all FILEs, completely to a fixed depth, whether or not there are solutions, and\n"
	         "report means over the states and their standard errors: generated nodes (the root and all children of expanded nodes,\n"
	         "as Korf, Reid & Edelkamp 2001 count), expanded nodes, lookups, seconds.  In QTM a depth is measured on the states of\n"
	         "its parity.  The counts are the same for any number of threads.\n"
	         "With --pair A,B the ratios of B to A over the same states, with their 95 % confidence intervals.",
};
