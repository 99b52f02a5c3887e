#include "pocket/text.h"

#include "cube/random.h"
#include "pocket/solve.h"

#include "support/test.h"

TestSuite(pocket_text, .init = pocket_init);

static uint32_t index_of(const char *text)
{
	struct cube c = cube_solved;
	struct input_error error = {0};
	cr_assert(pocket_read_any(text, 0, NULL, &c, &error), "%s: %s", text, error.message);
	return pocket_index_to_solve(&c);
}

static void expect_refused(const char *text, const char *message)
{
	struct cube c = cube_solved;
	struct input_error error = {0};
	cr_assert(!pocket_read_any(text, 0, NULL, &c, &error), "%s", text);
	cr_expect(strstr(error.message, message) != NULL, "%s: %s", text, error.message);
	cr_expect(cube_is_solved(&c), "%s: the cube was touched", text);
}

Test(pocket_text, a_cube_in_each_form)
{
	static const char *const same[][2] = {
		{"UUUURRRRFFFFDDDDLLLLBBBB", ""}, {"UUUU RRRR FFFF DDDD LLLL BBBB", ""},
		{"wwwwrrrrggggyyyyoooobbbb", ""}, {"000011112222333344445555", ""},
		{"RRRRUUUUBBBBLLLLDDDDFFFF", ""},  /* held otherwise */
		{"1 2 3 4 5 6 7 1 1 1 1 1 1 1", ""},
		/* Laurent Théry, "Mini-Rubik": what r, b and d make of (1,2,3,4,5,6,7; 1,1,1,1,1,1,1). */
		{"2 5 3 1 4 6 7  2 3 1 3 2 1 1", "r"}, {"1 2 3 5 6 7 4  1 1 1 2 3 2 3", "b"},
		{"1 3 6 4 2 5 7  1 1 1 1 1 1 1", "d"}, {"(2,5,3,1,4,6,7; 2,3,1,3,2,1,1)", "R"},
		{"UFUFRRRRFDFDDBDBLLLLUBUB", "R"}, {"UUUUBBRRRRFFDDDDFFLLLLBB", "U"},
		{"(R U R' U')6", ""}, {"[R, U] [U, R]", ""}, {"x y2 z'", ""},
		{"x U", "U"}, {"R U x", "R B"}, {"R'2 U²", "R2 U2"},
	};
	cr_expect_eq(index_of(""), (uint32_t)POCKET_SOLVED);
	array_foreach(row, same)
		cr_expect_eq(index_of((*row)[0]), index_of((*row)[1]), "%s", (*row)[0]);
}

/* Every state that is written is read back as itself, however the cube is held. */
Test(pocket_text, what_is_written_is_read_back)
{
	struct random_source source;
	random_from_seed(&source, 12);
	for (unsigned i = 0; i < 3000; i++) {
		const struct cube c = random_cube(&source);
		char facelets[POCKET_FACELETS_SIZE], numbers[POCKET_NUMBERS_SIZE];
		pocket_write_facelets(&c, facelets);
		pocket_write_numbers(&c, numbers);
		cr_assert_eq(index_of(facelets), pocket_index_to_solve(&c), "cube %u of seed 12: %s", i, facelets);
		cr_assert_eq(index_of(numbers), pocket_index_to_solve(&c), "cube %u of seed 12: %s", i, numbers);
	}
}

Test(pocket_text, mistakes_are_named)
{
	expect_refused("UUUURRRRFFFFDDDDLLLLBBBX", "a seventh colour");
	expect_refused("UUURRRRRFFFFDDDDLLLLBBBB", "two readings");
	expect_refused("wwwrrrrrggggyyyyoooobbbb", "'w' appears 3 times");
	expect_refused("UUUU RRRR FFFF DDDD LLLL BBBU", "two readings");
	expect_refused("1 2 3 4 5 6 7 1 1 1 1 1 1 2", "sum to 2 mod 3");
	expect_refused("1 2 3 4 5 6 6 1 1 1 1 1 1 1", "cubie 6 is at places 6 and 7");
	expect_refused("1 2 3 4 5 6 8 1 1 1 1 1 1 1", "place 7 holds cubie 8");
	expect_refused("1 2 3 4 5 6 7 1 1 1 1 1 1 4", "orientation 7 is 4");
	expect_refused("1 2 3", "3 numbers; expected 14");
	expect_refused("U R F D L B U R F D L B U R F D L B U R F D L Q", "not a turn of the 2x2x2");
	expect_refused("UFUFRRRRFDFDDBDBLLLLUBBU", "two readings");
	expect_refused("wgwgrrrrgygyybyboooowbbw", "meet four of the other colours");
	expect_refused("U U U U R R R R F F F F D D D D L L L L B B B B",
	               "two readings: 24 facelets, or 24 turns");
}
