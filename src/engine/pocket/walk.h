/* The random walk: turn at random until the 2x2x2 is solved.  The baseline that the tables are compared
 * with. */
#pragma once
#include "pocket/pocket.h"

struct pocket_walk {
	uint64_t random;              /* SplitMix64 */
	uint32_t index;
	uint8_t last_move;            /* POCKET_MOVES: none yet */
};

/** A walk from a state.  The same seed takes the same turns, so a walk need not be recorded to be
 * repeated. */
struct pocket_walk pocket_walk_from(uint32_t index, uint64_t seed);

static inline bool pocket_walk_is_home(const struct pocket_walk *walk)
{
	return walk->index == POCKET_SOLVED;
}

/** Make one of the six moves that do not turn the last face again.  @return the move */
unsigned pocket_walk_step(struct pocket_walk *walk);
