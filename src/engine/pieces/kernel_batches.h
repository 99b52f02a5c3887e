/* What the kernels for piece tables have in common: stacks of nodes, worked off in batches.
 *
 * Random reads from tables of 20 to 500 MB take hundreds of cycles; hundreds of them must be under way at a
 * time.  So nodes wait in a stack for each number of moves (of a turn set, for each cost) left, and a batch
 * of up to BATCH nodes of one stack is expanded together: stage by stage, an entry prefetched in one stage
 * and read in the next.  The stack with the fewest moves left that holds a full batch goes first, so the
 * order is depth-first and the memory small.  If none is full, the one with the most moves left is taken:
 * close to the root, where it grows. */
#pragma once
#include "coord/corners.h"
#include "search/kernel.h"

enum {
	BATCH = 64,                       /* nodes */
	MAX_CHILDREN = N_MOVES,
	MAX_LIST = BATCH * MAX_CHILDREN,
};

/* How a node begins. */
struct trail {
	uint16_t last;                    /* state of the canonical order, or of the automaton */
	uint8_t n_path;
	uint8_t path[SEARCH_MAX_LENGTH];
};

/* The moves that may follow, by state of the canonical order. */
struct successors {
	uint8_t n, move[MAX_CHILDREN];
	_Alignas(64) uint16_t column[MOVE_ROW];  /* the same for a row of a move table; unused ones read column
	                                          * 31 */
};

/* Of one thread; a kernel's state begins with it. */
struct batches {
	const struct heuristic *heuristic;
	size_t node_bytes;
	unsigned batch;                   /* nodes that are expanded together, at most BATCH */
	unsigned share_min_left;          /* smaller subtrees are not worth giving away */
	/** Fill what follows a root's trail. */
	void (*fill_root)(struct batches *b, const struct cube *c, void *root);
	/** Append (batches_append()) the children of n nodes that may have solutions with what is left after
	 * them, trails and all; at most MAX_LIST. */
	void (*expand)(struct worker *w, const void *nodes, unsigned n, unsigned left);
	struct successors successors[N_LAST];
	const struct turn_automaton *turns;  /* of a turn set: paths are turns of an axis; NULL: moves */
	unsigned least_cost, dearest_cost;  /* of a move */
	unsigned top;                     /* left at the subtree's root; stacks above it hold old nodes */
	uint16_t start;                   /* as in struct work_unit, */
	uint32_t counter;                 /* and so is this */
	unsigned n[SEARCH_MAX_COST + 1];
	size_t n_stacks;
	unsigned char *nodes;             /* of all stacks */
};

enum { STACK_NODES = 2 * BATCH + MAX_LIST };  /* where the children of one batch arrive, less than a batch
                                               * waits */

static inline void *batches_node(const struct batches *b, unsigned left, unsigned i)
{
	return b->nodes + ((size_t)left * STACK_NODES + i) * b->node_bytes;
}

/** Room for n more nodes on a stack. */
static inline void *batches_append(struct batches *b, unsigned left, unsigned n)
{
	void *const room = batches_node(b, left, b->n[left]);
	b->n[left] += n;
	assert(b->n[left] <= STACK_NODES);
	return room;
}

/** Set up the stacks; the fields down to `expand` are filled.  @return false without memory; else ended by
 * batches_end() */
bool batches_begin(struct batches *b);
void batches_end(struct batches *b);

/** Have the stacks be for the turns of a set, or with NULL for moves.  @return false without memory */
bool batches_take_turns(struct batches *b, const struct turn_automaton *turns);

/** For struct kernel. */
void batches_run(struct worker *w, struct search *s, const struct work_unit *unit);

/* Stages stay functions of their own: in one, compilers spill the loops' constants.  noipa: gcc 12 drops
 * calls of stages whose results it believes unused. */
#ifdef __clang__
#define STAGE static __attribute__((noinline))
#else
#define STAGE static __attribute__((noipa))
#endif

/* Towards the second-level cache, which keeps more misses under way than the first. */
static inline void prefetch(const void *p)
{
	__builtin_prefetch(p, 0, 2);
}

/* Write the trail of a child. */
static inline void trail_extend(const struct trail *parent, unsigned move, unsigned last, struct trail *child)
{
	*child = *parent;
	child->last = (uint16_t)last;
	child->path[child->n_path++] = (uint8_t)move;
}
