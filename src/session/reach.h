/* What keeps the turns that solutions may have from leading a cube to where it is to be, known without a
 * search. */
#ifndef SUPERFLIP_SESSION_REACH_H
#define SUPERFLIP_SESSION_REACH_H
#include "cube/turn_reach.h"
#include "goal/goal.h"

struct reach {
	struct turn_reach *group;            /* of a goal with few completions, and of the solved cube; else
	                                      * NULL */
	struct cube *completion;             /* of a goal; NULL: the solved cube, or the goal has many */
	size_t n_completions;
	struct goal_frames *frames;          /* of a goal; NULL: the solved cube */
	const struct goal *goal;
	struct cube turn[N_AXIS_TURNS];      /* each that the pieces may be turned by, of the solved cube */
	unsigned n_turns;
};

/** @param goal  borrowed; NULL: the solved cube
 * @return false without memory; else to be released by reach_close() */
bool reach_open(const struct turn_set *set, const struct goal *goal, struct reach *out);
void reach_close(struct reach *r);  /* of {0}: nothing */

/** A constant text, "they never bring ..."; NULL: nothing that is known. */
const char *reach_obstacle(const struct reach *r, const struct cube *c);
#endif
