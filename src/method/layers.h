/* Layer by layer, as a beginner solves the cube: the algorithm of Guillaume Boulanger and Axel Ardisson
 * ("Le Rubik's cube", TIPE, 2013-2014), move for move.  Nothing is searched; a solution has about 163 moves. */
#ifndef SUPERFLIP_METHOD_LAYERS_H
#define SUPERFLIP_METHOD_LAYERS_H
#include "method/method.h"
#include "method/stickers.h"

enum layers_stage {
	LAYERS_WHITE_CROSS, LAYERS_WHITE_CORNERS, LAYERS_MIDDLE, LAYERS_YELLOW_CROSS, LAYERS_YELLOW_CORNERS, N_LAYERS_STAGES
};
extern const char *const layers_stage_name[N_LAYERS_STAGES];   /* "white cross", ... */

/* No stage makes more quarter turns than this; layers.c says why. */
enum { LAYERS_MAX_TURNS = 53 + 224 + 156 + 91 + 168 };

/* Clockwise quarter turns in the order in which they were made. */
struct layers_turns {
	unsigned n;
	uint8_t face[LAYERS_MAX_TURNS];       /* enum sticker_colour */
	unsigned end[N_LAYERS_STAGES];        /* turns made up to the end of each stage */
};

/** Solve a solvable cube. */
void layers_solve(const struct cube *c, struct layers_turns *out);

/** The report's filter: of each run of equal turns, four vanish; three become one turn back, two a half turn.  What comes
 * to touch when four vanish between is not merged.
 * @param faces  n turns
 * @param moves  room for n moves; filled
 * @return how many */
unsigned layers_filter(const uint8_t *faces, unsigned n, uint8_t *moves);

/** Print moves as the report does, "2R;W;-R;".
 * @param out  room for 3 * n + 1 characters */
void layers_write(const uint8_t *moves, unsigned n, char *out);

/** The method, with the report's filter; and with turns folded until nothing is left to fold. */
extern const struct method layers_method, layers_folded_method;
#endif
