/* Insertions: maneuvers put into a skeleton, which solves all but a few pieces, so that the whole solves
 * all. */
#pragma once
#include "base/status.h"
#include "cube/cube.h"

enum { INSERT_MAX_TURNS = 12, INSERT_MAX = 3, INSERT_MAX_SKELETON = 90,
       INSERT_MAX_MOVES = INSERT_MAX_SKELETON + INSERT_MAX * INSERT_MAX_TURNS };

/* A maneuver, and what it is put into: what the insertions before it have made, perhaps with the two moves
 * beside it exchanged, which are then turns of opposite faces. */
struct insertion {
	uint8_t n, moves[INSERT_MAX_TURNS], at, n_into, into[INSERT_MAX_MOVES];
};

struct inserted {
	unsigned n_moves, n_insertions;
	uint8_t moves[INSERT_MAX_MOVES];   /* folded */
	struct insertion insertion[INSERT_MAX];
};

struct insert_request {
	struct cube start;
	const uint8_t *skeleton;
	unsigned n_moves;              /* at most INSERT_MAX_SKELETON */
	unsigned max_turns;            /* of an inserted maneuver, at most INSERT_MAX_TURNS */
	unsigned max_insertions;       /* at most INSERT_MAX; 0: as few as will do, of more
	                                * than three pieces at least two */
	size_t n_solutions;            /* the best so many; 0: all of the least length */
	int (*stopped)(void);          /* other than 0: end */
};

struct insert_result {
	struct inserted *found;        /* owned; the shortest first */
	size_t n;
	unsigned n_insertions;         /* so many were permitted in the end */
};

/** Search for the best insertions.  A maneuver is inserted between any two moves, also between turns of
 * opposite faces in either order; the next one into what is left of them after folding.  Maneuvers move at
 * most five pieces, corners only or edges only; if both are left to solve, also up to two of each.
 * Up to two insertions are tried completely, so that nothing they make is shorter; of three only those go on
 * that begin best.
 * @param out  filled on STATUS_OK
 * @return STATUS_OK, also if nothing was found; STATUS_NO_MEMORY, STATUS_INTERRUPTED */
enum status insert_search(const struct insert_request *request, struct insert_result *out);
