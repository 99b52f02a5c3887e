/* How many nodes a search visits: the same for every kernel and number of threads, and what theory says. */
#include "pieces/families.h"
#include "support/support.h"
#include "pieces/kernels.h"
#include "search/fixture.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { N_THREAD_COUNTS = 4 };
static const unsigned thread_counts[N_THREAD_COUNTS] = {1, 2, 3, 8};

/* Every solution of exactly this length: one complete iteration. */
static struct search_request whole_iteration(const struct cube *c, unsigned length)
{
	struct search_request request = search_request_default(c);
	request.n_solutions = SEARCH_ALL;
	request.min_length = request.max_length = length;
	return request;
}

static void expect_same_iterations(const struct search_result *want, const struct search_result *got, bool with_lookups,
                                   const char *kernel, unsigned n_threads)
{
	cr_assert_eq(got->n_iterations, want->n_iterations, "%s, %u threads", kernel, n_threads);
	for (unsigned i = 0; i < want->n_iterations; i++) {
		const struct search_iteration *const w = &want->iterations[i], *const g = &got->iterations[i];
		cr_expect(g->is_complete, "%s, %u threads, threshold %u", kernel, n_threads, g->threshold);
		cr_expect_eq(g->threshold, w->threshold);
		cr_expect_eq(g->n_generated, w->n_generated, "%s, %u threads, threshold %u: %lu generated, not %lu", kernel,
		             n_threads, g->threshold, (unsigned long)g->n_generated, (unsigned long)w->n_generated);
		cr_expect_eq(g->n_expanded, w->n_expanded, "%s, %u threads, threshold %u: %lu expanded, not %lu", kernel, n_threads,
		             g->threshold, (unsigned long)g->n_expanded, (unsigned long)w->n_expanded);
		cr_expect_eq(g->n_solutions, w->n_solutions, "%s, %u threads, threshold %u", kernel, n_threads, g->threshold);
		if (with_lookups)
			cr_expect_eq(g->n_lookups, w->n_lookups, "%s, %u threads, threshold %u", kernel, n_threads, g->threshold);
	}
	cr_assert_eq(got->n_solutions, want->n_solutions, "%s, %u threads", kernel, n_threads);
	for (uint64_t i = 0; i < want->n_solutions; i++)
		cr_assert_eq(memcmp(&got->solutions[i], &want->solutions[i], sizeof *want->solutions), 0,
		             "%s, %u threads: solution %lu is another one", kernel, n_threads, (unsigned long)i);
}

/* `oracle`, alone, is right.  Lookups are compared among the Korf kernels, which skip tables that cannot matter. */
static void expect_counts_of(const struct kernel *oracle, const struct heuristic *h,
                             const struct search_request *request)
{
	struct search_result right = fixture_solve(h, oracle, 1, request);
	expect_sound(h, request, &right);
	struct search_result first = {.n_iterations = 0};
	struct search_request limited = *request;  /* a solution that is lost ends the search */
	if (right.n_solutions != 0)
		limited.max_length = right.length + request->over_optimal;
	for (unsigned k = 0; k < n_kernels; k++)
		for (unsigned t = 0; t < N_THREAD_COUNTS && kernels[k]->is_for(h); t++) {
			const bool is_plain = kernels[k] == &kernel_plain;
			if (is_plain && oracle != &kernel_plain)
				continue;
			struct search_result result = fixture_solve(h, kernels[k], thread_counts[t], &limited);
			expect_sound(h, request, &result);
			expect_same_iterations(&right, &result, is_plain, kernels[k]->name, thread_counts[t]);
			if (!is_plain && first.n_iterations != 0)
				expect_same_iterations(&first, &result, true, kernels[k]->name, thread_counts[t]);
			if (!is_plain && first.n_iterations == 0)
				first = result;
			else
				search_result_free(&result);
		}
	search_result_free(&first);
	search_result_free(&right);
}

static void expect_same_counts(const struct heuristic *h, const struct search_request *request)
{
	expect_counts_of(&kernel_plain, h, request);
}

static void expect_same_counts_for_random_cubes(const struct heuristic *h, unsigned length)
{
	struct dice dice = {11};
	for (unsigned i = 0; i < 2; i++) {
		const struct cube c = dice_cube(&dice);
		struct search_request request = whole_iteration(&c, length);
		expect_same_counts(h, &request);
		request.min_length = 0;  /* all iterations up to there */
		request.max_length = length - 1;
		expect_same_counts(h, &request);
	}
}

Test(nodes, counts_do_not_depend_on_kernel_and_threads_htm)
{
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	expect_same_counts_for_random_cubes(&korf, 12);
}

Test(nodes, counts_do_not_depend_on_kernel_and_threads_qtm)
{
	const struct heuristic korf = fixture_named("korf", METRIC_QTM);
	expect_same_counts_for_random_cubes(&korf, 14);
}

Test(nodes, counts_of_cubes_with_solutions_do_not_depend_on_kernel_and_threads)
{
	struct dice dice = {12};
	for (unsigned metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const struct heuristic korf = fixture_named("korf", (enum metric)metric);
		for (unsigned length = 0; length <= 10; length += 2) {
			uint8_t walk[10];
			const unsigned n = dice_walk(&dice, (enum metric)metric, length, walk);
			const struct cube c = cube_after_moves(cube_solved, walk, n);
			struct search_request request = search_request_default(&c);
			request.n_solutions = SEARCH_ALL;
			expect_same_counts(&korf, &request);
		}
	}
}

/* Far from solved no node with a few moves left is expanded, and near it few are below the distance.  Iterations from there on,
 * and one that is the first. */
static void expect_same_counts_above_the_distance(const struct heuristic *h, unsigned longest, unsigned over)
{
	struct dice dice = {15};
	for (unsigned length = 0; length <= longest; length += 2) {
		uint8_t walk[10];
		const struct cube c = cube_after_moves(cube_solved, walk, dice_walk(&dice, h->metric, length, walk));
		struct search_request request = search_request_default(&c);
		request.n_solutions = SEARCH_ALL;
		request.over_optimal = over;
		expect_same_counts(h, &request);
		request = whole_iteration(&c, length + over);
		expect_same_counts(h, &request);
	}
}

Test(nodes, counts_and_solutions_above_the_distance_do_not_depend_on_kernel_and_threads)
{
	static const char *const specs[] = {"korf", "reid"};
	for (unsigned i = 0; i < 4; i++) {
		const enum metric metric = i < 2 ? METRIC_HTM : METRIC_QTM;
		const struct heuristic h = fixture_named(specs[i % 2], metric);
		expect_same_counts_above_the_distance(&h, 8, metric == METRIC_HTM ? 3 : 4);
	}
}

/* Some ten times what is worth sharing, so that much of the tree is stolen. */
Test(nodes, counts_of_large_trees_do_not_depend_on_kernel_and_threads)
{
	skip_under_tsan_unless_slow();
	struct dice dice = {14};
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	for (unsigned i = 0; i < 3; i++) {
		const struct cube c = dice_cube(&dice);
		const struct search_request request = whole_iteration(&c, 13);
		expect_counts_of(&kernel_korf_portable, &korf, &request);
	}
}

/* One set of seven edges and one of six: both shapes of index in one search. */
Test(nodes, counts_do_not_depend_on_kernel_and_threads_with_seven_edges)
{
	skip_unless_slow();
	static const unsigned upper = 1u << UR | 1u << UF | 1u << UL | 1u << UB | 1u << FR | 1u << FL;
	const struct heuristic_spec seven = {
		.name = "seven",
		.n_tables = 3,
		.table = {
			{.family = COORDINATE_CORNERS},
			EDGES_COORDINATE((uint16_t)(upper | 1u << BL)),
			EDGES_COORDINATE((uint16_t)(~upper & 0xFFF)),
		},
		.evaluate = heuristic_largest_entry,
	};
	const struct heuristic h = fixture_heuristic(&seven, METRIC_HTM);
	expect_same_counts_for_random_cubes(&h, 12);
}

Test(nodes, korf_kernels_are_for_corners_with_edges_that_are_all_seen)
{
	static const struct { const char *name; bool is_korf; } specs[] = {
		{"korf", true}, {"korf7", true}, {"corners", false}, {"edges", false}, {"orientation", false},
	};
	for (unsigned i = 0; i < sizeof specs / sizeof *specs; i++) {
		const struct heuristic h = {.spec = heuristic_find(specs[i].name), .metric = METRIC_HTM};
		cr_assert_not_null(h.spec, "%s", specs[i].name);
		cr_expect_eq(kernel_korf_portable.is_for(&h), specs[i].is_korf, "%s", specs[i].name);
		cr_expect_eq(kernel_best(&h) == &kernel_plain, !specs[i].is_korf, "%s", specs[i].name);
	}
}

/* ---- Korf, Reid & Edelkamp 2001, table 3: mean nodes generated by a complete iteration on random cubes ---- */
struct sample {
	struct dice dice;
	unsigned length, n_left, n_done;
	double sum, sum_of_squares;
};

static enum search_next next_cube(void *context, struct search_request *request, void **tag)
{
	struct sample *const sample = context;
	(void)tag;
	if (sample->n_left == 0)
		return STREAM_END;
	sample->n_left--;
	const struct cube c = dice_cube(&sample->dice);
	*request = whole_iteration(&c, sample->length);
	return STREAM_NEXT;
}

static void add_cube(void *context, void *tag, struct search_result *result)
{
	struct sample *const sample = context;
	(void)tag;
	/* Theory counts the root even where its bound exceeds the threshold. */
	const double n = result->n_iterations != 0 ? (double)result->n_generated : 1;
	sample->sum += n;
	sample->sum_of_squares += n * n;
	sample->n_done++;
	search_result_free(result);
}

static void expect_mean_generated(unsigned length, double theoretical)
{
	const unsigned n_cubes = 1000;
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	struct sample sample = {.dice = {13}, .length = length, .n_left = n_cubes};
	struct pool *const pool = pool_create(&korf, 2);
	cr_assert_not_null(pool);
	pool_run(pool, &(struct search_stream){.context = &sample, .next = next_cube, .done = add_cube});
	pool_destroy(pool);
	cr_assert_eq(sample.n_done, n_cubes);
	const double mean = sample.sum / n_cubes;
	const double error = sqrt((sample.sum_of_squares / n_cubes - mean * mean) / n_cubes);
	cr_expect_lt(fabs(mean - theoretical), 3 * error, "depth %u: mean %.1f +- %.1f, theory says %.0f", length, mean, error,
	             theoretical);
	cr_expect_lt(error, theoretical / 20, "1000 cubes tell something");
}

Test(nodes, mean_generated_at_depth_10_is_that_of_theory)
{
	expect_mean_generated(10, 1510);
}

Test(nodes, mean_generated_at_depth_11_is_that_of_theory)
{
	expect_mean_generated(11, 20169);
}

Test(nodes, mean_generated_at_depth_12_is_that_of_theory)
{
	skip_unless_slow();
	expect_mean_generated(12, 269229);
}

/* ---- the canonical order ---- */
/* Sequences of length n by the state that they end in, from those of length n - 1. */
static uint64_t count_sequences(enum metric metric, uint64_t n_by_last[N_LAST])
{
	uint64_t next[N_LAST] = {0}, n = 0;
	for (unsigned last = 0; last < N_LAST; last++)
		for (uint32_t moves = move_successors[metric][last]; moves != 0; moves &= moves - 1) {
			next[move_last_after[metric][last][__builtin_ctz(moves)]] += n_by_last[last];
			n += n_by_last[last];
		}
	memcpy(n_by_last, next, sizeof next);
	return n;
}

/* Korf 1997, table 1. */
Test(nodes, canonical_sequences_htm_are_those_of_korf, .init = cube_init)
{
	static const uint64_t table_1[16] = {
		18, 243, 3240, 43254, 577368, 7706988, 102876480, 1373243544, 18330699168, 244686773808, 3266193870720,
		43598688377184, 581975750199168, 7768485393179328, 103697388221736960, 1384201395738071424,
	};
	uint64_t n_by_last[N_LAST] = {[LAST_NONE] = 1};
	for (unsigned length = 1; length <= 16; length++)  /* 17 does not fit in 64 bits */
		cr_expect_eq(count_sequences(METRIC_HTM, n_by_last), table_1[length - 1], "length %u", length);
}

/* All distinct cubes at the ends of canonical sequences, by the length of the shortest. */
struct found { struct cube cube; uint8_t length; };

static size_t list_sequences(enum metric metric, struct found *list, size_t n, const struct cube *c, unsigned last,
                             unsigned length, unsigned max_length)
{
	list[n++] = (struct found){.cube = *c, .length = (uint8_t)length};
	for (uint32_t moves = move_successors[metric][last]; length < max_length && moves != 0; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube after = cube_after(c, move);
		n = list_sequences(metric, list, n, &after, move_last_after[metric][last][move], length + 1, max_length);
	}
	return n;
}

static int compare_found(const void *a, const void *b)
{
	const struct found *const x = a, *const y = b;
	const int order = memcmp(&x->cube, &y->cube, sizeof x->cube);
	return order != 0 ? order : (int)x->length - (int)y->length;
}

static void expect_positions(enum metric metric, const uint64_t *positions, unsigned max_length)
{
	size_t n_sequences = 1;
	uint64_t n_by_last[N_LAST] = {[LAST_NONE] = 1};
	for (unsigned length = 1; length <= max_length; length++) {
		const uint64_t n = count_sequences(metric, n_by_last);
		cr_expect_geq(n, positions[length], "%s, length %u", metric_name[metric], length);
		n_sequences += n;
	}
	struct found *const list = calloc(n_sequences, sizeof *list);
	cr_assert_not_null(list);
	cr_assert_eq(list_sequences(metric, list, 0, &cube_solved, LAST_NONE, 0, max_length), n_sequences);
	qsort(list, n_sequences, sizeof *list, compare_found);
	uint64_t n_found[8] = {0};
	for (size_t i = 0; i < n_sequences; i++)
		if (i == 0 || !cube_equal(&list[i].cube, &list[i - 1].cube))
			n_found[list[i].length]++;
	for (unsigned length = 0; length <= max_length; length++)
		cr_expect_eq(n_found[length], positions[length], "%s: %lu positions of length %u", metric_name[metric],
		             (unsigned long)n_found[length], length);
	free(list);
}

/* Rokicki, Kociemba, Davidson & Dethridge 2013, table 5.1. */
Test(nodes, canonical_sequences_reach_every_position_htm, .init = cube_init)
{
	expect_positions(METRIC_HTM, (const uint64_t[]){1, 18, 243, 3240, 43239, 574908}, 5);
}

/* Scheunemann, July 2010. */
Test(nodes, canonical_sequences_reach_every_position_qtm, .init = cube_init)
{
	expect_positions(METRIC_QTM, (const uint64_t[]){1, 12, 114, 1068, 10011, 93840}, 5);
}

/* The textbook's definition, without any of the search's own parts. */
static void count_below(const struct heuristic *h, const struct cube *c, unsigned left, unsigned last,
                        struct search_iteration *counts)
{
	counts->n_expanded++;
	for (unsigned move = 0; move < N_MOVES; move++) {
		if (!(move_successors[h->metric][last] >> move & 1))
			continue;
		const struct cube child = cube_after(c, move);
		counts->n_generated++;
		if (heuristic_evaluate(h, &child) < left && left > 1)
			count_below(h, &child, left - 1, move_last_after[h->metric][last][move], counts);
	}
}

Test(nodes, a_search_that_begins_at_roots_visits_the_same_nodes, .init = cube_init)
{
	struct heuristic h;
	cr_assert_eq(heuristic_open(heuristic_find("manhattan"), METRIC_HTM, NULL, &h, NULL), PDB_OK);
	struct dice dice = {5};
	for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
		const unsigned length = 9;  /* the first that begins at roots with a heuristic without tables */
		h.metric = metric;
		struct cube c = dice_cube(&dice);
		while (metric == METRIC_QTM && !cube_is_odd(&c))
			c = dice_cube(&dice);
		struct search_iteration want = {.n_generated = 1};
		count_below(&h, &c, length, LAST_NONE, &want);
		const struct search_request request = whole_iteration(&c, length);
		for (unsigned t = 0; t < N_THREAD_COUNTS; t++) {
			struct search_result result = fixture_solve(&h, &kernel_plain, thread_counts[t], &request);
			cr_assert_eq(result.n_iterations, 1u);
			cr_expect_eq(result.iterations[0].n_generated, want.n_generated, "%lu generated, not %lu",
			             result.iterations[0].n_generated, want.n_generated);
			cr_expect_eq(result.iterations[0].n_expanded, want.n_expanded, "%lu expanded, not %lu",
			             result.iterations[0].n_expanded, want.n_expanded);
			search_result_free(&result);
		}
	}
	heuristic_close(&h);
}
