/* Complete iterations over the cubes of a run: what bench depth and bench predict have in common. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "cli/shard_log.h"
#include "search/iteration.h"

#include <inttypes.h>
#include <stdlib.h>

/* Each further move multiplies the nodes by this (Korf 1997); for estimates of time only. */
static const double branching = 13.35;

/* What the progress line tells while cubes are searched. */
struct watch {
	struct bench_run *run;
	const char *heuristic;
	unsigned depth;
	uint64_t n_done, n;
	double seconds;              /* of those done in this run */
	uint64_t n_timed;
};

static void show_progress(struct watch *w, uint64_t n_generated)
{
	char left[WORDS_BYTES + 32] = "", text[WORDS_BYTES], nodes[WORDS_BYTES];
	if (w->n_timed > 0) {
		double n_left = (double)(w->n - w->n_done), scale = 1;
		for (unsigned depth = w->depth; depth < w->run->options->last_depth; depth++)
			n_left += (scale *= branching) * (double)w->n;
		snprintf(left, sizeof left, ", about %s left for it", words_duration(w->seconds / (double)w->n_timed * n_left, text));
	}
	bench_show(w->run, "%s depth %u: instance %" PRIu64 " of %" PRIu64 "%s, %s nodes", w->heuristic, w->depth, w->n_done + 1, w->n, left,
	           words_large((double)n_generated, nodes));
}

static bool tick(void *context, uint64_t n_generated)
{
	struct watch *const w = context;
	show_progress(w, n_generated);
	return bench_may_go_on(w->run);
}

enum search_outcome bench_iterate(struct bench_run *run, struct pool *pool, const struct cube *c, unsigned depth,
                                  struct search_iteration *out)
{
	struct watch watch = {.run = run, .heuristic = "search", .depth = depth, .n = 1};
	const enum search_outcome outcome = iteration_run(pool, c, depth, tick, &watch, out);
	bench_fail_search(run, outcome);
	return outcome;
}

void bench_add(struct bench_sums *sums, uint64_t n_generated, uint64_t n_expanded, uint64_t n_lookups, double seconds)
{
	sample_add(&sums->generated, (double)n_generated);
	sample_add(&sums->expanded, (double)n_expanded);
	sample_add(&sums->lookups, (double)n_lookups);
	sample_add(&sums->seconds, seconds);
}

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double bench_median(double *values, size_t n)
{
	qsort(values, n, sizeof *values, compare_doubles);
	return n > 0 ? (values[(n - 1) / 2] + values[n / 2]) / 2 : NAN;
}

/* What the record already has of a heuristic and a depth; is_done[i] is set for each cube below n. */
static void read_record(json_t *lines, const char *heuristic, unsigned depth, uint64_t n, bool *is_done, struct bench_sums *out)
{
	size_t i;
	json_t *line;
	json_array_foreach(lines, i, line) {
		const uint64_t instance = bench_count_in(line, "instance");
		if (!bench_text_is(line, "heuristic", heuristic) || bench_count_in(line, "depth") != depth || instance >= n || is_done[instance])
			continue;
		is_done[instance] = true;
		bench_add(out, bench_count_in(line, "generated"), bench_count_in(line, "expanded"), bench_count_in(line, "lookups"),
		          bench_real_in(line, "seconds"));
	}
}

static json_t *line_of(const char *heuristic, uint64_t instance, const struct search_iteration *it)
{
	return json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:f}", "heuristic", heuristic, "depth", (int)it->threshold,
	                 "instance", (json_int_t)instance, "generated", (json_int_t)it->n_generated,
	                 "expanded", (json_int_t)it->n_expanded, "lookups", (json_int_t)it->n_lookups,
	                 "solutions", (json_int_t)it->n_solutions, "seconds", it->seconds);
}

static void measure_one(struct watch *w, struct pool *pool, uint64_t instance, uint64_t item, struct bench_sums *out)
{
	struct search_iteration it;
	struct bench_run *const run = w->run;
	const enum search_outcome outcome = iteration_run(pool, &run->cubes.cube[instance], w->depth, tick, w, &it);
	bench_fail_search(run, outcome);
	if (outcome != SEARCH_SOLVED)
		return;
	json_t *const line = line_of(w->heuristic, instance, &it);
	if (run->shard != NULL)
		run->exit_status = shard_log_add_line(run->shard, item, 0, line);
	else
		bench_append(run, line);
	bench_add(out, it.n_generated, it.n_expanded, it.n_lookups, it.seconds);
	w->seconds += it.seconds;
	w->n_timed++;
	w->n_done++;
	show_progress(w, 0);
}

static bool has_iteration(const struct bench_run *run, uint64_t instance, unsigned depth)
{
	const bool has_parity = run->options->goal == NULL || goal_fixes_parity(&run->options->cover.goal.goal);
	return !has_parity || iteration_exists(run->options->metric, &run->cubes.cube[instance], depth);
}

/* Whether a cube is to be searched; one that has no such iteration is done at once. */
static bool wants(struct bench_run *run, uint64_t instance, uint64_t item, unsigned depth)
{
	const bool is_wanted = run->shard == NULL || shard_log_wants(run->shard, item);
	if (has_iteration(run, instance, depth))
		return is_wanted;
	if (is_wanted && run->shard != NULL)
		run->exit_status = shard_log_add_text(run->shard, item, 0, "");
	return false;
}

uint64_t bench_measure(struct bench_run *run, const char *heuristic, struct pool *pool, unsigned depth, uint64_t n, uint64_t first_item,
                       struct bench_sums *out)
{
	*out = (struct bench_sums){0};
	bool *const is_done = calloc(n, sizeof *is_done);
	if (is_done == NULL) {
		bench_fail_memory(run);
		return 0;
	}
	struct watch watch = {.run = run, .heuristic = heuristic, .depth = depth};
	read_record(run->log.lines, heuristic, depth, n, is_done, out);
	for (uint64_t i = 0; i < n; i++)
		watch.n += has_iteration(run, i, depth);
	watch.n_done = out->generated.n;
	for (uint64_t i = 0; i < n && pool != NULL && bench_may_go_on(run); i++)
		if (!is_done[i] && wants(run, i, first_item + i, depth))
			measure_one(&watch, pool, i, first_item + i, out);
	bench_hide_progress(run);
	free(is_done);
	return watch.n;
}
