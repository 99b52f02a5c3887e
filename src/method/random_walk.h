/* The random walk: turn at random until the cube is solved.  It shows what the other methods are for: each position is met
 * about once in 43,252,003,274,489,856,000 turns, as often as any other. */
#ifndef SUPERFLIP_METHOD_RANDOM_WALK_H
#define SUPERFLIP_METHOD_RANDOM_WALK_H
#include "method/method.h"

/** Turns between two visits of the solved cube by a walk that goes on for ever, on average: as many as there are positions.
 * The choice of a turn depends on the last turn alone, and a turn maps the positions one to one, so in the long run the walk
 * is everywhere equally often; the mean time of return is the inverse of that share (M. Kac, "On the notion of recurrence in
 * discrete stochastic processes", Bull. AMS 53, 1947). */
double random_walk_expected_turns(void);

/** Years for that many turns. */
double random_walk_expected_years(double turns_per_second);

/** Walks of up to METHOD_MAX_MOVES turns, or max_length, each from the cube itself, until one solves it or a limit strikes;
 * the same turns each time.  n_nodes counts turns. */
extern const struct method random_walk_method;
#endif
