#include "cube/layout.h"

#include "support/read.h"
#include "support/support.h"

static struct cube read_layout(const char *text)
{
	return position_of(text, 0).cube;
}

static void expect_cube(const char *text, const char *moves)
{
	const struct cube seen = read_layout(text), expected = read_layout(moves);
	cr_expect(cube_equal(&seen, &expected), "%s is not %s", text, moves);
}

/* The net that this program draws of R U F, whose first row is U's. */
static const char net[] =
	"      U U U\n      U U U\n      L L D\nF F D F F R F B B L L L\nL L D F F R F R R U B B\nL L B D D R F R R U B B\n"
	"      R R U\n      D D B\n      D D B\n";

Test(layout, a_net_is_read)
{
	expect_cube(net, "R U F");
	expect_cube("   UUU\n   UUU\n   LLD\nFFDFFRFBBLLL\nLLDFFRFRRUBB\nLLBDDRFRRUBB\n   RRU\n   DDB\n   DDB",
	            "R U F");
	expect_cube("   UUU\r   UUU\r   LLD\rFFDFFRFBBLLL\rLLDFFRFRRUBB\rLLBDDRFRRUBB\r   RRU\r   DDB\r   DDB",
	            "R U F");
}

Test(layout, colours_of_a_terminal_are_left_out)
{
	char text[4096] = "", *to = text;
	for (const char *c = net; *c != '\0'; c++)
		to += sprintf(to, *c > ' ' ? "\033[38;5;16;48;5;231m %c \033[0m" : "%c", *c);
	expect_cube(text, "R U F");
}

Test(layout, six_rows_of_nine_are_one_cube)
{
	expect_cube("UUUUUULLD\nFBBFRRFRR\nFFRFFRDDR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB", "R U F");
	expect_cube(
		"U U U U U U L L D\nF B B F R R F R R\nF F R F F R D D R\nR R U D D B D D B\nF F D L L D L L B\n"
		"L L L U B B U B B",
		"R U F");
	expect_cube("UUU UUU LLD\r\nFBB FRR FRR\r\nFFR FFR DDR\r\nRRU DDB DDB\r\nFFD LLD LLB\r\nLLL UBB UBB\r\n",
	            "R U F");
}

/* Kevin Chen and Yuxiang Li: faces U L F R B D, colours U0 L1 F2 R3 B4 D5. */
Test(layout, eighteen_rows_of_three_digits)
{
	static const char rows[] =
		"0 0 0\n0 0 0\n1 1 5\n2 2 5\n1 1 5\n1 1 4\n2 2 3\n2 2 3\n5 5 3\n2 4 4\n2 3 3\n2 3 3\n1 1 1\n"
		"0 4 4\n0 4 4\n3 3 0\n5 5 4\n5 5 4\n";
	static const char heads[] =
		"Face U : \n0 0 0\n0 0 0\n1 1 5\n\nFace L :\n2 2 5\n1 1 5\n1 1 4\n\nFace F : \n2 2 3\n2 2 3\n"
		"5 5 3\nFace R :\n2 4 4\n2 3 3\n2 3 3\nFace B :\n1 1 1\n0 4 4\n0 4 4\nFace D :\n3 3 0\n5 5 4\n5 5 4\n";
	static const char numbered[] =
		"Face 0 : \n0 0 0\n0 0 0\n1 1 5\nFace 1 :\n2 2 5\n1 1 5\n1 1 4\nFace 2 : \n2 2 3\n2 2 3\n"
		"5 5 3\nFace 3 :\n2 4 4\n2 3 3\n2 3 3\nFace 4 :\n1 1 1\n0 4 4\n0 4 4\nFace 5 :\n3 3 0\n5 5 4\n5 5 4\n";
	static const char other_order[] =
		"face d\n330\n554\n554\nface u\n000\n000\n115\nface l\n225\n115\n114\nface f\n223\n223\n"
		"553\nface r\n244\n233\n233\nface b\n111\n044\n044";
	expect_cube(rows, "R U F");
	expect_cube(heads, "R U F");
	expect_cube(numbered, "R U F");
	expect_cube(other_order, "R U F");
	expect_cube(
		"0 0 0\n0 0 0\n0 0 0\n1 1 1\n1 1 1\n1 1 1\n2 2 2\n2 2 2\n2 2 2\n3 3 3\n3 3 3\n3 3 3\n4 4 4\n4 4 4\n4 4 4\n"
		"5 5 5\n5 5 5\n5 5 5",
		"");
}

/* The cube of annex E.5 of Guillaume Boulanger and Axel Ardisson, which 17 moves solve. */
Test(layout, the_vector_of_stickers)
{
	static const char letters[] = "BYGBWGBBGBOOWRRWBROORYBROYRYWGWGRYOGYWOOOGBYRWRWGYGYBW";
	char vector[512] = "[|", *to = vector + 2;
	for (unsigned i = 0; i < 54; i++)
		to += sprintf(to, "\"%c\"%s", letters[i], i == 53 ? "|]" : i % 9 == 8 ? ";\n " : ";");
	const struct cube a = read_layout(letters), b = read_layout(vector);
	cr_expect(cube_equal(&a, &b));
	expect_cube("WWWWWWWWWRRRRRRRRRBBBBBBBBBGGGGGGGGGOOOOOOOOOYYYYYYYYY", "");
}

/* Their own tables of the six clockwise turns, each of which must be a turn of ours. */
Test(layout, the_vector_turns_as_its_authors_say)
{
	static const uint8_t cycles[6][5][4] = {  /* v[a] <- v[b] <- v[c] <- v[d] <- v[a], faces W R B G O Y */
		{{0, 6, 8, 2}, {1, 3, 7, 5}, {15, 26, 38, 27}, {17, 20, 36, 33}, {16, 23, 37, 30}},
		{{9, 15, 17, 11}, {10, 12, 16, 14}, {51, 20, 2, 29}, {53, 18, 0, 27}, {52, 19, 1, 28}},
		{{18, 24, 26, 20}, {19, 21, 25, 23}, {9, 45, 36, 0}, {15, 51, 42, 6}, {12, 48, 39, 3}},
		{{27, 33, 35, 29}, {28, 30, 34, 32}, {17, 8, 44, 53}, {11, 2, 38, 47}, {14, 5, 41, 50}},
		{{36, 42, 44, 38}, {37, 39, 43, 41}, {6, 24, 47, 33}, {8, 26, 45, 35}, {7, 25, 46, 34}},
		{{45, 51, 53, 47}, {46, 48, 52, 50}, {42, 18, 11, 35}, {44, 24, 9, 29}, {43, 21, 10, 32}},
	};
	static const char *const face[6] = {"U", "B", "L", "R", "F", "D"};
	for (unsigned f = 0; f < 6; f++) {
		char v[55] = "WWWWWWWWWRRRRRRRRRBBBBBBBBBGGGGGGGGGOOOOOOOOOYYYYYYYYY";
		for (unsigned k = 0; k < 5; k++) {
			const uint8_t *const c = cycles[f][k];
			const char kept = v[c[0]];
			v[c[0]] = v[c[1]];
			v[c[1]] = v[c[2]];
			v[c[2]] = v[c[3]];
			v[c[3]] = kept;
		}
		expect_cube(v, face[f]);
	}
}

Test(layout, every_order_is_a_permutation_of_54)
{
	for (unsigned order = ORDER_FACES; order < ORDER_HEADS; order++) {
		bool is_seen[54] = {false};
		for (unsigned i = 0; i < 54; i++)
			is_seen[layout_index((enum layout_order)order, i)] = true;
		for (unsigned i = 0; i < 54; i++)
			cr_expect(is_seen[i], "order %u misses %u", order, i);
	}
}

/* Digits in the order U R F D L B and in U L F R B D: whichever is a cube is meant; a random cube is never
 * both. */
Test(layout, digits_are_read_in_the_order_that_is_a_cube)
{
	struct dice dice = {7};
	for (unsigned i = 0; i < 200; i++) {
		static const char digit_of_letter[] = "U0L1F2R3B4D5", plain[] = "U0R1F2D3L4B5";
		const struct cube c = dice_cube(&dice);
		char facelets[FACELET_TEXT_SIZE], digits[55] = "", kociemba[55] = "";
		facelet_write(&c, facelets);
		for (unsigned k = 0; k < 54; k++) {
			digits[layout_index(ORDER_DIGITS, k)] = strchr(digit_of_letter, facelets[k])[1];
			kociemba[k] = strchr(plain, facelets[k])[1];
		}
		const struct cube a = read_layout(digits), b = read_layout(kociemba);
		cr_expect(cube_equal(&a, &c) && cube_equal(&b, &c), "cube %u of seed 7", i);
	}
}

/* Each face a chessboard of its own colour and the next one's: a cube in both orders, but not the same
 * one. */
Test(layout, digits_that_are_two_cubes_are_refused_unless_heads_say_which)
{
	static const char *const row[2][6] = {{"010", "121", "202", "343", "454", "535"},
	                                      {"101", "212", "020", "434", "545", "353"}};
	struct position p;
	struct input_error error;
	char text[256] = "", with_heads[256] = "";
	for (unsigned face = 0; face < 6; face++) {
		char rows[16];
		snprintf(rows, sizeof rows, "%s\n%s\n%s\n", row[0][face], row[1][face], row[0][face]);
		strcat(text, rows);
		snprintf(with_heads + strlen(with_heads), 32, "Face %c :\n%s", "ULFRBD"[face], rows);
	}
	cr_expect(!position_read(text, 0, &p, &error));
	cr_expect(strstr(error.message, "two readings") != NULL && strstr(error.message, "U L F R B D") != NULL &&
	          strstr(error.message, "facelets") != NULL, "%s", error.message);
	cr_expect(position_read(with_heads, 0, &p, &error), "%s", error.message);
}

Test(layout, mistakes_are_named_by_row_and_column)
{
	struct position p;
	struct input_error error;
	cr_expect(
		!position_read("UUUUUULLD\nFBBFRRFRR\nFFRFFRDXR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB", 0, &p, &error));
	cr_expect_eq(error.row, 2u);
	cr_expect_eq(error.column, 8u);
	cr_expect_str_eq(error.token, "X");
	cr_expect(!position_read("Face U :\n000\n000\n000", 0, &p, &error));
	cr_expect(strstr(error.message, "1 heads") != NULL, "%s", error.message);
	cr_expect(!position_read("[|\"W\";\"R\"|]", 0, &p, &error));
	cr_expect(strstr(error.message, "2 facelets; expected 54") != NULL, "%s", error.message);
}
