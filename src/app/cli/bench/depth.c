/* superflip bench depth: nodes and seconds of complete iterations, by heuristic and depth. */
#include "cli/bench/bench.h"

#include "cli/cli.h"
#include "search/iteration.h"
#include "search/kernel.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { DEFAULT_INSTANCES = 100 };

/* One heuristic at one depth: complete iterations over the first cubes of a run. */
struct series {
	struct bench_run *run;
	const char *heuristic;
	struct pool *pool;                   /* of this heuristic; NULL: only read the record */
	unsigned depth;
	uint64_t n;                          /* cubes */
	/* From here on zero at first. */
	bool *is_done;                       /* by cube; owned between begin and end */
	struct bench_sums sums;              /* what is known of them now */
	uint64_t n_wanted;                   /* how many have an iteration of this depth */
	double seconds;                      /* of those measured in this run */
	uint64_t n_timed;
};

/* Each further move multiplies the nodes by this (Korf 1997); for estimates of time only. */
static const double branching = 13.35;

static void show_progress(struct series *w, uint64_t n_generated)
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
	struct series *const w = context;
	show_progress(w, n_generated);
	return bench_may_go_on(w->run);
}

enum search_outcome bench_iterate(struct bench_run *run, struct pool *pool, const struct cube *c, unsigned depth,
                                  superflip_iteration *out)
{
	struct series watch = {.run = run, .heuristic = "search", .depth = depth, .n_wanted = 1};
	const enum search_outcome outcome = iteration_run(pool, c, depth, tick, &watch, out);
	bench_fail_search(run, outcome);
	return outcome;
}

void bench_add_line(struct bench_sums *sums, json_t *line)
{
	sample_add(&sums->generated, bench_real_in(line, "generated"));
	sample_add(&sums->expanded, bench_real_in(line, "expanded"));
	sample_add(&sums->lookups, bench_real_in(line, "lookups"));
	sample_add(&sums->seconds, bench_real_in(line, "seconds"));
}

static bool has_iteration(const struct bench_run *run, uint64_t instance, unsigned depth)
{
	const bool has_parity = run->options->goal == NULL || goal_fixes_parity(&run->options->cover.goal.goal);
	return !has_parity || iteration_exists(run->options->metric, &run->cubes[instance], depth);
}

/* Take over what the record has. */
static void series_begin(struct series *s)
{
	size_t at;
	json_t *line;
	if ((s->is_done = calloc(s->n, sizeof *s->is_done)) == NULL) {
		bench_fail_memory(s->run);
		return;
	}
	json_array_foreach(s->run->pieces.log.lines, at, line) {
		const uint64_t instance = bench_count_in(line, "instance");
		if (!bench_text_is(line, "heuristic", s->heuristic) || bench_count_in(line, "depth") != s->depth
		    || instance >= s->n
		    || s->is_done[instance])
			continue;
		s->is_done[instance] = true;
		bench_add_line(&s->sums, line);
	}
	for (uint64_t i = 0; i < s->n; i++)
		s->n_wanted += has_iteration(s->run, i, s->depth);
}

/* Measure one cube, unless the record has it or the shard does not want it.
 * @param item  its number in the order in which a run measures: shards are written in it */
static void series_measure(struct series *s, uint64_t instance, uint64_t item)
{
	superflip_iteration it;
	struct bench_run *const run = s->run;
	if (s->pool == NULL || s->is_done[instance] || bench_skips(run, item))
		return;
	if (!has_iteration(run, instance, s->depth)) {  /* done at once */
		bench_add(run, json_array());
		return;
	}
	const enum search_outcome outcome = iteration_run(s->pool, &run->cubes[instance], s->depth, tick, s,
	                                                  &it);
	bench_fail_search(run, outcome);
	if (outcome != SEARCH_SOLVED)
		return;
	json_t *const lines = json_pack("[{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:f}]", "heuristic",
	                                s->heuristic, "depth", it.threshold, "instance",
	                                (json_int_t)instance, "generated", (json_int_t)it.n_generated,
	                                "expanded", (json_int_t)it.n_expanded, "lookups",
	                                (json_int_t)it.n_lookups, "solutions", (json_int_t)it.n_solutions,
	                                "seconds", it.seconds);
	bench_add_line(&s->sums, json_array_get(lines, 0));
	bench_add(run, lines);
	s->seconds += it.seconds;
	s->n_timed++;
	show_progress(s, 0);
}

static const char columns[] =
	"heuristic,bytes,depth,instances,generated,generated_error,expanded,expanded_error,lookups,seconds,"
	"seconds_error,nodes_per_second,branching";

/* ---- --pair A,B: two heuristics at the same cubes, which vary far more than the heuristics do ---- */

static const char pair_columns[] =
	"depth,instances,generated_a,generated_b,nodes_ratio,nodes_low,nodes_high,seconds_ratio,seconds_low,"
	"seconds_high,fewer_nodes";

enum measured { GENERATED, SECONDS, N_MEASURED };

/* What was measured of a cube, with A and with B. */
struct both {
	double value[N_MEASURED][2];
	bool is_known[2];
};

struct ratio {
	double mean[2], of_means, low, high;
};

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

/* The record's pairs at a depth that both have. */
static void add_pair(struct bench_run *run, unsigned depth)
{
	struct both *const both = calloc(run->n_cubes, sizeof *both);
	size_t i, n = 0, n_fewer = 0;
	json_t *line;
	if (both == NULL) {
		bench_fail_memory(run);
		return;
	}
	json_array_foreach(run->pieces.log.lines, i, line) {
		const uint64_t instance = bench_count_in(line, "instance");
		const bool is_b = bench_text_is(line, "heuristic", run->options->specs[1]->name);
		if (bench_count_in(line, "depth") != depth || instance >= run->n_cubes)
			continue;
		both[instance].value[GENERATED][is_b] = bench_real_in(line, "generated");
		both[instance].value[SECONDS][is_b] = bench_real_in(line, "seconds");
		both[instance].is_known[is_b] = true;
	}
	for (i = 0; i < run->n_cubes; i++)
		if (both[i].is_known[0] && both[i].is_known[1]) {
			n_fewer += both[i].value[GENERATED][1] < both[i].value[GENERATED][0];
			both[n++] = both[i];
		}
	const struct ratio nodes = ratio_of(both, n, GENERATED), seconds = ratio_of(both, n, SECONDS);
	if (n > 0)
		TABLE_ROW(run->table, cell_count(depth), cell_count(n), cell_real(nodes.mean[0], 1),
		          cell_real(nodes.mean[1], 1),
		          cell_real(nodes.of_means, 4), cell_real(nodes.low, 4), cell_real(nodes.high, 4), cell_real(seconds.of_means, 4),
		          cell_real(seconds.low, 4), cell_real(seconds.high, 4), cell_real((double)n_fewer / (double)n, 3));
	free(both);
}

/* ---- the measurement ---- */

/* Measure a heuristic, or two, at one depth, and add a row.
 * @param before  the mean of generated nodes at each depth before, and then at this one
 * @return false if an instance is missing at the end */
static bool measure_depth(struct bench_run *run, unsigned first, unsigned n_heuristics,
                          struct pool *const *pool, unsigned depth,
                          double *before)
{
	const struct bench_options *const o = run->options;
	/* In QTM one iteration follows another two moves later. */
	const unsigned step = o->metric == METRIC_QTM ? 2 : 1;
	struct series series[2];
	const struct bench_sums *const sums = &series[0].sums;
	const uint64_t n_before = first * (o->last_depth - o->first_depth + 1) + n_heuristics * (depth - o->first_depth);
	const uint64_t first_item = n_before * run->n_cubes;
	bool is_complete = true;
	for (unsigned i = 0; i < n_heuristics; i++) {
		series[i] = (struct series){
			.run = run, .heuristic = o->specs[first + i]->name, .pool = pool[i], .depth = depth,
			.n = run->n_cubes,
		};
		series_begin(&series[i]);
	}
	/* Cube by cube, so that both meet the same moods of the machine; B begins at every other cube. */
	for (uint64_t i = 0; i < n_heuristics * run->n_cubes && bench_may_go_on(run); i++)
		series_measure(&series[n_heuristics > 1 ? (i ^ i >> 1) & 1 : 0], i / n_heuristics, first_item + i);
	for (unsigned i = 0; i < n_heuristics; i++) {
		free(series[i].is_done);
		is_complete &= series[i].sums.generated.n == series[i].n_wanted;
	}
	bench_hide_progress(run);
	if (n_heuristics > 1)
		add_pair(run, depth);
	else if (sums->generated.n > 0) {
		const struct heuristic *const h = &run->heuristics[first];
		const double generated = before[depth] = sums->generated.mean, seconds = sums->seconds.mean;
		const double shallower = depth >= step ? before[depth - step] : 0;
		uint64_t size_bytes = 0;
		for (unsigned i = 0; i < h->spec->n_tables; i++)
			size_bytes += h->table[i].size_bytes;
		TABLE_ROW(run->table, cell_text(h->spec->name), cell_count(size_bytes), cell_count(depth),
		          cell_count(sums->generated.n), BENCH_MEAN(sums->generated, 1),
		          BENCH_MEAN(sums->expanded, 1), cell_real(sums->lookups.mean, 1),
		          BENCH_MEAN(sums->seconds, 6), cell_real(generated / seconds, 0),
		          cell_real(generated / shallower, 3));
	}
	return is_complete;
}

/* All heuristics, or what a shard has of them; those of --pair together. */
static void run_heuristics(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	const unsigned n_together = o->is_paired ? 2 : 1;
	bool is_complete = true;
	for (unsigned i = 0; i < run->n_open && run->exit_status == EXIT_SOLVED; i += n_together) {
		struct pool *pool[2] = {NULL};
		double generated[SEARCH_MAX_LENGTH] = {0};
		bench_share_time(run, (run->n_open - i) / n_together);
		for (unsigned k = 0; k < n_together; k++)
			pool[k] = bench_create_pool(run, &run->heuristics[i + k], o->n_threads);
		for (unsigned depth = o->first_depth; depth <= o->last_depth && run->exit_status == EXIT_SOLVED; depth++)
			is_complete &= measure_depth(run, i, n_together, pool, depth, generated);
		for (unsigned k = 0; k < n_together; k++)
			pool_destroy(pool[k]);
	}
	if (!is_complete && !run->pieces.is_shard && run->exit_status == EXIT_SOLVED)
		run->exit_status = EXIT_NOT_SOLVED;
}

static void run_depth(struct bench_run *run)
{
	struct bench_options *const o = run->options;
	bench_read_lists(run);
	if (o->n_instances == 0)
		o->n_instances = DEFAULT_INSTANCES;
	bench_open_all(run);
	if (run->exit_status != EXIT_SOLVED)
		return;
	json_t *const names = bench_describe_specs(run), *const kernels_used = json_object();
	for (unsigned i = 0; i < run->n_open; i++)
		json_object_set_new(kernels_used, o->specs[i]->name, json_string(kernel_best(&run->heuristics[i])->name));
	json_object_set_new(run->about, "kernels", kernels_used);
	json_t *const parameters = json_pack(
		"{s:s, s:s, s:o*, s:o*, s:o, s:O}", "bench", "depth", "metric", metric_name[o->metric],
		"seed", run->n_cubes == 0 ? json_integer((json_int_t)o->seed) : NULL,
		"cubes", run->n_cubes > 0 ? json_pack("{s:i, s:o}", "n", (int)run->n_cubes, "checksum",
		                                      bench_cubes_checksum(run)) : NULL,
		"heuristics", names, "threads", json_object_get(run->about, "threads"));
	if (run->n_cubes == 0)
		bench_draw(run, o->n_instances);
	if (!bench_begin(run, parameters, o->is_paired ? pair_columns : columns,
	                 o->is_paired ? "bench-pair" : "bench-depth",
	                 o->n_specs * (o->last_depth - o->first_depth + 1ull) * run->n_cubes))
		return;
	if (!run->pieces.shard.is_complete)
		run_heuristics(run);
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
