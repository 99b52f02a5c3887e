/* The nodes behind the first three axes of a search, searched one after the other: in the falling order of what each took
 * in the iteration before, for where the nodes are, the solutions are.  The finer the division, the sooner: behind two
 * axes a position of 17 moves was solved after 0.43 of its last iteration, behind three after 0.37 (doc/results.md).
 *
 * A kernel expands the roots (roots.h) at the beginning of an iteration and keeps what survives here, in nodes of its
 * own; all threads then take from here. */
#ifndef SUPERFLIP_SEARCH_FRONTIER_H
#define SUPERFLIP_SEARCH_FRONTIER_H
#include "search/roots.h"

#include <stdatomic.h>

enum {
	N_TURNS_BEHIND = 32,                            /* two axes, and 0 to 3 quarter turns of each face */
	MAX_OPENINGS = (MAX_ROOTS - N_FIRST_ROOTS) * 30,
	MAX_OPENING_NUMBERS = MAX_ROOTS * N_TURNS_BEHIND,
	OPENING_NODE_BYTES = 64,                        /* what a kernel needs for a node */
};

/* Which turns lead to a node. */
static inline unsigned opening_number(unsigned root, unsigned axis, unsigned first_turns, unsigned second_turns)
{
	return root * N_TURNS_BEHIND + axis * 16 + (first_turns & 3) * 4 + (second_turns & 3);
}

struct opening {
	uint16_t number;                                /* opening_number() */
	uint8_t left;                                   /* moves */
	bool is_tested;                                 /* its bound is known to fit */
};

struct frontier {
	_Atomic unsigned n;
	_Atomic unsigned n_begun;                       /* by any thread */
	struct opening opening[MAX_OPENINGS];
	uint16_t order[MAX_OPENINGS];                   /* the best first */
	_Atomic uint64_t work[MAX_OPENINGS];            /* nodes expanded below them, in this order; kernels report */
	uint64_t work_before[MAX_OPENING_NUMBERS];      /* in the iteration before, by number */
	uint64_t key[2][MAX_OPENINGS];                  /* for sorting */
	_Alignas(64) uint8_t node[MAX_OPENINGS][OPENING_NODE_BYTES];
};

/** @return NULL without memory; released by free() */
struct frontier *frontier_create(void);

/** Begin a cube. */
void frontier_begin(struct frontier *f);

/** Begin an iteration: forget the nodes, but not what they took. */
void frontier_clear(struct frontier *f);

/** Room for n nodes, from the number on that is returned: by any thread, which then sets them. */
unsigned frontier_reserve(struct frontier *f, unsigned n);
void frontier_set(struct frontier *f, unsigned i, struct opening opening, const void *node);

/** Put in order what was added.  Those that took equally much keep the order in which they were added. */
void frontier_sort(struct frontier *f);

/** The place in the order of the next one that nobody has begun.  @return false: there are none */
bool frontier_next(struct frontier *f, unsigned *place);
#endif
