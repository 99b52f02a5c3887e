#include "input/reading.h"

/* What is above csTimer's solves is in the language of whoever used it; some copy only a part of it. */
#define SOLVES "1. 12.34   R U   @2024-01-01\n2. (13.00)[lucky]   F2   @2024-01-01\n3. DNF(9.00=4.00+5.00)   D\n"
#define SOLVES_FROM(line) {line, 12, "R U", "1. 12.34 @2024-01-01"}, {line + 1, 21, "F2", "2. 13.00 lucky @2024-01-01"}, \
	{line + 2, 26, "D", "3. DNF(9.00=4.00+5.00)"}

#define NET "      U U U\n      U U U\n      L L D\nF F D F F R F B B L L L\nL L D F F R F R R U B B\n" \
            "L L B D D R F R R U B B\n      R R U\n      D D B\n      D D B"
#define NINE "R U F D L B R U F"

static const struct list_case cases[] = {
	{"keeps line numbers across blank lines and comments",
	 "# a list\n\nR U\n   \n// more\n  F2 # the second\nD' // third \n\xC2\xA0\nB",
	 {{3, 1, "R U"}, {6, 3, "F2", "the second"}, {7, 1, "D'", "third"}, {9, 1, "B"}}},
	{"reads crlf and a byte order mark", "\xEF\xBB\xBFR U\r\n\r\nF2\r\n", {{1, 1, "R U"}, {3, 1, "F2"}}},
	{"takes numbers off",
	 "1. R U\n2) F\n(3) B2\n 14.  L # x\n",
	 {{1, 4, "R U", "1"}, {2, 4, "F", "2"}, {3, 5, "B2", "3"}, {4, 7, "L", "14. x"}}},
	{"only a date may follow the at sign",
	 "R U @foo L\nR U @2024 F D\n",
	 {{1, 1, "R U @foo L"}, {2, 1, "R U @2024 F D"}}},
	{"takes times and dates of cstimer off",
	 "12.34   R U F   @2024-01-01 12:00:00\n1. (1:02.34)   F2   @2024\n"
	 "2. DNF(9.99)[oh no!]   B\n3. 10.01+[so]   U2   @2024 # really\n4. DNF   D\n",
	 {{1, 9, "R U F", "12.34 @2024-01-01 12:00:00"},
      {2, 16, "F2", "1. 1:02.34 @2024"},
      {3, 24, "B", "2. DNF(9.99) oh no!"},
      {4, 17, "U2", "3. 10.01+ really @2024"},
      {5, 10, "D", "4. DNF"}}},
	{"what has turns is no statistics",
	 "hello\nR U\n1. 12.34   F\n",
	 {{1, 1, "hello"}, {2, 1, "R U"}, {3, 12, "F", "1. 12.34"}}},
	{"does not take a number for a cube",
	 "1.\nR\n2) # later\n12.34\n",
	 {{1, .fault = "no scramble"}, {2, 1, "R"}, {3, .fault = "no scramble"}, {4, .fault = "no scramble"}}},
	{"leaves what is no number alone",
	 "1.R U\n3 R\n(1 R\n12. 5 R\n",
	 {{1, 1, "1.R U"}, {2, 1, "3 R"}, {3, 1, "(1 R"}, {4, 5, "5 R", "12"}}},
	{"keeps text outside ascii",
	 "1. R’ U´ # größer als 日本\n\xFF\xFE# caf\xE9\n",
	 {{1, 4, "R’ U´", "1. größer als 日本"}, {2, 1, "\xFF\xFE", "caf\xE9"}}},
	{"titles of sheets become labels",
	 "3x3x3 Round 1 Scramble Set A\n1. R U\n2. F2\nExtra Scrambles\nE1. D2 # spare\nExtra 2. B\n\n"
	 "4x4x4 Cube Round 1\n1. Rw U\nExtra Scrambles\nE1 R U\nE2 U R\n3x3x3 Round 2, Group B:\nL\n",
	 {{2, 4, "R U", "3x3x3 Round 1 Scramble Set A 1"},
      {3, 4, "F2", "3x3x3 Round 1 Scramble Set A 2"},
      {5, 5, "D2", "Extra Scrambles E1. spare"},
      {6, 10, "B", "Extra Scrambles Extra 2"},
      {14, 1, "L", "3x3x3 Round 2, Group B:"}},
	 .skipped = "5 titles, 3 scrambles of other puzzles"},
	/* "Set" may be a word of a title; a line that begins with turns is none. */
	{"a bad line is no title",
	 "R U cube\nE1 S\nR U Set\n333\n",
	 {{1, 1, "R U cube"}, {2, 4, "S", "E1"}, {3, 1, "R U Set"}, {4, 1, "333"}}},
	{"takes the lengths of cube explorer off",
	 "R U F2 (3f*)\nD2 (1f) // easy\nR'(2q*)\n(R U)2\nR (U)\n",
	 {{1, 1, "R U F2", "3f*"}, {2, 1, "D2", "easy"}, {3, 1, "R'", "2q*"}, {4, 1, "(R U)2"}, {5, 1, "R (U)"}}},
	/* Found in version 0.1.0: old Mac line ends joined two scrambles. */
	{"reads line ends of every system",
	 "R U\rF2\r\rD\r\nB\n\rL\r",
	 {{1, 1, "R U"}, {2, 1, "F2"}, {4, 1, "D"}, {5, 1, "B"}, {7, 1, "L"}}},
	/* Found in version 0.1.0: six lines of nine facelets were solved as six scrambles. */
	{"rows of stickers are one cube",
	 "R U\nUUUUUULLD # rows\nFBBFRRFRR\nFFRFFRDDR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB\nF2\n" NET "\n\nB\n"
	 "[|\"W\";\n\"R\"|]\nL\n",
	 {{1, 1, "R U"},
      {2, 1, "UUUUUULLD\nFBBFRRFRR\nFFRFFRDDR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB", "rows"},
      {8, 1, "F2"},
      {9, 1, NET},
      {19, 1, "B"},
      {20, 1, "[|\"W\";\n\"R\"|]"},
      {22, 1, "L"}}},
	{"rows that are no cube stand alone",
	 "UUUUUUUUU\nRRRRRRRRR # two\nR U\n   U R F\nD\nLUULUUFFF",
	 {{1, 1, "UUUUUUUUU"},
      {2, 1, "RRRRRRRRR", "two"},
      {3, 1, "R U"},
      {4, 4, "U R F"},
      {5, 1, "D"},
      {6, 1, "LUULUUFFF"}}},
	/* Found in 0.2.0: a scramble wrapped in a copied PDF was two cubes. */
	{"turns between numbered lines, without a number, have two readings",
	 "1. L' B2 D\nL2 F L\nU2\n2. R U\n(F)\n3. D\nE2. F\nL2",
	 {{1, 4, "L' B2 D", "1"},
      {2, .fault = "a scramble of its own, or the rest of the line above"},
      {3, .fault = "two readings"},
      {4, 4, "R U", "2"},
      {5, .fault = "two readings"},
      {6, 4, "D", "3"},
      {7, 5, "F", "E2"},
      {8, 1, "L2"}}},
	{"they stand alone beside a blank line, a title, a comment, and with a label or a time",
	 "1. R\n\nU\n2. F\nRound 2\nD\n3. L\nT: B\n12.34 U2\n4. R2\n# more\nF2\n5. R\nU\n\n6. D\n",
	 {{1, 4, "R", "1"},
      {3, 1, "U"},
      {4, 4, "F", "2"},
      {6, 1, "D", "Round 2"},
      {7, 4, "L", "Round 2 3"},
      {8, 4, "B", "Round 2 T"},
      {9, 7, "U2", "Round 2 12.34"},
      {10, 4, "R2", "Round 2 4"},
      {12, 1, "F2", "Round 2"},
      {13, 4, "R", "Round 2 5"},
      {14, 1, "U", "Round 2"},
      {16, 4, "D", "Round 2 6"}},
	 "1 title"},
	{"solves of csTimer in English",
	 "Generated By csTimer on 2024-01-01\nsolves/total: 3/3\n\nsingle\n    best: 12.34\n\nTime List:\n" SOLVES,
	 {SOLVES_FROM(8)},
	 "5 lines of statistics"},
	{"solves of csTimer in French",
	 "Généré par csTimer le 2024-01-01\nmoyenne de 3\n    actuelle: 12.67 (σ = 0.33)\n\nListe des temps:\n" SOLVES,
	 {SOLVES_FROM(6)},
	 "4 lines of statistics"},
	{"solves of csTimer in German",
	 "Durchschnitt: 12.67 (σ = 0.33)\nMittel: 12.67\n\nZeitenliste:\n" SOLVES,
	 {SOLVES_FROM(5)},
	 "3 lines of statistics"},
	{"solves of csTimer in Chinese", "时间列表：\n" SOLVES, {SOLVES_FROM(2)}, "1 line of statistics"},
	{"statistics without solves", "Généré par csTimer le 2024-01-01\nListe des temps:\n",
	 .refused = "skipped: 2 lines of statistics"},
	{"six scrambles of nine turns that are a cube are refused",
	 "U U U U U U L L D\nF B B F R R F R R\nF F R F F R D D R\nR R U D D B D D B\nF F D L L D L L B\nL L L U B B U B B\nR U F D L B R U F\n"
	 "R U F D L B R U F\nR U F D L B R U F\nR U F D L B R U F\nR U F D L B R U F\nR U F D L B R U F\n",
	 {{1, .fault = "two readings"},
      {7, 1, NINE},
      {8, 1, NINE},
      {9, 1, NINE},
      {10, 1, NINE},
      {11, 1, NINE},
      {12, 1, NINE}}},
	/* Found in 05f5c56: no cube, exit 0. */
	{"an empty file", "", .refused = "no scramble found for the 3x3x3"},
	{"blank lines only", "\n\n", .refused = "no scramble found for the 3x3x3"},
	{"a byte-order mark only", "\xEF\xBB\xBF", .refused = "no scramble found for the 3x3x3"},
	{"comments only", "# only\r\n//comments", .refused = "no scramble found for the 3x3x3"},
};

Test(list, plain_lines_sheets_and_cubes_over_several_lines_are_read)
{
	expect_cases(cases, sizeof cases / sizeof *cases);
}

Test(list, refuses_utf16)
{
	struct reading r = read_bytes("\xFF\xFER\0 \0", 6);
	expect_refused(&r, "UTF-16");
}

Test(list, reads_a_line_of_a_megabyte)
{
	enum { SIZE = 1 << 20 };
	char *const text = malloc(SIZE + 8);
	for (size_t i = 0; i < SIZE; i++)
		text[i] = "R U "[i % 4];
	memcpy(text + SIZE, "F\nB", 3);
	struct reading r = read_bytes(text, SIZE + 3);
	cr_assert_eq(list_next(r.list, -1, &r.entry), LIST_ENTRY);
	cr_expect_eq(strlen(r.entry.scramble), (size_t)SIZE + 1);
	expect_entry(&r, &(struct expected){2, 1, "B"});
	expect_end(&r);
	free(text);
}

/* A carriage return at the end of what a pipe gave may be half a line end. */
Test(list, gives_lines_of_a_pipe_when_they_are_complete)
{
	static const struct { const char *written; unsigned line; const char *scramble; } steps[] = {
		{"R U\nF", 1, "R U"}, {"2\nD\r", 2, "F2"}, {"\nL\r", 3, "D"},
	};
	int ends[2];
	cr_assert_eq(pipe(ends), 0);
	struct reading r = {.fd = ends[0], .list = list_open(ends[0], LIST_RECOGNISE, 0)};
	array_foreach(row, steps) {
		cr_expect_eq(list_next(r.list, 0, &r.entry), LIST_LATER);
		cr_assert_eq(write(ends[1], row->written, strlen(row->written)), (ssize_t)strlen(row->written));
		expect_entry(&r, &(struct expected){row->line, 1, row->scramble});
	}
	close(ends[1]);
	expect_entry(&r, &(struct expected){4, 1, "L"});
	expect_end(&r);
}

Test(list, eighteen_rows_of_digits_are_one_cube)
{
	char text[1024] = "", heads[1024] = "";
	for (unsigned i = 0; i < 18; i++) {
		char row[16];
		snprintf(row, sizeof row, "%u %u %u\n", i / 3, i / 3, i / 3);
		strcat(text, row);
		if (i % 3 == 0)
			snprintf(heads + strlen(heads), 16, "Face %c : \n", "ULFRBD"[i / 3]);
		strcat(heads, row);
	}
	strcat(text, "R U\n");
	struct reading r = read_bytes(text, strlen(text));
	cr_assert_eq(list_next(r.list, -1, &r.entry), LIST_ENTRY);
	cr_expect_eq(r.entry.line, 1u);
	expect_entry(&r, &(struct expected){19, 1, "R U"});
	expect_end(&r);
	r = read_bytes(heads, strlen(heads));
	cr_assert_eq(list_next(r.list, -1, &r.entry), LIST_ENTRY);
	cr_expect_eq(strncmp(r.entry.scramble, "Face U :", 8), 0);
	expect_end(&r);
}
