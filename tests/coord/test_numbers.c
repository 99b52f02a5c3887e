#include "coord/numbers.h"

#include "support/support.h"

/* The first place is the lowest digit; the superflip flips all edges: 2^11 - 1; permutations are ranked
 * lexicographically. */
Test(numbers, of_some_cubes_are_known)
{
	struct cube c = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	const struct position_numbers flipped = numbers_of_cube(&c), zeros = numbers_of_cube(&cube_solved);
	cr_expect(zeros.edges == 0 && zeros.flips == 0 && zeros.corners == 0 && zeros.twists == 0);
	cr_expect(flipped.edges == 0 && flipped.flips == 2047 && flipped.corners == 0 && flipped.twists == 0);
	c = cube_solved;
	c.edge_ori[UR] = c.edge_ori[UL] = 1;
	c.corner_ori[UFL] = 2;
	c.corner_ori[DRB] = 1;
	const struct position_numbers n = numbers_of_cube(&c);
	cr_expect(n.flips == 1 + 4 && n.twists == 2 * 3);
	c.edge_perm[BL] = BR, c.edge_perm[BR] = BL;
	c.corner_perm[DBL] = DRB, c.corner_perm[DRB] = DBL;
	const struct position_numbers last_two = numbers_of_cube(&c);
	cr_expect(last_two.edges == 1 && last_two.corners == 1);
	for (unsigned i = 0; i < N_CORNERS; i++)
		c.corner_perm[i] = (uint8_t)(N_CORNERS - 1 - i);
	cr_expect_eq(numbers_of_cube(&c).corners, 40319);
}
