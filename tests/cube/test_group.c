#include "cube/group.h"
#include "cube/random.h"

#include "support/support.h"

enum { U = 7u << FACE_U * 3, R = 7u << FACE_R * 3, F = 7u << FACE_F * 3, D = 7u << FACE_D * 3, L = 7u << FACE_L * 3,
       B = 7u << FACE_B * 3 };

/* Orders as published: <U>, <U,D>, <U,R> (Singmaster), <U,R,F>, squares group, <U,D,R2,L2,F2,B2> (Kociemba),
 * all. */
Test(group, orders_are_those_that_are_published)
{
	static const struct { uint32_t moves; long double order; } known[] = {
		{0, 1}, {U, 4}, {2u << FACE_U * 3, 2}, {1u << FACE_U * 3, 4}, {U | D, 16}, {U | R, 73483200},
		{U | R | F, 170659735142400}, {0x12492, 663552},
		{U | D | 0x12492, 19508428800}, {U | R | F | D | L, 43252003274489856000.0L},
		{U | R | F | D | L | B, 43252003274489856000.0L}, {2u << FACE_U * 3 | 2u << FACE_R * 3, 12},
	};
	array_foreach(row, known) {
		struct group *const g = group_generate(row->moves);
		cr_assert_not_null(g);
		cr_expect(group_order(g) == row->order, "moves %#x: %.0Lf, expected %.0Lf", (unsigned)row->moves,
		          group_order(g), row->order);
		free(g);
	}
}

Test(group, what_the_moves_make_is_in_the_group)
{
	static const uint32_t sets[] = {U | R, U | R | F, 0x12492, U | D | 0x12492, 2u << FACE_U * 3 | R};
	struct dice dice = {.state = 41};
	array_foreach(row, sets) {
		struct group *const g = group_generate(*row);
		struct cube c = cube_solved;
		for (unsigned n = 0; n < 500; n++) {
			const unsigned move = dice_below(&dice, N_MOVES);
			if ((*row >> move & 1) != 0)
				c = cube_after(&c, move);
			cr_assert(group_has(g, group_permutation_of(&c)), "set %td, seed 41", row - sets);
		}
		free(g);
	}
}

Test(group, what_they_cannot_make_is_not)
{
	struct group *const two = group_generate(U | R), *const squares = group_generate(0x12492),
						*const all = group_generate(0x3FFFF);
	struct cube c = cube_of_moves("F");
	cr_expect_not(group_has(two, group_permutation_of(&c)));
	cr_expect_not(group_has(squares, group_permutation_of(&c)));
	c = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");  /* superflip */
	cr_expect_not(group_has(two, group_permutation_of(&c)));
	cr_expect(group_has(all, group_permutation_of(&c)));
	c.edge_ori[UR] ^= 1;
	cr_expect_not(group_has(all, group_permutation_of(&c)), "one flipped edge is no position");
	struct dice dice = {.state = 42};
	for (unsigned i = 0; i < 200; i++) {
		c = dice_cube(&dice);
		cr_expect(group_has(all, group_permutation_of(&c)), "cube %u of seed 42", i);
		cr_expect_not(group_has(squares, group_permutation_of(&c)), "cube %u of seed 42", i);
	}
	free(two);
	free(squares);
	free(all);
}
