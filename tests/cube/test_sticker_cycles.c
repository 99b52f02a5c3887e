#include "cube/sticker_cycles.h"

#include "support/support.h"

static void expect_cycles(const struct cube *c, const char *expected)
{
	char text[STICKER_CYCLES_TEXT_SIZE];
	sticker_cycles_write(c, text);
	cr_expect_str_eq(text, expected);
}

Test(sticker_cycles, the_superflip_swaps_the_stickers_of_every_edge)
{
	const struct cube c = cube_of_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
	expect_cycles(&c, "{2,36}{5,39}{8,37}{11,34}{13,20}{14,15}{16,17}{18,19}{22,44}{25,42}{28,45}{31,47}");
	expect_cycles(&cube_solved, "");
}

/* U takes the top row of F to L, and its own corners round: 33 (back left) to 35 (back right). */
Test(sticker_cycles, one_turn_is_five_cycles_of_four)
{
	const struct cube c = cube_of_moves("U");
	expect_cycles(&c, "{1,10,7,4}{2,11,8,5}{3,12,9,6}{33,35,40,38}{34,37,39,36}");
}

/* One position after the other is one permutation after the other. */
Test(sticker_cycles, products_are_products_of_permutations)
{
	struct dice dice = {42};
	for (unsigned i = 0; i < 500; i++) {
		const struct cube a = dice_cube(&dice), b = dice_cube(&dice), product = cube_product(&a, &b);
		uint8_t to_a[49], to_b[49], to_product[49];
		sticker_permutation(&a, to_a);
		sticker_permutation(&b, to_b);
		sticker_permutation(&product, to_product);
		for (unsigned s = 0; s <= N_MOVING_STICKERS; s++)
			cr_assert_eq(to_product[s], to_b[to_a[s]], "seed 42, pair %u, sticker %u", i, s);
	}
}

Test(sticker_cycles, the_longest_text_fits)
{
	struct dice dice = {43};
	for (unsigned i = 0; i < 2000; i++) {
		const struct cube c = dice_cube(&dice);
		char text[STICKER_CYCLES_TEXT_SIZE];
		sticker_cycles_write(&c, text);
		cr_assert_lt(strlen(text), sizeof text);
	}
}
