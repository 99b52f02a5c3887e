#include "coord/numbers.h"

#include "support/support.h"

#include <criterion/criterion.h>

TestSuite(numbers, .init = cube_init);

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

Test(numbers, numbers_and_cubes_are_the_same)
{
	struct dice dice = {41};
	for (unsigned i = 0; i < 2000; i++) {
		const struct cube c = dice_cube(&dice);
		struct cube back;
		cr_assert(numbers_to_cube(numbers_of_cube(&c), &back), "seed 41, cube %u", i);
		cr_assert(cube_equal(&back, &c), "seed 41, cube %u", i);
	}
}

Test(numbers, what_is_no_position_is_refused)
{
	struct cube c = cube_solved;
	const struct position_numbers bad[] = {{.edges = 1}, {.corners = 1}, {.edges = NUMBERS_EDGES}, {.flips = 2048}, {.twists = 2187}};
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_expect_not(numbers_to_cube(bad[i], &c), "case %u", i);
	cr_expect(numbers_to_cube((struct position_numbers){.edges = 1, .corners = 1}, &c), "both permutations are odd");
}
