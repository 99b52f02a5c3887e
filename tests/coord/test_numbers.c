#include "coord/numbers.h"

#include "support/support.h"

Test(numbers, the_solved_cube_is_four_zeros)
{
	const struct position_numbers n = numbers_of_cube(&cube_solved);
	cr_expect(n.edges == 0 && n.flips == 0 && n.corners == 0 && n.twists == 0);
}

Test(numbers, the_first_place_is_the_lowest_digit)
{
	struct cube c = cube_solved;
	c.edge_ori[UR] = c.edge_ori[UL] = 1;
	c.corner_ori[UFL] = 2;
	c.corner_ori[DRB] = 1;
	const struct position_numbers n = numbers_of_cube(&c);
	cr_expect_eq(n.flips, 1 + 4);
	cr_expect_eq(n.twists, 2 * 3);
}

/* The superflip flips all edges: 2^11 - 1. */
Test(numbers, the_superflip)
{
	const struct cube c = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	const struct position_numbers n = numbers_of_cube(&c);
	cr_expect(n.edges == 0 && n.flips == 2047 && n.corners == 0 && n.twists == 0);
}

Test(numbers, ranks_of_permutations_are_lexicographic)
{
	struct cube c = cube_solved;
	c.edge_perm[BL] = BR, c.edge_perm[BR] = BL;
	c.corner_perm[DBL] = DRB, c.corner_perm[DRB] = DBL;
	const struct position_numbers last_two = numbers_of_cube(&c);
	cr_expect(last_two.edges == 1 && last_two.corners == 1);
	for (unsigned i = 0; i < N_CORNERS; i++)
		c.corner_perm[i] = (uint8_t)(N_CORNERS - 1 - i);
	cr_expect_eq(numbers_of_cube(&c).corners, 40319);
}
