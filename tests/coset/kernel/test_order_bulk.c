#include "coset/kernel/bulk.h"
#include "coset/kernel/fixture.h"

#include <criterion/criterion.h>

/* All solutions of some lengths, with and without bulk lookups. */
static void expect_bulk_solutions(const struct heuristic *full, const struct cube *c, unsigned min, unsigned max)
{
	const struct heuristic h = with_bulk(full, true);
	struct search_result expected = of_length(&h, &kernel_coset_core, 2, c, min, max);
	cr_assert_eq(expected.outcome, SEARCH_SOLVED);
	uint64_t n_expanded = 0, n_generated = 0;
	for (unsigned k = 0; k < N_KERNELS; k++)
		for (unsigned n_threads = 1; n_threads <= 3 && coset_kernels[k]->is_for(&h); n_threads++) {
			const char *const name = coset_kernels[k]->name;
			struct search_result actual = of_length(&h, coset_kernels[k], n_threads, c, min, max);
			expect_same_solutions(&actual, &expected, name);
			const struct search_iteration last = actual.iterations[actual.n_iterations - 1];
			const struct search_iteration whole = expected.iterations[expected.n_iterations - 1];
			n_expanded = n_expanded == 0 ? last.n_expanded : n_expanded;
			n_generated = n_generated == 0 ? last.n_generated : n_generated;
			cr_expect_eq(last.n_expanded, n_expanded, "%s, %u threads", name, n_threads);
			cr_expect_eq(last.n_generated, n_generated, "%s, %u threads", name, n_threads);
			cr_expect_leq(last.n_expanded, whole.n_expanded, "%lu and %lu", last.n_expanded, whole.n_expanded);
			cr_expect_gt(10 * last.n_expanded, 9 * whole.n_expanded, "%lu and %lu", last.n_expanded, whole.n_expanded);
			search_result_free(&actual);
		}
	search_result_free(&expected);
}

/* The first iteration's unit is the cube, and with more than one thread those after one turn; so are the second one's. */
static void expect_bulk_solutions_with(const struct heuristic_spec *spec, unsigned n_lengths)
{
	cube_init();
	const struct heuristic h = built(spec);
	const unsigned min = cap_of(&h) + BULK_MIN_MOVES;
	struct dice dice = {21};
	const struct cube c = scramble(&dice, min);
	expect_bulk_solutions(&h, &c, min, min + n_lengths - 1);
}

Test(order_bulk, finds_all_solutions)
{
	expect_bulk_solutions_with(&with_parity, 1);
}

Test(order_bulk, finds_all_solutions_with_htr_corners)
{
	expect_bulk_solutions_with(&htr, 2);
}

Test(order_bulk, finds_all_solutions_with_subcosets)
{
	expect_bulk_solutions_with(&with_parity_and_subcosets, 1);
}

Test(order_bulk, finds_all_solutions_with_htr_corners_and_subcosets)
{
	expect_bulk_solutions_with(&htr_with_subcosets, 2);
}

/* With more than four threads units of one move make way for those of two. */
Test(order_bulk, after_two_moves_finds_all_solutions)
{
	cube_init();
	const struct heuristic full = built(&htr), h = with_bulk(&full, true);
	const unsigned length = cap_of(&h) + BULK_MIN_MOVES + 2;
	struct dice dice = {27};
	const struct cube c = scramble(&dice, length);
	struct search_result expected = of_length(&h, &kernel_coset_core, 2, &c, length, length);
	struct search_result one_move = of_length(&h, kernel_best(&h), 2, &c, length, length);
	struct search_result two_moves = of_length(&h, kernel_best(&h), 5, &c, length, length);
	cr_assert_gt(expected.n_solutions, 0);
	expect_same_solutions(&one_move, &expected, "after one move");
	expect_same_solutions(&two_moves, &expected, "after two moves");
	cr_expect_eq(two_moves.n_expanded, one_move.n_expanded);
	cr_expect_eq(two_moves.n_generated, one_move.n_generated);
	search_result_free(&expected);
	search_result_free(&one_move);
	search_result_free(&two_moves);
}

/* ---- hints ---- */
/* The first iteration has no hints; in the others these come first, and bulk lookups leave alone what they have led to. */
static void expect_solutions_with_hints(const struct heuristic *full, const struct cube *c, unsigned n_lengths)
{
	const struct heuristic h = with_bulk(full, true);
	const unsigned min = cap_of(&h) + BULK_MIN_MOVES, max = min + n_lengths - 1;
	struct search_result expected = of_length(&h, &kernel_coset_core, 2, c, min, max);
	cr_assert_eq(expected.outcome, SEARCH_SOLVED);
	struct search_iteration first[3] = {{.threshold = 0}};
	for (unsigned k = 0; k < N_KERNELS; k++)
		for (unsigned n_threads = 1; n_threads <= 3 && coset_kernels[k]->is_for(&h); n_threads++) {
			const char *const name = coset_kernels[k]->name;
			struct search_result actual = of_length(&h, coset_kernels[k], n_threads, c, min, max);
			expect_same_solutions(&actual, &expected, name);
			cr_assert_eq(actual.n_iterations, n_lengths);
			for (unsigned i = 1; i < n_lengths; i++) {
				const struct search_iteration it = actual.iterations[i];
				if (first[i].threshold == 0)
					first[i] = it;
				cr_expect_eq(it.n_expanded, first[i].n_expanded, "%s, %u threads", name, n_threads);
				cr_expect_eq(it.n_generated, first[i].n_generated, "%s, %u threads", name, n_threads);
				cr_expect_leq(it.n_expanded, expected.iterations[i].n_expanded);
				cr_expect_leq(it.n_generated, expected.iterations[i].n_generated);
			}
			search_result_free(&actual);
		}
	for (unsigned i = 1; i < n_lengths; i++) {
		struct search_result alone = of_length(&h, kernel_best(&h), 1, c, min + i, min + i);
		const struct search_iteration it = alone.iterations[0];
		cr_expect_neq(first[i].n_lookups, it.n_lookups, "the same without hints, which know what need not be looked up");
		cr_expect_leq(it.n_expanded, first[i].n_expanded, "but of pairs of quarter turns they know less");
		cr_expect_lt(first[i].n_generated, it.n_generated + it.n_generated / 1000);
		if (!has_subcosets(&h))
			cr_expect_eq(it.n_expanded, first[i].n_expanded);
		search_result_free(&alone);
	}
	search_result_free(&expected);
}

static void expect_hints_with(const struct heuristic_spec *spec, unsigned n_lengths)
{
	cube_init();
	const struct heuristic h = built(spec);
	struct dice dice = {23};
	const struct cube c = scramble(&dice, cap_of(&h) + BULK_MIN_MOVES);
	expect_solutions_with_hints(&h, &c, n_lengths);
}

Test(order_bulk, with_hints_finds_all_solutions)
{
	expect_hints_with(&with_parity, 2);
}

Test(order_bulk, with_hints_finds_all_solutions_with_subcosets)
{
	expect_hints_with(&with_parity_and_subcosets, 2);
}

Test(order_bulk, with_hints_finds_all_solutions_with_htr_corners)
{
	skip_unless_slow();
	expect_hints_with(&htr, 3);
}

Test(order_bulk, with_hints_finds_all_solutions_with_htr_corners_and_subcosets)
{
	skip_unless_slow();
	expect_hints_with(&htr_with_subcosets, 3);
}

/* A kernel whose hints end earlier: in the last iteration that has some only nodes with a margin of two or more come first. */
static unsigned last_hinted;

static void *create_with_few_hints(const struct heuristic *h)
{
	struct engine *const k = kernel_best(h)->create(h);
	k->last_hinted = last_hinted;
	return k;
}

/* Those of the iteration of cap + 6 moves are after a unit of one move or a pair; with more than four threads, of two. */
static void expect_hints_after_units_with(const struct heuristic_spec *spec, uint64_t seed)
{
	skip_unless_slow();
	cube_init();
	const struct heuristic full = built(spec), h = with_bulk(&full, true);
	const unsigned min = cap_of(&h) + BULK_MAX_MOVES + 1;
	struct kernel few_hints = *kernel_best(&h);
	few_hints.create = create_with_few_hints;
	last_hinted = min + 1;
	struct dice dice = {seed};
	const struct cube c = scramble(&dice, min - 6);
	struct search_result expected = of_length(&h, &kernel_coset_core, 2, &c, min, min + 1);
	struct search_result one_turn = of_length(&h, kernel_best(&h), 2, &c, min, min + 1);
	struct search_result two_turns = of_length(&h, kernel_best(&h), 5, &c, min, min + 1);
	struct search_result large_margins = of_length(&h, &few_hints, 2, &c, min, min + 1);
	cr_assert_gt(expected.n_solutions, 300);
	expect_same_solutions(&one_turn, &expected, "after units");
	expect_same_solutions(&two_turns, &expected, "after units of two turns");
	expect_same_solutions(&large_margins, &expected, "of large margins alone");
	cr_expect_neq(large_margins.iterations[1].n_lookups, one_turn.iterations[1].n_lookups, "hints are fewer");
	cr_expect_leq(large_margins.iterations[1].n_expanded, expected.iterations[1].n_expanded);
	search_result_free(&expected);
	search_result_free(&one_turn);
	search_result_free(&two_turns);
	search_result_free(&large_margins);
}

Test(order_bulk, hints_after_units_find_all_solutions)
{
	expect_hints_after_units_with(&htr, 35);
}

Test(order_bulk, hints_after_units_find_all_solutions_with_subcosets)
{
	expect_hints_after_units_with(&htr_with_subcosets, 30);
}

/* The first solution that is found ends the search, wherever that is. */
Test(order_bulk, finds_a_shortest_solution)
{
	cube_init();
	const struct heuristic full = built(&htr_with_subcosets), h = with_bulk(&full, true);
	struct dice dice = {29};
	for (unsigned n = 0; n < 12; n++) {
		const struct cube c = scramble(&dice, cap_of(&h) + BULK_MIN_MOVES + n % 2);
		const struct search_request request = search_request_default(&c);
		struct search_result expected = solved(&h, &kernel_coset_core, 1, &request);
		struct search_result actual = solved(&h, kernel_best(&h), 1 + n % 3, &request);
		cr_assert_eq(actual.length, expected.length, "%u and %u", actual.length, expected.length);
		cr_assert(actual.is_optimal);
		expect_sound(&h, &request, &actual);
		search_result_free(&expected);
		search_result_free(&actual);
	}
}

/* Nodes are those of the search that looks up one at a time: in the first iteration of bulk lookups, and in the next one. */
static void expect_bulk_counts(const struct heuristic_spec *spec, unsigned n_lengths)
{
	cube_init();
	const struct heuristic full = built(spec), h = with_bulk(&full, true);
	const unsigned length = cap_of(&h) + BULK_MIN_MOVES;
	struct dice dice = {22};
	const struct cube c = scramble(&dice, 60);
	struct search_result result = iterations_of(&h, kernel_best(&h), 1, &c, length, length + n_lengths - 1);
	for (unsigned i = 0; i < n_lengths; i++) {
		const struct search_iteration *const it = &result.iterations[i];
		struct reference r = {.h = &h, .is_bulk = true, .has_hints = i > 0};
		reference_search(&r, &c, length + i);
		cr_expect_eq(it->n_expanded, r.n_expanded, "%u moves: %lu and %lu", length + i, it->n_expanded, r.n_expanded);
	}
	search_result_free(&result);
}

Test(order_bulk, finds_the_nodes_of_a_plain_search)
{
	expect_bulk_counts(&with_parity, 1);
}

Test(order_bulk, finds_the_nodes_of_a_plain_search_with_htr_corners)
{
	expect_bulk_counts(&htr, 1);
}

Test(order_bulk, finds_the_nodes_of_a_plain_search_with_subcosets)
{
	expect_bulk_counts(&htr_with_subcosets, 1);
}

Test(order_bulk, with_hints_finds_the_nodes_of_a_plain_search)
{
	skip_unless_slow();
	expect_bulk_counts(&htr_with_subcosets, 2);
}
