#include "subgroup/reid.h"

#include "search/fixture.h"
#include "support/support.h"

/* Bounds against distances are tested of every heuristic (tests/heuristic), nodes of every kernel
 * (tests/search). */
Test(reid, all_48_views_of_a_cube_have_the_same_bound)
{
	const struct heuristic h = fixture_named("reid", METRIC_HTM);
	struct dice dice = {3};
	for (unsigned i = 0; i < 500; i++) {
		const struct cube c = dice_cube(&dice);
		for (unsigned s = 0; s < N_SYMMETRIES; s++) {
			const struct cube seen = cube_conjugate(&c, s);
			cr_assert_eq(heuristic_evaluate(&h, &seen), heuristic_evaluate(&h, &c),
			             "cube %u of seed 3, symmetry %u", i, s);
		}
	}
}

/* The superflip looks the same along all axes: its bound is one more than its distance from H. */
Test(reid, equal_distances_along_all_axes_give_one_more)
{
	const struct heuristic h = fixture_named("reid", METRIC_HTM);
	const struct cube superflip = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	cr_expect_eq(heuristic_evaluate(&h, &superflip), pdb_value(&h.table[0], &superflip) + 1);
	cr_expect_eq(heuristic_evaluate(&h, &cube_solved), 0u);
}

Test(reid, neighbours_are_at_most_one_apart_and_one_is_nearer)
{
	const struct heuristic h = fixture_named("reid", METRIC_HTM);
	struct dice dice = {1};
	for (unsigned i = 0; i < 20000; i++) {
		const struct cube c = dice_cube(&dice);
		const unsigned here = pdb_value(&h.table[0], &c);
		unsigned nearest = here;
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&c, m);
			const unsigned there = pdb_value(&h.table[0], &after);
			cr_assert(there + 1 >= here && there <= here + 1, "cube %u of seed 1, %s", i, move_name[m]);
			nearest = there < nearest ? there : nearest;
		}
		cr_assert_eq(nearest, here == 0 ? 0 : here - 1, "cube %u of seed 1", i);
	}
}
