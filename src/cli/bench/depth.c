/* superflip bench depth: nodes and seconds of complete iterations, by heuristic and depth. */
#include "cli/bench/bench.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "pdb/file.h"
#include "search/kernel.h"

#include <inttypes.h>
#include <stdlib.h>

static const char usage[] =
	"[FILE...]\n\n"
	"Search random states, or the cubes of all FILEs, completely to a fixed depth, whether or not there are solutions, and\n"
	"report means over the states and their standard errors: generated nodes (the root and all children of expanded nodes,\n"
	"as Korf, Reid & Edelkamp 2001 count), expanded nodes, lookups, seconds.  In QTM a depth is measured on the states of\n"
	"its parity.  The counts are the same for any number of threads.";

enum { DEFAULT_INSTANCES = 100 };

static const char *const columns[] = {
	"heuristic", "bytes", "depth", "instances", "generated", "generated_error", "expanded", "expanded_error", "lookups", "seconds",
	"seconds_error", "nodes_per_second", "branching", NULL,
};

/* `before` is the mean of generated nodes one iteration earlier; 0 if it was not measured. */
static void add_row(struct table *table, const struct heuristic *h, unsigned depth, const struct bench_depth_result *r,
                    double before)
{
	uint64_t size_bytes = 0;
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		size_bytes += h->table[i].size_bytes;
	TABLE_ROW(table, cell_text(h->spec->name), cell_count(size_bytes), cell_count(depth), cell_count(r->generated.n),
	          cell_real(r->generated.mean, 1), cell_real(sample_standard_error(&r->generated), 1), cell_real(r->expanded.mean, 1),
	          cell_real(sample_standard_error(&r->expanded), 1), cell_real(r->lookups.mean, 1), cell_real(r->seconds.mean, 6),
	          cell_real(sample_standard_error(&r->seconds), 6),
	          cell_real(r->seconds.mean > 0 ? r->generated.mean / r->seconds.mean : NAN, 0),
	          cell_real(before > 0 ? r->generated.mean / before : NAN, 3));
}

/* All depths of one heuristic; false if an instance is missing at the end. */
static bool run_heuristic(struct bench_run *run, const struct heuristic *h, unsigned number)
{
	const struct bench_options *const o = run->options;
	struct pool *const pool = pool_create(h, o->n_threads);
	if (pool == NULL) {
		run->exit_status = bench_fail_memory();
		return false;
	}
	double generated[SEARCH_MAX_LENGTH] = {0};
	/* In QTM one iteration follows another two moves later. */
	const unsigned step = o->metric == METRIC_QTM ? 2 : 1;
	bool is_complete = true;
	for (unsigned depth = o->first_depth; depth <= o->last_depth && run->exit_status == EXIT_SOLVED; depth++) {
		struct bench_depth_result result;
		const unsigned n_before = number * (o->last_depth - o->first_depth + 1) + depth - o->first_depth;
		bench_measure(run, h->spec->name, pool, depth, run->instances.n, n_before * run->instances.n, o->last_depth - depth, &result);
		is_complete = is_complete && result.generated.n == result.n_wanted;
		if (result.generated.n == 0)
			continue;
		generated[depth] = result.generated.mean;
		add_row(run->table, h, depth, &result, depth >= step ? generated[depth - step] : 0);
	}
	pool_destroy(pool);
	return is_complete;
}

static int open_all(const struct bench_options *o, struct heuristic *heuristics)
{
	for (unsigned i = 0; i < o->n_specs; i++) {
		const int status = bench_open(o, o->specs[i], &heuristics[i]);
		if (status == EXIT_SOLVED)
			continue;
		while (i-- > 0)
			heuristic_close(&heuristics[i]);
		return status;
	}
	return EXIT_SOLVED;
}

/* What pieces of one record have in common, and what is only noted. */
static json_t *describe(const struct bench_options *o, const struct heuristic *heuristics, const struct bench_cubes *cubes,
                        json_t *about)
{
	json_t *const names = json_array(), *const kernels_used = json_object();
	for (unsigned i = 0; i < o->n_specs; i++) {
		json_array_append_new(names, json_string(o->specs[i]->name));
		json_object_set_new(kernels_used, o->specs[i]->name, json_string(kernel_best(&heuristics[i])->name));
		bench_describe_tables(o, o->specs[i], about);
	}
	json_object_set_new(about, "kernels", kernels_used);
	json_t *const parameters = json_pack("{s:s, s:s}", "bench", "depth", "metric", metric_name[o->metric]);
	char checksum[20];
	snprintf(checksum, sizeof checksum, "%016" PRIx64, cubes->n > 0 ? pdb_checksum(cubes->cube, cubes->n * sizeof *cubes->cube) : 0);
	if (cubes->n == 0)
		json_object_set_new(parameters, "seed", json_integer((json_int_t)o->seed));
	else
		json_object_set_new(parameters, "cubes", json_pack("{s:i, s:s}", "n", (int)cubes->n, "checksum", checksum));
	json_object_set_new(parameters, "heuristics", names);
	json_object_set(parameters, "threads", json_object_get(about, "threads"));
	return parameters;
}

/* The cubes of the lists, which are handed over, or random ones. */
static bool take_instances(const struct bench_options *o, struct bench_cubes *cubes, struct bench_instances *out)
{
	if (cubes->n == 0)
		return bench_draw_instances(o->seed, o->n_instances, out);
	*out = (struct bench_instances){cubes->cube, cubes->n};
	*cubes = (struct bench_cubes){0};
	return true;
}

/* All heuristics, or what a shard has of them. */
static void run_heuristics(struct bench_run *run, void *context)
{
	const struct bench_options *const o = run->options;
	const struct heuristic *const heuristics = context;
	bool is_complete = true;
	for (unsigned i = 0; i < o->n_specs && run->exit_status == EXIT_SOLVED; i++) {
		bench_share_time(run, o->n_specs - i);
		is_complete &= run_heuristic(run, &heuristics[i], i);
	}
	if (!is_complete && run->shard == NULL && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
}

static int run_all(const struct bench_options *o, struct heuristic *heuristics, struct bench_cubes *cubes)
{
	struct bench_run run;
	json_t *const about = bench_about(o);
	int status = bench_begin(&run, o, describe(o, heuristics, cubes, about), about, columns);
	if (status == EXIT_SOLVED && !take_instances(o, cubes, &run.instances))
		status = run.exit_status = bench_fail_memory();
	const uint64_t n = run.instances.n;
	if (status == EXIT_SOLVED && o->shard.n != 0)
		run.exit_status = bench_shard(&run, "bench-depth", o->n_specs * (o->last_depth - o->first_depth + 1ull) * n,
		                              pdb_checksum(run.instances.cubes, n * sizeof *run.instances.cubes), run_heuristics, heuristics);
	else if (status == EXIT_SOLVED)
		run_heuristics(&run, heuristics);
	return bench_end(&run, true);
}

int bench_depth(int argc, char **argv)
{
	struct bench_options o = {.seed = 1, .first_depth = 6, .last_depth = 11};
	int status;
	const int first = bench_options_read(argc, argv, BENCH_DEPTH, usage, &o, &status);
	if (first < 0)
		return status;
	if (o.n_specs == 0 && !bench_add_specs(&o, "korf"))
		return EXIT_USAGE;
	struct heuristic heuristics[BENCH_MAX_HEURISTICS];
	struct bench_cubes cubes = {0};
	status = bench_read_lists(&o, argc - first, argv + first, &cubes);
	if (o.n_instances == 0)
		o.n_instances = DEFAULT_INSTANCES;
	if (status == EXIT_SOLVED)
		status = open_all(&o, heuristics);
	if (status != EXIT_SOLVED) {
		free(cubes.cube);
		return status;
	}
	status = run_all(&o, heuristics, &cubes);
	free(cubes.cube);
	for (unsigned i = 0; i < o.n_specs; i++)
		heuristic_close(&heuristics[i]);
	return status;
}
