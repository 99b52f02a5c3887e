#include "cube/cubies.h"
#include "cube/maneuvers.h"
#include "support/support.h"

#define EDGES   "UF UR UB UL DF DR DB DL FR FL BR BL"
#define CORNERS "UFR URB UBL ULF DRF DFL DLB DBR"

static struct cube cube_of(const char *text)
{
	return position_by(cubies_read, text).cube;
}

Test(cubies, solved_cube_and_superflip)
{
	const struct cube solved = cube_of(EDGES " " CORNERS);
	struct cube superflip = cube_solved;
	memset(superflip.edge_ori, 1, sizeof superflip.edge_ori);
	const struct cube read = cube_of("FU RU BU LU FD RD BD LD RF LF RB LB " CORNERS);
	cr_expect(cube_is_solved(&solved));
	cr_expect(cube_equal(&read, &superflip));
}

/* Done by hand: after F the left edge of the front face stands on top, its F sticker still in front; UFR now
 * holds what was ULF, its U sticker on the right. */
Test(cubies, turn_of_the_front_face)
{
	const struct cube read = cube_of("LF UR UB UL RF DR DB DL FU FD BR BL LFU URB UBL LDF RUF RFD DLB DBR"),
	                  turned = cube_of_moves("F");
	cr_expect(cube_equal(&read, &turned));
}

Test(cubies, random_cubes_survive_writing_and_reading)
{
	struct dice dice = {23};
	for (unsigned i = 0; i < 5000; i++) {
		const struct cube c = dice_cube(&dice);
		char text[CUBIES_TEXT_SIZE];
		cubies_write(&c, POSITION_WHOLE, text);
		cr_assert_eq(strlen(text), (size_t)CUBIES_TEXT_SIZE - 1);
		const struct cube back = cube_of(text);
		cr_expect(cube_equal(&back, &c), "cube %u of seed 23: %s", i, text);
	}
}

Test(cubies, every_kind_of_mistake_has_its_own_message)
{
	static const struct { const char *text; unsigned column; const char *token, *message;
	} cases[] = {
		{EDGES " UFR", 1, "", "13 cubies; expected 20, those at UF UR UB ... DBR"},
		{" " EDGES " " CORNERS " UF", 2, "", "21 cubies; expected 20, those at UF UR UB ... DBR"},
		{"UF UR UB UX DF DR DB DL FR FL BR BL " CORNERS, 10, "UX",
	     "cubie 4 is 'UX'; expected the 2 stickers at UL, out of U R F D L B"},
		{EDGES " UFR UR UBL ULF DRF DFL DLB DBR", 41, "UR",
	     "cubie 14 is 'UR'; expected the 3 stickers at URB, out of U R F D L B"},
		{"UF UR UB UD DF DR DB DL FR FL BR BL " CORNERS, 10, "UD",
	     "the edge at UL has stickers U D; no such cubie"},
		{EDGES " URF URB UBL ULF DRF DFL DLB DBR", 37, "URF",
	     "the corner at URF has stickers U F R; no such cubie (it is a mirror image)"},
		{"UF UR UB UL DF DR DB DL FR FL BR FU " CORNERS, 34, "FU", "edge UF appears twice, at UF and at BL"},
		{EDGES " UFR URB UBL ULF DRF DFL DLB FRU", 65, "FRU", "corner URF appears twice, at URF and at DRB"},
		{EDGES " FRU URB UBL ULF DRF DFL DLB DBR", 1, "",
	     "corner orientations sum to 1 mod 3; no sequence of turns solves this cube"},
		{"FU UR UB UL DF DR DB DL FR FL BR BL " CORNERS, 1, "",
	     "edge orientations sum to 1 mod 2; no sequence of turns solves this cube"},
		{"UR UF UB UL DF DR DB DL FR FL BR BL " CORNERS, 1, "",
	     "corner and edge permutations differ in parity, as if two cubies were swapped; no sequence of turns solves this cube"},
	};
	array_foreach(row, cases)
		expect_position_refused(cubies_read, row->text, row->column, row->token, row->message);
}
