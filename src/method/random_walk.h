/* The random walk: turn at random until the cube is solved.  It shows what the other methods are for: each position is met
 * about once in 43,252,003,274,489,856,000 turns, as often as any other. */
#ifndef SUPERFLIP_METHOD_RANDOM_WALK_H
#define SUPERFLIP_METHOD_RANDOM_WALK_H
#include "method/method.h"

/** Walks of up to METHOD_MAX_MOVES turns, or max_length, each from the cube itself, until one solves it or a limit is hit; the same
 * turns each time.  n_generated counts turns.
 *
 * A walk that goes on for ever visits the solved cube once in as many turns as there are positions, on average.  The choice of a
 * turn depends on the last turn alone, and a turn maps the positions one to one, so in the long run the walk is everywhere equally
 * often; the mean time of return is the inverse of that share (M. Kac, "On the notion of recurrence in discrete stochastic
 * processes", Bull. AMS 53, 1947). */
extern const struct method random_walk_method;

/** The same of the 2x2x2, whose 3,674,160 states are met in a few hundredths of a second; turns of U, R and F. */
extern const struct method pocket_walk_method;
#endif
