#include "report/net.h"

#include "support/support.h"

#define SUPERFLIP "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"

enum drawing { PLAIN, COLOURED, SVG };

/* To be freed. */
static char *drawn(const char *facelets, enum drawing drawing)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	cr_assert_not_null(out);
	if (drawing == SVG)
		net_draw_svg(out, facelets);
	else
		net_draw_text(out, facelets, drawing == COLOURED);
	fclose(out);
	return text;
}

#define SMALL "UUUURRRRFFFFDDDDLLLLBBBB"

Test(net, plain_letters_unfold_the_cube)
{
	static const char *const nets[][2] = {
		{SUPERFLIP,
	     "      U B U\n      L U R\n      U F U\nL U L F U F R U R B U B\nB L F L F R F R B R B L\nL D L F D F R D R B D B\n"
	     "      D F D\n      L D R\n      D B D\n"},
		{SMALL, "    U U\n    U U\nL L F F R R B B\nL L F F R R B B\n    D D\n    D D\n"},
	};
	for (unsigned i = 0; i < 2; i++) {
		char *const text = drawn(nets[i][0], PLAIN);
		cr_expect_str_eq(text, nets[i][1]);
		cr_expect_eq(net_rows(nets[i][0]), count_in(text, "\n"));
		free(text);
	}
}

Test(net, every_sticker_is_drawn_once_and_every_colour_ends)
{
	static const struct {
		const char *facelets;
		enum drawing drawing;
		const char *part;
		unsigned n;
	} parts[] = {
		{SUPERFLIP, COLOURED, ";48;5;231m", 9},
		{SUPERFLIP, COLOURED, ";48;5;160m", 9},
		{SUPERFLIP, COLOURED, "\033[38", 54},
		{SUPERFLIP, COLOURED, "\033[0m", 54},
		{SUPERFLIP, SVG, "<rect ", 54},
		{SUPERFLIP, SVG, "#ffffff", 9},
		{SUPERFLIP, SVG, "#0051ba", 9},
		{SUPERFLIP, SVG, "</svg>", 1},
		{SMALL, SVG, "<rect ", 24},
	};
	array_foreach(row, parts) {
		char *const text = drawn(row->facelets, row->drawing);
		cr_expect_eq(count_in(text, row->part), row->n, "%s", row->part);
		free(text);
	}
}
