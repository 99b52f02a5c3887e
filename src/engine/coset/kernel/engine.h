/* The coset kernel: what a thread keeps, and what its files offer each other.
 *
 * A node's moves come by axis: six single turns and nine pairs of commuting turns, of the two axes that were
 * not turned last (in the quarter-turn metric four singles, and eleven combinations of two to four).  All
 * quarter turns of an axis are one left factor of the inverse, and half turns none, as cosets have it: one
 * lookup of the inverse for a node axis decides about all its moves, then one lookup of each child that is
 * left.  With subcosets (coset/math/coset.h) the two faces' quarter turns lead to two of them, and one lookup
 * tells of all subcosets of a coset.
 *
 * Random reads take hundreds of cycles, so hundreds must be under way.  Nodes wait in a queue for each number
 * of moves left; a batch of one queue goes through stages (stages.h), and two batches are under way at a
 * time, so that the lines that the one prefetches arrive while the other works (schedule.c):
 *   1  for each node axis: index of the inverse after a quarter turn; prefetch
 *   2  read these; list the turns that pass
 *   3  for each of them: index of the child; prefetch
 *   4  read; make the unpruned children and append them to the queue of one move less
 *   5  combinations of which all single turns are unpruned: append them, unevaluated, to the queue of as many
 *   moves less
 * Most work are the nodes with as many moves left as the cap, the first ones that can be pruned, and most of
 * these are pruned in stage 2.  So stage 4 of the nodes above them makes no children, but defers all siblings
 * (siblings.h): stage 1 finds the indices of their inverses from the parent's, and only those that pass are
 * made.
 *
 * The core stands alone.  Optional orders (orders.h) say where its nodes come from and in which order units
 * of work are taken. */
#pragma once
#include "coset/family.h"
#include "coset/kernel/queue.h"
#include "coset/kernel/siblings.h"
#include "search/kernel.h"

enum { MAX_COMPARED = 4, COMPARED_LOG2 = 14, TIED_LOG2 = 12 };

/** Where nodes come from that no queue holds: called when no queue holds a batch, to push more.
 * @return false if there are none any more */
typedef bool node_source(struct worker *w);

struct engine {
	struct batch batch[2];
	const struct stages *stages;            /* for this processor */
	const struct kernel_tables *t;
	struct kernel_tables tables;            /* these */
	const struct pdb *table;
	struct coset_filter filter;
	struct coset_resolution resolution;
	uint64_t class_begin[COSET_CLASSES];    /* the first entry of each class's corner coset 0 */
	bool has_subcosets;
	unsigned metric;                        /* enum coset_metric */
	unsigned cap;                           /* the largest value of the table */

	struct queue queue[MAX_LEFT + 1];       /* by moves left; their memory is that of the first */
	struct siblings siblings;
	node_source *source;                    /* NULL: the queues are all there is */

	/* The run in progress. */
	struct search *search;
	const struct work_unit *root;           /* paths of nodes begin there */
	struct work_unit whole;                 /* the whole tree: paths have room for it if k->top <= MAX_LEFT */
	unsigned top;                           /* moves left at the root */
	unsigned full_batch[MAX_LEFT + 1];      /* a queue that holds so many nodes is expanded */
	bool defers_siblings;                   /* not while prefixes are made: these must be nodes */
	/* An order's account of its iteration, in the threads that take part in it. */
	void (*count)(struct engine *k, struct batch *b);  /* after stage 3 of each batch; NULL: nobody asks */
	void *counted;                          /* where */
	uint64_t counted_search;                /* search->id and threshold that it is for, of no other run */
	unsigned counted_threshold;

	struct coset_scratch scratch;           /* for one stage each */
	/* Entries with more than MAX_COMPARED equivalent indices, and the canonical one of these. */
	struct compared {
		uint64_t entry, least;
		uint8_t number;                     /* of the equivalent index that is canonical */
		bool is_known, is_tied;             /* several are */
	} compared[1 << COMPARED_LOG2];
	struct tied {                           /* see least_subcosets() */
		uint64_t entry;
		uint8_t least[COSET_SUBCOSETS];
		bool is_known;
	} tied[1 << TIED_LOG2];
	/* What the optional orders keep from cube to cube; NULL so far. */
	struct bulk *bulk;
	struct prefixes *prefixes;
};

/* ---- units.c: from a cube to a node and back ---- */
/** The node of a cube after moves (cube/move.h) of closed axes, which become its path; its value is the
 * caller's to set. */
void engine_make_node(const struct engine *k, const struct cube *c, const uint8_t *path, unsigned n_path,
                      struct node *n);
/** Test what waits in the queue without moves left: it is a solution or nothing. */
void engine_finish_leaves(struct engine *k);
/** kernel->run of all coset kernels. */
void engine_run_unit(struct worker *w, struct search *s, const struct work_unit *unit);
/** Offer half of the nodes with the most moves left to an idle thread. */
void engine_share(struct worker *w);

/* ---- schedule.c: batches through the stages ---- */
/** Begin a run below `root`, with empty queues and no source. */
void engine_begin(struct engine *k, struct search *s, const struct work_unit *root);
/** The same below the cube itself. */
void engine_begin_whole(struct engine *k, struct search *s);
/** Expand nodes until the queues and the source are empty, or search_must_stop(). */
void engine_drain(struct worker *w);
/** Expand the nodes that have more than `least` moves left; after each batch collect() is called for each
 * queue with less, and must empty it.  For iterations in which nothing is cut. */
void engine_expand_to(struct worker *w, unsigned least, void (*collect)(struct worker *w, unsigned left));
/** Whether the queue with so many moves left holds a batch. */
static inline bool engine_is_full(const struct engine *k, unsigned left)
{
	return queue_n(&k->queue[left]) >= k->full_batch[left]
	       || (left == k->cap && siblings_waiting(&k->siblings) >= siblings_full(k->t));
}

/** The fewest moves left for which it does, or k->top + 1. */
unsigned engine_full_queue(const struct engine *k);

/* ---- lookups ---- */
static inline uint64_t begin_of(const struct engine *k, unsigned class, unsigned corner_coset)
{
	return k->class_begin[class] + ((uint64_t)corner_coset << 32);
}

/* Where the entries of a class and corner coset begin after a transform. */
static inline uint64_t begin_after(const struct engine *k, uint32_t transform, unsigned corner_coset)
{
	return begin_of(k, coset_transform_class(transform),
	                k->resolution.corner_coset_map[coset_transform_map(transform)][corner_coset]);
}

static inline unsigned block_after(const struct engine *k, uint32_t transform, unsigned block)
{
	const unsigned corner_coset =
		k->resolution.corner_coset_map[coset_transform_map(transform)][corner_coset_of(block)];
	return k->has_subcosets ? corner_coset | coset_axes_after(transform, axes_of(block)) << 3 : corner_coset;
}

/* As the table tells them apart, of corners as they are; `raw` is coset_raw_corner_coset(). */
static inline unsigned corner_coset_in_table(const struct engine *k, unsigned raw)
{
	return k->resolution.n_corner_cosets == 2 ? raw & 1 : raw;
}
