#include "report/net.h"

enum { NOTHING = N_FACES };

static const uint8_t face_at[3][4] = {
	{NOTHING, FACE_U, NOTHING, NOTHING},
	{FACE_L, FACE_F, FACE_R, FACE_B},
	{NOTHING, FACE_D, NOTHING, NOTHING},
};

/* The western colour scheme; the terminal's are numbers of the 256-colour palette. */
static const struct { unsigned terminal; const char *svg; } colour[N_FACES + 1] = {
	[FACE_U] = {231, "#ffffff"}, [FACE_R] = {160, "#c41e3a"}, [FACE_F] = {34, "#009b48"},
	[FACE_D] = {226, "#ffd500"}, [FACE_L] = {208, "#ff5800"}, [FACE_B] = {33, "#0051ba"},
	[N_FACES] = {244, "#808080"},  /* what does not matter */
};

/* Rows of a face: three, or two of a 2x2x2. */
static unsigned side_of(const char *facelets)
{
	return strlen(facelets) == N_FACELETS ? 3 : 2;
}

static unsigned facelet_number(unsigned side, unsigned row, unsigned column)
{
	return face_at[row / side][column / side] * side * side + row % side * side + column % side;
}

/* Where the drawing ends in this row: nothing is printed to the right of it. */
static unsigned row_end(unsigned side, unsigned row)
{
	return row / side == 1 ? 4 * side : 2 * side;
}

/* Of a letter that is no face's, what does not matter. */
static unsigned face_of(char letter)
{
	return (unsigned)(strchrnul(face_letter, letter) - face_letter);
}

void net_draw_row(FILE *out, const char *facelets, bool coloured, unsigned row)
{
	const unsigned side = side_of(facelets), end = row_end(side, row);
	for (unsigned column = 0; column < end; column++) {
		if (face_at[row / side][column / side] == NOTHING) {
			fputs(coloured ? "   " : "  ", out);
			continue;
		}
		const char letter = facelets[facelet_number(side, row, column)];
		if (coloured)
			fprintf(out, "\033[38;5;16;48;5;%um %c \033[0m", colour[face_of(letter)].terminal, letter);
		else
			fprintf(out, "%c%s", letter, column + 1 < end ? " " : "");
	}
}

unsigned net_rows(const char *facelets)
{
	return 3 * side_of(facelets);
}

void net_draw_text(FILE *out, const char *facelets, bool coloured)
{
	for (unsigned row = 0; row < net_rows(facelets); row++) {
		net_draw_row(out, facelets, coloured, row);
		fputc('\n', out);
	}
}

void net_draw_svg(FILE *out, const char *facelets)
{
	enum { SIDE = 20, MARGIN = 2 };
	const unsigned side = side_of(facelets), width = 4 * side * SIDE + 2 * MARGIN,
		height = 3 * side * SIDE + 2 * MARGIN;
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\">\n"
	        "<title>%s</title>\n<g stroke=\"#000000\" stroke-width=\"1.5\">\n", width, height, 2 * width, 2 * height, facelets);
	for (unsigned row = 0; row < 3 * side; row++)
		for (unsigned column = 0; column < row_end(side, row); column++)
			if (face_at[row / side][column / side] != NOTHING)
				fprintf(out, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"2\" fill=\"%s\"/>\n",
				        MARGIN + column * SIDE, MARGIN + row * SIDE, SIDE, SIDE,
				        colour[face_of(facelets[facelet_number(side, row, column)])].svg);
	fputs("</g>\n</svg>\n", out);
}

/* ---- cases ---- */

enum { CELL = 20, BAR = 6, EDGE = 9, N_AROUND = 8 };

/* The places around the top, clockwise from the back left, and their stickers beside it: one, or two. */
static const struct { int column, row, beside[2]; } around[N_AROUND] = {
	{0, 0, {47, 36}}, {1, 0, {46, 46}}, {2, 0, {45, 11}}, {2, 1, {10, 10}},
	{2, 2, {9, 20}},  {1, 2, {19, 19}}, {0, 2, {18, 38}}, {0, 1, {37, 37}},
};

static void draw_sticker(FILE *out, int x, int y, int width, int height, char letter)
{
	fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\" fill=\"%s\"/>\n", x, y, width,
	        height, colour[face_of(letter)].svg);
}

static void draw_face(FILE *out, const char *facelets, unsigned face, int edge)
{
	for (int i = 0; i < FACE_FACELETS; i++)
		draw_sticker(out, edge + i % 3 * CELL, edge + i / 3 * CELL, CELL, CELL,
		             facelets[face * FACE_FACELETS + (unsigned)i]);
}

/* Where the piece at each place around the top belongs, after the turn of the top that leaves most where they
 * are.  @return false unless all its stickers are seen and those on top are of one color */
static bool find_homes(const char *facelets, unsigned home[N_AROUND])
{
	unsigned best = 0;
	bool is_found = strspn(facelets, "U") >= FACE_FACELETS;
	for (unsigned i = 0; i < N_AROUND && is_found; i++) {
		const unsigned a = face_of(facelets[around[i].beside[0]]), b = face_of(facelets[around[i].beside[1]]);
		for (home[i] = 0; home[i] < N_AROUND; home[i]++) {
			const unsigned x = (unsigned)around[home[i]].beside[0] / FACE_FACELETS,
			               y = (unsigned)around[home[i]].beside[1] / FACE_FACELETS;
			if ((x == a && y == b) || (x == b && y == a))
				break;
		}
		is_found = home[i] < N_AROUND;
	}
	for (unsigned turn = 0, most = 0; turn < N_AROUND && is_found; turn += 2) {
		unsigned n = 0;
		for (unsigned i = 0; i < N_AROUND; i++)
			n += (home[i] + turn) % N_AROUND == i;
		best = n > most ? turn : best;
		most = n > most ? n : most;
	}
	items_foreach(place, home, N_AROUND)
		*place = (*place + best) % N_AROUND;
	return is_found;
}

static void draw_top(FILE *out, const char *facelets)
{
	enum { SIZE = 3 * CELL + 2 * EDGE, MIDDLE = EDGE + CELL / 2 };
	unsigned home[N_AROUND];
	draw_face(out, facelets, FACE_U, EDGE);
	array_foreach(place, around) {
		const int x = EDGE + place->column * CELL, y = EDGE + place->row * CELL;
		array_foreach(sticker, place->beside) {
			const unsigned face = (unsigned)*sticker / FACE_FACELETS;
			if (sticker > place->beside && *sticker == place->beside[0])
				continue;  /* an edge has one */
			if (face == FACE_F || face == FACE_B)
				draw_sticker(out, x, face == FACE_B ? 1 : SIZE - BAR - 1, CELL, BAR, facelets[*sticker]);
			else
				draw_sticker(out, face == FACE_L ? 1 : SIZE - BAR - 1, y, BAR, CELL, facelets[*sticker]);
		}
	}
	const bool has_arrows = find_homes(facelets, home);
	for (unsigned i = 0; i < N_AROUND && has_arrows; i++)
		if (home[i] != i)
			fprintf(out, "<path d=\"M%d %dL%d %d\" marker-end=\"url(#%s)\"/>\n", MIDDLE + around[i].column * CELL,
			        MIDDLE + around[i].row * CELL, MIDDLE + around[home[i]].column * CELL,
			        MIDDLE + around[home[i]].row * CELL, facelets);
}

void net_draw_case_svg(FILE *out, const char *facelets)
{
	static const struct { unsigned face; const char *matrix; } sides[] = {
		{FACE_U, ".866 .5 -.866 .5 54 2"}, {FACE_F, ".866 .5 0 1 2 32"}, {FACE_R, ".866 -.5 0 1 54 62"},
	};
	bool is_flat = true;
	for (unsigned i = FACE_FACELETS; i < N_FACELETS; i++) {
		const unsigned face = i / FACE_FACELETS;
		is_flat &= (face != FACE_D && i % FACE_FACELETS < 3) || facelets[i] == '.'
		           || facelets[i] == face_letter[face];
	}
	fprintf(
		out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %s\"><title>%s</title>\n"
		"<marker id=\"%s\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\">"
		"<path d=\"M0 0L6 3L0 6z\" stroke=\"none\"/></marker>\n<g stroke=\"#000000\" stroke-width=\"1.2\">\n",
		is_flat ? "78 78" : "108 124", facelets, facelets);
	if (is_flat)
		draw_top(out, facelets);
	else
		array_foreach(side, sides) {
			fprintf(out, "<g transform=\"matrix(%s)\">\n", side->matrix);
			draw_face(out, facelets, side->face, 0);
			fputs("</g>\n", out);
		}
	fputs("</g>\n</svg>\n", out);
}
