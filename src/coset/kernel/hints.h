/* Ordering hints: where an iteration of bulk lookups is likely to find a solution, by what the one before has looked up.
 *
 * The nodes that can be pruned first, those with as many moves left as the cap, are in an iteration of one move more the children of
 * those in the iteration before, which has looked up their inverses.  Those whose inverse is below the cap are a twentieth, and half
 * of the solutions are below them (doc/notebook.md).  So these are searched first, the largest margins before the others, and bulk
 * lookups leave them alone.
 *
 * A hint is recorded for the parent of such nodes.  In the next iteration all threads take hints, one priority class after the other:
 * each hint may come in each class. */
#ifndef SUPERFLIP_COSET_KERNEL_HINTS_H
#define SUPERFLIP_COSET_KERNEL_HINTS_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	HINT_CLASSES = 3,                       /* by margin: 3 or more, 2, 1 */
	HINTS_AT_ONCE = 64,
};

struct hint {
	uint64_t record;                        /* what is known of a node (records.h), */
	uint32_t where;                         /* and which one: hint_where() */
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

/** None so far.  @return NULL without memory */
struct hints *hints_create(void);
/** Which may be NULL. */
void hints_destroy(struct hints *h);

/** Begin a cube. */
void hints_forget(struct hints *h);

/** Begin an iteration: those found so far are those of the one before.
 * @param last  the last one that has hints */
void hints_begin(struct hints *h, unsigned threshold, unsigned last);

/** Whether the iteration before has found any. */
bool hints_exist(const struct hints *h);

/** Add hints for the next iteration, by any thread.  Without memory there will be none. */
void hints_add(struct hints *h, const struct hint *hint, unsigned n);

/** The next hints of the iteration before, and the class; some may not be in it.  hints_end() follows when their nodes are known.
 * @param hint  where they are
 * @return how many, at most HINTS_AT_ONCE; 0: all are begun */
unsigned hints_next(struct hints *h, const struct hint **hint, unsigned *class);
void hints_end(struct hints *h);

/** Whether all have ended: then whoever asks sees where they have led. */
bool hints_all_ended(const struct hints *h);
#endif
