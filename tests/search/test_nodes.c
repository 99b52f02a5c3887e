/* How many nodes a search visits: the same for every kernel and number of threads, and what theory says. */
#include "pieces/families.h"
#include "pieces/kernels.h"
#include "search/fixture.h"
#include "search/iteration.h"
#include "support/support.h"

/* Every solution of exactly this length: one complete iteration. */
static struct search_request whole_iteration(const struct cube *c, unsigned length)
{
	struct search_request request = all_solutions(c, 0);
	request.min_length = request.max_length = length;
	return request;
}

/* `oracle`, alone, is right.  Lookups are compared among the Korf kernels, which skip tables that cannot
 * matter. */
static void expect_counts_of(const struct kernel *oracle, const struct heuristic *h,
                             const struct search_request *request)
{
	const struct search_result right = fixture_solve(h, oracle, 1, request);
	struct search_result first = {.n_iterations = 0};
	for (unsigned k = 0; k < n_kernels; k++)
		for (unsigned t = 0; t < N_THREAD_COUNTS && kernels[k]->is_for(h); t++) {
			const bool is_plain = kernels[k] == &kernel_plain;
			if (is_plain && (oracle != &kernel_plain || t == 0))
				continue;
			const struct search_result result = fixture_solve(h, kernels[k], thread_counts[t], request);
			const char *const name = kernels[k]->name;
			expect_same_solutions(&result, &right, name);
			expect_same_counts(&result, &right, is_plain ? UINT_MAX : 0, name, thread_counts[t]);
			if (!is_plain && first.n_iterations != 0)
				expect_same_counts(&result, &first, UINT_MAX, name, thread_counts[t]);
			else if (!is_plain)
				first = result;
		}
}

static void expect_counts(const struct heuristic *h, const struct search_request *request)
{
	expect_counts_of(&kernel_plain, h, request);
}

static void expect_counts_of_random_cubes(const struct heuristic *h, unsigned length)
{
	struct dice dice = {11};
	for (unsigned i = 0; i < 2; i++) {
		const struct cube c = dice_cube(&dice);
		struct search_request request = whole_iteration(&c, length);
		expect_counts(h, &request);
		request.min_length = 0;  /* all iterations up to there */
		request.max_length = length - 1;
		expect_counts(h, &request);
	}
}

Test(nodes, counts_do_not_depend_on_kernel_and_threads)
{
	metric_foreach(metric) {
		const struct heuristic korf = fixture_named("korf", metric);
		expect_counts_of_random_cubes(&korf, (metric == METRIC_HTM ? 11u : 13u) + are_slow_wanted());
	}
}

/* Far from solved no node with a few moves left is expanded, and near it few are below the distance.
 * Iterations from there on, and one that is the first. */
static void expect_counts_above_the_distance(const struct heuristic *h, unsigned longest, unsigned over)
{
	struct dice dice = {15};
	for (unsigned length = 0; length <= longest; length += 2) {
		const struct cube c = dice_walked(&dice, h->metric, length);
		struct search_request request = all_solutions(&c, over);
		expect_counts(h, &request);
		request = whole_iteration(&c, length + over);
		expect_counts(h, &request);
	}
}

Test(nodes, counts_and_solutions_above_the_distance_do_not_depend_on_kernel_and_threads)
{
	static const char *const specs[] = {"korf", "reid"};
	for (unsigned i = 0; i < 4; i++) {
		const enum metric metric = i < 2 ? METRIC_HTM : METRIC_QTM;
		const struct heuristic h = fixture_named(specs[i % 2], metric);
		expect_counts_above_the_distance(&h, 8, (metric == METRIC_HTM ? 2u : 3u) + are_slow_wanted());
	}
}

/* Some ten times what is worth sharing, so that much of the tree is stolen. */
Test(nodes, counts_of_large_trees_do_not_depend_on_kernel_and_threads)
{
	skip_under_tsan_unless_slow();
	struct dice dice = {14};
	const struct heuristic korf = fixture_named("korf", METRIC_HTM);
	for (unsigned i = 0; i < 2; i++) {
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
	expect_counts_of_random_cubes(&h, 12);
}

Test(nodes, korf_kernels_are_for_corners_with_edges_that_are_all_seen)
{
	static const struct { const char *name; bool is_korf; } specs[] = {
		{"korf", true}, {"korf7", true}, {"corners", false}, {"edges", false}, {"orientation", false},
	};
	array_foreach(row, specs) {
		const struct heuristic h = {.spec = heuristic_find(row->name), .metric = METRIC_HTM};
		cr_assert_not_null(h.spec, "%s", row->name);
		cr_expect_eq(kernel_korf_portable.is_for(&h), row->is_korf, "%s", row->name);
		cr_expect_eq(kernel_best(&h) == &kernel_plain, !row->is_korf, "%s", row->name);
	}
}

/* ---- Korf, Reid & Edelkamp 2001, table 3: mean nodes generated by a complete iteration on random cubes
 * ---- */
struct sample {
	struct dice dice;
	unsigned length, n_left, n_done;
	double sum, sum_of_squares;
};

static enum search_next next_cube(void *context, struct search_request *request, void **tag)
{
	struct sample *const sample = context;
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
	cr_expect_lt(fabs(mean - theoretical), 3 * error, "depth %u: mean %.1f +- %.1f, theory says %.0f", length,
	             mean, error, theoretical);
	cr_expect_lt(error, theoretical / 20, "1000 cubes tell something");
}

Test(nodes, mean_generated_is_that_of_theory)
{
	expect_mean_generated(10, 1510);
	expect_mean_generated(11, 20169);
	if (are_slow_wanted())
		expect_mean_generated(12, 269229);
}

/* ---- against the textbook's definition, without any of the search's own parts ---- */
static void count_below(const struct heuristic *h, const struct cube *c, unsigned left, unsigned last,
                        superflip_iteration *counts)
{
	counts->n_generated++;
	if (left == 0 || heuristic_evaluate(h, c) > left)
		return;
	counts->n_expanded++;
	for (uint32_t moves = move_successors[h->metric][last]; moves != 0; moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube child = cube_after(c, move);
		count_below(h, &child, left - 1, move_last_after[h->metric][last][move], counts);
	}
}

static void expect_counted(const struct heuristic *h, const struct cube *c, const superflip_iteration *got)
{
	superflip_iteration want = {.n_generated = 0};
	count_below(h, c, got->threshold, LAST_NONE, &want);
	cr_expect_eq(got->n_generated, want.n_generated, "%lu generated, not %lu", got->n_generated,
	             want.n_generated);
	cr_expect_eq(got->n_expanded, want.n_expanded, "%lu expanded, not %lu", got->n_expanded, want.n_expanded);
}

/* From threshold 9 on heuristics without tables have first moves as units, of which solving searches one for
 * each symmetry. */
Test(nodes, a_search_that_begins_at_roots_visits_the_same_nodes)
{
	struct dice dice = {5};
	metric_foreach(metric) {
		const struct heuristic h = fixture_named("manhattan", metric);
		struct cube c = dice_cube(&dice);
		while (metric == METRIC_QTM && !cube_is_odd(&c))
			c = dice_cube(&dice);
		const struct search_request request = whole_iteration(&c, 9);
		for (unsigned t = 0; t < N_THREAD_COUNTS; t++) {
			const struct search_result result = fixture_solve(&h, &kernel_plain, thread_counts[t], &request);
			cr_assert_eq(result.n_iterations, 1u);
			expect_counted(&h, &c, &result.iterations[0]);
		}
	}
}

Test(iteration, nodes_of_symmetric_cubes_are_those_of_a_plain_enumeration)
{
	const struct heuristic manhattan = fixture_named("manhattan", METRIC_HTM);
	const struct cube c = cube_of_moves("U2 D2 R2 L2 F2 B2");
	struct pool *const pool = pool_create(&manhattan, 2);
	cr_assert_not_null(pool);
	cr_assert_eq(__builtin_popcountll(cube_symmetries(&c)), 48);
	for (unsigned threshold = 8; threshold <= 9; threshold++) {
		superflip_iteration it = {.threshold = threshold};
		cr_assert_eq(iteration_run(pool, &c, threshold, NULL, NULL, &it), SEARCH_SOLVED);
		expect_counted(&manhattan, &c, &it);
	}
	pool_destroy(pool);
}
