/* How many nodes iterations of a search generate, predicted from values of random cubes (heuristic/predict.h). */
#ifndef SUPERFLIP_WEB_PREDICT_H
#define SUPERFLIP_WEB_PREDICT_H
#include "superflip.h"

struct web_prediction;

/** Begin to draw a sample in a thread.  @param tables  borrowed until web_prediction_stop()  @return NULL without memory or thread */
struct web_prediction *web_prediction_start(superflip_tables *tables);

/** Wait for the thread, which leaves at once, and free it.  NULL is left alone. */
void web_prediction_stop(struct web_prediction *prediction);

/** Nodes that a complete iteration with this threshold generates; 0 while it is not known.  Thread-safe. */
double web_prediction_of(struct web_prediction *prediction, unsigned threshold);
#endif
