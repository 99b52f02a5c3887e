#include "subgroup/reid.h"

#include "coord/phase1.h"
#include "pdb/pdb.h"
#include "search/kernel.h"
#include "search/search.h"
#include "support/support.h"
#include "support/tables.h"

#include <criterion/criterion.h>

TestSuite(reid, .init = cube_init);

static struct heuristic reid(void)
{
	struct heuristic h = {.spec = heuristic_find("reid"), .metric = METRIC_HTM};
	cr_assert_not_null(h.spec);
	h.table[0] = shared_table(pdb_key_in((struct coordinate_key)FLIPSLICE_TWIST_COORDINATE, METRIC_HTM));
	return h;
}

Test(reid, no_bound_is_above_the_length_of_a_maneuver)
{
	const struct heuristic h = reid();
	struct dice dice = {1};
	for (unsigned i = 0; i < 6000; i++) {
		uint8_t moves[20];
		const unsigned length = 1 + i % 12, n = dice_walk(&dice, METRIC_HTM, length, moves);
		const struct cube c = cube_after_moves(cube_solved, moves, n);
		cr_assert_leq(heuristic_evaluate(&h, &c), length, "walk %u of seed 1", i);
	}
}

Test(reid, one_move_changes_a_bound_by_1_at_most)
{
	const struct heuristic h = reid();
	struct dice dice = {2};
	for (unsigned i = 0; i < 2000; i++) {
		const struct cube c = dice_cube(&dice);
		const unsigned here = heuristic_evaluate(&h, &c);
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&c, m);
			const unsigned there = heuristic_evaluate(&h, &after);
			cr_assert(there + 1 >= here && there <= here + 1, "cube %u of seed 2, %s", i, move_name[m]);
		}
	}
}

Test(reid, all_48_views_of_a_cube_have_the_same_bound)
{
	const struct heuristic h = reid();
	struct dice dice = {3};
	for (unsigned i = 0; i < 500; i++) {
		const struct cube c = dice_cube(&dice);
		for (unsigned s = 0; s < N_SYMMETRIES; s++) {
			const struct cube seen = cube_conjugate(&c, s);
			cr_assert_eq(heuristic_evaluate(&h, &seen), heuristic_evaluate(&h, &c), "cube %u of seed 3, symmetry %u", i, s);
		}
	}
}

/* The superflip looks the same along all axes: its bound is one more than its distance from H. */
Test(reid, equal_distances_along_all_axes_give_one_more)
{
	const struct heuristic h = reid();
	const struct cube superflip = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	cr_expect_eq(heuristic_evaluate(&h, &superflip), pdb_value(&h.table[0], &superflip) + 1);
	cr_expect_eq(heuristic_evaluate(&h, &cube_solved), 0u);
}

Test(reid, entries_by_depth_count_cosets_piece_by_piece)
{
	const struct pdb_key key = {.coordinate = FLIPSLICE_TWIST_COORDINATE, .metric = METRIC_HTM};
	const struct pdb table = shared_table(key);
	const uint64_t half = (table.size_bytes / 3) & ~(uint64_t)511;
	uint64_t n_cosets[PDB_MAX_DEPTHS] = {0}, sum = 0;
	pdb_count(&key, table.entries, half, 0, n_cosets);
	pdb_count(&key, table.entries + half, table.size_bytes - half, half, n_cosets);
	for (unsigned d = 0; d < PDB_MAX_DEPTHS; d++) {
		cr_expect_eq(n_cosets[d], table.histogram.count[d], "distance %u", d);
		sum += n_cosets[d];
	}
	cr_expect_eq(sum, (uint64_t)N_H_COSETS);
}

static struct search_result solved_by(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads, const struct cube *c)
{
	struct pool *const pool = pool_create_with(h, kernel, n_threads);
	cr_assert_not_null(pool);
	struct search_request request = search_request_default(c);
	request.n_solutions = SEARCH_ALL;
	struct search_result result;
	pool_solve(pool, &request, &result);
	pool_destroy(pool);
	return result;
}

/* The plain kernel evaluates cube by cube: all solutions and all counts of nodes are the same. */
Test(reid, kernel_searches_the_nodes_that_the_plain_kernel_searches)
{
	const struct heuristic h = reid();
	struct dice dice = {4};
	for (unsigned i = 0; i < 30; i++) {
		uint8_t moves[20];
		const unsigned n = dice_walk(&dice, METRIC_HTM, i % 11, moves);
		const struct cube c = cube_after_moves(cube_solved, moves, n);
		struct search_result plain = solved_by(&h, &kernel_plain, 1, &c), fast = solved_by(&h, &kernel_reid, 1 + i % 2, &c);
		cr_assert_eq(fast.length, plain.length, "walk %u of seed 4", i);
		cr_assert_eq(fast.n_solutions, plain.n_solutions, "walk %u of seed 4", i);
		cr_assert_eq(fast.n_generated, plain.n_generated, "walk %u of seed 4", i);
		for (uint64_t k = 0; k < plain.n_solutions; k++)
			cr_assert_arr_eq(fast.solutions[k].moves, plain.solutions[k].moves, plain.solutions[k].n_moves, "walk %u of seed 4", i);
		search_result_free(&plain);
		search_result_free(&fast);
	}
}
