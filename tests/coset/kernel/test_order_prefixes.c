#include "coset/kernel/fixture.h"
#include "search/roots.h"

#include <criterion/criterion.h>
#include <malloc.h>

/* Turns of U and D, and of two opposite other faces alike: half a turn about the vertical axis leaves it as it is, and half of
 * the roots need not be searched. */
static struct cube symmetric_scramble(struct dice *dice, unsigned n_turns)
{
	static const uint8_t faces[4][2] = {{0, 0}, {3, 3}, {1, 4}, {2, 5}};  /* U, D, R and L, F and B */
	struct cube c = cube_solved;
	for (unsigned i = 0; i < n_turns; i++) {
		const unsigned which = dice_below(dice, 4), quarters = dice_below(dice, 3);
		c = cube_after(&c, faces[which][0] * 3 + quarters);
		if (which >= 2)
			c = cube_after(&c, faces[which][1] * 3 + quarters);
	}
	return c;
}

/* A thread that joins an iteration late records nothing, and what it did not record is looked up again. */
static void expect_lookups(uint64_t n, uint64_t expected, const char *name, unsigned n_threads)
{
	const uint64_t difference = n < expected ? expected - n : n - expected;
	cr_expect_leq(difference, n_threads == 1 ? 0 : expected / 50, "%s, %u threads: %lu and %lu lookups", name, n_threads, n, expected);
}

/* The first iteration counts, the second one makes the prefixes, the others find them.  The nodes are those of the core, each iteration
 * alone.
 * @param more  than the cap, the first iteration */
static void expect_prefixes_are_the_whole(const struct heuristic_spec *spec, enum metric metric, const struct cube *c, unsigned more, unsigned n_iterations,
                                          unsigned n_tried)
{
	enum { MAX_ITERATIONS = 3 };
	const struct heuristic full = built_for(spec, metric), h = with_bulk(&full, false);
	const unsigned step = metric == METRIC_HTM ? 1 : 2, enough = cap_of(&h) + more;
	const unsigned first = enough + (step == 2 && enough % 2 != cube_is_odd(c)), last = first + (n_iterations - 1) * step;
	struct search_iteration whole[MAX_ITERATIONS], expected[MAX_ITERATIONS] = {{.threshold = 0}};
	for (unsigned i = 0; i < n_iterations; i++) {
		struct search_result result = of_length(&h, &kernel_coset_core, 1, c, first + i * step, first + i * step);
		whole[i] = result.iterations[0];
		search_result_free(&result);
	}
	for (unsigned k = 0; k < N_KERNELS && n_tried > 0; k++) {
		n_tried -= is_tried(k, &h);
		for (unsigned n_threads = 1; n_threads <= 3 && is_tried(k, &h); n_threads++) {
			struct search_result result = of_length(&h, coset_kernels[k], n_threads, c, first, last);
			cr_assert_eq(result.n_iterations, n_iterations);
			for (unsigned i = 0; i < n_iterations; i++) {
				const struct search_iteration it = result.iterations[i];
				const char *const name = coset_kernels[k]->name;
				if (expected[i].threshold == 0)
					expected[i] = it;
				cr_expect_eq(it.n_expanded, whole[i].n_expanded, "%s, %u threads, %u", name, n_threads, i);
				cr_expect_eq(it.n_generated, whole[i].n_generated, "%s, %u threads, %u", name, n_threads, i);
				cr_expect_eq(it.n_solutions, whole[i].n_solutions, "%s, %u threads, %u", name, n_threads, i);
				expect_lookups(it.n_lookups, expected[i].n_lookups, name, n_threads);
			}
			search_result_free(&result);
		}
	}
}

static void expect_whole_of_random(const struct heuristic_spec *spec, enum metric metric)
{
	cube_init();
	struct dice dice = {8};
	const struct cube c = metric == METRIC_HTM ? scramble(&dice, 60) : quarter_turn_scramble(&dice, 60);
	expect_prefixes_are_the_whole(spec, metric, &c, 4, metric == METRIC_HTM ? 3 : 2, 1);
}

static void expect_whole_of_symmetric(const struct heuristic_spec *spec, enum metric metric, unsigned n_tried)
{
	cube_init();
	struct dice dice = {metric == METRIC_HTM ? 12 : 13};
	const struct cube c = symmetric_scramble(&dice, 60);
	cr_assert_gt(__builtin_popcountll(cube_symmetries(&c)), 1);
	expect_prefixes_are_the_whole(spec, metric, &c, 4, n_tried == 1 ? 2 : 3, n_tried);
}

Test(order_prefixes, are_the_whole)
{
	expect_whole_of_random(&with_parity, METRIC_HTM);
}

Test(order_prefixes, are_the_whole_above_the_distance)
{
	cube_init();
	struct dice dice = {9};
	const struct cube c = scramble(&dice, 9);
	expect_prefixes_are_the_whole(&with_parity, METRIC_HTM, &c, 4, 2, 1);
}

Test(order_prefixes, are_the_whole_in_quarter_turns)
{
	expect_whole_of_random(&with_parity, METRIC_QTM);
}

Test(order_prefixes, are_the_whole_of_a_symmetric_cube)
{
	expect_whole_of_symmetric(&with_parity, METRIC_HTM, 1);
}

Test(order_prefixes, are_the_whole_of_a_symmetric_cube_with_subcosets)
{
	skip_unless_slow();
	expect_whole_of_symmetric(&with_parity_and_subcosets, METRIC_HTM, N_KERNELS);
}

Test(order_prefixes, are_the_whole_of_a_symmetric_cube_in_quarter_turns)
{
	skip_unless_slow();
	expect_whole_of_symmetric(&with_parity, METRIC_QTM, 1);
}

/* Units are turns after prefixes. */
Test(order_prefixes, are_the_whole_in_long_iterations)
{
	skip_unless_slow();
	cube_init();
	struct dice dice = {8};
	const struct cube c = scramble(&dice, 60);
	expect_prefixes_are_the_whole(&with_parity, METRIC_HTM, &c, 5, 2, 1);
}

Test(order_prefixes, are_the_whole_in_long_iterations_with_subcosets)
{
	skip_unless_slow();
	cube_init();
	struct dice dice = {8};
	const struct cube c = scramble(&dice, 60);
	expect_prefixes_are_the_whole(&with_parity_and_subcosets, METRIC_HTM, &c, 5, 2, 1);
}

Test(order_prefixes, what_memory_held_before_does_not_matter)
{
	cube_init();
	const struct heuristic full = built(&htr), h = with_bulk(&full, false);
	const unsigned length = cap_of(&h) + 4;
	struct dice dice = {28};
	const struct cube c = scramble(&dice, 60);
	struct search_result expected = iterations_of(&h, kernel_best(&h), 1, &c, 0, length);
	for (unsigned n_threads = 1; n_threads <= 3; n_threads++) {
		mallopt(M_PERTURB, 0x55);
		struct search_result actual = iterations_of(&h, kernel_best(&h), n_threads, &c, 0, length);
		mallopt(M_PERTURB, 0);
		cr_assert_eq(actual.n_iterations, expected.n_iterations);
		for (unsigned i = 0; i < expected.n_iterations; i++) {
			const struct search_iteration *const is = &actual.iterations[i], *const was = &expected.iterations[i];
			cr_expect_eq(is->n_expanded, was->n_expanded, "%u threads, %u moves", n_threads, was->threshold);
			cr_expect_eq(is->n_generated, was->n_generated, "%u threads, %u moves", n_threads, was->threshold);
			cr_expect_eq(is->n_lookups, was->n_lookups, "%u threads, %u moves", n_threads, was->threshold);
		}
		search_result_free(&actual);
	}
	search_result_free(&expected);
}
