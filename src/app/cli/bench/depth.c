/* superflip bench depth: nodes and seconds of complete iterations, by heuristic and depth. */
#include "cli/bench/bench.h"

#include "search/iteration.h"
#include "search/kernel.h"

/* One heuristic at one depth: complete iterations over the cubes of a run. */
struct series {
	const struct heuristic_spec *spec;
	json_t **lines;                      /* of the record, by cube; owned, but not the lines */
	struct bench_sums sums;              /* what is known of them now */
	uint64_t n_wanted;                   /* how many have an iteration of this depth */
};

/* Each further move multiplies the nodes by this (Korf 1997); for estimates of time only. */
static const double branching = 13.35;

static bool has_iteration(uint64_t instance, unsigned depth)
{
	return (bench.goal != NULL && !goal_fixes_parity(&bench.cover.goal.goal))
	       || iteration_exists(bench.metric, &bench.cubes[instance], depth);
}

/* Take over what the record has. */
static struct series series_begin(const struct heuristic_spec *spec, unsigned depth)
{
	struct series s = {.spec = spec};
	s.lines = pieces_lines(json_pack("{s:s, s:i}", "heuristic", spec->name, "depth", depth),
	                       "instance", bench.n_cubes);
	for (uint64_t i = 0; i < bench.n_cubes; i++) {
		s.n_wanted += has_iteration(i, depth);
		if (s.lines[i] != NULL)
			bench_add_line(&s.sums, s.lines[i]);
	}
	return s;
}

/* Measure one cube, unless the record has it or the shard does not want it.
 * @param item  its number in the order in which a run measures: shards are written in it */
static void measure_cube(struct series *s, struct pool *pool, unsigned depth,
                         uint64_t instance, uint64_t item)
{
	superflip_iteration it;
	if (s->lines[instance] != NULL || (pieces.is_shard && !output_wants(item)))
		return;
	if (!has_iteration(instance, depth)) {  /* done at once */
		bench_add(json_array());
		return;
	}
	char left[WORDS_BYTES + 32] = "", text[WORDS_BYTES];
	if (s->sums.seconds.n > 0) {
		double n_left = (double)(s->n_wanted - s->sums.seconds.n), scale = 1;
		for (unsigned deeper = depth; deeper < bench.last_depth; deeper++)
			n_left += (scale *= branching) * (double)s->n_wanted;
		snprintf(left, sizeof left, ", about %s left for it",
		         words_duration(s->sums.seconds.mean * n_left, text));
	}
	bench_show("%s depth %u: instance %" PRIu64 " of %" PRIu64 "%s", s->spec->name, depth,
	           s->sums.seconds.n + 1, s->n_wanted, left);
	if (!bench_check(iteration_run(pool, &bench.cubes[instance], depth, bench_tick, NULL, &it)))
		return;
	json_t *const lines = json_pack(
		"[{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:f}]", "heuristic", s->spec->name, "depth", depth, "instance",
		(json_int_t)instance, "generated", (json_int_t)it.n_generated, "expanded", (json_int_t)it.n_expanded,
		"lookups", (json_int_t)it.n_lookups, "solutions", (json_int_t)it.n_solutions, "seconds", it.seconds);
	bench_add_line(&s->sums, json_array_get(lines, 0));
	bench_add(lines);
}

/* ---- --pair A,B: two heuristics at the same cubes, which vary far more than the heuristics do ---- */

struct ratio {
	double mean[2], of_means, low, high;
};

/* B's mean to A's, with 95 % confidence; the logarithm of a ratio is nearly normal, with the deviation of the
 * residuals b - ratio * a. Source: W. G. Cochran, "Sampling Techniques" (3rd edition, 1977), section 6.3. */
static struct ratio ratio_of(json_t **const both[2], size_t n, const char *what)
{
	struct sample of[2] = {0}, residuals = {0};
	for (size_t i = 0; i < n; i++)
		for (unsigned h = 0; h < 2; h++)
			sample_add(&of[h], bench_real_in(both[h][i], what));
	const double ratio = of[1].mean / of[0].mean;
	for (size_t i = 0; i < n; i++)
		sample_add(&residuals, bench_real_in(both[1][i], what) - ratio * bench_real_in(both[0][i], what));
	const double factor = exp(1.96 * sample_standard_error(&residuals) / of[1].mean);
	return (struct ratio){{of[0].mean, of[1].mean}, ratio, ratio / factor, ratio * factor};
}

/* The record's pairs at a depth that both have. */
static void add_pair(unsigned depth)
{
	const struct series a = series_begin(bench.specs[0], depth),
						b = series_begin(bench.specs[1], depth);
	json_t **const both[2] = {a.lines, b.lines};
	size_t n = 0, n_fewer = 0;
	for (size_t i = 0; i < bench.n_cubes; i++)
		if (both[0][i] != NULL && both[1][i] != NULL) {
			n_fewer += bench_real_in(both[1][i], "generated") < bench_real_in(both[0][i], "generated");
			both[0][n] = both[0][i];
			both[1][n++] = both[1][i];
		}
	const struct ratio nodes = ratio_of(both, n, "generated"), seconds = ratio_of(both, n, "seconds");
	if (n > 0)
		TABLE_ROW(bench.table, cell_count(depth), cell_count(n), cell_real(nodes.mean[0], 1),
		          cell_real(nodes.mean[1], 1), cell_real(nodes.of_means, 4), cell_real(nodes.low, 4),
		          cell_real(nodes.high, 4), cell_real(seconds.of_means, 4), cell_real(seconds.low, 4),
		          cell_real(seconds.high, 4), cell_real((double)n_fewer / (double)n, 3));
	free(a.lines);
	free(b.lines);
}

/* ---- the measurement ---- */

/* Measure a heuristic, or two, at one depth, and add a row.
 * @param before  the mean of generated nodes at each depth before, and then at this one
 * @return false if an instance is missing at the end */
static bool measure_depth(unsigned first, struct pool *const pool[2], unsigned depth,
                          double *before)
{
	/* In QTM one iteration follows another two moves later. */
	const unsigned step = bench.metric == METRIC_QTM ? 2 : 1, n_together = bench.is_paired ? 2 : 1;
	struct series series[2];
	const struct bench_sums *const sums = &series[0].sums;
	const uint64_t n_before =
		first * (bench.last_depth - bench.first_depth + 1) + n_together * (depth - bench.first_depth);
	bool is_complete = true;
	for (unsigned i = 0; i < n_together; i++)
		series[i] = series_begin(bench.specs[first + i], depth);
	/* Cube by cube, so that both meet the same moods of the machine; B begins at every other cube. */
	for (uint64_t i = 0; i < n_together * bench.n_cubes && bench_may_go_on(); i++) {
		const unsigned h = n_together > 1 ? (i ^ i >> 1) & 1 : 0;
		measure_cube(&series[h], pool[h], depth, i / n_together, n_before * bench.n_cubes + i);
	}
	items_foreach(one, series, n_together) {
		free(one->lines);
		is_complete &= one->sums.generated.n == one->n_wanted;
	}
	if (bench.is_paired)
		add_pair(depth);
	else if (sums->generated.n > 0) {
		const struct heuristic *const h = &bench.heuristics[first];
		const double generated = before[depth] = sums->generated.mean, seconds = sums->seconds.mean;
		uint64_t size_bytes = 0;
		items_foreach(table, h->table, h->spec->n_tables)
			size_bytes += table->size_bytes;
		TABLE_ROW(bench.table, cell_text(h->spec->name), cell_count(size_bytes), cell_count(depth),
		          cell_count(sums->generated.n), BENCH_MEAN(sums->generated, 1),
		          BENCH_MEAN(sums->expanded, 1), cell_real(sums->lookups.mean, 1),
		          BENCH_MEAN(sums->seconds, 6), cell_real(generated / seconds, 0),
		          cell_real(depth >= step ? generated / before[depth - step] : NAN, 3));
	}
	return is_complete;
}

/* All heuristics, or what a shard has of them; those of --pair together. */
static void run_heuristics(void)
{
	const unsigned n_together = bench.is_paired ? 2 : 1;
	bool is_complete = true;
	for (unsigned i = 0; i < bench.n_open && bench.exit_status == EXIT_SOLVED; i += n_together) {
		struct pool *pool[2] = {NULL};
		double generated[SEARCH_MAX_LENGTH] = {0};
		bench_share_time((bench.n_open - i) / n_together);
		for (unsigned k = 0; k < n_together; k++)
			pool[k] = bench_create_pool(&bench.heuristics[i + k], bench.n_threads);
		for (unsigned depth = bench.first_depth;
		     depth <= bench.last_depth && bench.exit_status == EXIT_SOLVED; depth++)
			is_complete &= measure_depth(i, pool, depth, generated);
		items_foreach(one, pool, n_together)
			pool_destroy(*one);
	}
	if (!is_complete && !pieces.is_shard && bench.exit_status == EXIT_SOLVED)
		bench.exit_status = EXIT_NOT_SOLVED;
}

static void run_depth(void)
{
	if (bench.n_instances == 0)
		bench.n_instances = 100;
	bench_open_all();
	if (bench.exit_status != EXIT_SOLVED)
		return;
	json_t *const kernels_used = json_object();
	for (unsigned i = 0; i < bench.n_open; i++)
		json_object_set_new(kernels_used, bench.specs[i]->name,
		                    json_string(kernel_best(&bench.heuristics[i])->name));
	json_object_set_new(bench.about, "kernels", kernels_used);
	json_t *const parameters = json_pack(
		"{s:s, s:s, s:o*, s:o*, s:o, s:i}", "bench", "depth", "metric", metric_name[bench.metric],
		"seed", bench.n_cubes == 0 ? json_integer((json_int_t)bench.seed) : NULL,
		"cubes", bench.n_cubes > 0 ? json_pack("{s:i, s:o}", "n", (int)bench.n_cubes, "checksum",
		                                      bench_cubes_checksum()) : NULL,
		"heuristics", bench_spec_names(), "threads", bench.n_threads);
	if (bench.n_cubes == 0)
		bench_draw(bench.n_instances);
	if (bench_begin(
			parameters,
			bench.is_paired
				? "depth,instances,generated_a,generated_b,nodes_ratio,nodes_low,nodes_high,seconds_ratio,"
				  "seconds_low,seconds_high,fewer_nodes"
				: "heuristic,bytes,depth,instances,generated,generated_error,expanded,expanded_error,lookups,"
				  "seconds,seconds_error,nodes_per_second,branching",
			bench.is_paired ? "bench-pair" : "bench-depth",
			bench.n_specs * (bench.last_depth - bench.first_depth + 1ull) * bench.n_cubes))
		run_heuristics();
}

const struct measurement bench_depth = {
	{"depth", "nodes and seconds of complete iterations, by heuristic and depth",
	 .set =
         {
			 .user = BENCH_DEPTH,
			 .usage =
				 "bench depth [OPTION...] [FILE...]\n\n"
				 "Search random states, or the cubes of all FILEs, completely to a fixed depth, whether or not\n"
				 "there are solutions, and report means over the states and their standard errors: generated nodes\n"
				 "(the root and all children of expanded nodes, as Korf, Reid & Edelkamp 2001 count), expanded\n"
				 "nodes, lookups, seconds.  In QTM a depth is measured on the states of its parity.  The counts\n"
				 "are the same for any number of threads. With --pair A,B the ratios of B to A over the same\n"
				 "states, with their 95 % confidence intervals.",
		 }},
	.run = run_depth,
	.heuristics = "korf",
	.first_depth = 6,
	.last_depth = 11,
};
