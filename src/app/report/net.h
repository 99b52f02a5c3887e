/* The unfolded cube as a drawing: U on top, L F R B in a row, D below. */
#pragma once
#include "cube/facelet.h"

/** Draw 54 facelets (facelet_write(), . for grey ones), or 24 of a 2x2x2, as lines of letters, if `coloured`
 * on ANSI background colours. */
void net_draw_text(FILE *out, const char *facelets, bool coloured);

/** The lines of such a drawing, nine or six; and one of them, without its end. */
unsigned net_rows(const char *facelets);
void net_draw_row(FILE *out, const char *facelets, bool coloured, unsigned row);

/** Draw 54 facelets, or 24, as an SVG document. */
void net_draw_svg(FILE *out, const char *facelets);

/** Draw 54 facelets as cubers draw a case, as an SVG document: where all that is seen below the last layer is
 * solved, the top with the stickers beside it and, if its pieces are only exchanged, arrows to where they
 * belong; else the cube in space, from the corner of U, F and R. */
void net_draw_case_svg(FILE *out, const char *facelets);
