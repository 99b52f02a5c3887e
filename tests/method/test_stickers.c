/* The vector of 54 stickers is the cube of the cubie level, seen in another numbering. */
#include "method/stickers.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(stickers, .init = cube_init);

Test(stickers, turns_are_those_of_the_cubies)
{
	struct dice dice = {11};
	struct cube c = dice_cube(&dice);
	struct stickers s = stickers_of_cube(&c);
	for (unsigned i = 0; i < 1000; i++) {
		const unsigned face = dice_below(&dice, N_STICKER_COLOURS);
		c = cube_after(&c, sticker_face[face] * 3u);
		stickers_turn(&s, face);
		const struct stickers expected = stickers_of_cube(&c);
		cr_assert_arr_eq(s.colour, expected.colour, N_STICKERS, "seed 11, turn %u: %c", i, sticker_letter[face]);
	}
}

Test(stickers, a_vector_gives_back_its_cube)
{
	struct dice dice = {12};
	for (unsigned i = 0; i < 1000; i++) {
		const struct cube c = dice_cube(&dice);
		const struct stickers s = stickers_of_cube(&c);
		struct cube back;
		struct input_error error;
		cr_assert(stickers_to_cube(&s, &back, &error), "seed 12, cube %u: %s", i, error.message);
		cr_assert(cube_equal(&c, &back), "seed 12, cube %u", i);
	}
}

Test(stickers, pieces_have_the_colours_of_the_faces_that_they_touch)
{
	const struct stickers s = stickers_of_cube(&cube_solved);
	unsigned seen = 0;
	for (unsigned i = 0; i < N_STICKERS; i++)
		cr_expect_eq(s.colour[i], i / 9, "sticker %u of the solved cube", i);
	for (unsigned i = 0; i < N_EDGES; i++)
		for (unsigned j = 0; j < 2; j++)
			seen += sticker_edge[i][j] % 9 % 2 == 1;
	for (unsigned i = 0; i < N_CORNERS; i++)
		for (unsigned j = 0; j < 3; j++)
			seen += sticker_corner[i][j] % 9 % 2 == 0 && sticker_corner[i][j] % 9 != 4;
	cr_expect_eq(seen, 48, "edges have stickers 1 3 5 7 of a face, corners 0 2 6 8");
}

Test(stickers, other_centres_and_impossible_cubes_are_refused)
{
	struct stickers s = stickers_of_cube(&cube_solved);
	struct cube c = cube_solved;
	struct input_error error;
	for (unsigned i = 0; i < N_STICKERS; i++)
		s.colour[i] = (uint8_t)(s.colour[i] == STICKER_W ? STICKER_Y : s.colour[i] == STICKER_Y ? STICKER_W : s.colour[i]);
	cr_expect_not(stickers_to_cube(&s, &c, &error), "white and yellow swapped: another cube, and other centres");
	cr_expect_neq(strstr(error.message, "centres"), NULL, "%s", error.message);
	s = stickers_of_cube(&cube_solved);
	s.colour[1] = STICKER_R;
	s.colour[16] = STICKER_W;
	cr_expect_not(stickers_to_cube(&s, &c, &error), "one edge flipped");
	cr_expect(cube_is_solved(&c), "what is refused leaves the cube alone");
}

Test(stickers, the_vector_is_printed_in_its_own_order)
{
	struct stickers s = stickers_of_cube(&cube_solved);
	char text[STICKERS_TEXT_SIZE];
	stickers_turn(&s, STICKER_W);
	stickers_write(&s, text);
	cr_expect_str_eq(text, "WWWWWWWWWRRRRRRBBBBBOBBOBBORGGRGGRGGGGGOOOOOOYYYYYYYYY");
}
