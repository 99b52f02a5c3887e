#include "subgroup/element.h"

#include "subgroup/fixture.h"

static bool are_equal(struct element a, struct element b)
{
	return a.corners == b.corners && a.up == b.up && a.down == b.down && a.slice == b.slice;
}

_Static_assert((uint64_t)N_PAGES * PAGE_BYTES * 8 == N_H_ELEMENTS
                   && (uint64_t)N_CORNER_PERMS * 40320 * 24 / 2 == N_H_ELEMENTS,
               "a bit for each element");

Test(element, positions_and_cubes_in_h_correspond)
{
	struct dice dice = {1};
	for (unsigned i = 0; i < 20000; i++) {
		const struct bit_position at = dice_position(&dice);
		const struct cube c = element_cube(at);
		cr_assert(cube_check(&c) == CUBE_OK && phase1_is_in_h(phase1_rank(&c))
		              && are_equal_positions(bit_position_of_cube(&c), at),
		          "position %u of seed 1", i);
	}
	uint32_t moves = 0;
	for (unsigned k = 0; k < N_H_MOVES; k++)
		moves |= 1u << h_moves[k];
	for (unsigned i = 0; i < 3000; i++) {
		const struct cube c = dice_cube_after(&dice, moves, 60),
		                  back = element_cube(bit_position_of_cube(&c));
		cr_assert(cube_equal(&c, &back), "walk %u after positions of seed 1", i);
	}
}

Test(element, moves_are_those_of_cubes_in_h_or_not)
{
	struct dice dice = {3};
	for (unsigned i = 0; i < 3000; i++) {
		const struct cube c = dice_cube(&dice);
		for (unsigned m = 0; m < N_MOVES; m++) {
			const struct cube after = cube_after(&c, m);
			cr_assert(
				are_equal(element_of_cube(&after), element_after(element_tables(), element_of_cube(&c), m)),
				"cube %u of seed 3, %s", i, move_name[m]);
		}
	}
}

static struct bit_position position_after(struct bit_position at, unsigned move)
{
	const struct cube c = element_cube(at), after = cube_after(&c, move);
	return bit_position_of_cube(&after);
}

/* What the extension of a bitmap relies on. */
Test(element, moves_of_h_take_pages_tiles_and_rows_to_such)
{
	struct dice dice = {4};
	for (unsigned i = 0; i < 2000; i++) {
		const struct bit_position at = dice_position(&dice);
		struct bit_position same_page = at, same_row = at;
		const unsigned exchange = dice_below(&dice, N_CORNER_BITS);
		same_page.byte = dice_below(&dice, PAGE_BYTES);
		same_page.bit ^= (uint8_t)exchange;
		same_row.byte = at.byte / N_LANES * N_LANES + dice_below(&dice, N_LANES);
		for (unsigned k = 0; k < N_H_MOVES; k++) {
			const struct bit_position after = position_after(at, h_moves[k]),
			                          page_after = position_after(same_page, h_moves[k]),
			                          row_after = position_after(same_row, h_moves[k]);
			cr_assert(page_after.page == after.page && (page_after.bit ^ after.bit) == (int)exchange
			              && row_after.byte / N_LANES == after.byte / N_LANES,
			          "position %u of seed 4", i);
		}
	}
}
