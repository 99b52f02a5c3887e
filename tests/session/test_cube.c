#include "session/fixture.h"
#include "session/problem.h"

TestSuite(api_cube, .fini = free_made);

Test(api_cube, every_form_that_is_written_is_read_back)
{
	superflip_random *random;
	must(superflip_random_from_seed(20261125, &random, NULL));
	for (unsigned i = 0; i < 200; i++) {
		const superflip_puzzle puzzle = i % 2 == 0 ? SUPERFLIP_3X3 : SUPERFLIP_2X2;
		const superflip_form form = i % 4 < 2 ? SUPERFLIP_FORM_FACELETS : SUPERFLIP_FORM_CUBIES;
		superflip_cube *cube;
		superflip_cubies cubies;
		char text[96];
		must(superflip_cube_random(random, puzzle, &cube, NULL));
		cr_assert_lt(superflip_cube_write(cube, form, text, sizeof text), sizeof text);
		const superflip_cube *const again = cube_with(puzzle, text, 0);
		cr_expect(superflip_cube_equals(cube, again), "cube %u: %s", i, text);
		cr_expect_eq(superflip_cube_facts(again).form, form);
		superflip_cube_get_cubies(cube, &cubies);
		superflip_cube *made;
		must(superflip_cube_from_cubies(puzzle, &cubies, &made, NULL));
		cr_expect(superflip_cube_equals(cube, made), "cube %u, of its cubies", i);
		superflip_cube_free(made);
		superflip_cube_free(cube);
	}
	superflip_random_free(random);
	must(superflip_random_from_system(&random, NULL));
	superflip_random_free(random);
}

Test(api_cube, the_first_law_that_cubies_break_is_named)
{
	superflip_cube *cube = cube_of("");
	superflip_cubies broken[3];
	static const char *const laws[] = {"corner orientations", "edge orientations", "parity"};
	for (unsigned i = 0; i < 3; i++)
		superflip_cube_get_cubies(cube, &broken[i]);
	broken[0].corner_ori[3] = 1;
	broken[1].edge_ori[3] = 1;
	broken[2].corner_perm[0] = 1;
	broken[2].corner_perm[1] = 0;
	for (unsigned i = 0; i < 3; i++) {
		cr_expect_eq(superflip_cube_from_cubies(SUPERFLIP_3X3, &broken[i], &cube, &last_error),
		             SUPERFLIP_BAD_ARGUMENT);
		cr_expect_not_null(strstr(last_error.text, laws[i]), "%s", last_error.text);
	}
	/* Of the 2x2x2, which has no edges, any permutation of corners is solvable. */
	must(superflip_cube_from_cubies(SUPERFLIP_2X2, &broken[2], &cube, NULL));
	superflip_cube_free(cube);
}

Test(api_cube, products_and_inverses_are_those_of_positions)
{
	superflip_cube *const a = cube_of("R U F"), *inverse, *product;
	const uint8_t l = 4 * 3, none = SUPERFLIP_N_MOVES;
	cr_expect(superflip_cube_equals(cube_turned(a, &l, 1), cube_of("R U F L")));
	must(superflip_cube_inverse(a, &inverse, NULL));
	cr_expect(superflip_cube_equals(inverse, cube_of("F' U' R'")));
	must(superflip_cube_product(a, inverse, &product, NULL));
	cr_expect(superflip_cube_facts(product).is_solved);
	cr_expect_eq(superflip_cube_turned(a, &none, 1, &product, NULL), SUPERFLIP_BAD_ARGUMENT);
	superflip_cube_free(inverse);
	superflip_cube_free(product);
}

Test(api_cube, after_moves_that_turn_the_whole_cube_it_is_that_of_the_joined_texts)
{
	static const struct {
		superflip_puzzle puzzle;
		unsigned options;
		const char *begin, *moves;
	} rows[] = {
		{SUPERFLIP_3X3, 0, "U", "x U"},
		{SUPERFLIP_3X3, 0, "U L2 z F", "M R y' Uw2 F'"},
		{SUPERFLIP_3X3, SUPERFLIP_READ_CENTERS, "U L2 r F", "M R y' Uw2 F'"},
		{SUPERFLIP_3X3, SUPERFLIP_READ_NISS, "U L2 F", "R (y F z U2) x D"},
		{SUPERFLIP_3X3, SUPERFLIP_READ_FRENCH, "H G2 A", "x H D z A'"},
		{SUPERFLIP_2X2, 0, "U L2", "x U y' R z"},
	};
	array_foreach(row, rows) {
		char text[96];
		superflip_cube *turned, *const begin = cube_with(row->puzzle, row->begin, row->options);
		snprintf(text, sizeof text, "%s %s", row->begin, row->moves);
		const superflip_cube *const joined = cube_with(row->puzzle, text, row->options);
		must(superflip_cube_turned_by(begin, row->moves, row->options, &turned, NULL));
		cr_expect(superflip_cube_equals(turned, joined), "%s", text);
		cr_expect_eq(superflip_cube_facts(turned).is_rotated, superflip_cube_facts(joined).is_rotated, "%s",
		             text);
		superflip_cube_free(turned);
		superflip_cube_write(begin, SUPERFLIP_FORM_FACELETS, text, sizeof text);
		superflip_cube *const read = cube_with(row->puzzle, text, row->options);
		must(superflip_cube_turned_by(read, row->moves, row->options, &turned, NULL));
		cr_expect(superflip_cube_equals(turned, joined), "from facelets: %s", row->moves);
		superflip_cube_free(turned);
	}
}

Test(api_cube, what_is_said_of_a_cube)
{
	static const struct {
		const char *text;
		superflip_puzzle puzzle;
		unsigned options;
		superflip_facts facts;
		const char *centers;
	} rows[] = {
		{"", SUPERFLIP_3X3, 0, {.is_solved = true, .is_whole = true}, ""},
		{"R U", SUPERFLIP_3X3, 0, {.is_whole = true}, ""},
		{"x R", SUPERFLIP_3X3, 0, {.is_whole = true, .is_rotated = true}, ""},
		{"R U2", SUPERFLIP_3X3, SUPERFLIP_READ_CENTERS, {.is_whole = true, .has_centers = true}, "U2 R+"},
		{"x y R U F2", SUPERFLIP_2X2, 0, {.puzzle = SUPERFLIP_2X2, .is_whole = true}, ""},
		{"....U........R........F........D........L........B....",
	     SUPERFLIP_3X3,
	     SUPERFLIP_READ_GREY,
	     {.form = SUPERFLIP_FORM_FACELETS, .is_solved = true},
	     ""},
		{".UUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
	     SUPERFLIP_3X3,
	     SUPERFLIP_READ_GREY,
	     {.form = SUPERFLIP_FORM_FACELETS, .is_solved = true, .is_whole = true, .is_completed = true},
	     ""},
	};
	array_foreach(row, rows) {
		char centers[96];
		superflip_cube *const cube = cube_with(row->puzzle, row->text, row->options);
		const superflip_facts got = superflip_cube_facts(cube), *const facts = &row->facts;
		cr_expect(got.puzzle == facts->puzzle && got.form == facts->form && got.is_solved == facts->is_solved
		          && got.is_rotated == facts->is_rotated && got.is_whole == facts->is_whole
		          && got.is_completed == facts->is_completed && got.has_centers == facts->has_centers,
		          "'%s': form %d, %d%d%d%d%d", row->text, (int)got.form, got.is_solved, got.is_rotated,
		          got.is_whole, got.is_completed, got.has_centers);
		superflip_cube_write(cube, SUPERFLIP_FORM_CENTERS, centers, sizeof centers);
		cr_expect_str_eq(centers, row->centers, "'%s': %s", row->text, centers);
	}
	cr_expect(superflip_cube_equals(cube_with(SUPERFLIP_2X2, "R U F2", 0), cube_with(SUPERFLIP_2X2,
	                                                                                 "x y R U F2", 0)),
	          "a 2x2x2 is the same in other colours");
}

Test(api_moves, texts_become_moves_of_the_centres_as_they_end)
{
	uint8_t moves[4];
	size_t n;
	char text[16];
	must(superflip_moves_parse(SUPERFLIP_3X3, "x U R2'", 0, moves, 4, &n, NULL));
	cr_assert_eq(n, 2u);
	cr_expect_eq(superflip_moves_write(moves, n, 0, text, sizeof text), 4u);
	cr_expect_str_eq(text, "U R2");
	superflip_moves_write(moves, n, SUPERFLIP_READ_FRENCH, text, sizeof text);
	cr_expect_str_eq(text, "H D2");
	cr_expect_eq(superflip_moves_length(SUPERFLIP_QTM, moves, n), 3u);
	must(superflip_moves_parse(SUPERFLIP_3X3, "R U R U R U", 0, moves, 4, &n, NULL));
	cr_expect_eq(n, 6u, "more than there is room for");
	char *const standard = moves_standard(SUPERFLIP_3X3, "(R U)2 r'", 0);
	cr_expect_str_eq(standard, "R U R U Rw'");
	free(standard);
	cr_expect(text_is_turn("R2'", 0) && !text_is_turn("R U", 0) && !text_is_turn(NULL, 0));
	cr_expect(text_is_goal("cross") && !text_is_goal("R U") && !text_is_goal(NULL));
}
