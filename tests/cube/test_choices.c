/* Cubes of which not all is seen, read from facelets and cubies, against all cubes that look so. */
#include "cube/choices.h"
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "support/support.h"

/* Each cubie, in each place, is left if and only if some cube has it there: of a few cubes that are all there
 * are. */
Test(choices, what_is_left_is_what_some_cube_has)
{
	struct dice dice = {71};
	for (unsigned n = 0; n < 300; n++) {
		/* All but the cubies of some places are known; those are exchanged and turned in all ways. */
		const struct cube c = dice_cube(&dice);
		unsigned open[4], place;
		struct choices given = {{{0}}}, expected = {{{0}}};
		struct cube found;
		for (unsigned i = 0; i < 4; i++)
			open[i] = i < 2 ? dice_below(&dice, N_CORNERS / 2) + i * N_CORNERS / 2
			                : N_CORNERS + dice_below(&dice, 6) + (i - 2) * 6;
		for (place = 0; place < N_CUBIES; place++)
			given.turns[place][cube_cubie(&c, place)] = (uint8_t)(1u << cube_ori(&c, place));
		for (unsigned k = 0; k < 2 * 2 * 9 * 4; k++) {
			struct cube other = c;
			unsigned turns = k / 4;
			for (unsigned i = 0; i < 4; i++) {
				const unsigned of = open[i ^ (i < 2 ? k & 1 : k >> 1 & 1)],
				               n_turns = cubie_n_stickers(open[i]), t = turns % n_turns;
				given.turns[open[i]][cube_cubie(&c, of)] |= (uint8_t)(1u << t);
				cube_put(&other, open[i], cube_cubie(&c, of), t);
				turns /= n_turns;
			}
			for (place = 0; place < N_CUBIES && cube_check(&other) == CUBE_OK; place++)
				expected.turns[place][cube_cubie(&other, place)] |= (uint8_t)(1u << cube_ori(&other, place));
		}
		cr_assert_eq(choices_narrow(&given, &found, &place), CUBE_OK);
		cr_assert_arr_eq(&given, &expected, sizeof given, "cube %u of seed 71", n);
		cr_assert_eq(cube_check(&found), CUBE_OK);
		for (place = 0; place < N_CUBIES; place++)
			cr_assert((given.turns[place][cube_cubie(&found, place)] >> cube_ori(&found, place) & 1) != 0);
	}
}

/* A text, and what is read of it: facelets, "" for those of the text itself; or why it is refused. */
static const struct { const char *text, *facelets, *message;
} rows[] = {
	{"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.",
	 "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", NULL},
	{"???????????????????????????????????????????????????D??",
	 "....U........R........F........D........L........B.D..", NULL},
	{"---------UU-------------------------------------------",
	 "....U....UU..R........F........D........L........B....", NULL},
	{"....U.... ....R..R. ....F..F. .D.DDD.D. ....L..L. ....B..B.",
	 "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", NULL},
	{"......... ....w..w. ....w.... ......... ......... ....b....", NULL,
	 "facelet 14 is 'w'; expected one of B U R F D L, or ."},
	{"UUUUUUUUUUR...........................................", NULL,
	 "U appears 10 times; every colour must appear 9 times at most"},
	/* One corner is not seen, then a corner and the flips of two edges: one cube, and two. */
	{"UUUUUUUU..RRRRRRRRFF.FFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
	 "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", NULL},
	{"UUUUU.U....RRRRRRRF..FFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
	 "UUUUU.U....RRRRRRRF..FFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", NULL},
	/* Centres that are not seen, or turned. */
	{"....F.... ....R..R. ....D..D. .B.BBB.B. ....L..L. ....U..U.",
	 "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.", NULL},
	{"....F.... .......R. ....D..D. .B.BBB.B. ......... ....U....",
	 "....U........R..R.....F..F..D.DDD.D.....L........B....", NULL},
	{"....F........R..............................................", NULL, "60 facelets; expected 54"},
	{"....R.................................................", NULL,
	 "more than one rotation of the cube puts them there"},
	{".....U... .U..R.... ....F.... ....D.... ....L.... ....B....", NULL,
	 "the edge at UR has stickers U U; no such cubie"},
	{".....U.U. .R..R.... .R..F.... ....D.... ....L.... ....B....", NULL,
	 "edge UR appears twice, at UR and at UF"},
	{".U.U.U.U. ......... ......... .U....... ......... .........", NULL,
	 "the edges that fit the stickers at DF are all needed in other places"},
	{"RUUUUUUUUURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB.", NULL, "no such cubie"},
	{"U.U.U.U.UR.RR.....F.F.F....DDDDDDDDDL.LL.....B.BB....", NULL, "53 facelets"},
	/* Cubies, some of them not seen at all. */
	{"? UR ?? U? DF DR DB DL FR FL BR BL UFR URB ??? U?? DRF DFL DLB ?",
	 "..UUUUU.URRRRRRRR...FFFFFFFDDDDDDDD....LLLLLLB..BBB.BB", NULL},
	{"? UR ?? U? DF DR DB DL FR FL BR BL UFR URB ??? U?? DRF DFL DLB", NULL, "19 cubies; expected 20"},
	{"? UR ?? UD DF DR DB DL FR FL BR BL UFR URB ??? U?? DRF DFL DLB ?", NULL,
	 "the edge at UL has stickers U D; no such cubie"},
	{"? UR ?? U? DF DR DB DL FR FL BR BL UFR URB ??? U? DRF DFL DLB ?", NULL,
	 "cubie 16 is 'U?'; expected the 3 stickers at ULF"},
};

Test(choices, what_is_seen_in_a_text)
{
	array_foreach(row, rows) {
		struct position p;
		struct input_error error = {.column = 0};
		char facelets[FACELET_TEXT_SIZE];
		const bool is_read = position_read(row->text, READ_GREY, &p, &error);
		cr_expect(position_is_grey(row->text), "%s", row->text);
		cr_expect_eq(is_read, row->message == NULL, "%s: %s", row->text, error.message);
		if (!is_read) {
			cr_expect(row->message != NULL && strstr(error.message, row->message) != NULL, "%s: %s",
			          row->text, error.message);
			continue;
		}
		facelet_write_seen(&p.cube, p.seen, facelets);
		cr_expect_str_eq(facelets, row->facelets, "%s: %s", row->text, facelets);
		cr_expect_eq(p.is_completed, strchr(facelets, '.') == NULL);
		cr_expect_eq(position_read(row->text, 0, &p, &error), p.is_completed, "%s", row->text);
	}
}
