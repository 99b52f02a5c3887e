#include "session/fixture.h"

#include "support/test.h"

Test(api_cube, every_form_that_is_written_is_read_back)
{
	superflip_random *random;
	cr_assert_eq(superflip_random_from_seed(20261125, &random, NULL), SUPERFLIP_OK);
	for (unsigned i = 0; i < 200; i++) {
		const superflip_puzzle puzzle = i % 2 == 0 ? SUPERFLIP_3X3 : SUPERFLIP_2X2;
		const superflip_form form = i % 4 < 2 ? SUPERFLIP_FORM_FACELETS : SUPERFLIP_FORM_CUBIES;
		superflip_cube *cube, *again;
		superflip_error error;
		char text[80];
		cr_assert_eq(superflip_cube_random(random, puzzle, &cube, NULL), SUPERFLIP_OK);
		cr_assert_lt(superflip_cube_write(cube, form, text, sizeof text), sizeof text);
		cr_assert_eq(superflip_cube_parse(puzzle, text, 0, &again, &error), SUPERFLIP_OK, "cube %u, %s: %s", i, text, error.text);
		cr_expect(superflip_cube_equals(cube, again), "cube %u: %s", i, text);
		cr_expect_eq(superflip_cube_form(again), form);
		superflip_cube_free(cube);
		superflip_cube_free(again);
	}
	superflip_random_free(random);
}

Test(api_cube, a_cube_is_made_of_the_cubies_that_it_tells)
{
	superflip_cube *const cube = cube_of("R U2 F' D L");
	superflip_cube *again;
	superflip_cubies cubies;
	superflip_cube_get_cubies(cube, &cubies);
	cr_assert_eq(superflip_cube_from_cubies(SUPERFLIP_3X3, &cubies, &again, NULL), SUPERFLIP_OK);
	cr_expect(superflip_cube_equals(cube, again));
	superflip_cube_free(cube);
	superflip_cube_free(again);
}

Test(api_cube, the_first_law_that_cubies_break_is_named)
{
	superflip_cube *cube = cube_of("");
	superflip_cubies broken[3];
	static const char *const laws[] = {"corner orientations", "edge orientations", "parity"};
	for (unsigned i = 0; i < 3; i++)
		superflip_cube_get_cubies(cube, &broken[i]);
	superflip_cube_free(cube);
	broken[0].corner_ori[3] = 1;
	broken[1].edge_ori[3] = 1;
	broken[2].corner_perm[0] = 1;
	broken[2].corner_perm[1] = 0;
	for (unsigned i = 0; i < 3; i++) {
		superflip_error error;
		cr_expect_eq(superflip_cube_from_cubies(SUPERFLIP_3X3, &broken[i], &cube, &error), SUPERFLIP_BAD_ARGUMENT);
		cr_expect_not_null(strstr(error.text, laws[i]), "%s", error.text);
	}
	/* Of the 2x2x2, which has no edges, any permutation of corners is solvable. */
	cr_expect_eq(superflip_cube_from_cubies(SUPERFLIP_2X2, &broken[2], &cube, NULL), SUPERFLIP_OK);
	superflip_cube_free(cube);
}

Test(api_cube, a_fault_has_a_position_a_token_and_a_text)
{
	superflip_cube *cube = NULL;
	superflip_error error;
	cr_expect_eq(superflip_cube_parse(SUPERFLIP_3X3, "R U\nF Q", 0, &cube, &error), SUPERFLIP_BAD_TEXT);
	cr_expect_eq(error.status, SUPERFLIP_BAD_TEXT);
	cr_expect_eq(error.column, 3u, "column %u", error.column);
	cr_expect_str_eq(error.token, "Q");
	cr_expect_gt(strlen(error.text), 0u);
	cr_expect_null(cube, "what a function would have filled is left alone");
}

Test(api_cube, products_and_inverses_are_those_of_positions)
{
	superflip_cube *const a = cube_of("R U F"), *const b = cube_of("F' U' R'"), *const ab = cube_of("R U F L");
	const uint8_t l = 4 * 3;
	superflip_cube *inverse, *turned, *product;
	cr_assert_eq(superflip_cube_inverse(a, &inverse, NULL), SUPERFLIP_OK);
	cr_expect(superflip_cube_equals(inverse, b));
	cr_assert_eq(superflip_cube_turned(a, &l, 1, &turned, NULL), SUPERFLIP_OK);
	cr_expect(superflip_cube_equals(turned, ab));
	cr_assert_eq(superflip_cube_product(a, inverse, &product, NULL), SUPERFLIP_OK);
	cr_expect(superflip_cube_is_solved(product));
	const uint8_t none = SUPERFLIP_N_MOVES;
	cr_expect_eq(superflip_cube_turned(a, &none, 1, &product, NULL), SUPERFLIP_BAD_ARGUMENT);
	superflip_cube *const all[] = {a, b, ab, inverse, turned, product};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		superflip_cube_free(all[i]);
}

Test(api_cube, a_2x2x2_is_the_same_in_other_colours)
{
	superflip_cube *a, *b;
	cr_assert_eq(superflip_cube_parse(SUPERFLIP_2X2, "R U F2", 0, &a, NULL), SUPERFLIP_OK);
	cr_assert_eq(superflip_cube_parse(SUPERFLIP_2X2, "x y R U F2", 0, &b, NULL), SUPERFLIP_OK);
	cr_expect(superflip_cube_equals(a, b));
	cr_expect_not(superflip_cube_is_solved(a));
	superflip_cube_free(a);
	superflip_cube_free(b);
}

Test(api_moves, sets_of_moves_are_read_and_their_groups_counted)
{
	uint32_t moves = 0;
	superflip_error error;
	char order[32];
	cr_expect_eq(superflip_moves_parse_set("<R,U>", 0, &moves, NULL), SUPERFLIP_OK);
	cr_expect_eq(moves, UINT32_C(0x3F));
	superflip_moves_group_order(moves, order, sizeof order);
	cr_expect_str_eq(order, "73483200", "the group of two faces (D. Singmaster, Notes on Rubik's Magic Cube, 1981)");
	cr_expect_eq(superflip_moves_parse_set("U2 D2 R2 L2 F2 B2", 0, &moves, NULL), SUPERFLIP_OK);
	superflip_moves_group_order(moves, order, sizeof order);
	cr_expect_str_eq(order, "663552", "the square group");
	superflip_moves_group_order(SUPERFLIP_ALL_MOVES, order, sizeof order);
	cr_expect_str_eq(order, "43252003274489856000");
	cr_expect_eq(superflip_moves_parse_set("R x", 0, &moves, &error), SUPERFLIP_BAD_TEXT);
	cr_expect_str_eq(error.token, "x");
	cr_expect_eq(superflip_moves_parse_set(" ", 0, &moves, &error), SUPERFLIP_BAD_TEXT);
}

Test(api_moves, texts_become_moves_of_the_centres_as_they_end)
{
	uint8_t moves[4];
	size_t n;
	char text[16], standard[32];
	size_t length;
	cr_assert_eq(superflip_moves_parse(SUPERFLIP_3X3, "x U R2'", 0, moves, 4, &n, NULL), SUPERFLIP_OK);
	cr_assert_eq(n, 2u);
	cr_expect_eq(superflip_moves_write(moves, n, 0, text, sizeof text), 4u);
	cr_expect_str_eq(text, "U R2");
	superflip_moves_write(moves, n, SUPERFLIP_READ_FRENCH, text, sizeof text);
	cr_expect_str_eq(text, "H D2");
	cr_expect_eq(superflip_moves_length(SUPERFLIP_QTM, moves, n), 3u);
	cr_expect_eq(superflip_moves_parse(SUPERFLIP_3X3, "R U R U R U", 0, moves, 4, &n, NULL), SUPERFLIP_OK);
	cr_expect_eq(n, 6u, "more than there is room for");
	cr_expect_eq(superflip_moves_standard(SUPERFLIP_3X3, "(R U)2 r'", 0, standard, sizeof standard, &length, NULL), SUPERFLIP_OK);
	cr_expect_str_eq(standard, "R U R U Rw'");
	cr_expect(superflip_text_is_turn("R2'", 0));
	cr_expect_not(superflip_text_is_turn("R U", 0));
}

Test(api_verify, solutions_are_judged_by_turning)
{
	superflip_cube *const cube = cube_of("R U"), *const goal = cube_of("R");
	superflip_verdict verdict;
	superflip_verdict_init(&verdict);
	cr_assert_eq(superflip_verify(cube, NULL, SUPERFLIP_HTM, "U' R'", 0, &verdict, NULL), SUPERFLIP_OK);
	cr_expect(verdict.solves);
	cr_expect_eq(verdict.length, 2u);
	cr_expect_eq(verdict.moves_used, (uint32_t)(1 << 2 | 1 << 5));
	cr_assert_eq(superflip_verify(cube, goal, SUPERFLIP_QTM, "U2 U", 0, &verdict, NULL), SUPERFLIP_OK);
	cr_expect(verdict.solves);
	cr_expect_eq(verdict.length, 3u);
	cr_assert_eq(superflip_verify(cube, NULL, SUPERFLIP_HTM, "U'", 0, &verdict, NULL), SUPERFLIP_OK);
	cr_expect_not(verdict.solves);
	cr_assert_eq(superflip_verify(cube, NULL, SUPERFLIP_HTM, "x B' R' x'", 0, &verdict, NULL), SUPERFLIP_OK);
	cr_expect(verdict.solves, "B is what U is after x, and R stays");
	superflip_cube_free(cube);
	superflip_cube_free(goal);
}
