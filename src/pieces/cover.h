/* Which piece tables bound a goal.
 *
 * A pattern with few states has a table of its own, whose entries are exact.  Of a larger one tables cover parts: each corner with
 * the edges near it, the corners, the edges, orientations.  Parts that are the same when seen from another side share a table. */
#ifndef SUPERFLIP_PIECES_COVER_H
#define SUPERFLIP_PIECES_COVER_H
#include "heuristic/heuristic.h"

struct cover {
	struct heuristic_spec spec;         /* points into what follows: a cover stays where it was filled */
	struct heuristic_goal goal;
};

/** @return false if the goal has too many views that need tables of their own */
bool cover_fill(const struct goal *goal, struct cover *out);
#endif
