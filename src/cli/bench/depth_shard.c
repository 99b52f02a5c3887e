/* superflip bench depth --shard K/N: an item is one instance searched to one depth with one heuristic. */
#include "cli/bench/depth.h"

#include "cli/bench/shard.h"
#include "cli/cli.h"
#include "pdb/file.h"
#include "search/iteration.h"

struct position {
	unsigned spec, depth;
	uint64_t instance;
};

static struct position position_of(const struct bench_run *run, uint64_t item)
{
	const struct bench_options *const o = run->options;
	const uint64_t n = run->instances.n;
	const uint64_t n_depths = o->last_depth - o->first_depth + 1;
	return (struct position){
		.spec = (unsigned)(item / n / n_depths),
		.depth = o->first_depth + (unsigned)(item / n % n_depths),
		.instance = item % n,
	};
}

static void measure(struct bench_run *run, struct pool *pool, const struct position *p, struct shard_log *log, uint64_t item)
{
	const struct cube *const c = &run->instances.cubes[p->instance];
	struct search_iteration it;
	if (!iteration_exists(run->options->metric, c, p->depth)) {
		run->exit_status = shard_log_add_text(log, item, 0, "");
		return;
	}
	const enum search_outcome outcome = bench_iterate(run, pool, c, p->depth, &it);
	if (outcome == SEARCH_NO_MEMORY || outcome == SEARCH_BAD_TABLE)
		run->exit_status = bench_fail_search(outcome);
	else if (outcome == SEARCH_SOLVED)
		run->exit_status = shard_log_add_line(log, item, 0, bench_line_of(run->options->specs[p->spec]->name, p->instance, &it));
}

/* Items of a heuristic follow each other. */
static void measure_all(struct bench_run *run, const struct heuristic *heuristics, struct shard_log *log)
{
	struct pool *pool = NULL;
	unsigned of_spec = 0;
	for (uint64_t item = 0; item < log->about.n_items && bench_may_go_on(run); item++) {
		const struct position p = position_of(run, item);
		if (!shard_log_wants(log, item))
			continue;
		if (pool != NULL && of_spec != p.spec) {
			pool_destroy(pool);
			pool = NULL;
		}
		if (pool == NULL && (pool = pool_create(&heuristics[p.spec], run->options->n_threads)) == NULL) {
			run->exit_status = bench_fail_memory();
			break;
		}
		of_spec = p.spec;
		measure(run, pool, &p, log, item);
	}
	if (pool != NULL)
		pool_destroy(pool);
	bench_hide_progress(run);
}

int bench_depth_shard(struct bench_run *run, const struct heuristic *heuristics, json_t *parameters, json_t *about)
{
	const struct bench_options *const o = run->options;
	struct shard_log log = {
		.about = {
			.n_items = o->n_specs * (o->last_depth - o->first_depth + 1ull) * run->instances.n,
			.source = pdb_checksum(run->instances.cubes, run->instances.n * sizeof *run->instances.cubes),
		},
	};
	const int status = bench_shard_begin(o, "bench-depth", parameters, about, &log);
	if (status != EXIT_SOLVED)
		return status;
	if (!log.is_complete)
		measure_all(run, heuristics, &log);
	return shard_log_end(&log, o->is_quiet, run->exit_status);
}
