#include "report/net.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define SUPERFLIP "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"

/* What a drawing function writes, to be freed. */
static char *drawing(void draw(FILE *out, const char *facelets, bool coloured), bool coloured)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	cr_assert_not_null(out);
	draw(out, SUPERFLIP, coloured);
	fclose(out);
	return text;
}

static void draw_svg(FILE *out, const char *facelets, bool coloured)
{
	(void)coloured;
	net_draw_svg(out, facelets);
}

static unsigned count(const char *text, const char *part)
{
	unsigned n = 0;
	for (; (text = strstr(text, part)) != NULL; text += strlen(part))
		n++;
	return n;
}

Test(net, plain_letters_unfold_the_cube)
{
	char *const text = drawing(net_draw_text, false);
	cr_expect_str_eq(text, "      U B U\n"
	                       "      L U R\n"
	                       "      U F U\n"
	                       "L U L F U F R U R B U B\n"
	                       "B L F L F R F R B R B L\n"
	                       "L D L F D F R D R B D B\n"
	                       "      D F D\n"
	                       "      L D R\n"
	                       "      D B D\n");
	free(text);
}

Test(net, coloured_net_has_nine_stickers_of_each_colour_and_ends_every_colour)
{
	char *const text = drawing(net_draw_text, true);
	cr_expect_eq(count(text, ";48;5;231m"), 9u);
	cr_expect_eq(count(text, ";48;5;160m"), 9u);
	cr_expect_eq(count(text, "\033[38"), 54u);
	cr_expect_eq(count(text, "\033[0m"), 54u);
	free(text);
}

Test(net, svg_has_54_squares_nine_of_each_colour)
{
	char *const text = drawing(draw_svg, false);
	cr_expect_eq(count(text, "<rect "), 54u);
	cr_expect_eq(count(text, "#ffffff"), 9u);
	cr_expect_eq(count(text, "#0051ba"), 9u);
	cr_expect_eq(count(text, "</svg>"), 1u);
	free(text);
}

Test(net, a_2x2x2_has_two_rows_a_face)
{
	static const char facelets[] = "UUUURRRRFFFFDDDDLLLLBBBB";
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	cr_assert_not_null(out);
	net_draw_text(out, facelets, false);
	net_draw_svg(out, facelets);
	fclose(out);
	cr_expect_eq(net_rows(facelets), 6u);
	cr_expect_not_null(strstr(text, "    U U\n    U U\nL L F F R R B B\nL L F F R R B B\n    D D\n    D D\n"));
	cr_expect_eq(count(text, "<rect "), 24u);
	free(text);
}
