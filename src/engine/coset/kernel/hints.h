/* Ordering hints: where an iteration of bulk lookups is likely to find a solution, by what the one before has
 * looked up.
 *
 * The nodes that can be pruned first, those with as many moves left as the cap, are in an iteration of one
 * move more the children of those in the iteration before, which has looked up their inverses.  Those whose
 * inverse is below the cap are a twentieth, and half of the solutions are below them (doc/notebook.md).  So
 * these are searched first, the largest margins before the others, and bulk lookups leave them alone.
 *
 * A hint is recorded for the parent of such nodes.  In the next iteration all threads take hints, one
 * priority class after the other: each hint may come in each class. */
#pragma once
#include "coset/kernel/engine.h"
#include "coset/kernel/sequences.h"

enum {
	HINT_CLASSES = 3,                       /* by margin: 3 or more, 2, 1 */
	HINTS_AT_ONCE = 64,
	HINTED_TURNS = 2,                       /* of axes, in prefixes that may have hints below */
	HINTS_RECORDED = 1024,                  /* by one thread, until it adds them to those of all */
};

struct hint {
	uint64_t record;                        /* what is known of a node (records.h), */
	uint32_t where;                         /* and which one: the oriented sequence, turns before it */
	uint8_t classes;                        /* those with anything below it, as bits */
};

struct hints {
	struct hint_list {
		struct hint *hint;
		unsigned n;
		size_t capacity;
		unsigned threshold;             /* of the iteration in which they were found; 0: of none */
	} found, before;                        /* in this iteration and the one before */
	unsigned last;                          /* threshold of the last iteration that has hints */
	pthread_mutex_t lock;                   /* guards those that are found */
	_Atomic unsigned n_begun, n_ended;      /* how many times some were taken, and have led to nodes */
};

/* What an engine keeps of hints from cube to cube. */
struct hinting {
	uint64_t cube;                          /* search->id of the cube that the hints belong to */
	struct hints hints;                     /* of the cubes that this thread begins */
	struct joined joined;                   /* from the sequences of hints to those of an iteration */
	/* In the iteration in progress: */
	unsigned recorded_margin;               /* that hints of the next iteration have; N_MARGINS: none */
	unsigned n_recorded;
	struct hint recorded[HINTS_RECORDED];   /* for the next iteration */
};

struct bulk;
struct bulk_passing;

/* Those of k->bulk.  The first two are called before any lookup, the others while the iteration is in
 * progress. */
/** Begin an iteration whose units are known, in the thread that owns the cube. */
void hints_begin(struct engine *k, const struct search *s);
/** Take part in the iteration of k->bulk->owner; set k->bulk->led_margin. */
void hints_join(struct engine *k);
/** Push the nodes of the next hints.  @return false if there are none any more */
bool hints_follow(struct worker *w);
/** A sequence has passed; is_short: one of one move less. */
void hints_record(struct engine *k, const struct bulk_passing *passing, bool is_short);
/** All that passed below a unit is recorded. */
void hints_end_unit(struct engine *k);
/** If units->knows_near: wait until it is known which sequences are near, or search_must_stop(). */
void hints_wait(const struct engine *k);
