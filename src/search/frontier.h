/* The nodes behind the first three axes of a search, its openings, searched one after the other: in the falling order of
 * the look-ups that each took in the iteration before, for where the nodes are, the solutions are.  The finer the
 * division, the sooner: most of the work lies behind three single turns, and these openings are taken in parts, by their
 * next turns (doc/mathematics.md, section 7).
 *
 * A kernel expands the roots (roots.h) at the beginning of an iteration and keeps what survives here, in nodes of its
 * own; all threads then take from here.  Most openings are the same in all iterations: the first one makes them, the
 * others begin with them, and make what else there is when they have searched these. */
#ifndef SUPERFLIP_SEARCH_FRONTIER_H
#define SUPERFLIP_SEARCH_FRONTIER_H
#include "search/roots.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum {
	N_TURNS_BEHIND = 32,                            /* two axes, and 0 to 3 quarter turns of each face */
	MAX_OPENINGS = (MAX_ROOTS - N_FIRST_ROOTS) * 30,
	MAX_OPENING_NUMBERS = MAX_ROOTS * N_TURNS_BEHIND,
	OPENING_NODE_BYTES = 64,                        /* what a kernel needs for a node */
	SPLIT_MOVES = 3,                                /* behind so many a node is taken in parts: */
	N_NEXT_TURNS = 12,                              /* by the next turn, of one of two axes */
	ALL_NEXT_TURNS = (1 << N_NEXT_TURNS) - 1,
	HAS_OPENING = 1 << N_NEXT_TURNS,
	MAX_PARTS = MAX_OPENINGS + 18 * 12 * 12 * (N_NEXT_TURNS - 1),
	MAX_ORIGINS = 1 << 16,
};

/* Which turns lead to a node. */
static inline unsigned opening_number(unsigned root, unsigned axis, unsigned first_turns, unsigned second_turns)
{
	return root * N_TURNS_BEHIND + axis * 16 + (first_turns & 3) * 4 + (second_turns & 3);
}

struct opening {
	uint16_t number;                                /* opening_number() */
	uint8_t n_moves;
	bool is_tested;                                 /* its bound is known to fit */
	bool is_split;                                  /* it has SPLIT_MOVES moves: its bound is known to fit */
};

/* What is taken at once: an opening, or some of its next turns. */
struct part {
	uint16_t opening;
	uint16_t next_turns;                            /* as bits; in one part of each HAS_OPENING: it is counted there */
	uint8_t n_moves;                                /* as in struct opening */
	bool is_tested, is_split;
};

struct frontier {
	_Atomic unsigned n;
	unsigned n_lasting;                             /* the first ones, see frontier_keep_lasting(), */
	unsigned lasting_moves;                         /* and how many moves they have at most */
	_Atomic unsigned n_begun;                       /* parts, by any thread */
	unsigned n_parts;
	struct opening opening[MAX_OPENINGS];
	struct part order[MAX_PARTS], part[MAX_PARTS];  /* the best first, and as they were made */
	/* Origins number what is counted apart: by the opening's number its own, which those of its next turns follow. */
	uint16_t origin[MAX_OPENING_NUMBERS];
	unsigned n_origins;
	bool is_numbered;                               /* of all roots, in a metric: for the next cube, too */
	enum metric numbered_metric;
	pthread_mutex_t work_lock;                      /* while kernels report: */
	uint64_t work[MAX_ORIGINS];                     /* look-ups by origin */
	uint64_t work_before[MAX_ORIGINS];              /* in the iteration before */
	uint16_t rank[MAX_PARTS];                       /* for sorting */
	bool has_root[MAX_ROOTS];                       /* roots are as nodes the same in all iterations */
	_Alignas(64) uint8_t root[MAX_ROOTS][OPENING_NODE_BYTES];
	_Alignas(64) uint8_t node[MAX_OPENINGS][OPENING_NODE_BYTES];
};

/** Not begun.  @return NULL without memory */
struct frontier *frontier_create(void);
/** Which may be NULL. */
void frontier_destroy(struct frontier *f);

/** Begin a cube, with its roots. */
void frontier_begin(struct frontier *f, const struct roots *roots, enum metric metric);

/** Begin an iteration: forget the nodes, but for those that last, and not what they took. */
void frontier_clear(struct frontier *f);

/** After the first iteration has filled it: openings of at most so many moves are the same in all that follow, as no bound
 * is larger than what is left behind them.  These are kept, the first of all then, and need not be added again. */
void frontier_keep_lasting(struct frontier *f, unsigned n_moves);

/** Add look-ups by origin, n of them from the first one on: by any thread. */
void frontier_add_work(struct frontier *f, unsigned first, unsigned n, const uint64_t *work);

/** Room for n nodes, from the number on that is returned: by any thread, which then sets them. */
unsigned frontier_reserve(struct frontier *f, unsigned n);
static inline void frontier_set(struct frontier *f, unsigned i, struct opening opening, const void *node)
{
	f->opening[i] = opening;
	memcpy(f->node[i], node, sizeof f->node[i]);
}

/** Put in order the nodes from number `first` on, and begin with them.  Those that took equally much, or nearly so, keep the
 * order in which they were added. */
void frontier_sort(struct frontier *f, unsigned first);

/** The next part in the order that nobody has begun.  @return false: there are none */
bool frontier_next(struct frontier *f, struct part *part);
#endif
