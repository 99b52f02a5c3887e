/* Complete iterations over the cubes of a run: what bench depth measures. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "cli/output.h"
#include "search/iteration.h"

#include <inttypes.h>
#include <stdlib.h>

/* Each further move multiplies the nodes by this (Korf 1997); for estimates of time only. */
static const double branching = 13.35;

static void show_progress(struct bench_series *w, uint64_t n_generated)
{
	char left[WORDS_BYTES + 32] = "", text[WORDS_BYTES], nodes[WORDS_BYTES];
	if (w->n_timed > 0) {
		double n_left = (double)(w->n_wanted - w->sums.generated.n), scale = 1;
		for (unsigned depth = w->depth; depth < w->run->options->last_depth; depth++)
			n_left += (scale *= branching) * (double)w->n_wanted;
		snprintf(left, sizeof left, ", about %s left for it", words_duration(w->seconds / (double)w->n_timed * n_left, text));
	}
	bench_show(w->run, "%s depth %u: instance %" PRIu64 " of %" PRIu64 "%s, %s nodes", w->heuristic, w->depth, w->sums.generated.n + 1,
	           w->n_wanted, left, words_large((double)n_generated, nodes));
}

static bool tick(void *context, uint64_t n_generated)
{
	struct bench_series *const w = context;
	show_progress(w, n_generated);
	return bench_may_go_on(w->run);
}

enum search_outcome bench_iterate(struct bench_run *run, struct pool *pool, const struct cube *c, unsigned depth,
                                  struct search_iteration *out)
{
	struct bench_series watch = {.run = run, .heuristic = "search", .depth = depth, .n_wanted = 1};
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
		if (!bench_text_is(line, "heuristic", heuristic) || bench_count_in(line, "depth") != depth || instance >= n
		    || is_done[instance])
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

static void measure_one(struct bench_series *s, uint64_t instance)
{
	struct search_iteration it;
	struct bench_run *const run = s->run;
	const enum search_outcome outcome = iteration_run(s->pool, &run->cubes.cube[instance], s->depth, tick, s, &it);
	bench_fail_search(run, outcome);
	if (outcome != SEARCH_SOLVED)
		return;
	json_t *const line = line_of(s->heuristic, instance, &it);
	if (run->shard != NULL)
		run->exit_status = output_end_line(run->shard, 0, line);
	else
		bench_append(run, line);
	bench_add(&s->sums, it.n_generated, it.n_expanded, it.n_lookups, it.seconds);
	s->seconds += it.seconds;
	s->n_timed++;
	show_progress(s, 0);
}

static bool has_iteration(const struct bench_run *run, uint64_t instance, unsigned depth)
{
	const bool has_parity = run->options->goal == NULL || goal_fixes_parity(&run->options->cover.goal.goal);
	return !has_parity || iteration_exists(run->options->metric, &run->cubes.cube[instance], depth);
}

/* Whether a cube is to be searched; one that has no such iteration is done at once. */
static bool wants(struct bench_run *run, uint64_t instance, uint64_t item, unsigned depth)
{
	const bool is_wanted = run->shard == NULL || output_wants(run->shard, item);
	if (has_iteration(run, instance, depth))
		return is_wanted;
	if (is_wanted && run->shard != NULL)
		run->exit_status = output_end_item(run->shard, 0);
	return false;
}

bool bench_series_begin(struct bench_series *s)
{
	if ((s->is_done = calloc(s->n, sizeof *s->is_done)) == NULL) {
		bench_fail_memory(s->run);
		return false;
	}
	read_record(s->run->log.lines, s->heuristic, s->depth, s->n, s->is_done, &s->sums);
	for (uint64_t i = 0; i < s->n; i++)
		s->n_wanted += has_iteration(s->run, i, s->depth);
	return true;
}

void bench_series_measure(struct bench_series *s, uint64_t instance, uint64_t item)
{
	if (s->pool != NULL && !s->is_done[instance] && wants(s->run, instance, item, s->depth))
		measure_one(s, instance);
}

void bench_series_end(struct bench_series *s)
{
	bench_hide_progress(s->run);
	free(s->is_done);
}

uint64_t bench_measure(struct bench_series s, struct bench_sums *out)
{
	if (bench_series_begin(&s)) {
		for (uint64_t i = 0; i < s.n && bench_may_go_on(s.run); i++)
			bench_series_measure(&s, i, s.first_item + i);
		bench_series_end(&s);
	}
	*out = s.sums;
	return s.n_wanted;
}
