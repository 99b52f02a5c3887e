/* Complete iterations over random instances: what bench depth and bench predict have in common. */
#include "cli/bench/bench.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/shard_log.h"
#include "search/iteration.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each further move multiplies the nodes by this (Korf 1997); for estimates of time only. */
static const double branching = 13.35;

/* What the progress line tells while instances are measured. */
struct watch {
	struct bench_run *run;
	const char *heuristic;
	unsigned depth, left;
	uint64_t n_done, n;
	double seconds;              /* of the instances done in this run */
	uint64_t n_timed;
	double shown_s;
};

void bench_share_time(struct bench_run *run, unsigned n_left)
{
	const double now_s = clock_monotonic_s(), end_s = run->start_s + run->options->time_budget_s;
	run->deadline_s = run->options->time_budget_s > 0 ? now_s + (end_s - now_s) / n_left : 0;
}

static bool has_time_left(const struct bench_run *run)
{
	return run->deadline_s == 0 || clock_monotonic_s() < run->deadline_s;
}

bool bench_may_go_on(const struct bench_run *run)
{
	if (status_is_wanted())
		complain("%s: measuring for %.0f s, %zu pieces recorded", run->options->command, clock_monotonic_s() - run->start_s,
		         json_array_size(run->log.lines));
	return run->exit_status == EXIT_SOLVED && interrupted_by() == 0 && has_time_left(run);
}

void bench_hide_progress(struct bench_run *run)
{
	if (run->is_progress_shown)
		status_line_clear(stderr);
	run->is_progress_shown = false;
}

static void show_progress(struct watch *w, uint64_t n_generated)
{
	const double now_s = clock_monotonic_s();
	if (!w->run->shows_progress || now_s - w->shown_s < 0.2)
		return;
	w->shown_s = now_s;
	char left[WORDS_BYTES + 32] = "", nodes[WORDS_BYTES];
	if (w->n_timed > 0) {
		double n_left = (double)(w->n - w->n_done), scale = 1;
		for (unsigned i = 0; i < w->left; i++)
			n_left += (scale *= branching) * (double)w->n;
		char text[WORDS_BYTES];
		snprintf(left, sizeof left, ", about %s left for it", words_duration(w->seconds / (double)w->n_timed * n_left, text));
	}
	status_line_print(stderr, "%s depth %u: instance %" PRIu64 " of %" PRIu64 "%s, %s nodes", w->heuristic, w->depth, w->n_done + 1,
	                  w->n, left, words_large((double)n_generated, nodes));
	w->run->is_progress_shown = true;
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
	return iteration_run(pool, c, depth, tick, &watch, out);
}

static void add_result(struct bench_depth_result *r, uint64_t n_generated, uint64_t n_expanded, uint64_t n_lookups,
                       double seconds)
{
	sample_add(&r->generated, (double)n_generated);
	sample_add(&r->expanded, (double)n_expanded);
	sample_add(&r->lookups, (double)n_lookups);
	sample_add(&r->seconds, seconds);
}

/* What the record already has of a heuristic and a depth; is_done[i] is set for each instance below n. */
static void read_record(json_t *lines, const char *heuristic, unsigned depth, uint64_t n, bool *is_done,
                        struct bench_depth_result *out)
{
	size_t i;
	json_t *line;
	json_array_foreach(lines, i, line) {
		const char *const name = json_string_value(json_object_get(line, "heuristic"));
		const uint64_t instance = bench_count_in(line, "instance");
		if (name == NULL || strcmp(name, heuristic) != 0 || bench_count_in(line, "depth") != depth || instance >= n ||
		    is_done[instance])
			continue;
		is_done[instance] = true;
		add_result(out, bench_count_in(line, "generated"), bench_count_in(line, "expanded"), bench_count_in(line, "lookups"),
		           json_number_value(json_object_get(line, "seconds")));
	}
}

static json_t *line_of(const char *heuristic, uint64_t instance, const struct search_iteration *it)
{
	return json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:f}", "heuristic", heuristic, "depth", (int)it->threshold,
	                 "instance", (json_int_t)instance, "generated", (json_int_t)it->n_generated,
	                 "expanded", (json_int_t)it->n_expanded, "lookups", (json_int_t)it->n_lookups,
	                 "solutions", (json_int_t)it->n_solutions, "seconds", it->seconds);
}

static void measure_one(struct watch *w, struct pool *pool, uint64_t instance, uint64_t item, struct bench_depth_result *out)
{
	struct search_iteration it;
	struct bench_run *const run = w->run;
	const enum search_outcome outcome =
		iteration_run(pool, &run->instances.cubes[instance], w->depth, tick, w, &it);
	if (outcome == SEARCH_NO_MEMORY || outcome == SEARCH_BAD_TABLE)
		run->exit_status = bench_fail_search(outcome);
	if (outcome != SEARCH_SOLVED)
		return;
	json_t *const line = line_of(w->heuristic, instance, &it);
	run->exit_status = run->shard != NULL ? shard_log_add_line(run->shard, item, 0, line) : bench_append(run->options, &run->log, line);
	add_result(out, it.n_generated, it.n_expanded, it.n_lookups, it.seconds);
	w->seconds += it.seconds;
	w->n_timed++;
	w->n_done++;
	show_progress(w, 0);
}

/* Whether an instance is to be searched; one that has no such iteration is done at once. */
static bool wants(struct bench_run *run, uint64_t instance, uint64_t item, unsigned depth)
{
	const bool is_wanted = run->shard == NULL || shard_log_wants(run->shard, item);
	if (iteration_exists(run->options->metric, &run->instances.cubes[instance], depth))
		return is_wanted;
	if (is_wanted && run->shard != NULL)
		run->exit_status = shard_log_add_text(run->shard, item, 0, "");
	return false;
}

void bench_measure(struct bench_run *run, const char *heuristic, struct pool *pool, unsigned depth, uint64_t n,
                   uint64_t first_item, unsigned left, struct bench_depth_result *out)
{
	*out = (struct bench_depth_result){0};
	bool *const is_done = calloc(n, sizeof *is_done);
	if (is_done == NULL) {
		run->exit_status = bench_fail_memory();
		return;
	}
	read_record(run->log.lines, heuristic, depth, n, is_done, out);
	for (uint64_t i = 0; i < n; i++)
		out->n_wanted += iteration_exists(run->options->metric, &run->instances.cubes[i], depth);
	struct watch watch = {.run = run, .heuristic = heuristic, .depth = depth, .left = left, .n = out->n_wanted,
	                      .n_done = out->generated.n};
	for (uint64_t i = 0; i < n && pool != NULL && bench_may_go_on(run); i++)
		if (!is_done[i] && wants(run, i, first_item + i, depth))
			measure_one(&watch, pool, i, first_item + i, out);
	bench_hide_progress(run);
	free(is_done);
}
