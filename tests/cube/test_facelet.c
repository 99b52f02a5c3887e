#include "cube/maneuvers.h"
#include "support/support.h"

#define SOLVED "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"

static struct cube cube_of(const char *text, unsigned *rotation)
{
	const struct position p = position_by(facelets_read, text);
	*rotation = p.rotation;
	return p.cube;
}

Test(facelet, known_positions_are_those_of_their_moves)
{
	static const char *const known[][2] = {
		{SOLVED, ""},
		{"UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB",
	     "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"},
	};
	for (unsigned i = 0; i < 2; i++) {
		unsigned rotation;
		char written[FACELET_TEXT_SIZE];
		const struct cube c = cube_of(known[i][0], &rotation), expected = cube_of_moves(known[i][1]);
		cr_expect(cube_equal(&c, &expected), "%s", known[i][1]);
		facelet_write(&expected, written);
		cr_expect_str_eq(written, known[i][0]);
	}
}

/* "cube20 hardest" of REFERENCE: the position and its solution come from different programs. */
Test(facelet, hardest_position_is_solved_by_its_published_solution)
{
	unsigned rotation;
	const struct cube hardest = cube_of("RBFLURBFLBUUFRBBDDRUURFLRDDBFLLDRRBFFUUBLFFDDLUULBRLDD", &rotation);
	const struct cube published = cube_of_moves("U R' L' F2 U B' R2 D R2 U F2 U F L' F2 B D' R' U2 F");
	const struct cube solved = cube_product(&hardest, &published);
	cr_expect(cube_is_solved(&solved));
}

Test(facelet, random_cubes_survive_writing_and_reading_in_letters_and_colours)
{
	struct dice dice = {17};
	for (unsigned i = 0; i < 2000; i++) {
		const struct cube c = dice_cube(&dice);
		char text[FACELET_TEXT_SIZE];
		unsigned rotation;
		facelet_write(&c, text);
		cr_assert_eq(strlen(text), (size_t)N_FACELETS);
		const struct cube back = cube_of(text, &rotation);
		cr_expect(cube_equal(&back, &c), "cube %u of seed 17", i);
		cr_expect_eq(rotation, 0u);
		for (char *at = text; *at != '\0'; at++)
			*at = "WBRYGO"[strchr(face_letter, *at) - face_letter];
		const struct cube recoloured = cube_of(text, &rotation);
		cr_expect(cube_equal(&recoloured, &c), "cube %u of seed 17, in colours", i);
	}
}

/* Spaces and case do not matter, colours belong to the centres, and face letters may be turned as a whole. */
Test(facelet, the_solved_cube_in_each_form)
{
	static const struct { const char *text, *rotation; } solved[] = {
		{"  uuu uuu uuu\nRRRRRRRRR FFFFFFFFF\tDDDDDDDDD LLLLLLLLL BBBBBBBBB\r\n", ""},
		{"WWWWWWWWWRRRRRRRRRGGGGGGGGGYYYYYYYYYOOOOOOOOOBBBBBBBBB", ""},
		/* R and B are colours here, not faces. */
		{"WWWWWWWWWBBBBBBBBBRRRRRRRRRYYYYYYYYYGGGGGGGGGOOOOOOOOO", ""},
		{"111111111222222222333333333444444444555555555666666666", ""},
		{"⬜⬜⬜⬜⬜⬜⬜⬜⬜🟥🟥🟥🟥🟥🟥🟥🟥🟥🟩🟩🟩🟩🟩🟩🟩🟩🟩🟨🟨🟨🟨🟨🟨🟨🟨🟨🟧🟧🟧🟧🟧🟧🟧🟧🟧🟦🟦🟦🟦🟦🟦🟦🟦🟦", ""},
		{"FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU", "x"},
	};
	array_foreach(row, solved) {
		unsigned rotation;
		const struct cube c = cube_of(row->text, &rotation);
		struct maneuver m = maneuver_of(row->rotation, 0);
		cr_expect(cube_is_solved(&c) && rotation == m.rotation, "%s", row->text);
		maneuver_free(&m);
	}
}

/* Bug 7 of other solvers: one catch-all text for every kind of mistake.  Here each has its own, in this
 * order. */
Test(facelet, every_kind_of_mistake_has_its_own_message)
{
	static const struct { const char *text; unsigned column; const char *token, *message;
	} cases[] = {
		{"", 1, "", "0 facelets; expected 54, nine for each face in the order U R F D L B"},
		{"UUU", 1, "", "3 facelets; expected 54, nine for each face in the order U R F D L B"},
		{" " SOLVED "U", 2, "", "55 facelets; expected 54, nine for each face in the order U R F D L B"},
		{"UUUUUUUUURRRRRRRRRFFFFFFFFXDDDDDDDDDLLLLLLLLLBBBBBBBBB", 27, "X",
	     "facelet 27 is 'X'; expected one of U R F D L B"},
		{"UUUUUUUUU RRRRRRRRR FFFFFFFFé DDDDDDDDD LLLLLLLLL BBBBBBBBB", 29, "é",
	     "facelet 27 is 'é'; expected one of U R F D L B"},
		{"UUUUUUUUU RRRRRRRRR FFF\x01"
	     "FFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB",
	     24, "?", "facelet 22 is '?'; expected one of U R F D L B"},
		{"UUUUUUUUUURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 1, "",
	     "U appears 10 times; every colour must appear 9 times"},
		{"UUUUUUUUUUUUUUUUUUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 1, "",
	     "U appears 18 times; every colour must appear 9 times"},
		{"UUUURUUUURRRRRRRRUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 14, "R",
	     "the centres of U and R are both 'R'; the six centres must have six colours"},
		{"RRRRRRRRRUUUUUUUUUFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 5, "R",
	     "the centres at U R F D L B are R U F D L B; no rotation of the cube puts them there"},
		{"UUUUUUUUFRRRRRRRRRUFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 9, "F",
	     "the corner at URF has stickers F R F; no such cubie"},
		{"UUUUUUUURURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 9, "R",
	     "the corner at URF has stickers R U F; no such cubie (it is a mirror image)"},
		/* In the colours that were typed. */
		{"WWWWWRWWW RRRRRWRRR GGGGGGGGG YYYYYYYYY OOOOOOOOO BBBBBBBBB", 6, "R",
	     "the edge at UR has stickers R R; no such cubie"},
		{"WWWWWWWGW RRRRRRRRR GGGGGWGGG YYYYYYYYY OOOOOOOOO BBBBBBBBB", 8, "G",
	     "the edge at UF has stickers G G; no such cubie"},
		/* Still nine of each colour: an edge that appears twice, and the laws that turns keep. */
		{"UUUUUUUUURRRRRRRRRFFFFFFFBFDDDDDDDDDLLLLLLLLLBFBBBBBBB", 2, "U",
	     "edge UF appears twice, at UF and at UB"},
		{"UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 1, "",
	     "corner orientations sum to 1 mod 3; no sequence of turns solves this cube"},
		{"UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", 1, "",
	     "corner orientations sum to 2 mod 3; no sequence of turns solves this cube"},
		{"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDBDLLLLLLLLLBBBBBBBDB", 1, "",
	     "edge orientations sum to 1 mod 2; no sequence of turns solves this cube"},
		{"UUUUUUUUUFRRRRRRRRRFLFFFFFFDDDDDDDDDLLFLLLLLLBBBBBBBBB", 1, "",
	     "corner and edge permutations differ in parity, as if two cubies were swapped; no sequence of turns solves this cube"},
	};
	array_foreach(row, cases)
		expect_position_refused(facelets_read, row->text, row->column, row->token, row->message);
}

