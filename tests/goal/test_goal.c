/* Goals by name, against stickers and against the turns that keep them. */
#include "cube/random.h"
#include "support/read.h"
#include "support/support.h"

/* Whether all stickers of the pieces with these names, "DR DF DLF ...", are those of their centres. */
static bool are_solved(const struct cube *c, const char *pieces)
{
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(c, facelets);
	bool is_solved = true;
	for (unsigned i = 0; i < N_CORNERS; i++)
		for (unsigned k = 0; k < 3 && strstr(pieces, corner_name[i]) != NULL; k++)
			is_solved &= facelets[facelet_of(i, k)] == corner_name[i][k];
	for (unsigned i = 0; i < N_EDGES; i++)
		for (unsigned k = 0; k < 2; k++) {
			char name[5] = {' ', edge_name[i][0], edge_name[i][1], ' ', '\0'};
			is_solved &=
				strstr(pieces, name) == NULL || facelets[facelet_of(N_CORNERS + i, k)] == edge_name[i][k];
		}
	return is_solved;
}

/* Half of the moves are of `moves`, so that goals which these keep are often reached. */
static struct cube wander(struct dice *dice, const char *moves)
{
	struct cube c = cube_solved;
	for (unsigned n = dice_below(dice, 6); n > 0; n--) {
		const char letter = moves[dice_below(dice, (unsigned)strlen(moves))];
		const unsigned face = dice_below(dice, 6) == 0
		                          ? dice_below(dice, N_FACES)
		                          : (unsigned)(strchr(face_letter, letter) - face_letter);
		c = cube_after(&c, face * 3 + dice_below(dice, 3));
	}
	return c;
}

Test(goal, pieces_that_names_stand_for_are_solved)
{
	static const struct { const char *name, *pieces, *moves;
	} rows[] = {
		{"solved", " UR UF UL UB DR DF DL DB FR FL BL BR URF UFL ULB UBR DFR DLF DBL DRB ", "U"},
		{"cross", " DR DF DL DB ", "U"},
		{"cross:D", " DR DF DL DB ", "U"},
		{"cross:f", " UF DF FR FL ", "B"},
		{"cross:U", " UR UF UL UB ", "D"},
		{"cross:L", " UL DL FL BL ", "R"},
		{"cross:R", " UR DR FR BR ", "L"},
		{"cross:B", " UB DB BL BR ", "F"},
		{"xcross:FR", " DR DF DL DB FR DFR ", "U"},
		{"xcross:BL", " DR DF DL DB BL DBL ", "U"},
		{"cross + BR", " DR DF DL DB BR DRB ", "U"},
		{"xcross:F,UR", " UF DF FR FL UR URF ", "B"},
		{"xcross:U,BL", " UR UF UL UB BL ULB ", "D"},
		{"xxcross:FL,BR", " DR DF DL DB FL BR DLF DRB ", "U"},
		{"f2l-1:FL,BR,BL", " DR DF DL DB FL BR BL DLF DRB DBL ", "U"},
		{"f2l", " DR DF DL DB FR FL BL BR DFR DLF DBL DRB ", "U"},
		{"f2l:R", " UR DR FR BR UF UB DF DB URF UBR DFR DRB ", "L"},
		{"2x2x2", " DL DB BL DBL ", "URF"},
		{"2x2x2:URF", " UR UF FR URF ", "DLB"},
		{"2x2x2:FUR", " UR UF FR URF ", "DLB"},
		{"2x2x3", " DL DF DB FL BL DLF DBL ", "UR"},
		{"2x2x3:FU", " UF UR UL FR FL URF UFL ", "DB"},
		{"fb", " DL FL BL DLF DBL ", "UR"},
		{"fb:UR", " UR FR BR URF UBR ", "DL"},
		{"sb", " DR FR BR DFR DRB ", "UL"},
		{"f2b", " DL FL BL DR FR BR DLF DBL DFR DRB ", "U"},
		{"corners", " URF UFL ULB UBR DFR DLF DBL DRB ", "U"},
		{"leave-slice:RL", " UR UL DR DL FR FL BR BL URF UFL ULB UBR DFR DLF DBL DRB ", "RL"},
	};
	struct dice dice = {61};
	array_foreach(row, rows) {
		const struct goal goal = goal_of(row->name);
		unsigned n_held = 0;
		for (unsigned n = 0; n < 500; n++) {
			const struct cube c = wander(&dice, row->moves);
			n_held += goal_holds(&goal, &c);
			cr_assert_eq(goal_holds(&goal, &c), are_solved(&c, row->pieces), "%s, seed 61", row->name);
		}
		cr_expect_gt(n_held, 25u, "%s", row->name);
	}
}

/* What the turns of a subgroup make is at its goal, and a turn more is not. */
Test(goal, oriented_pieces_stay_so_under_the_turns_that_keep_them)
{
	static const struct { const char *name, *keep, *change;
	} rows[] = {
		{"eo", "U U' R L D F2 B2", "F F' B"},
		{"eo:FB", "U R L D", "F B'"},
		{"eo:RL", "U F B D R2 L2", "R L R'"},
		{"eo:UD", "R F B L U2 D2", "U D"},
		{"eofb", "U R L D", "F B'"},
		{"eoud", "R F B L U2 D2", "U D"},
		{"dr", "U D R2 L2 F2 B2", "R L F B"},
		{"dr:RL", "R L U2 D2 F2 B2", "U D F"},
		{"htr", "U2 D2 R2 L2 F2 B2", "U D' R L F B"},
		{"htr+auf:R", "R R' R2", "U D F B L"},
		{"drfb", "F B U2 D2 R2 L2", "U R D"},
		{"eoline", "U R L2", "F D F2"},
		{"eoline:DR", "U F B2", "R D L2"},
		{"auf+solved", "U U' U2", "R D2"},
		{"ll+preauf:U", "U", "R"},
		{"ll:F", "F F'", "U B"},
		{"coll", "U", "R F"},
		{"f2l+auf:R", "U U'", "F D"},
	};
	struct dice dice = {62};
	array_foreach(row, rows) {
		const struct goal goal = goal_of(row->name);
		uint8_t keep[8], change[8];
		unsigned n_keep = 0, n_change = 0;
		for (unsigned m = 0; m < N_MOVES; m++) {
			char word[8], keeps[40], changes[40];
			snprintf(word, sizeof word, " %s ", move_name[m]);
			snprintf(keeps, sizeof keeps, " %s ", row->keep);
			snprintf(changes, sizeof changes, " %s ", row->change);
			if (strstr(keeps, word) != NULL)
				keep[n_keep++] = (uint8_t)m;
			if (strstr(changes, word) != NULL)
				change[n_change++] = (uint8_t)m;
		}
		for (unsigned n = 0; n < 300; n++) {
			struct cube c = cube_solved;
			for (unsigned k = dice_below(&dice, 10); k > 0; k--)
				c = cube_after(&c, keep[dice_below(&dice, n_keep)]);
			cr_assert(goal_holds(&goal, &c), "%s, seed 62", row->name);
			c = cube_after(&c, change[dice_below(&dice, n_change)]);
			cr_assert_not(goal_holds(&goal, &c), "%s, seed 62", row->name);
		}
	}
}

Test(goal, any_of_several_is_enough)
{
	static const struct { const char *name; unsigned n_views; const char *views;
	} rows[] = {
		{"xcross", 4, "xcross:FR xcross:FL xcross:BL xcross:BR"},
		{"xxxcross", 4, ""},
		{"xxcross", 6, ""},
		{"cross+neutral", 6, "cross:U cross:R cross:F cross:D cross:L cross:B"},
		{"eo+neutral", 3, "eo:FB eo:RL eo:UD"},
		{"xcross+neutral", 24, ""},
		{"fb+neutral", 24, ""},
		{"2x2x2+neutral", 8, ""},
		{"dr+neutral", 3, "drud drrl drfb"},
		{"2x2x3+neutral", 12, ""},
		{"solved+neutral", 1, ""},
		{"cross+neutral:UF", 2, "cross:U cross:F"},
		{"cross:F+neutral:BD", 2, "cross:B cross:D"},
		{"auf:U+xcross:FR+neutral:D", 4, ""},
		{"cross:D+eo:RL+neutral:U", 2, "eo:RL+cross:U eo:FB+cross:U"},
		{"oll+neutral:L", 1, "oll:L"},
		{"drud+neutral:FR", 2, "drfb drrl"},
		{"xcross+FR", 4, ""},
		{"eoline:UF+neutral", 12, ""},
		{"corners+edges", 1, "solved"},
	};
	struct dice dice = {63};
	array_foreach(row, rows) {
		const struct goal goal = goal_of(row->name);
		char views[200];
		cr_expect_eq(goal.n_views, row->n_views, "%s has %u", row->name, goal.n_views);
		snprintf(views, sizeof views, "%s", row->views);
		struct goal view[8];
		unsigned n_views = 0;
		for (const char *word = strtok(views, " "); word != NULL; word = strtok(NULL, " "))
			view[n_views++] = goal_of(word);
		for (unsigned n = 0; n < 1000 && n_views > 0; n++) {
			const struct cube c = wander(&dice, "URFDLB");
			bool holds = false;
			for (unsigned v = 0; v < n_views; v++)
				holds |= goal_holds(&view[v], &c);
			cr_assert_eq(goal_holds(&goal, &c), holds, "%s, seed 63", row->name);
		}
	}
}

Test(goal, joined_goals_hold_where_both_do)
{
	static const struct { const char *both, *a, *b, *moves;
	} rows[] = {
		{"eo:FB+cross:D", "eo", "cross", "U"},        {"eo:RL+cross:F", "eo:RL", "cross:F", "B"},
		{"cross:U+cross:D", "cross:U", "cross", "U"}, {"eo:UD+2x2x2:URF", "eo:UD", "2x2x2:URF", "DLB"},
		{"dr:RL+eo:FB", "dr:RL", "eo:FB", "RL"},      {"dr+cross:F", "dr", "cross:F", "B"},
	};
	struct dice dice = {64};
	array_foreach(row, rows) {
		const struct goal both = goal_of(row->both), a = goal_of(row->a), b = goal_of(row->b);
		for (unsigned n = 0; n < 1000; n++) {
			const struct cube c = wander(&dice, row->moves);
			cr_assert_eq(goal_holds(&both, &c), goal_holds(&a, &c) && goal_holds(&b, &c), "%s, seed 64",
			             row->both);
		}
	}
}

/* ---- from which side ---- */

static void expect_side_is_named(const char *text, struct random_source *source)
{
	const struct goal goal = goal_of(text);
	for (unsigned sample = are_slow_wanted() ? 0 : 90; sample < 100; sample++) {
		const struct cube c = goal_random(&goal, source);
		char name[GOAL_SIDE_SIZE];
		goal_name_from(goal.name, goal_rotation(&goal, &c, 0), name);
		const struct goal side = goal_of(name);
		cr_expect(strstr(name, "neutral") == NULL && goal_holds(&side, &c), "%s: %s", text, name);
		cr_expect(side.n_views == 1 || side.n_views < goal.n_views, "%s: %s", text, name);
	}
}

Test(goal, the_side_from_which_it_is_reached_is_named)
{
	struct random_source source;
	random_from_seed(&source, 62);
	for (unsigned i = 0; i < n_goal_words; i++) {
		char text[GOAL_NAME_SIZE];
		snprintf(text, sizeof text, "%s%s+neutral", goal_words[i].name,
		         goal_words[i].argument == GOAL_MODIFIER ? "+cross" : "");
		if (goal_words[i].argument != GOAL_BEFORE && strcmp(goal_words[i].name, "auf") != 0)
			expect_side_is_named(text, &source);
	}
	static const char *const others[] = {"eo+cross:U+neutral",        "neutral:UL+xcross:F",
	                                     "xxcross:FR,BL+neutral:UDF", "eorl+f2l+neutral",
	                                     "cross+auf+neutral:R",       "2x2x2:ulf+neutral",
	                                     "dr+4c4e+2qt+neutral",       "leave:3c+neutral"};
	array_foreach(row, others)
		expect_side_is_named(*row, &source);
	static const struct { const char *name; unsigned n; const char *seen;
	} names[] = {
		{"cross", 0, "cross:D"},
		{"drfb", 0, "dr:FB"},
		{"htr+xcross:BR", 0, "htr+xcross:D,BR"},
		{"solved", 2, "solved"},
	};
	array_foreach(row, names) {
		char name[GOAL_SIDE_SIZE];
		goal_name_from(row->name, row->n, name);
		cr_expect_str_eq(name, row->seen);
	}
}

Test(goal, what_is_no_goal_is_refused_by_name)
{
	static const struct { const char *text; unsigned column; const char *message;
	} rows[] = {
		{"crss", 1, "there is no goal 'crss'; did you mean 'cross'?"},
		{"nonsense", 1, "there is no goal 'nonsense'"},
		{"cross:X", 7, "'X' is no side of 'cross'; expected such as cross:D"},
		{"eo:FR", 4, "'FR' is no side of 'eo'; expected such as eo:FB"},
		{"DR", 1, "two readings: the goal dr or the turns D R; write one of these"},
		{" F2L ", 2, "the goal f2l or the turns F2 L"},
		{"ELL", 1, "the goal ell or the turns E L L"},
		{"f2l ll", 1, "the goal f2l+ll or the turns f2 l l l"},
		{"FB  SB", 1, "the goal fb+sb or the turns F B S B"},
		{"dr-UD", 1, "the goal dr:UD or the turns d r- U D"},
		{"dr UD", 1, "the goal dr:UD or the turns d r U D"},
		{"zbLL", 1, "a set of cases (its goal is ll) or the turns z b L L"},
		{"zz", 1, "the method zz or the turns z z"},
		{"EO", 1, "there is no goal 'EO'; did you mean 'eo'?"},
		{"Crosss:D", 1, "did you mean 'cross'?"},
		{"DR:UD", 1, "there is no goal 'DR'; did you mean 'dr'?"},
		{"eo+LL", 4, "there is no goal 'LL'; did you mean 'll'?"},
		{"cross eo", 7, "'+' is expected here"},
		{"d r", 1, "there is no goal 'd'"},
		{"________-____xxxx___", 1, "there is no goal"},
		{"________-____________-H", 1, "there is no goal"},
		{"eo+crs", 4, "there is no goal 'crs'"},
		{"xcross:UR", 8, "'UR' is no slot beside this cross"},
		{"xcross:FR,FR", 11, "'FR' is no slot"},
		{"xxcross:FR", 11, "'xxcross' has 2 slots, not 1"},
		{"eo:FB+eo:RL", 7, "pieces can be oriented along one axis only"},
		{"cross+auf:U+auf:D", 13, "turns of one face only are free at the end"},
		{"ll+auf:D", 4, "turns of one face only are free at the end"},
		{"cross+preauf:U+preauf:D", 22, "turns of one face only are free before"},
		{"cross+", 7, "there is no goal ''"},
		{"cross+neutral:UX", 15, "'UX' are no faces"},
		{"cross+neutral:", 15, "'' are no faces"},
		{"corners+neutral:U", 1, "this goal is on no face"},
		{"solved:U", 8, "'U' is no side of 'solved'"},
		{"2x2x2:DF", 7, "'DF' is no side of '2x2x2'"},
		{"U.U.U.... ....R.... .F..F.... D...D.... ....L.... ....B....", 0,
	     "what is seen at ULB fits several pieces, of which not all are seen so"},
		{"UU..U.... ....RR... ....F.... D...D.... ....L.... ....B....", 0,
	     "readings at most 64 are searched for"},
		{"....U.... ....R.... ....F.... ....U.... ....L.... ....B....", 0,
	     "the centres of U and D are both 'U'"},
		{".....U... .U..R.... ....F.... ....D.... ....L.... ....B....", 0,
	     "the edge at UR has stickers U U; no such cubie"},
		{".....F... .R..R.... ....F.... ....D.... ....L.... ....B....", 0,
	     "the stickers at UR are not those of the solved cube"},
	};
	array_foreach(row, rows) {
		struct goal goal = {.n_views = 77};
		struct input_error error;
		cr_assert_not(goal_parse(row->text, &goal, &error), "%s", row->text);
		cr_expect((error.column == row->column || row->column == 0)
		              && strstr(error.message, row->message) != NULL,
		          "%s: column %u, %s", row->text, error.column, error.message);
		cr_expect_eq(goal.n_views, 77u);
	}
}

Test(goal, a_pattern_of_pieces_is_a_goal)
{
	static const struct { const char *pattern, *name; } rows[] = {
		{"________-____xxxx____", "cross"}, {"xxxxxxxx-xxxxxxxxxxxx-U", "ll"},
		{"________-oooooxoxoooo", "eoline"}, {"________-____xxxx____ + auf:U", "cross+auf"},
		{"________-____xxxx____+neutral", "cross+neutral"},
	};
	array_foreach(row, rows) {
		const struct goal pattern = goal_of(row->pattern), name = goal_of(row->name);
		char of_pattern[GOAL_IDENTITY_SIZE], of_name[GOAL_IDENTITY_SIZE];
		goal_identity(&pattern, of_pattern);
		goal_identity(&name, of_name);
		cr_expect_str_eq(of_pattern, of_name, "%s", row->pattern);
		cr_expect(goal_is_named(row->pattern), "%s", row->pattern);
	}
}

/* The stickers that matter, and a name for the same. */
Test(goal, stickers_that_are_seen_count)
{
	static const struct { const char *stickers, *name; } rows[] = {
		{"....U.... ....R..R. ....F..F. .D.DDD.D. ....L..L. ....B..B.", "cross"},
		{"????U???? ????R??R? ????F??F? ?D?DDD?D? ????L??L? ????B??B?", "cross"},
		{"--------- ----R--R- ----F--F- -D-DDD-D- ----L--L- ----B--B-", "cross"},
		{"UUUUUUUUU ...RRRRRR ...FFFFFF DDDDDDDDD ...LLLLLL ...BBBBBB", "oll"},
		{"uuuuuuuuu rrrrrrrrr fffffffff ddddddddd lllllllll bbbbbbbb.", "solved"},
	};
	struct dice dice = {65};
	array_foreach(row, rows) {
		cr_expect_eq(goal_is_named(row->stickers), strcmp(row->name, "solved") != 0);  /* that is a cube */
		const struct goal seen = goal_of(row->stickers), named = goal_of(row->name);
		for (unsigned n = 0; n < 2000; n++) {
			const struct cube c = wander(&dice, "U");
			cr_assert_eq(goal_holds(&seen, &c), goal_holds(&named, &c), "%s, seed 65", row->name);
		}
	}
}

Test(goal, cubes_are_not_taken_for_goals)
{
	static const char *const goals[] = {"cross",     "crss", "2x2x2",     " eo:FB", "FR+cross",
	                                    "xcross:FR", "drud", "cross+ FR", "f2l-1"};
	static const char *const cubes[] = {"",
	                                    "R U R' U'",
	                                    "FR",
	                                    "r u",
	                                    "x y z",
	                                    "M2 E2 S2",
	                                    "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR",
	                                    "rU"};
	array_foreach(row, goals)
		cr_expect(goal_is_named(*row), "%s", *row);
	array_foreach(row, cubes)
		cr_expect_not(goal_is_named(*row), "%s", *row);
}

Test(goal, all_that_are_listed_can_be_read)
{
	for (unsigned i = 0; i < n_goal_words; i++) {
		const struct goal goal = goal_of(goal_words[i].name);
		cr_expect(goal_holds(&goal, &cube_solved), "%s", goal.name);
		cr_expect_eq(goal_is_solved_cube(&goal), strcmp(goal.name, "solved") == 0, "%s", goal.name);
		cr_expect_eq(goal_fixes_parity(&goal),
		             strcmp(goal.name, "solved") == 0 || strcmp(goal.name, "corners") == 0
		                 || strcmp(goal.name, "edges") == 0 || strcmp(goal.name, "leave-slice") == 0
		                 || strcmp(goal.name, "htr") == 0 || strcmp(goal.name, "leave") == 0,
		             "%s", goal.name);
	}
}

/* ---- cubes of which not all is seen ---- */

/* The stickers of a cube where those of the mask are not '.'. */
static void mask_stickers(const struct cube *c, const char *mask, char out[FACELET_TEXT_SIZE])
{
	facelet_write(c, out);
	for (unsigned i = 0; i < N_FACELETS; i++)
		out[i] = mask[i] == '.' ? '.' : out[i];
}

/* Whether each sticker that is seen of the first cube is on the face of its colour once the same turns have
 * led to the second. */
static bool are_at_home(const struct cube *start, const char *seen, const struct cube *end)
{
	uint8_t at_start[N_FACELETS], at_end[N_FACELETS];
	bool is_home = true;
	facelet_origins(start, at_start);
	facelet_origins(end, at_end);
	for (unsigned i = 0; i < N_FACELETS; i++)
		for (unsigned k = 0; k < N_FACELETS && seen[i] != '.'; k++)
			is_home &= at_end[k] != at_start[i] || at_end[k] / 9 == k / 9;
	return is_home;
}

/* Whatever of the cube is seen decides alone: the goal holds after the turns that bring each sticker to its
 * face, for the cube that is there and for the one that the reader made up. */
Test(goal, what_is_seen_of_a_cube_is_solved_with_each_sticker_on_its_face)
{
	static const struct { const char *solved, *moves; } rows[] = {  /* what is seen of the solved cube, and
	                                                                 * where it goes */
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", "U"},            /* cross */
		{"UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB", "U"},            /* orientation of the last layer */
		{".U.UUU.U.............................................." , "U"},            /* edges of U, each any of four */
		{"..................FFFFFFFFF...........................", "F"},            /* a face: another axis */
		{"U.U...U.U.............................................", "U"},
		{".....U................................................", "U"},            /* an edge of U, of which there are more */
		{".U.U.U................................................", "U"},
		{"U.............................................R.......", "U"},
		{".U.UUU.U............F.F...F.F.........................", "U"},            /* edges and corners of different axes */
		{"UUUUUUUUURRR......FFF...............LLL......BBB......", "D"},
		{"......................................................", "U"},
	};
	struct dice dice = {66};
	array_foreach(row, rows) {
		struct goal goal;
		struct input_error error;
		unsigned n_held = 0;
		for (unsigned n = 0; n < (are_slow_wanted() ? 20 : 12); n++) {
			/* Turns first, so that the stickers that are seen of the cube are those of the solved one. */
			struct cube start = wander(&dice, row->moves), made_up;
			char text[FACELET_TEXT_SIZE], home[FACELET_TEXT_SIZE];
			uint8_t from[N_FACELETS];
			facelet_write(&start, text);
			facelet_origins(&start, from);
			for (unsigned k = 0; k < N_FACELETS; k++)
				home[k] = row->solved[from[k]];
			mask_stickers(&start, home, text);
			const struct position p = position_of(text, READ_GREY);
			made_up = p.cube;
			cr_assert(goal_of_seen(&p.cube, p.seen, &goal, &error), "%s: %s", text, error.message);
			cr_assert(goal_is_decided(&goal, &p.cube, p.seen, &error), "%s: %s", text, error.message);
			const struct goal named = p.seen != POSITION_WHOLE ? goal_of(goal.name) : goal;
			cr_assert(goal_is_decided(&named, &p.cube, p.seen, &error), "%s: %s", text, error.message);
			struct cube end = start;
			for (unsigned k = dice_below(&dice, 4); k > 0; k--) {
				const unsigned m = dice_below(&dice, N_MOVES);
				end = cube_after(&end, m);
				made_up = cube_after(&made_up, m);
			}
			const bool is_home = are_at_home(&start, text, &end);
			cr_assert_eq(goal_holds(&goal, &made_up), is_home, "%s, seed 66", text);
			n_held += is_home;
		}
		cr_expect_gt(n_held, 0u, "%s", row->solved);
	}
}

/* A goal of stickers holds where a cube shows them, whichever pieces they are of. */
Test(goal, stickers_may_be_of_any_pieces_that_have_them)
{
	static const char *const rows[] = {
		"....UU.......R........F........D........L........B....",
		".U.UUU.......R........F........D........L........B....",
		"U...U........R.......FF........D..D.....L........B....",
	};
	struct dice dice = {67};
	array_foreach(row, rows) {
		const struct goal goal = goal_of(*row);
		char drawn[FACELET_TEXT_SIZE], shown[FACELET_TEXT_SIZE];
		unsigned n_held = 0;
		goal_draw(&goal, drawn);
		cr_expect_str_eq(drawn, *row);
		cr_expect_gt(goal.n_views, 1u, "%s", *row);
		for (unsigned n = 0; n < 3000; n++) {
			const struct cube c = wander(&dice, "U");
			mask_stickers(&c, *row, shown);
			cr_assert_eq(goal_holds(&goal, &c), strcmp(shown, *row) == 0, "%s, seed 67", *row);
			n_held += goal_holds(&goal, &c);
		}
		cr_expect_gt(n_held, 10u, "%s", *row);
	}
}

Test(goal, a_cube_of_which_not_all_is_seen_takes_goals_that_do_not_need_the_rest)
{
	static const struct { const char *text, *goal, *message;
	} rows[] = {
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", "cross", NULL},
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", "cross:D+auf:U", NULL},
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", "eo",
	     "which piece is at UR, or how it is turned, matters"},
		{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", "xcross:FR", "which piece is at URF"},
		{".U.UUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB", "eo:RL", NULL},
		{".U.UUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB", "f2l", NULL},
		{".U.UUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB", "oll", "at ULB"},
		{".U.UUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB", "xcross+neutral", "which piece is at URF"},
	};
	array_foreach(row, rows) {
		struct input_error error = {.column = 0};
		const struct position p = position_of(row->text, READ_GREY);
		const struct goal goal = goal_of(row->goal);
		cr_expect_eq(goal_is_decided(&goal, &p.cube, p.seen, &error), row->message == NULL, "%s, %s: %s",
		             row->goal, row->text, error.message);
		cr_expect(row->message == NULL || strstr(error.message, row->message) != NULL, "%s: %s", row->goal,
		          error.message);
	}
}
