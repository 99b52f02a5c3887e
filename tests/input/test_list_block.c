/* Sheets, lengths, line ends, and cubes over several lines. */
#include "input/reading.h"

Test(list, titles_of_sheets_become_labels)
{
	struct reading r = read_text("3x3x3 Round 1 Scramble Set A\n1. R U\n2. F2\nExtra Scrambles\nE1. D2 # spare\nExtra 2. B\n\n"
	                             "4x4x4 Cube Round 1\n1. Rw U\nExtra Scrambles\nE1 R U\nE2 U R\n3x3x3 Round 2, Group B:\nL\n");
	expect_entry(&r, 2, 4, "R U", "3x3x3 Round 1 Scramble Set A 1");
	expect_entry(&r, 3, 4, "F2", "3x3x3 Round 1 Scramble Set A 2");
	expect_entry(&r, 5, 5, "D2", "Extra Scrambles E1. spare");
	expect_entry(&r, 6, 10, "B", "Extra Scrambles Extra 2");
	expect_entry(&r, 14, 1, "L", "3x3x3 Round 2, Group B:");
	expect_skipped(&r, "5 titles, 3 scrambles of other puzzles");
	expect_end(&r);
}

/* "Set" may be a word of a title; a line that begins with turns is none. */
Test(list, a_bad_line_is_no_title)
{
	struct reading r = read_text("R U cube\nE1 S\nR U Set\n333\n");
	expect_entry(&r, 1, 1, "R U cube", NULL);
	expect_entry(&r, 2, 4, "S", "E1");
	expect_entry(&r, 3, 1, "R U Set", NULL);
	expect_entry(&r, 4, 1, "333", NULL);
	expect_end(&r);
}

Test(list, takes_the_lengths_of_cube_explorer_off)
{
	struct reading r = read_text("R U F2 (3f*)\nD2 (1f) // easy\nR'(2q*)\n(R U)2\nR (U)\n");
	expect_entry(&r, 1, 1, "R U F2", "3f*");
	expect_entry(&r, 2, 1, "D2", "easy");
	expect_entry(&r, 3, 1, "R'", "2q*");
	expect_entry(&r, 4, 1, "(R U)2", NULL);
	expect_entry(&r, 5, 1, "R (U)", NULL);
	expect_end(&r);
}

/* Found in version 0.1.0: old Mac line ends joined two scrambles. */
Test(list, reads_line_ends_of_every_system)
{
	struct reading r = read_text("R U\rF2\r\rD\r\nB\n\rL\r");
	expect_entry(&r, 1, 1, "R U", NULL);
	expect_entry(&r, 2, 1, "F2", NULL);
	expect_entry(&r, 4, 1, "D", NULL);
	expect_entry(&r, 5, 1, "B", NULL);
	expect_entry(&r, 7, 1, "L", NULL);
	expect_end(&r);
}

Test(list, a_carriage_return_at_the_end_of_what_a_pipe_gave_may_be_half_a_line_end)
{
	int ends[2];
	cr_assert_eq(pipe(ends), 0);
	struct reading r = {.fd = ends[0], .list = list_open(ends[0], LIST_RECOGNISE, 0)};
	cr_assert_eq(write(ends[1], "R U\r", 4), 4);
	cr_expect_eq(list_next(r.list, 0, &r.entry), LIST_LATER);
	cr_assert_eq(write(ends[1], "\nF\r", 3), 3);
	expect_entry(&r, 1, 1, "R U", NULL);
	close(ends[1]);
	expect_entry(&r, 2, 1, "F", NULL);
	expect_end(&r);
}

#define NET "      U U U\n      U U U\n      L L D\nF F D F F R F B B L L L\nL L D F F R F R R U B B\n" \
            "L L B D D R F R R U B B\n      R R U\n      D D B\n      D D B"

/* Found in version 0.1.0: six lines of nine facelets were solved as six scrambles. */
Test(list, rows_of_stickers_are_one_cube)
{
	struct reading r = read_text("R U\nUUUUUULLD # rows\nFBBFRRFRR\nFFRFFRDDR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB\nF2\n" NET "\n\nB\n"
	                             "[|\"W\";\n\"R\"|]\nL\n");
	expect_entry(&r, 1, 1, "R U", NULL);
	expect_entry(&r, 2, 1, "UUUUUULLD\nFBBFRRFRR\nFFRFFRDDR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB", "rows");
	expect_entry(&r, 8, 1, "F2", NULL);
	expect_entry(&r, 9, 1, "      U U U\n      U U U\n      L L D\nF F D F F R F B B L L L\nL L D F F R F R R U B B\n"
	             "L L B D D R F R R U B B\n      R R U\n      D D B\n      D D B", NULL);
	expect_entry(&r, 19, 1, "B", NULL);
	expect_entry(&r, 20, 1, "[|\"W\";\n\"R\"|]", NULL);
	expect_entry(&r, 22, 1, "L", NULL);
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
	struct reading r = read_text(text);
	cr_assert_eq(list_next(r.list, -1, &r.entry), LIST_ENTRY);
	cr_expect_eq(r.entry.line, 1u);
	expect_entry(&r, 19, 1, "R U", NULL);
	expect_end(&r);
	r = read_text(heads);
	cr_assert_eq(list_next(r.list, -1, &r.entry), LIST_ENTRY);
	cr_expect_eq(strncmp(r.entry.scramble, "Face U :", 8), 0);
	expect_end(&r);
}

Test(list, rows_that_are_no_cube_stand_alone)
{
	struct reading r = read_text("UUUUUUUUU\nRRRRRRRRR # two\nR U\n   U R F\nD\nLUULUUFFF");
	expect_entry(&r, 1, 1, "UUUUUUUUU", NULL);
	expect_entry(&r, 2, 1, "RRRRRRRRR", "two");
	expect_entry(&r, 3, 1, "R U", NULL);
	expect_entry(&r, 4, 4, "U R F", NULL);
	expect_entry(&r, 5, 1, "D", NULL);
	expect_entry(&r, 6, 1, "LUULUUFFF", NULL);
	expect_end(&r);
}

Test(list, six_scrambles_of_nine_turns_that_are_a_cube_are_refused)
{
	struct reading r = read_text("U U U U U U L L D\nF B B F R R F R R\nF F R F F R D D R\nR R U D D B D D B\nF F D L L D L L B\n"
	                             "L L L U B B U B B\nR U F D L B R U F\nR U F D L B R U F\nR U F D L B R U F\nR U F D L B R U F\n"
	                             "R U F D L B R U F\nR U F D L B R U F\n");
	expect_fault(&r, 1, "two readings");
	for (unsigned line = 7; line <= 12; line++)
		expect_entry(&r, line, 1, "R U F D L B R U F", NULL);
	expect_end(&r);
}
