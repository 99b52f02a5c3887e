/* The sets of cases that have names. */
#include "goal/goal.h"

#include "goal/case_rows.h"

/* Sune, its mirror image, and what else makes all states of the last layer: two edges flipped in place, two
 * corners and edges exchanged. */
#define SUNE "R U R' U R U2 R'"
#define TWO_FLIPPED "F R U R' U' F'"
#define EXCHANGED "R U R' U' R' F R2 U' R' U' R U R' F'"
#define THREE_EDGES "R2 U R U R' U' R' U' R' U R'"

/* As lists name them (doc/cases.tsv): a case is what its algorithm solves. */
#define NAMES(set) .names = (const char *const[]){CASES_##set}
#define TWO_LAYERS "____xxxx-____xxxxxxxx"
#define BUT_FOR_AUF "xxxxxxxx-xxxxxxxxxxxx-U"

const struct case_set_name case_set_names[] = {
	{"oll", "the last layer is oriented", "oll", {"U", SUNE, TWO_FLIPPED}, true, false,
	 NAMES(oll), .around = TWO_LAYERS, .solved = "ooooxxxx-ooooxxxxxxxx"},
	{"pll", "its pieces are placed", "pll", {"U", EXCHANGED, "R' U R' U' R' U' R' U R U R2"}, true, true,
	 NAMES(pll), .around = "ooooxxxx-ooooxxxxxxxx", .solved = BUT_FOR_AUF},
	{"coll", "its corners, if its edges are oriented, which they stay", "coll", {"U", SUNE, EXCHANGED}, true,
	 true, NAMES(coll), .around = "____xxxx-ooooxxxxxxxx", .solved = "xxxxxxxx-ooooxxxxxxxx-U"},
	{"cmll", "its corners; the edges of the slice M may move (Roux)", "cmll", {"U", SUNE, EXCHANGED}, true,
	 true, NAMES(cmll), .around = "____xxxx-____x_x_xxxx", .solved = "xxxxxxxx-____x_x_xxxx-U"},
	{"zbll", "the last layer, if its edges are oriented", "ll", {"U", SUNE, EXCHANGED}, true, true,
	 NAMES(zbll), .around = "____xxxx-ooooxxxxxxxx", .solved = BUT_FOR_AUF},
	{"ell", "the last layer's edges, if its corners are solved", "ell",
	 {"U", "M' U M U2 M' U M", THREE_EDGES}, true, true,
	 .around = "xxxxxxxx-____xxxxxxxx-U", .solved = BUT_FOR_AUF},
	{"f2l", "the pair of the slot FR", "f2l", {"U", "R U R'", "F' U F"}, false, false,
	 NAMES(f2l), .around = "________-____xxxx____", .solved = "____x___-____xxxxx___", .sees = "____x___-________x___"},
	{"ll", "the last layer", "ll", {"U", SUNE, TWO_FLIPPED, EXCHANGED}, true, true, .names = NULL},
	{"eoll", "the last layer's edges are oriented", "f2l+eo", {"U", TWO_FLIPPED}, true, false,
	 NAMES(eoll)},
	{"ocll", "its corners are oriented, if its edges are", "oll", {"U", SUNE}, true, false,
	 NAMES(ocll)},
	{"cll", "its corners, whatever its edges do", "f2l+corners+auf:U", {"U", SUNE, EXCHANGED}, true, true,
	 NAMES(cll)},
	{"2gll", "the last layer, where turns of R and U solve it", "ll", {"U", SUNE, THREE_EDGES}, true, true,
	 NAMES(2gll)},
	{"zbls", "the pair of the slot FR with all edges oriented", "f2l+eo", {"U", "R U R'", "F' U F"}, false,
	 false, .names = NULL},
	{"wv", "as R U' R' inserts the last pair, edges oriented (Winter)", "oll",
	 {"U", SUNE}, false, false, NAMES(wv), .setup = {"R U R'"}},
	{"sv", "the same as R U R' inserts the pair (Summer Variation)", "oll", {"U", SUNE}, false, false,
	 NAMES(sv), .setup = {"R U' R'"}},
	{"vls", "as wv, whatever the edges are (Valk Last Slot)", "oll", {"U", SUNE, TWO_FLIPPED}, false, false,
	 NAMES(vls), .setup = {"R U R'"}},
	{"hls", "as sv, whatever the edges are (Hessler Last Slot)", "oll", {"U", SUNE, TWO_FLIPPED}, false,
	 false, .setup = {"R U' R'"}},
	{"eg", "2x2x2, one side of one color (CLL, EG-1, EG-2)", "corners+auf:U",
	 {"U", SUNE, EXCHANGED}, false, false, NAMES(eg), .setup = {"", "F R' U2 F2 R' F", "R2 F2 R2"},
	 .moves = "U R F"},
	{"lse", "Roux, the last six edges, the centres in place", "ll", {"U", "M U M'", "M' U M", "M2 U M2"},
	 false, true, .moves = "M U"},
};
const unsigned n_case_set_names = sizeof case_set_names / sizeof *case_set_names;
