/* Layer by layer, as a beginner solves the cube: the algorithm of Guillaume Boulanger and Axel Ardisson
 * ("Le Rubik's cube", TIPE, 2013-2014), move for move.  Nothing is searched; a solution has about 163 moves. */
#ifndef SUPERFLIP_STEPS_LAYERS_H
#define SUPERFLIP_STEPS_LAYERS_H
#include "steps/method.h"

enum layers_stage {
	LAYERS_WHITE_CROSS, LAYERS_WHITE_CORNERS, LAYERS_MIDDLE, LAYERS_YELLOW_CROSS, LAYERS_YELLOW_CORNERS, N_LAYERS_STAGES
};
extern const char *const layers_stage_name[N_LAYERS_STAGES];   /* "white cross", ... */

/** Solve a solvable cube by clockwise quarter turns: fill in the stages and their moves, nothing else.  The report's filter, which
 * makes the solution of them, is method_merge_runs(). */
void layers_solve(const struct cube *c, struct method_result *out);

/** Print moves as the report does, "2R;W;-R;".
 * @param out  room for 3 * n + 1 characters */
void layers_write(const uint8_t *moves, unsigned n, char *out);
#endif
