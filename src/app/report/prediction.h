/* How many nodes iterations of a search generate, predicted from values of random cubes
 * (heuristic/predict.h). */
#pragma once
#include "superflip.h"

struct prediction;

/** Begin to draw a sample in a thread.  @param tables  borrowed until prediction_stop()  @return NULL without
 * memory or thread */
struct prediction *prediction_start(superflip_tables *tables);

/** Wait for the thread, which leaves at once, and free it.  NULL is left alone. */
void prediction_stop(struct prediction *prediction);

/** Nodes that a complete iteration with this threshold generates; 0 while it is not known.  Thread-safe.
 * @param cube  of its symmetric first moves one is searched; NULL: it has no symmetries */
double prediction_of(struct prediction *prediction, const superflip_cube *cube, unsigned threshold);
