#include "../support/support.h"
#include "subgroup/member.h"

#include <criterion/criterion.h>

TestSuite(member, .init = cube_init);

/* A random walk in H. */
static struct cube dice_member(struct dice *dice)
{
	struct cube c = cube_solved;
	for (unsigned i = 0; i < 60; i++)
		c = cube_after(&c, h_moves[dice_below(dice, N_H_MOVES)]);
	return c;
}

static bool member_equal(struct member a, struct member b)
{
	return a.corners == b.corners && a.up == b.up && a.down == b.down && a.slice == b.slice;
}

static bool place_equal(struct member_place a, struct member_place b)
{
	return a.page == b.page && a.bit == b.bit && a.byte == b.byte;
}

Test(member, the_bitmap_has_a_bit_for_each_member)
{
	cr_expect_eq((uint64_t)N_PAGES * PAGE_BYTES * 8, N_MEMBERS);
	cr_expect_eq((uint64_t)N_CORNER_PERMS * 40320 * 24 / 2, N_MEMBERS);
}

Test(member, places_and_members_correspond)
{
	const struct member_tables *const t = member_tables();
	struct dice dice = {1};
	for (unsigned i = 0; i < 20000; i++) {
		const struct member_place place = {
			(uint16_t)dice_below(&dice, N_PAGES), (uint8_t)dice_below(&dice, N_CORNER_BITS), dice_below(&dice, PAGE_BYTES),
		};
		const struct cube c = member_cube(place);
		cr_assert_eq(cube_check(&c), CUBE_OK, "place %u of seed 1", i);
		cr_assert(phase1_is_in_h(phase1_rank(&c)), "place %u of seed 1", i);
		cr_assert(place_equal(member_place(t, member_rank(&c)), place), "place %u of seed 1", i);
	}
}

Test(member, cubes_in_h_come_back_from_their_places)
{
	const struct member_tables *const t = member_tables();
	struct dice dice = {2};
	for (unsigned i = 0; i < 3000; i++) {
		const struct cube c = dice_member(&dice), back = member_cube(member_place(t, member_rank(&c)));
		cr_assert(cube_equal(&c, &back), "cube %u of seed 2", i);
	}
}

Test(member, moves_are_those_of_cubes_in_h_or_not)
{
	const struct member_tables *const t = member_tables();
	struct dice dice = {3};
	for (unsigned i = 0; i < 3000; i++) {
		const struct cube c = dice_cube(&dice);
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&c, m);
			cr_assert(member_equal(member_rank(&after), member_after(t, member_rank(&c), m)), "cube %u of seed 3, %s", i,
			          move_name[m]);
		}
	}
}

/* What the extension of a bitmap relies on. */
Test(member, moves_of_h_take_pages_blocks_and_rows_to_such)
{
	const struct member_tables *const t = member_tables();
	struct dice dice = {4};
	for (unsigned i = 0; i < 2000; i++) {
		const struct member_place place = {
			(uint16_t)dice_below(&dice, N_PAGES), (uint8_t)dice_below(&dice, N_CORNER_BITS), dice_below(&dice, PAGE_BYTES),
		};
		struct member_place same_page = place;
		same_page.byte = dice_below(&dice, PAGE_BYTES);
		const unsigned exchange = dice_below(&dice, N_CORNER_BITS);
		same_page.bit ^= (uint8_t)exchange;
		struct member_place same_block = place;
		same_block.byte = place.byte / N_LANES * N_LANES + dice_below(&dice, N_LANES);
		const struct cube c = member_cube(place), in_page = member_cube(same_page), in_block = member_cube(same_block);
		for (unsigned k = 0; k < N_H_MOVES; k++) {
			const struct cube ca = cube_after(&c, h_moves[k]), pa = cube_after(&in_page, h_moves[k]),
			                  ba = cube_after(&in_block, h_moves[k]);
			const struct member_place c_after = member_place(t, member_rank(&ca)), p_after = member_place(t, member_rank(&pa)),
			                          b_after = member_place(t, member_rank(&ba));
			cr_assert_eq(p_after.page, c_after.page, "place %u of seed 4", i);
			cr_assert_eq(p_after.bit ^ c_after.bit, exchange, "place %u of seed 4", i);
			cr_assert_eq(b_after.byte / N_LANES, c_after.byte / N_LANES, "place %u of seed 4", i);
		}
	}
}
