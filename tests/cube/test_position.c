#include "cube/cubies.h"
#include "cube/maneuvers.h"
#include "cube/random.h"

#include "support/test.h"

#define SOLVED_FACELETS "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
#define SOLVED_CUBIES   "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"

static bool read_any(const char *text, struct position *out, struct input_error *error)
{
	return position_read(text, 0, out, error);
}

static struct position read_position(const char *text)
{
	return position_by(read_any, text);
}

static void expect_form(const char *text, enum position_form form)
{
	cr_expect_eq(read_position(text).form, form, "%s", text);
}

static void expect_refused(const char *text, unsigned column, const char *message)
{
	expect_position_refused(read_any, text, column, NULL, message);
}

Test(position, the_form_shows_from_the_text)
{
	expect_form("", POSITION_MOVES);
	expect_form("R U R' U'", POSITION_MOVES);
	expect_form("RUFDLB", POSITION_MOVES);
	expect_form(SOLVED_FACELETS, POSITION_FACELETS);
	expect_form("UUU UUU UUU RRR RRR RRR FFF FFF FFF DDD DDD DDD LLL LLL LLL BBB BBB BBB", POSITION_FACELETS);
	expect_form("wwwwwwwwwrrrrrrrrrgggggggggyyyyyyyyyooooooooobbbbbbbbb", POSITION_FACELETS);
	expect_form(SOLVED_CUBIES, POSITION_CUBIES);
}

/* Of 54 characters or twenty words, too, and without blanks where nothing else fits. */
Test(position, moves_are_moves)
{
	static const char *const texts[] = {
		"R2U2F2D2L2B2R2U2F2D2L2B2R2U2F2D2L2B2R2U2F2D2L2B2R2U2F2",
		"RURURURURURURURURURURURURURURURURURURURURURURURURURURU",
		"R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U R U",
		"RiUiFiDLBRiUFDiLBRUiFDiLBRUFDiLBiRUFDiLBRUFDiLBRUFDiLi",
		"RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU RU",
		"R2 U2 R2 U2 R2 U2 R2 U2 R2 U2 R2 U2 Rw2 U2 R2 U2 R2 U2 R2 U2",
		"U R F D L B U R F D L B U R F D L B U R F D L B",
		"RUF", "RU RU", "RU' UR", "UF2 UR", "RUFRUFRU", "R U F R U F R U F", "RUFRUFRUF2",
	};
	array_foreach(row, texts)
		expect_form(*row, POSITION_MOVES);
}

Test(position, an_error_names_the_form)
{
	expect_refused("R U R4", 5, "'R4' is not a move: the letter may be followed by w, then by 1, 2 or 3, "
	               "then by ' (or - or i) (read as moves)");
	expect_refused("UUUUUUUUURRRRRRRRRFFFFFFFFXDDDDDDDDDLLLLLLLLLBBBBBBBBB", 27,
	               "facelet 27 is 'X'; expected one of U R F D L B (read as facelets)");
	expect_refused("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB", 1,
	               "53 facelets; expected 54, nine for each face in the order U R F D L B (read as facelets; "
	               "moves need blanks between them)");
	expect_refused(
		"FU UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR", 1,
		"edge orientations sum to 1 mod 2; no sequence of turns solves this cube (read as cubies)");
	expect_refused("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB", 1,
	               "19 cubies; expected 20, those at UF UR UB ... DBR (read as cubies)");
}

/* A text that can be read in two ways is refused, and both readings are named; so is a 2x2x2. */
Test(position, a_text_with_two_readings_is_refused)
{
	static const struct { const char *text, *parts[3];
	} texts[] = {
		{"UUUUUUUUU RRRRRRRRR", {"two readings", "facelets", "moves"}},
		{"LUULUUFFF", {"two readings", "facelets", "moves"}},
		{"luuluufff", {"two readings", "facelets", "moves"}},
		{"LBBDUBRRBLUURRLLUBFUDFFBFRFRDULDFBFRFFUBLLLDDRLDUBDDRU U2 R2 B'",
	     {"two readings", "54 facelets", "moves"}},
		{"UF UR", {"two readings", "cubies", "moves"}},
		{"UFR URB", {"two readings", "cubies", "moves"}},
		{"U U U U U U U U U R R R R R R R R R F F F F F F F F F D D D D D D D D D L L L L L L L L L B B B B B B B B B",
	     {"two readings", "facelets", "moves"}},
		{"xxxxUxxxxRRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
	     {"two readings", "facelets with x", "moves"}},
		{"UUU-UUUUURRRR-RRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
	     {"two readings", "facelets with -", "moves"}},
		{"(R U) F", {"two readings", "group", "NISS"}},
		{"(R U) x3", {"two readings", "repeat", "turn the whole cube"}},
		{"1 2 3 4 5 6 7 1 1 1 1 1 1 1", {"fourteen numbers, as the puzzle 2x2 has", "", ""}},
		{"WWWWRRRRGGGGYYYYOOOOBBBB", {"24 facelets, as the puzzle 2x2 has", "", ""}},
		{"UUUURRRRFFFFDDDDLLLLBBBB", {"24 facelets, as the puzzle 2x2 has", "", ""}},
	};
	array_foreach(row, texts) {
		struct position p;
		struct input_error error;
		cr_expect(!position_read(row->text, 0, &p, &error), "%s", row->text);
		for (unsigned k = 0; k < 3; k++)
			cr_expect(strstr(error.message, row->parts[k]) != NULL, "%s: %s", row->text, error.message);
	}
}

Test(position, cubies_are_read_in_either_case)
{
	expect_form("uf ur ub ul df dr db dl fr fl br bl ufr urb ubl ulf drf dfl dlb dbr", POSITION_CUBIES);
	expect_form("UF Ur uB UL DF DR DB DL FR FL BR BL\nUFR URB UBL ULF DRF DFL DLB DBR\n", POSITION_CUBIES);
	const struct position capital =
		read_position("BU UR RD UL BD RB LB DF FU FR DL FL BRD RFD ULF FRU URB LUB LBD DFL");
	const struct position small =
		read_position("bu ur rd ul bd rb lb df fu fr dl fl brd rfd ulf fru urb lub lbd dfl");
	cr_expect(cube_equal(&capital.cube, &small.cube));
}

Test(position, rotation_is_that_of_the_centres)
{
	cr_expect_eq(read_position("R U").rotation, 0u);
	cr_expect_neq(read_position("M").rotation, 0u);
	cr_expect_eq(read_position("x").rotation,
	             read_position("FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU").rotation);
}

/* Positions for which two generators are published (Reid's patterns, the superflip of four authors). */
Test(position, published_pairs_of_generators_agree)
{
	static const char *const pairs[][2] = {
		{"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
	     "R' U2 B L' F U' B D F U D' L D2 F' R B' D F' U' B' U D'"},
		{"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
	     "F B U2 R F2 R2 B2 U' D F U2 R' L' U B2 D R2 U B2 U"},
		{"F U2 R L D F2 U R2 D F2 D F' B' U2 L F2 R2 B2 U' D",
	     "U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'"},
		{"R2 L2 U B L2 D' F B2 R L' F' B R D F2 L' U'", "R' D' F' D L F U2 B' L U D' R' D' L F L2 U F'"},
		{"F' U B' R' U F2 U2 F' U' F U2 D B' D' R2 B2 U'", "U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'"},
		{"F2 R2 D R2 U D F2 D' R' D' F L2 F' D R U'", "F U2 L F L' B L U B' R' L' U R' D' F' B R2"},
		{"F D2 B R B' L' F D' L2 F2 R F' R' F2 L' F'", "F B' U F U F U L B L2 B' U F' L U L' B"},
		{"F U D' L' B2 L U' D F U R2 L2 U' L2 F2", "B' U' B' L' D B U D2 B U L D' L' U' L2 D"},
		{"F L B U L F2 B2 R' F2 B2 U' B' L' F'", "D L' U R' B' R B U2 D B D' B' L U D'"},
		{"L2 D2 L' D2 B2 L2 B2 L' D2 L2 B2 L' B2", "F D' F' R D F' R' D R D L' F L D R' F D'"},
		{"R U R' U' R' F R2 U' R' U' R U R' F'", "R2 U R2 U' R2 F2 U' F2 D R2 D'"},
		{"U2 D2 F2 B2 R2 L2", "M2 E2 S2"},
	};
	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const struct position a = read_position(pairs[i][0]), b = read_position(pairs[i][1]);
		cr_expect(cube_equal(&a.cube, &b.cube), "%s, and %s", pairs[i][0], pairs[i][1]);
	}
}

/* Some bytes changed, left out or put in: mostly characters that mean something. */
static void mutate(struct random_source *source, char *text, size_t size)
{
	static const char likely[] = "URFDLBurfdlbMESxyzwi'2 3-`\n\t1HAPG\xC2\xB4\xE2\x80\x99WYGO(,[])";
	for (uint64_t n = random_below(source, 4); n > 0; n--) {
		const size_t length = strlen(text), at = random_below(source, length + 1);
		const char c = random_below(source, 3) > 0 ? likely[random_below(source, sizeof likely - 1)]
		                                           : (char)(random_below(source, 255) + 1);
		const uint64_t kind = random_below(source, 3);
		if (kind == 0 && at < length)
			text[at] = c;
		else if (kind == 1 && at < length)
			memmove(text + at, text + at + 1, length - at);
		else if (length + 2 < size) {
			memmove(text + at + 1, text + at, length - at + 1);
			text[at] = c;
		}
	}
}

static void start_text(struct random_source *source, char *text, size_t size)
{
	const struct cube c = random_cube(source);
	uint8_t moves[20];
	unsigned last = LAST_NONE;
	switch (random_below(source, 4)) {
	case 0:
		facelet_write(&c, text);
		break;
	case 1:
		cubies_write(&c, POSITION_WHOLE, text);
		break;
	case 2:
		for (unsigned i = 0; i < sizeof moves; i++)
			moves[i] = (uint8_t)random_move(source, (1u << N_MOVES) - 1, &last);
		notation_write(moves, sizeof moves, text, size);
		break;
	default:
		for (unsigned i = 0; i < 60; i++)
			text[i] = (char)random_below(source, 256);
		text[60] = '\0';
	}
}

Test(position, mutilated_texts_give_a_solvable_cube_or_a_message)
{
	enum { N_TEXTS = 60000 };
	struct random_source source;
	random_from_seed(&source, 31);
	unsigned n_read = 0;
	for (unsigned i = 0; i < N_TEXTS; i++) {
		char text[128];
		struct position p;
		struct input_error error;
		memset(&error, 0x55, sizeof error);
		start_text(&source, text, sizeof text);
		mutate(&source, text, sizeof text);
		if (position_read(text, i % 2 == 0 ? READ_FRENCH : 0, &p, &error)) {
			n_read++;
			cr_expect_eq(cube_check(&p.cube), CUBE_OK, "text %u of seed 31: %s", i, text);
			continue;
		}
		cr_expect(memchr(error.message, '\0', sizeof error.message) != NULL, "text %u of seed 31: %s", i, text);
		cr_expect(memchr(error.token, '\0', sizeof error.token) != NULL, "text %u of seed 31: %s", i, text);
		cr_expect(strstr(error.message, " (read as ") != NULL || strstr(error.message, "two readings") != NULL, "text %u of seed 31: %s", i, text);
		cr_expect(error.column >= 1 && error.column <= strlen(text) + 1, "text %u of seed 31: %s", i, text);
		for (const char *c = error.message; *c != '\0'; c++)
			cr_expect_neq((unsigned char)*c < ' ' || *c == 0x7F, true, "text %u of seed 31: control character", i);
	}
	cr_expect_gt(n_read, N_TEXTS / 20u, "only %u texts were readable", n_read);
}
