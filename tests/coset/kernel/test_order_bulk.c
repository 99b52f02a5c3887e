#include "coset/kernel/bulk.h"
#include "coset/kernel/fixture.h"

/* All solutions of some lengths, with and without bulk lookups. */
static void expect_bulk_solutions(const struct heuristic *full, const struct cube *c, unsigned min,
                                  unsigned max)
{
	const struct heuristic h = with_bulk(full, true);
	const struct search_result expected = of_length(&h, &kernel_coset_core, 2, c, min, max);
	const struct search_result actual = results_of_kernels(&h, c, min, max, &expected, 0);
	cr_assert_eq(expected.outcome, SEARCH_SOLVED);
	const superflip_iteration last = actual.iterations[actual.n_iterations - 1];
	const superflip_iteration whole = expected.iterations[expected.n_iterations - 1];
	cr_expect_leq(last.n_expanded, whole.n_expanded, "%lu and %lu", last.n_expanded, whole.n_expanded);
	cr_expect_gt(10 * last.n_expanded, 9 * whole.n_expanded, "%lu and %lu", last.n_expanded,
	             whole.n_expanded);
}

/* The first iteration's unit is the cube, and with more than one thread those after one turn; so are the
 * second one's. */
static void expect_bulk_solutions_with(const struct heuristic_spec *spec, unsigned n_lengths)
{
	const struct heuristic h = built(spec);
	const unsigned min = cap_of(&h) + BULK_MIN_MOVES;
	struct dice dice = {21};
	const struct cube c = scramble(&dice, min), near = scramble(&dice, min - 2);
	expect_bulk_solutions(&h, &c, min, min + n_lengths - 1);
	expect_bulk_solutions(&h, &near, min, min);
}

Test(order_bulk, finds_all_solutions)
{
	expect_bulk_solutions_with(&with_parity, 1);
	expect_bulk_solutions_with(&htr, 2);
	expect_bulk_solutions_with(&with_parity_and_subcosets, 1);
	if (are_slow_wanted())
		expect_bulk_solutions_with(&htr_with_subcosets, 2);
}

/* With more than four threads units of one move make way for those of two. */
Test(order_bulk, after_two_moves_finds_all_solutions)
{
	const struct heuristic full = built(&htr), h = with_bulk(&full, true);
	const unsigned length = cap_of(&h) + BULK_MIN_MOVES + 2;
	struct dice dice = {27};
	const struct cube c = scramble(&dice, length);
	const struct search_result expected = of_length(&h, &kernel_coset_core, 2, &c, length, length);
	const struct search_result one_move = of_length(&h, kernel_best(&h), 2, &c, length, length);
	const struct search_result two_moves = of_length(&h, kernel_best(&h), 5, &c, length, length);
	cr_assert_gt(expected.n_solutions, 0);
	expect_same_solutions(&one_move, &expected, "after one move");
	expect_same_solutions(&two_moves, &expected, "after two moves");
	expect_same_counts(&two_moves, &one_move, 0, "after two moves", 5);
}

/* The first solution that is found ends the search, wherever that is. */
Test(order_bulk, finds_a_shortest_solution)
{
	const struct heuristic full = built(&with_parity_and_subcosets), h = with_bulk(&full, true);
	struct dice dice = {29};
	for (unsigned n = 0; n < (are_slow_wanted() ? 12 : 4); n++) {
		const struct cube c = scramble(&dice, cap_of(&h) + BULK_MIN_MOVES + n % 2);
		const struct search_request request = search_request_default(&c);
		const struct search_result expected = fixture_solve(&h, &kernel_coset_core, 1, &request);
		const struct search_result actual = fixture_solve(&h, kernel_best(&h), 1 + n % 3, &request);
		cr_assert(actual.is_optimal && actual.length == expected.length, "%u and %u", actual.length,
		          expected.length);
	}
}

/* Nodes are those of the search that looks up one at a time. */
static void expect_bulk_counts(const struct heuristic_spec *spec)
{
	const struct heuristic full = built(spec), h = with_bulk(&full, true);
	const unsigned length = cap_of(&h) + BULK_MIN_MOVES;
	struct dice dice = {22};
	for (unsigned n_moves = length - 4; n_moves <= 60; n_moves += 60 - length + 4) {  /* near solved, and far from it */
		const struct cube c = scramble(&dice, n_moves);
		const struct search_result result = of_length(&h, kernel_best(&h), 1, &c, length, length);
		struct reference r = {.h = &h, .is_bulk = true};
		reference_search(&r, &c, length);
		cr_expect_eq(result.n_expanded, r.n_expanded, "%lu and %lu", result.n_expanded, r.n_expanded);
		cr_expect_eq(result.n_solutions != 0, n_moves < length);
	}
}

Test(order_bulk, finds_the_nodes_of_a_plain_search)
{
	expect_bulk_counts(&htr);
	if (!are_slow_wanted())
		return;
	expect_bulk_counts(&with_parity);
	expect_bulk_counts(&htr_with_subcosets);
}
