/* Searches of the 2x2x2 that start from the state, not from the solved one: what the table of all states is compared with. */
#ifndef SUPERFLIP_POCKET_SEARCH_H
#define SUPERFLIP_POCKET_SEARCH_H
#include "pocket/table.h"

/* Lower bounds from one half of an index: moves that place all cubies, and moves that orient them. */
struct pocket_bounds {
	enum metric metric;
	uint8_t perm[POCKET_PERMS], ori[POCKET_ORIS];
};
void pocket_bounds_fill(enum metric metric, struct pocket_bounds *out);

struct pocket_found {
	unsigned length;                      /* optimal */
	uint8_t steps[POCKET_MAX_LENGTH];     /* pocket_steps of the metric: in QTM a half turn is two of them */
	uint64_t n_generated;                 /* the root and all children made, of all iterations */
	uint64_t peak_bytes;                  /* what the search keeps, without bounds and move tables */
};

enum { POCKET_BY_PERM = 1, POCKET_BY_ORI = 2 };

static inline unsigned pocket_bound(const struct pocket_bounds *bounds, unsigned used, unsigned perm, unsigned ori)
{
	const unsigned by_perm = used & POCKET_BY_PERM ? bounds->perm[perm] : 0;
	const unsigned by_ori = used & POCKET_BY_ORI ? bounds->ori[ori] : 0;
	return by_perm > by_ori ? by_perm : by_ori;
}

/** Find an optimal solution of a state.
 * @param used  the bounds that are used, the larger of them: POCKET_BY_PERM, POCKET_BY_ORI
 * @return false without memory */
typedef bool pocket_search_fn(const struct pocket_bounds *bounds, unsigned used, uint32_t index, struct pocket_found *out);

/** Breadth-first search, without bounds; a state is kept once.  The same with each level as a set of bits, and the way back through
 * the levels. */
pocket_search_fn pocket_breadth_first, pocket_breadth_first_bits;
pocket_search_fn pocket_ida_star, pocket_a_star;

/** What n_generated of pocket_breadth_first() is on average over all states.  @return false without memory */
bool pocket_breadth_first_mean(enum metric metric, double *n_generated);

/* The random walk: turn at random until the cube is solved.  The baseline that the tables are compared with. */
struct pocket_walk {
	uint64_t random;              /* SplitMix64 */
	uint16_t perm_index, ori_index;
	uint8_t last_move;            /* POCKET_MOVES: none yet */
};

/** A walk from a state.  The same seed takes the same turns, so a walk need not be recorded to be repeated. */
struct pocket_walk pocket_walk_from(uint32_t index, uint64_t seed);

static inline bool pocket_walk_is_home(const struct pocket_walk *walk)
{
	return walk->perm_index == 0 && walk->ori_index == 0;
}

/** Make one of the six moves that do not turn the last face again.  @return the move */
unsigned pocket_walk_step(struct pocket_walk *walk);
#endif
