#include "coset/kernel/fixture.h"
#include "coset/kernel/bulk.h"

/* The first iteration has no hints; in the others these come first, and bulk lookups leave alone what they
 * have led to. */
static void expect_solutions_with_hints(const struct heuristic *full, const struct cube *c,
                                        unsigned n_lengths)
{
	const struct heuristic h = with_bulk(full, true);
	const unsigned min = cap_of(&h) + BULK_MIN_MOVES, max = min + n_lengths - 1;
	const struct search_result expected = of_length(&h, &kernel_coset_core, 2, c, min, max);
	const struct search_result actual = results_of_kernels(&h, c, min, max, &expected, 0);
	cr_assert_eq(expected.outcome, SEARCH_SOLVED);
	cr_assert_eq(actual.n_iterations, n_lengths);
	for (unsigned i = 1; i < n_lengths; i++) {
		const struct search_result alone = of_length(&h, kernel_best(&h), 1, c, min + i, min + i);
		const superflip_iteration it = alone.iterations[0], hinted = actual.iterations[i];
		cr_expect_leq(hinted.n_expanded, expected.iterations[i].n_expanded);
		cr_expect_leq(hinted.n_generated, expected.iterations[i].n_generated);
		cr_expect_neq(hinted.n_lookups, it.n_lookups,
		              "the same without hints, which know what need not be looked up");
		cr_expect_leq(it.n_expanded, hinted.n_expanded,
		              "but of pairs of quarter turns they know less");
		cr_expect_lt(hinted.n_generated, it.n_generated + it.n_generated / 1000);
		if (!has_subcosets(&h))
			cr_expect_eq(it.n_expanded, hinted.n_expanded);
	}
}

static void expect_hints_with(const struct heuristic_spec *spec, unsigned n_lengths)
{
	const struct heuristic h = built(spec);
	struct dice dice = {23};
	const struct cube c = scramble(&dice, cap_of(&h) + BULK_MIN_MOVES);
	expect_solutions_with_hints(&h, &c, n_lengths);
}

Test(order_hints, finds_all_solutions)
{
	expect_hints_with(&with_parity, 2);
	expect_hints_with(&with_parity_and_subcosets, 2);
	if (!are_slow_wanted())
		return;
	expect_hints_with(&htr, 3);
	expect_hints_with(&htr_with_subcosets, 3);
}

/* A kernel whose hints end earlier: in the last iteration that has some only nodes with a margin of two or
 * more come first. */
static unsigned last_hinted;

static void *create_with_few_hints(const struct heuristic *h)
{
	struct engine *const k = kernel_best(h)->create(h);
	bulk_of(k)->hinting.hints.last = last_hinted;
	return k;
}

/* Those of the iteration of cap + 6 moves are after a unit of one move or a pair; with more than four
 * threads, of two. */
static void expect_hints_after_units_with(const struct heuristic_spec *spec, uint64_t seed)
{
	const struct heuristic full = built(spec), h = with_bulk(&full, true);
	const unsigned min = cap_of(&h) + BULK_MAX_MOVES + 1;
	struct kernel few_hints = *kernel_best(&h);
	few_hints.create = create_with_few_hints;
	last_hinted = min + 1;
	struct dice dice = {seed};
	const struct cube c = scramble(&dice, min - 6);
	const struct search_result expected = of_length(&h, &kernel_coset_core, 2, &c, min, min + 1);
	const struct search_result one_turn = of_length(&h, kernel_best(&h), 2, &c, min, min + 1);
	const struct search_result two_turns = of_length(&h, kernel_best(&h), 5, &c, min, min + 1);
	const struct search_result large_margins = of_length(&h, &few_hints, 2, &c, min, min + 1);
	cr_assert_gt(expected.n_solutions, 300);
	expect_same_solutions(&one_turn, &expected, "after units");
	expect_same_solutions(&two_turns, &expected, "after units of two turns");
	expect_same_solutions(&large_margins, &expected, "of large margins alone");
	cr_expect_neq(large_margins.iterations[1].n_lookups, one_turn.iterations[1].n_lookups, "hints are fewer");
	cr_expect_leq(large_margins.iterations[1].n_expanded, expected.iterations[1].n_expanded);
}

Test(order_hints, after_units_find_all_solutions)
{
	skip_unless_slow();
	expect_hints_after_units_with(&htr, 35);
	expect_hints_after_units_with(&htr_with_subcosets, 30);
}

/* Nodes are those of the search that looks up one at a time, in the second iteration of bulk lookups, too. */
Test(order_hints, finds_the_nodes_of_a_plain_search)
{
	skip_unless_slow();
	const struct heuristic full = built(&htr_with_subcosets), h = with_bulk(&full, true);
	const unsigned length = cap_of(&h) + BULK_MIN_MOVES;
	struct dice dice = {22};
	const struct cube c = scramble(&dice, 60);
	const struct search_result result = iterations_of(&h, kernel_best(&h), 1, &c, length, length + 1);
	struct reference r = {.h = &h, .is_bulk = true, .has_hints = true};
	reference_search(&r, &c, length + 1);
	cr_expect_eq(result.iterations[1].n_expanded, r.n_expanded, "%lu and %lu",
	             result.iterations[1].n_expanded, r.n_expanded);
}
