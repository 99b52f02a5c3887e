#include "coset/kernel/fixture.h"

#include <malloc.h>

/* The same table as with_parity, by the best kernel only (is_tried()). */
static const struct heuristic_spec parity = {
	.n_tables = 1,
	.table = {COSET_COORDINATE(4874, COSET_PARITY, false)},
	.evaluate = heuristic_largest_entry_dual,
};

/* The first iteration counts, the second one makes the prefixes, the others find them.  The nodes are those
 * of the core.  A thread that joins an iteration late records nothing, and what it did not record is looked
 * up again.
 * @param more  than the cap, the first iteration */
static void expect_prefixes_are_the_whole(const struct heuristic_spec *spec, enum metric metric,
                                          const struct cube *c, unsigned more, unsigned n_iterations)
{
	const struct heuristic full = fixture_heuristic(spec, metric), h = with_bulk(&full, false);
	const unsigned step = metric == METRIC_HTM ? 1 : 2, first = threshold_above_cap(&h, c, more);
	cr_assert_eq(results_of_core(&h, c, first, first + (n_iterations - 1) * step, 50).n_iterations,
	             n_iterations);
}

static void expect_whole_of_random(const struct heuristic_spec *spec, enum metric metric, unsigned more,
                                   unsigned n_iterations)
{
	struct dice dice = {8};
	const struct cube c = scramble_in(metric, &dice, 60);
	expect_prefixes_are_the_whole(spec, metric, &c, more, n_iterations);
}

static void expect_whole_of_symmetric(const struct heuristic_spec *spec, enum metric metric,
                                      unsigned n_iterations)
{
	struct dice dice = {metric == METRIC_HTM ? 12 : 13};
	const struct cube c = dice_symmetric(&dice, 60);
	cr_assert_gt(__builtin_popcountll(cube_symmetries(&c)), 1);
	expect_prefixes_are_the_whole(spec, metric, &c, 4, n_iterations);
}

/* Units are turns after prefixes. */
Test(order_prefixes, are_the_whole)
{
	expect_whole_of_random(&parity, METRIC_HTM, are_slow_wanted() ? 4 : 3, 3);
	if (!are_slow_wanted())
		return;
	expect_whole_of_random(&parity, METRIC_QTM, 4, 2);
	expect_whole_of_random(&parity, METRIC_HTM, 5, 2);
	expect_whole_of_random(&with_parity_and_subcosets, METRIC_HTM, 5, 2);
}

Test(order_prefixes, are_the_whole_above_the_distance)
{
	struct dice dice = {9};
	const struct cube c = scramble(&dice, 9);
	expect_prefixes_are_the_whole(&parity, METRIC_HTM, &c, 4, 2);
}

Test(order_prefixes, are_the_whole_of_a_symmetric_cube)
{
	expect_whole_of_symmetric(&parity, METRIC_HTM, 2);
	if (!are_slow_wanted())
		return;
	expect_whole_of_symmetric(&with_parity_and_subcosets, METRIC_HTM, 3);
	expect_whole_of_symmetric(&parity, METRIC_QTM, 2);
}

Test(order_prefixes, what_memory_held_before_does_not_matter)
{
	const struct heuristic full = built(&htr), h = with_bulk(&full, false);
	const unsigned length = cap_of(&h) + 4;
	struct dice dice = {28};
	const struct cube c = scramble(&dice, 60);
	const struct search_result expected = iterations_of(&h, kernel_best(&h), 1, &c, 0, length);
	for (unsigned n_threads = 1; n_threads <= 3; n_threads++) {
		mallopt(M_PERTURB, 0x55);
		const struct search_result actual = iterations_of(&h, kernel_best(&h), n_threads, &c, 0, length);
		mallopt(M_PERTURB, 0);
		expect_same_counts(&actual, &expected, UINT_MAX, "best", n_threads);
	}
}
