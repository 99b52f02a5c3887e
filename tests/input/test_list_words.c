/* Titles, labels, numbers, quotes and links: what stands around a scramble is found, and no scramble is taken
 * for it. */
#include "input/reading.h"

/* One line as the only one of a list. */
static void expect_line(const char *line, unsigned column, const char *scramble, const char *label)
{
	expect_cases(&(struct list_case){line, line, {{1, column, scramble, label}}}, 1);
}

static void expect_bad_line(const char *line, const char *fault)
{
	expect_cases(&(struct list_case){line, line, {{1, .fault = fault}}}, 1);
}

/* Found in 05f5c56: each of these had no record, or became the label of the next cube. */
Test(words, what_has_turns_is_no_title)
{
	expect_line("Scramble: R U F", 11, "R U F", "Scramble");
	expect_line("Scramble #2: R U F", 14, "R U F", "Scramble #2");
	expect_line("3x3: R U2 F", 6, "R U2 F", "3x3");
	expect_line("Cube 7 - L D B", 10, "L D B", "Cube 7");
	expect_line("Scramble R U F", 1, "Scramble R U F", NULL);
	expect_line("Scramble: R U X", 11, "R U X", "Scramble");
	expect_line("(R U R' U')333", 1, "(R U R' U')333", NULL);
	expect_line("F 222", 1, "F 222", NULL);
	expect_line("clock R2", 1, "clock R2", NULL);
	expect_line("Extra RU22 444", 1, "Extra RU22 444", NULL);
	expect_line("'MD Extra", 1, "'MD Extra", NULL);
}

/* Turns would be lost in a label. */
Test(words, labels_before_a_scramble_are_no_turns_and_may_be_quoted)
{
	expect_line("T-perm: R U R' U'", 9, "R U R' U'", "T-perm");
	expect_line("Sune,R U R' U R U2 R'", 6, "R U R' U R U2 R'", "Sune");
	expect_line("Sune\tR U R'", 6, "R U R'", "Sune");
	expect_line("Rb perm: R2 F", 10, "R2 F", "Rb perm");
	expect_line("Round 1 - Group B - R U F", 21, "R U F", "Round 1 - Group B");
	expect_line("Scramble 1 - R D", 14, "R D", "Scramble 1");
	expect_line("Cas 3\uFF1AR D", 7, "R D", "Cas 3");
	expect_line("3. J-perm: R U # good", 12, "R U", "3. J-perm good");
	expect_line("Cube 5: UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB", 9,
	            "UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB", "Cube 5");
	expect_line("[R: U]", 1, "[R: U]", NULL);
	expect_line("[R, U F]", 1, "[R, U F]", NULL);
	expect_line("R U: F D", 1, "R U: F D", NULL);
	expect_line("Scramble R U - F D", 1, "Scramble R U - F D", NULL);
	expect_line("\"R U\",\"F D\"", 2, "R U\",\"F D", NULL);
	expect_line("\"R U' F\"", 2, "R U' F", NULL);
	expect_line("'R U' F'", 2, "R U' F", NULL);
	expect_line("\u201CR U\u201D,", 2, "R U", NULL);
	expect_line("\"T-perm\",\"R U\"", 11, "R U", "T-perm");
}

Test(words, two_readings_are_refused)
{
	expect_bad_line("F: R U R'", "two readings: one letter before a colon");
	expect_bad_line("E\tR U R'", "two readings: one letter before a tab");
	expect_bad_line("E2 R U F D L B R U F D L B", "two readings: E2 and E3");
	expect_line("F\tR\tU", 1, "F\tR\tU", NULL);
	expect_line("E2 M2 S2", 1, "E2 M2 S2", NULL);
}

/* Found in 05f5c56: the number of an extra scramble was read as a turn of the slice E. */
Test(words, numbers_and_french_letters)
{
	expect_line("1: R U", 4, "R U", "1");
	expect_line("[1] R U", 5, "R U", "1");
	expect_line("1 - R U", 5, "R U", "1");
	expect_cases(&(struct list_case){"E2 follows E1, or is a turn", "E1 R U\nE2 U R\nE3 F\n\nE2 B\nE4 L\n",
		{{1, 4, "R U", "E1"}, {2, 4, "U R", "E2"}, {3, 4, "F", "E3"}, {5, 1, "E2 B"}, {6, 4, "L", "E4"}}}, 1);
	expect_cases(&(struct list_case){"French letters", "cas 1: D H2 A'\nSet G - H\nP Round\n",
		{{1, 8, "D H2 A'", "cas 1"}, {2, 9, "H", "Set G"}, {3, 1, "P Round"}}, .options = READ_FRENCH}, 1);
}

Test(words, links)
{
	expect_line("https://alg.cubing.net/?setup=R_U-_F2&alg=F2_U_R-", 31, "R U' F2", NULL);
	expect_line("https://alg.cubing.net/?setup=&alg=R_U-_%2F%2F_first%0AF2", 36, "R U'         \nF2", NULL);
	expect_line("T: https://alpha.twizzle.net/edit/?alg=U+R%27&setup-alg=R+U%27&puzzle=3x3x3 # easy", 57, "R U'", "T easy");
	expect_bad_line("https://alg.cubing.net/?puzzle=4x4x4&alg=R", "another puzzle");
	expect_bad_line("https://alg.cubing.net/?puzzle=2x2x2&alg=R", "--puzzle 2x2");
	expect_bad_line("https://alg.cubing.net/?alg=R%2", "hexadecimal");
	expect_bad_line("https://alg.cubing.net/?alg=R&#45;U", "the link is cut");
	expect_bad_line("https://alg.cubing.net/?title=x", "without moves");
	expect_bad_line("https://alg.cubing.net/?alg=R U", "after a link");
	expect_bad_line("https://example.com/?alg=R", "unknown");
}

Test(words, only_a_title_changes_the_puzzle)
{
	expect_cases(&(struct list_case){"titles",
		"R U 444\n(R)222\nScramble 222:\nR\n444 Round 1\nF\nExtra Scrambles\nE1 F2\n3x3\nD\nScramble #2:\nJohn's Set B\nL\n",
		{{1, 1, "R U 444"}, {2, 1, "(R)222"}, {4, 1, "R", "Scramble 222:"}, {10, 1, "D", "3x3"}, {13, 1, "L", "John's Set B"}},
		"6 titles, 2 scrambles of other puzzles"}, 1);
}

/* Found in 0.2.0: below 22 of 44 such titles every cube was skipped without a word. */
Test(words, cubes_below_a_title_of_this_puzzle_come_back_whatever_puzzle_was_before)
{
	static const char *const others[] = {
		"2x2x2", "4x4 BLD", "444bf Round 1", "Square-1", "Pyraminx:", "5 x 5 x 5", "**7×7**",
	};
	static const char *const scrambles[] = {
		"R U' F2", "1. Rw U 2R2 3Fw'", "(1,0) / (3,-3) / (0,-1)", "R++ D-- U'",
		"UR1+ DR5- ALL3+ y2 U4+ R3+ UR DL", "John: l' b R", "Extra Scrambles", "E1 R U", "Scramble Set B",
		"# nice, sub 20",
	};
	static const char *const titles[] = {
		"3x3x3", "3x3", "3X3", "333", "3×3×3", "3×3", "3 x 3 x 3", "3 x 3", "3*3*3", "[3x3]", "(3x3x3)",
		"**3x3**", "__3x3__", "# 3x3x3", "## 3x3 OH", "// 3x3", "=== 3x3 ===", "--- 3x3 ---", "- 3x3",
		"> 3x3", "1. 3x3", "3x3:", "Puzzle: 3x3", "Event: 333", "3x3 BLD", "3x3 bld", "3BLD", "3bld",
		"333bf", "333oh", "333fm", "333mbf", "3x3oh", "3x3-OH", "3x3 With Feet", "3x3 (OH)",
		"3x3x3 One-Handed", "3x3x3 Multi-Blind", "3x3x3 Round 2, Set A", "3x3 F2L practice", "FMC",
		"Fewest Moves", "OH", "# OH", "OH Round 1", "BLD", "bld", "Multi BLD", "MBLD", "Blindfolded",
		"Rubik's Cube", "Rubik’s Cube", "Cube", "Speedsolving", "Notes of today", "Übung", "練習",
	};
	array_foreach(title, titles)
		array_foreach(other, others) {
			char *text = NULL, skipped[LIST_SKIPPED_SIZE];
			size_t size = 0;
			FILE *const out = open_memstream(&text, &size);
			fprintf(out, "B2\n%s\n", *other);
			array_foreach(row, scrambles)
				fprintf(out, "%s\n", *row);
			fprintf(out, "%s\n1. R U\nF D2\n", *title);
			fclose(out);
			struct reading r = read_bytes(text, size);
			const char *const wanted[] = {"B2", "R U", "F D2"};
			for (unsigned k = 0; k < 3; k++) {
				cr_assert_eq(list_next(r.list, -1, &r.entry), LIST_ENTRY, "'%s' after '%s': no '%s'",
				             *title, *other, wanted[k]);
				cr_expect_str_eq(r.entry.scramble, wanted[k], "'%s' after '%s' gives '%s'", *title,
				                 *other, r.entry.scramble);
			}
			cr_expect(r.entry.label == NULL || strstr(r.entry.label, *other) == NULL, "%s", r.entry.label);
			list_describe_skipped(r.list, skipped);
			cr_expect(strstr(skipped, "7 scrambles of other"), "%s, %s: %s", *title, *other, skipped);
			expect_end(&r);
			free(text);
		}
}

Test(words, a_label_or_a_comment_that_names_this_puzzle_ends_the_skipping)
{
	expect_cases(&(struct list_case){"labels", "2x2x2\nR\n3x3: R U\nF\n222 Round 1\nD\nJohn: U\nL # 3x3\n",
		{{3, 6, "R U", "3x3"}, {4, 1, "F"}, {8, 1, "L", "3x3"}},
		"2 titles, 3 scrambles of other puzzles"}, 1);
	expect_cases(&(struct list_case){"of the 2x2x2, one that names another puzzle does not",
		"3x3\nR\nBLD\nR U\nOH\nF\n4x4\nU\n2x2 BLD\nD\n", {{10, 1, "D", "2x2 BLD"}},
		"5 titles, 4 scrambles of other puzzles", .options = READ_POCKET}, 1);
}

/* An argument is read as a line is; of several lines it is taken as it is. */
Test(words, arguments)
{
	char *arguments[] = {"R U # good", "1. F", "", "# only", "Round 1", "R U\nF", "T-perm: R"};
	static const struct expected entries[] = {
		{0, 1, "R U", "good"}, {0, 4, "F", "1"}, {0, 1, ""}, {0, .fault = "a comment"}, {0, .fault = "a title"}, {0, 1, "R U\nF"},
		{0, 9, "R", "T-perm"},
	};
	struct reading r = {.fd = -1, .list = list_open_arguments(arguments, sizeof arguments / sizeof *arguments, 0)};
	array_foreach(row, entries)
		expect_entry(&r, row);
	cr_expect_eq(r.entry.number, 7u);
	cr_expect_eq(list_next(r.list, -1, &r.entry), LIST_END);
	list_close(r.list);
}

/* ---- nothing vanishes ---- */
static uint64_t random_state;

static unsigned draw(unsigned n)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(random_state >> 33) % n;
}

/* A scramble into which words, signs and single characters were thrown. */
static void write_mutated_line(FILE *out)
{
	static const char *const parts[] = {
		"R", "U2", "F'", "D", "L'", "B2", "Scramble", "scramble:", "Round", "cube", "set", "222", "333", "444", "4x4x4", "clock", "skewb",
		"T-perm:", "- ", ": ", ",", "\t", "1.", "E1", "(1)", "12.34", "(R U)2", "[R: U]", "@2024", "(3f)", "#", "//", "\"", "'", "Group B",
		"https://alg.cubing.net/?alg=", "=", "\xE2", "x", "Extra", "csTimer", "#2",
	};
	for (unsigned n = draw(7); n > 0; n--)
		fprintf(out, "%s%s", parts[draw(sizeof parts / sizeof *parts)], draw(4) > 0 ? " " : "");
	fputc('\n', out);
}

static bool has_content(const char *line)
{
	line += strspn(line, " \t\n");
	return *line != '\0' && *line != '#' && strncmp(line, "//", 2) != 0;
}

/* Found in 05f5c56: of 100,000 such lines 26,294 had no record. */
Test(words, every_line_of_a_mutated_list_has_a_record_or_is_counted)
{
	enum { N_LISTS = 400, N_LINES = 100 };
	for (random_state = 1; random_state <= N_LISTS; random_state++) {
		const uint64_t seed = random_state;
		char *text = NULL, skipped[LIST_SKIPPED_SIZE];
		size_t size = 0;
		FILE *const out = open_memstream(&text, &size);
		fputs("R U F\n", out);  /* plain lines, not a table or csTimer's */
		for (unsigned i = 0; i < N_LINES; i++)
			write_mutated_line(out);
		fclose(out);
		uint64_t n_lines = 0, n_entries = 0;
		struct reading r = read_bytes(text, size);
		while (list_next(r.list, -1, &r.entry) == LIST_ENTRY)
			n_entries++;
		n_entries += list_describe_skipped(r.list, skipped);
		for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
			char copy[400] = "";
			memcpy(copy, line, strcspn(line, "\n"));
			n_lines += has_content(copy);
		}
		cr_assert_eq(n_entries, n_lines, "list %lu: %lu of %lu lines", seed, n_entries,
		             n_lines);
		close_reading(&r);
		free(text);
		random_state = seed;
	}
}
