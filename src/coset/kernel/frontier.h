/* The nodes behind the first three axes of a search, its openings, searched one after the other: in the falling order of
 * the look-ups that each took in the iteration before, for where the nodes are, the solutions are.  The finer the
 * division, the sooner: most of the work lies behind three single turns, and these openings are taken in parts, by their
 * next turns (doc/mathematics.md, section 7).  Once it is known what lies behind five moves, openings of three moves make
 * way for what is behind them, and those of four are taken in parts.
 *
 * A kernel expands the roots (roots.h) at the beginning of an iteration and keeps what survives here, in nodes of its
 * own; all threads then take from here.  Most openings are the same in all iterations: the first one makes them, the
 * others begin with them, and make what else there is when they have searched these. */
#ifndef SUPERFLIP_COSET_KERNEL_FRONTIER_H
#define SUPERFLIP_COSET_KERNEL_FRONTIER_H
#include "search/roots.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum {
	N_TURNS_BEHIND = 32,                            /* two axes, and 0 to 3 quarter turns of each face */
	MAX_SHORT_OPENINGS = 18 * 12 * 12,              /* of SPLIT_MOVES moves */
	N_OF_THREE_AXES = (MAX_ROOTS - N_FIRST_ROOTS) * 30,
	MAX_OPENINGS = N_OF_THREE_AXES + MAX_SHORT_OPENINGS * 30,
	MAX_OPENING_NUMBERS = MAX_ROOTS * N_TURNS_BEHIND,
	OPENING_NODE_BYTES = 64,                        /* what a kernel needs for a node */
	SPLIT_MOVES = 3, DEEP_SPLIT_MOVES = 4,          /* behind so many a node is taken in parts: */
	N_NEXT_TURNS = 12,                              /* by the next turn, of one of two axes */
	ALL_NEXT_TURNS = (1 << N_NEXT_TURNS) - 1,
	HAS_OPENING = 1 << N_NEXT_TURNS,
	MAX_PARTS = MAX_OPENINGS * N_NEXT_TURNS,
	OPENING_BITS = 17, ORIGIN_BITS = 20,
	MAX_OWN_ORIGINS = 1 + N_OF_THREE_AXES + MAX_SHORT_OPENINGS * N_NEXT_TURNS,
	MAX_ORIGINS = MAX_OWN_ORIGINS * (1 + N_NEXT_TURNS),
};
static_assert((int)MAX_OPENING_NUMBERS <= UINT16_MAX, "they have 16 bits");
static_assert((int)MAX_OPENINGS <= 1 << OPENING_BITS && (int)MAX_ORIGINS <= 1 << ORIGIN_BITS, "bits for their numbers");

/* Which turns lead to a node. */
static inline unsigned opening_number(unsigned root, unsigned axis, unsigned first_turns, unsigned second_turns)
{
	return root * N_TURNS_BEHIND + axis * 16 + (first_turns & 3) * 4 + (second_turns & 3);
}

struct opening {
	uint32_t origin;
	uint8_t n_moves;
	bool is_tested;                                 /* its bound is known to fit */
	bool is_split;                                  /* it is taken in parts: its bound is known to fit */
	bool is_sharing;                                /* others have the same origin */
};

/* What is taken at once: an opening, or some of its next turns. */
struct part {
	uint32_t opening : OPENING_BITS;
	uint32_t next_turns : N_NEXT_TURNS + 1;         /* as bits; in one part of each HAS_OPENING: it is counted there */
	uint32_t is_tested : 1, is_split : 1;           /* as in struct opening */
	uint32_t origin : ORIGIN_BITS, n_moves : 32 - ORIGIN_BITS;
};

struct frontier {
	_Atomic unsigned n;
	unsigned n_lasting;                             /* the first ones, see frontier_keep_lasting(), */
	unsigned lasting_moves;                         /* and how many moves they have at most */
	_Atomic unsigned n_begun;                       /* parts, by any thread; of openings, when it is made deeper */
	unsigned n_parts;
	struct opening opening[MAX_OPENINGS];
	struct part order[MAX_PARTS], part[MAX_PARTS];  /* the best first, and as they were made */
	/* Origins number what is counted apart: by the opening's number its own, which those of its next turns follow.  The
	 * first of them, those of three and four moves, have N_NEXT_TURNS more each, see deep_origin().  There is no origin 0. */
	uint32_t origin[MAX_OPENING_NUMBERS];
	unsigned n_origins, n_short_origins;
	bool is_numbered;                               /* of all roots, in a metric: for the next cube, too */
	enum metric numbered_metric;
	unsigned split_moves;                           /* SPLIT_MOVES, or, once it has been made deeper, DEEP_SPLIT_MOVES */
	bool is_deepening;
	_Atomic uint64_t n_deep_expanded, n_deep_generated;  /* nodes, while it was made deeper: in later iterations the same */
	bool counts_deep, counted_deep;                 /* in this iteration and the one before there are deep origins */
	uint32_t *work, *work_before;                   /* look-ups by origin, in this iteration and the one before */
	uint32_t counts[2][MAX_ORIGINS];                /* where these are */
	pthread_mutex_t later_lock;                     /* guards what follows */
	struct count_later { uint32_t origin, n; } *later;
	unsigned n_later, later_capacity;
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

/** Begin an iteration: forget the nodes, but for those that last, and not what they took.
 * @param counts_deep  look-ups will be counted by what lies behind one move more than without */
void frontier_clear(struct frontier *f, bool counts_deep);

/** The origin of what lies behind a next turn of a node of DEEP_SPLIT_MOVES moves. */
static inline unsigned deep_origin(const struct frontier *f, unsigned origin, unsigned next_turn)
{
	return f->n_origins + N_NEXT_TURNS * (origin - 1) + next_turn;
}

/** After the first iteration has filled it: openings of at most so many moves are the same in all that follow, as no bound
 * is larger than what is left behind them.  These are kept, the first of all then, and need not be added again. */
void frontier_keep_lasting(struct frontier *f, unsigned n_moves);

/** Whether it is time to make the frontier deeper: openings of SPLIT_MOVES moves, which last, make way for the nodes behind
 * them.  If so, kernels add these, once for each opening that frontier_next_short() gives, and frontier_end_deepening()
 * follows. */
bool frontier_begin_deepening(struct frontier *f);
bool frontier_next_short(struct frontier *f, unsigned *opening);
void frontier_end_deepening(struct frontier *f);

/** Count n look-ups, in a frontier's work or elsewhere.  It is no more than an addition: what lies behind a next turn is
 * counted by the thread that took the part; where two threads count, as for pairs, some may be forgotten. */
static inline void frontier_count(uint32_t *work, unsigned origin, unsigned n)
{
	__atomic_store_n(&work[origin], __atomic_load_n(&work[origin], __ATOMIC_RELAXED) + n, __ATOMIC_RELAXED);
}

/** Add what was counted elsewhere, by a thread that has helped with a part, from origin `first` to before `end`.  Counts from
 * the next iteration on. */
void frontier_count_later(struct frontier *f, unsigned first, unsigned end, const uint32_t *work);

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

/** The next part in the order that nobody has begun; what is behind it begins to be counted.
 * @return false: there are none */
bool frontier_next(struct frontier *f, struct part *part);
#endif
