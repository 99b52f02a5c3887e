#include "cube/maneuvers.h"
#include "cube/random.h"

#include "support/test.h"

/* An independent cube: stickers in space, turned by coordinates (x right, y up, z to the viewer).  A sticker
 * on the outside of a cubie stands at twice the cubie's place plus its direction. */
struct model {
	int at[N_FACELETS][3];
};

static struct model solved_model(void)
{
	struct model s;
	for (int i = 0; i < N_FACELETS; i++) {
		const int row = 2 * (i % 9 / 3 - 1), column = 2 * (i % 3 - 1);
		const int place[N_FACES][3] = {{column, 3, row}, {3, -row, -column}, {column, -row, 3},
		                               {column, -3, -row}, {-3, -row, column}, {-column, -row, -3}};
		memcpy(s.at[i], place[i / 9], sizeof s.at[i]);
	}
	return s;
}

/* Turn the layers first .. last (-1 .. 1) about an axis (0 x, 1 y, 2 z), clockwise as seen from its positive
 * end. */
static void turn_layers(struct model *s, unsigned axis, int first, int last)
{
	const unsigned u = (axis + 1) % 3, v = (axis + 2) % 3;
	for (unsigned i = 0; i < N_FACELETS; i++) {
		int *const p = s->at[i];
		const int layer = p[axis] >= 2 ? 1 : p[axis] <= -2 ? -1 : 0;
		if (layer < first || layer > last)
			continue;
		const int pu = p[u];
		p[u] = p[v];
		p[v] = -pu;
	}
}

static const struct model_turn {
	const char *name;
	unsigned axis;
	int first, last;
	unsigned n_times;  /* three times clockwise from the positive end is once from the other */
} model_turns[] = {
	{"U", 1, 1, 1, 1},   {"R", 0, 1, 1, 1},   {"F", 2, 1, 1, 1},   {"D", 1, -1, -1, 3}, {"L", 0, -1, -1, 3},
	{"B", 2, -1, -1, 3}, {"u", 1, 0, 1, 1},   {"r", 0, 0, 1, 1},   {"f", 2, 0, 1, 1},   {"d", 1, -1, 0, 3},
	{"l", 0, -1, 0, 3},  {"b", 2, -1, 0, 3},  {"Uw", 1, 0, 1, 1},  {"Rw", 0, 0, 1, 1},  {"Fw", 2, 0, 1, 1},
	{"Dw", 1, -1, 0, 3}, {"Lw", 0, -1, 0, 3}, {"Bw", 2, -1, 0, 3}, {"M", 0, 0, 0, 3},   {"E", 1, 0, 0, 3},
	{"S", 2, 0, 0, 1},   {"x", 0, -1, 1, 1},  {"y", 1, -1, 1, 1},  {"z", 2, -1, 1, 1},
};
enum { N_MODEL_TURNS = sizeof model_turns / sizeof *model_turns };

/* What stands where now, as facelets with the faces' names for colours. */
static void model_facelets(const struct model *s, char *out)
{
	const struct model home = solved_model();
	for (unsigned place = 0; place < N_FACELETS; place++)
		for (unsigned i = 0; i < N_FACELETS; i++)
			if (memcmp(s->at[i], home.at[place], sizeof home.at[place]) == 0)
				out[place] = face_letter[i / 9];
	out[N_FACELETS] = '\0';
}

static void expect_as_in_space(const char *text, const struct model *s)
{
	char facelets[FACELET_TEXT_SIZE];
	struct position p;
	struct input_error error = {0};
	struct maneuver m = maneuver_of(text, 0);
	model_facelets(s, facelets);
	cr_assert(facelets_read(facelets, &p, &error), "%s: %s", text, error.message);
	cr_expect(cube_equal(&m.cube, &p.cube), "%s", text);
	cr_expect_eq(m.rotation, p.rotation, "%s", text);
	const struct cube from_moves = cube_after_moves(cube_solved, m.moves, (unsigned)m.n_moves);
	cr_expect(cube_equal(&from_moves, &m.cube), "%s", text);
	maneuver_free(&m);
}

/* A turn is done, and written at the end of a text. */
static void turn_by(struct model *s, const struct model_turn *turn, unsigned n, char *text)
{
	static const char *const suffix[] = {"", "2", "'"};
	for (unsigned i = 0; i < n * turn->n_times; i++)
		turn_layers(s, turn->axis, turn->first, turn->last);
	strcat(strcat(text, turn->name), suffix[n - 1]);
}

/* Random turns, with spaces between some of them. */
static void mix(struct random_source *source, unsigned n_letters, unsigned length, struct model *s,
                char *text)
{
	for (unsigned i = 0; i < length; i++) {
		turn_by(s, &model_turns[random_below(source, n_letters)], (unsigned)random_below(source, 3) + 1,
		        text);
		if (random_below(source, 2) == 0)
			strcat(text, " ");
	}
}

Test(notation, every_letter_turns_what_it_turns_in_space)
{
	for (unsigned t = 0; t < N_MODEL_TURNS; t++)
		for (unsigned n = 1; n <= 3; n++) {
			struct model s = solved_model();
			char text[8] = "";
			turn_by(&s, &model_turns[t], n, text);
			expect_as_in_space(text, &s);
		}
}

Test(notation, random_mixtures_of_all_letters_end_as_in_space)
{
	enum { LENGTH = 40 };
	struct random_source source;
	random_from_seed(&source, 29);
	for (unsigned sample = 0; sample < 1000; sample++) {
		struct model s = solved_model();
		char text[LENGTH * 4 + 1] = "";
		mix(&source, N_MODEL_TURNS, LENGTH, &s, text);
		expect_as_in_space(text, &s);
	}
}

/* ---- turns on the inverse, on stickers: each place has the number of the sticker that is there ---- */

/* Turn the whole cube until its centres are where they were. */
static void hold_upright(struct model *s)
{
	const struct model home = solved_model();
	for (unsigned i = 0; memcmp(s->at[4], home.at[4], sizeof home.at[4]) != 0; i++)
		turn_layers(s, i % 3 == 0 ? 2 : 0, -1, 1);
	while (memcmp(s->at[22], home.at[22], sizeof home.at[22]) != 0)
		turn_layers(s, 1, -1, 1);
}

/* Whatever was at a place is where the place was. */
static struct model inverse_of(const struct model *s)
{
	const struct model home = solved_model();
	struct model inverse;
	for (unsigned i = 0; i < N_FACELETS; i++)
		for (unsigned place = 0; place < N_FACELETS; place++)
			if (memcmp(s->at[i], home.at[place], sizeof home.at[place]) == 0)
				memcpy(inverse.at[place], home.at[i], sizeof home.at[i]);
	return inverse;
}

Test(notation, turns_on_the_inverse_come_before_the_scramble_as_on_stickers)
{
	struct random_source source;
	random_from_seed(&source, 62);
	for (unsigned sample = 0; sample < 300; sample++) {
		struct model s = solved_model();
		char scramble[100] = "", text[200] = "", facelets[FACELET_TEXT_SIZE];
		mix(&source, N_FACES, 10, &s, scramble);
		mix(&source, N_MODEL_TURNS, (unsigned)random_below(&source, 4), &s, text);
		hold_upright(&s);
		strcat(text, "(");
		s = inverse_of(&s);
		mix(&source, N_MODEL_TURNS, (unsigned)random_below(&source, 4), &s, text);
		hold_upright(&s);
		strcat(text, ")");
		s = inverse_of(&s);
		model_facelets(&s, facelets);
		struct position p;
		struct input_error error = {0};
		cr_assert(facelets_read(facelets, &p, &error), "%s: %s", text, error.message);
		struct maneuver start = maneuver_of(scramble, 0), m = maneuver_of(text, READ_NISS);
		const struct cube end = maneuver_end(&m, &start.cube);
		cr_expect(cube_equal(&end, &p.cube), "%s, then %s", scramble, text);
		struct maneuver written = maneuver_of(text, READ_NISS);
		maneuver_write_out(&written);
		const struct cube made = maneuver_end(&written, &cube_solved), solved_by = cube_inverse(&made),
		                  solved = maneuver_end(&m, &solved_by);
		cr_expect(cube_is_solved(&solved), "what '%s' solves, written out", text);
		maneuver_free(&written);
		maneuver_free(&start);
		maneuver_free(&m);
	}
}

Test(notation, counts_and_directions_or_nothing)
{
	expect_same_end("", 0, "R R'");
	expect_same_end(" \t\r\n", 0, "");
	expect_same_end("R1", 0, "R");
	expect_same_end("R3", 0, "R'");
	expect_same_end("R2'", 0, "R2");
	expect_same_end("R3'", 0, "R");
	expect_same_end("R-", 0, "R'");
	expect_same_end("R2-", 0, "R2");
	expect_same_end("Ri", 0, "R'");
	expect_same_end("Rw2'", 0, "r2");
	expect_same_end("Rwi", 0, "r'");
	expect_same_end("M- y3 x2i", 0, "M' y' x2");
	expect_same_end("R'2 U'3 F-2", 0, "R2 U F2");
	expect_same_end("R-1 Rw-1 M-1", 0, "R' Rw' M'");
	expect_same_end("R² U³ R²' F'²", 0, "R2 U' R2 F2");
	expect_same_end("R^2 U^-1 F^3", 0, "R2 U' F'");
	expect_same_end("R⁻¹U⁻²", 0, "R' U2");
}

/* Bug 9 of other solvers: R’ and Rw read as R. */
Test(notation, every_kind_of_prime)
{
	static const char *const primes[] = {"'", "’", "‘", "´", "`", "′", "\x92", "\xB4", "-", "i", "3"};
	array_foreach(row, primes) {
		char text[16];
		snprintf(text, sizeof text, "R%sUw%sM%s", *row, *row, *row);
		expect_same_end(text, 0, "R' u' M'");
	}
}

/* Bug 9 of other solvers: D'S misread. */
Test(notation, spaces_are_optional)
{
	expect_same_end("D'S", 0, "D' S");
	expect_same_end("RUR'", 0, "R U R'");
	expect_same_end("R2U2Rw2'FiB-x", 0, "R2 U2 r2 F' B' x");
	expect_same_end("  R\tU\u00A0F\r\n", 0, "R U F");
}

Test(notation, french_faces)
{
	expect_same_end("H B A P G D", READ_FRENCH, "U D F B L R");
	expect_same_end("H² P'2 G-1", READ_FRENCH, "U2 B2 L'");
	expect_same_end("H2B'Aw d3 M x", READ_FRENCH, "U2 D' Fw r' M x");
	expect_refused_text("H U", READ_FRENCH, 3, "U", "H B A P G D");
	expect_refused_text("D H", 0, 3, "H", "'H' is not a move");
}

/* The formula of the French page, its apostrophes put back, is the superflip. */
Test(notation, french_superflip)
{
	struct maneuver m = maneuver_of("H D2 A P D P2 D H2 G P2 D H' B' D2 A D' G P2 H2 A2", READ_FRENCH);
	struct maneuver superflip = maneuver_of("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", 0);
	cr_expect_eq(__builtin_popcountll(cube_symmetries(&m.cube)), 48);
	cr_expect(cube_equal(&m.cube, &superflip.cube));
	maneuver_free(&m);
	maneuver_free(&superflip);
}

/* Nothing is skipped or guessed: each of these is refused, by column and token. */
Test(notation, everything_else_is_refused)
{
	static const struct { const char *text; unsigned column; const char *token, *message;
	} rows[] = {
		{"R U R4", 5, "R4", "may be followed"},
		{"R0", 1, "R0", "may be followed"},
		{"R22", 1, "R22", "may be followed"},
		{"R''", 1, "R''", "may be followed"},
		{"R'2'", 1, "R'2'", "may be followed"},
		{"R2'2", 1, "R2'2", "may be followed"},
		{"R2w", 1, "R2w", "may be followed"},
		{"Mw", 1, "Mw", "may be followed"},
		{"rw", 1, "rw", "may be followed"},
		{"Rww", 1, "Rww", "may be followed"},
		{"R\xC3\xA9U", 1, "Ré", "may be followed"},
		{"R\x01", 1, "R?", "may be followed"},
		{"2R", 1, "2R", "write Rw or r"},
		{"F 3Rw2'", 3, "3Rw2'", "write Rw or r"},
		{"U 2-3r", 3, "2-3r", "write Rw or r"},
		{"R 2", 3, "2", "not a move"},
		{"R '", 3, "'", "not a move"},
		{"R, U", 2, ",", "not a move"},
		{"R\u200B U", 1, "R?", "U+200B"},
		{"U \u202ER", 3, "?", "U+202E"},
		{"R’ U’ Q", 7, "Q", "'Q' is not a move"},
		{"m", 1, "m", "M E S"},
		{"X", 1, "X", "x y z"},
		{"RUK", 3, "K", "not a move"},
		{"i", 1, "i", "not a move"},
		{"w", 1, "w", "not a move"},
		{"R~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", 1, "R~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~...",
	     "may be followed"},
	};
	array_foreach(row, rows)
		expect_refused_text(row->text, 0, row->column, row->token, row->message);
}

Test(notation, long_maneuvers_are_read_whole)
{
	enum { N = 100001 };
	char *const text = malloc(4 * N + 1);
	cr_assert_not_null(text);
	for (unsigned i = 0; i < N; i++)
		memcpy(text + 4 * i, i % 2 == 0 ? "R'  " : "U2M ", 4);
	text[4 * N] = '\0';
	struct maneuver m = maneuver_of(text, 0);
	cr_expect_eq(m.n_moves, (size_t)(N + 1) / 2 + 3 * (N / 2));
	maneuver_free(&m);
	free(text);
}

Test(notation, printed_moves_are_read_back)
{
	static const char *const texts[] = {"U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'",
	                                    "H H2 H' D D2 D' A A2 A' B B2 B' G G2 G' P P2 P'"};
	uint8_t moves[N_MOVES];
	char text[64], cut[6];
	for (unsigned m = 0; m < N_MOVES; m++)
		moves[m] = (uint8_t)m;
	for (unsigned is_french = 0; is_french < 2; is_french++) {
		const unsigned letters = is_french ? READ_FRENCH : 0;
		cr_expect_eq(notation_write_in(letters, moves, N_MOVES, text, sizeof text), strlen(text));
		cr_expect_str_eq(text, texts[is_french]);
		struct maneuver m = maneuver_of(text, letters);
		cr_assert_eq(m.n_moves, (size_t)N_MOVES);
		cr_expect_arr_eq(m.moves, moves, N_MOVES);
		maneuver_free(&m);
	}
	cr_expect_eq(notation_write(moves, N_MOVES, cut, sizeof cut), strlen(text));
	cr_expect_str_eq(cut, "U U2 ");
	cr_expect_eq(notation_write(moves, 0, cut, sizeof cut), 0u);
	cr_expect_str_eq(cut, "");
	cr_expect_eq(notation_write(moves, 2, NULL, 0), 4u);
}

Test(notation, the_standard_text_is_the_same_maneuver)
{
	static const char *const pairs[][2] = {
		{"R3 u M2 x-", "R' Uw M2 x'"}, {"(R U R' U')2", "R U R' U' R U R' U'"},
		{"[R: U]", "R U R'"},          {"", ""},
		{"r'2 E S' z", "Rw2 E S' z"},  {"R2'D'b", "R2 D' Bw"},
	};
	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		char *const text = notation_standard(pairs[i][0], 0);
		cr_assert_not_null(text);
		cr_expect_str_eq(text, pairs[i][1]);
		free(text);
	}
	char *const from_french = notation_standard("H2 B' a", READ_FRENCH);
	cr_expect_str_eq(from_french, "U2 D' Fw");
	free(from_french);
	cr_expect_null(notation_standard("R Q", 0));
}
