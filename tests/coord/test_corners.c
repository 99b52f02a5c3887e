#include "support/support.h"
#include "coord/corners.h"
#include "coord/permutation.h"

/* A row of a move table is what the moves do to a cube with that coordinate, whatever else the cube is. */
static void expect_moves(const char *name, unsigned index, const struct cube *c, const uint16_t *row,
                         unsigned (*rank)(const struct cube *))
{
	for (unsigned m = 0; m < N_MOVES; m++) {
		const struct cube after = cube_after(c, m);
		if (row[m] != rank(&after))
			cr_assert_fail("%s %u after %s", name, index, move_name[m]);
	}
}

Test(corners, solved_corners_have_rank_0)
{
	cr_expect_eq(corners_rank_perm(&cube_solved), 0u);
	cr_expect_eq(corners_rank_twist(&cube_solved), 0u);
}

Test(corners, permutation_ranks_are_a_bijection_in_lexicographic_order)
{
	uint8_t before[N_CORNERS] = {0};
	for (unsigned rank = 0; rank < N_CORNER_PERMS; rank++) {
		struct cube c = cube_solved;
		corners_unrank_perm(rank, &c);
		if (corners_rank_perm(&c) != rank || (rank > 0 && memcmp(before, c.corner_perm, N_CORNERS) >= 0))
			cr_assert_fail("rank %u", rank);
		memcpy(before, c.corner_perm, N_CORNERS);
	}
}

Test(corners, twist_ranks_are_a_bijection_onto_twists_that_sum_to_0)
{
	uint8_t before[N_CORNERS] = {0};
	for (unsigned rank = 0; rank < N_TWISTS; rank++) {
		struct cube c = cube_solved;
		corners_unrank_twist(rank, &c);
		unsigned sum = 0, largest = 0;
		for (unsigned i = 0; i < N_CORNERS; i++) {
			sum += c.corner_ori[i];
			largest = c.corner_ori[i] > largest ? c.corner_ori[i] : largest;
		}
		if (corners_rank_twist(&c) != rank || sum % 3 != 0 || largest > 2 ||
		    (rank > 0 && memcmp(before, c.corner_ori, N_CORNERS) >= 0))
			cr_assert_fail("rank %u", rank);
		memcpy(before, c.corner_ori, N_CORNERS);
	}
}

static void expect_move_table(const char *name, unsigned n, unsigned (*rank)(const struct cube *),
                              void (*unrank)(unsigned, struct cube *), void (*fill)(uint16_t (*)[MOVE_ROW]),
                              uint32_t seed)
{
	static uint16_t after[N_CORNER_PERMS][MOVE_ROW];
	struct dice dice = {seed};
	fill(after);
	for (unsigned i = 0; i < n; i++) {
		struct cube c = dice_cube(&dice);
		unrank(i, &c);
		expect_moves(name, i, &c, after[i], rank);
	}
}

Test(corners, move_tables_are_those_of_cubes)
{
	expect_move_table("twist", N_TWISTS, corners_rank_twist, corners_unrank_twist, corners_fill_twist_moves,
	                  1);
	expect_move_table("permutation", N_CORNER_PERMS, corners_rank_perm, corners_unrank_perm,
	                  corners_fill_perm_moves, 2);
}

/* The worked example of doc/mathematics.md. */
Test(corners, the_example_of_the_mathematics)
{
	const struct cube c = cube_of_moves("F R U");
	cr_expect_eq(corners_rank_perm(&c), 5421u);
	cr_expect_eq(corners_rank_twist(&c), 1875u);
	cr_expect_eq(corners_rank_perm(&c) * N_TWISTS + corners_rank_twist(&c), 11857602u);
}
