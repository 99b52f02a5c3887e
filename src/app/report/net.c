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
