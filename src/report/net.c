#include "report/net.h"

#include "cube/facelet.h"

#include <string.h>

enum { N_ROWS = 9, N_COLUMNS = 12, NOTHING = N_FACES };

static const uint8_t face_at[3][4] = {
	{NOTHING, FACE_U, NOTHING, NOTHING},
	{FACE_L, FACE_F, FACE_R, FACE_B},
	{NOTHING, FACE_D, NOTHING, NOTHING},
};

/* The western colour scheme; the terminal's are numbers of the 256-colour palette. */
static const struct { unsigned terminal; const char *svg; } colour[N_FACES] = {
	[FACE_U] = {231, "#ffffff"}, [FACE_R] = {160, "#c41e3a"}, [FACE_F] = {34, "#009b48"},
	[FACE_D] = {226, "#ffd500"}, [FACE_L] = {208, "#ff5800"}, [FACE_B] = {33, "#0051ba"},
};

static unsigned facelet_number(unsigned row, unsigned column)
{
	return face_at[row / 3][column / 3] * FACE_FACELETS + row % 3 * 3 + column % 3;
}

/* Where the drawing ends in this row: nothing is printed to the right of it. */
static unsigned row_end(unsigned row)
{
	return row / 3 == 1 ? N_COLUMNS : 6;
}

static unsigned face_of(char letter)
{
	return (unsigned)(strchr(face_letter, letter) - face_letter);
}

void net_draw_text(FILE *out, const char *facelets, bool coloured)
{
	for (unsigned row = 0; row < N_ROWS; row++) {
		for (unsigned column = 0; column < row_end(row); column++) {
			if (face_at[row / 3][column / 3] == NOTHING) {
				fputs(coloured ? "   " : "  ", out);
				continue;
			}
			const char letter = facelets[facelet_number(row, column)];
			if (coloured)
				fprintf(out, "\033[38;5;16;48;5;%um %c \033[0m", colour[face_of(letter)].terminal, letter);
			else
				fprintf(out, "%c%s", letter, column + 1 < row_end(row) ? " " : "");
		}
		fputc('\n', out);
	}
}

void net_draw_svg(FILE *out, const char *facelets)
{
	enum { SIDE = 20, MARGIN = 2 };
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
	        "<title>%s</title>\n<g stroke=\"#000000\" stroke-width=\"1.5\">\n",
	        N_COLUMNS * SIDE + 2 * MARGIN, N_ROWS * SIDE + 2 * MARGIN, 2 * (N_COLUMNS * SIDE + 2 * MARGIN),
	        2 * (N_ROWS * SIDE + 2 * MARGIN), facelets);
	for (unsigned row = 0; row < N_ROWS; row++)
		for (unsigned column = 0; column < row_end(row); column++)
			if (face_at[row / 3][column / 3] != NOTHING)
				fprintf(out, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" rx=\"2\" fill=\"%s\"/>\n",
				        MARGIN + column * SIDE, MARGIN + row * SIDE, SIDE, SIDE,
				        colour[face_of(facelets[facelet_number(row, column)])].svg);
	fputs("</g>\n</svg>\n", out);
}
