/* The canonical order of a search that may use only some of the turns (cube/move.h has that of all turns).
 *
 * A run is all turns of one face that follow each other, turns of the opposite face aside: they commute, so their order means
 * nothing.  A run that is one turn in effect is that turn if it is permitted; else it is made of as few permitted turns as make
 * it, of each multiset of them one sequence: U2 without U2 is U U or U' U', U' with U alone is U U U.  Two runs of a face never
 * follow each other, and of opposite faces U R F come first. */
#ifndef SUPERFLIP_SEARCH_TURN_ORDER_H
#define SUPERFLIP_SEARCH_TURN_ORDER_H
#include "search/search.h"

enum { TURN_STATES = 1 + 4 * N_FACES, TURN_RUN_MAX = 3 };

/** What may follow depends on a state, as with move_successors[]: LAST_NONE, or how far a run of some face is. */
struct turn_order {
	unsigned n_states;
	uint32_t successors[TURN_STATES];          /* bit m for move m; moves of cost 1: in QTM a half turn is two clockwise quarter turns */
	uint8_t after[TURN_STATES][N_MOVES];       /* the state after a permitted move */
	struct turn_run {
		uint8_t face, n_moves;                 /* n_moves 0: the run is not complete, and nothing else may follow it */
		uint8_t moves[TURN_RUN_MAX];           /* as written: a half turn is one move */
	} run[TURN_STATES];
};

/** @param permitted  bit m for move m; valid after cube_init() */
void turn_order_fill(enum metric metric, uint32_t permitted, struct turn_order *out);

/** Whether the search may end in a state, and turn another face. */
static inline bool turn_order_is_complete(const struct turn_order *o, unsigned state)
{
	return state == LAST_NONE || o->run[state].n_moves > 0;
}

/** What n moves of cost 1 are as a solution, in permitted turns. */
struct search_solution turn_order_solution(const struct turn_order *o, const uint8_t *path, unsigned n);
#endif
