/* Leads: where an iteration of sweeps is likely to find a solution, by what the one before has looked up.
 *
 * The nodes that can be cut first, those with as many moves left as the largest bound, are in an iteration of one move more the
 * children of those in the iteration before, which has looked up their inverses.  Those whose inverse is nearer than that bound
 * are a twentieth, and half of the solutions are behind them (doc/results.md, "Leads").  So these are searched first, the most
 * promising before the others, and sweeps leave them alone.
 *
 * Kernels add a lead for the parent of such nodes.  In the next iteration all threads take leads, in passes: each lead may come
 * in each pass. */
#ifndef SUPERFLIP_COSET_KERNEL_LEADS_H
#define SUPERFLIP_COSET_KERNEL_LEADS_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	LEAD_PASSES = 6,
	LEADS_AT_ONCE = 64,
};

struct lead {
	uint64_t noted;                         /* in the kernel's terms: what is known of a node, */
	uint32_t where;                         /* and which one */
	uint8_t passes;                         /* in which there is something behind it, as bits */
};

struct leads {
	struct lead_list {
		struct lead *lead;
		unsigned n, capacity;
		unsigned threshold;             /* of the iteration in which they were found; 0: of none */
	} found, before;                        /* in this iteration and the one before */
	unsigned last;                          /* threshold of the last iteration that there are leads for */
	pthread_mutex_t lock;                   /* guards those that are found */
	_Atomic unsigned n_begun, n_ended;      /* how many times some were taken, and have led to nodes */
};

/** None so far.  @return NULL without memory */
struct leads *leads_create(void);
/** Which may be NULL. */
void leads_destroy(struct leads *l);

/** Begin a cube. */
void leads_forget(struct leads *l);

/** Begin an iteration: those found so far are those of the one before.
 * @param last  the last one that there are leads for */
void leads_begin(struct leads *l, unsigned threshold, unsigned last);

/** Whether the iteration before has found any. */
bool leads_exist(const struct leads *l);

/** Add leads for the next iteration, by any thread.  Without memory there will be none. */
void leads_add(struct leads *l, const struct lead *lead, unsigned n);

/** The next leads of the iteration before, and the pass; some may not be in it.  leads_end() follows when their nodes are
 * known.
 * @param lead  where they are
 * @return how many, at most LEADS_AT_ONCE; 0: all are begun */
unsigned leads_next(struct leads *l, const struct lead **lead, unsigned *pass);
void leads_end(struct leads *l);

/** Whether all have ended: then whoever asks sees where they have led. */
bool leads_all_ended(const struct leads *l);
#endif
