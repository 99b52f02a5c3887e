/* The unfolded cube as a drawing: U on top, L F R B in a row, D below. */
#ifndef SUPERFLIP_REPORT_NET_H
#define SUPERFLIP_REPORT_NET_H
#include <stdbool.h>
#include <stdio.h>

/** Draw 54 facelets (facelet_write()) as nine lines of letters, if `coloured` on ANSI background colours. */
void net_draw_text(FILE *out, const char *facelets, bool coloured);

/** Draw 54 facelets as an SVG document. */
void net_draw_svg(FILE *out, const char *facelets);
#endif
