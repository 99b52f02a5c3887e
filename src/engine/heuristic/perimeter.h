/* All positions that few turns of a set solve, each with its distance: an exact lower bound near the goal,
 * and one for all that is farther. */
#pragma once
#include "coord/numbers.h"
#include "goal/goal.h"

struct perimeter_entry {
	struct position_bits position;  /* or the goal's look at it; both words 0: a free slot */
	uint8_t distance;
};

struct perimeter {
	const struct goal *goal;        /* borrowed; NULL: the solved cube */
	struct perimeter_entry *slots;
	uint64_t n_slots, n_positions;
	unsigned depth;               /* positions at least this near, in units of cost, are all there */
	bool is_whole;                /* there are no others: the turns make no more positions */
};

/** Search breadth first from the goal until the next level might hold too many positions.
 * @param goal         NULL: the solved cube
 * @param at_goal      all cubes that are there
 * @param costs        of the turns
 * @param n_positions  about how many at most; a slot takes 24 bytes, and there are twice as many slots
 * @return false without memory; else to be released by perimeter_free() */
bool perimeter_fill(const struct goal *goal, const struct cube *at_goal, size_t n_at_goal,
                    const struct turn_costs *costs, uint64_t n_positions, struct perimeter *out);
void perimeter_free(struct perimeter *p);

/** A lower bound for the distance of a position, exact up to p->depth. */
unsigned perimeter_bound(const struct perimeter *p, const struct cube *c);
