/* Layer by layer, as a beginner solves the cube: the algorithm of Guillaume Boulanger and Axel Ardisson
 * ("Le Rubik's cube", TIPE, 2013-2014), move for move.  Nothing is searched; a solution has about 163
 * moves. */
#pragma once
#include "steps/method.h"

enum { N_LAYERS_STAGES = 5 };

/** Print moves as the report does, "2R;W;-R;": its faces W R B G O Y are U B L R F D.
 * @param out  room for 3 * n + 1 characters */
void layers_write(const uint8_t *moves, unsigned n, char *out);
