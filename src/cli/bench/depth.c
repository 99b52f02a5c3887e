/* superflip bench depth: nodes and seconds of complete iterations, by heuristic and depth. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "search/kernel.h"

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

struct bench_series bench_depth_series(struct bench_run *run, unsigned number, struct pool *pool, unsigned depth)
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
		const uint64_t n_wanted = bench_measure(bench_depth_series(run, number, pool, depth), &sums);
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
	if (bench_counts_states(o)) {
		bench_count_states(run);
		return;
	}
	bench_read_lists(run);
	if (o->n_instances == 0)
		o->n_instances = DEFAULT_INSTANCES;
	bench_open_all(run);
	if (run->exit_status != EXIT_SOLVED || !bench_begin(run, describe(run), o->is_paired ? bench_pair_columns : columns))
		return;
	if (run->cubes.n == 0)
		bench_draw(run, o->n_instances);
	if (run->exit_status == EXIT_SOLVED)
		bench_measure_items(run, "bench-depth", o->n_specs * (o->last_depth - o->first_depth + 1ull) * run->cubes.n,
		                    o->is_paired ? bench_pair : run_heuristics);
	bench_print(run, true);
}

const struct measurement bench_depth = {
	.name = "depth", .summary = "nodes and seconds of complete iterations, by heuristic and depth", .user = BENCH_DEPTH, .run = run_depth,
	.heuristics = "korf", .defaults = {.seed = 1, .first_depth = 6, .last_depth = 11},
	.usage = "[FILE...]\n\n"
	         "Search random states, or the cubes of all FILEs, completely to a fixed depth, whether or not there are solutions, and\n"
	         "report means over the states and their standard errors: generated nodes (the root and all children of expanded nodes,\n"
	         "as Korf, Reid & Edelkamp 2001 count), expanded nodes, lookups, seconds.  In QTM a depth is measured on the states of\n"
	         "its parity.  The counts are the same for any number of threads.\n"
	         "With --pair A,B the ratios of B to A over the same states, with their 95 % confidence intervals.\n\n"
	         "With --moves, all states that the turns make of the solved cube are counted instead, by the least cost of solving them.",
};
