/* Between the driver and the kernels: subtrees go down, counts, solutions and spare subtrees come back. */
#ifndef SUPERFLIP_SEARCH_KERNEL_H
#define SUPERFLIP_SEARCH_KERNEL_H
#include "search/deque.h"
#include "coset/kernel/frontier.h"
#include "coset/kernel/leads.h"
#include "coset/kernel/sweeps.h"

#include <pthread.h>

struct pool;

/* One cube being solved: what the threads that search below it share. */
struct search {
	struct pool *pool;
	struct search_request request;
	uint64_t symmetries;                   /* of the cube, as cube_symmetries() tells; 1: none */
	unsigned threshold;                    /* of the iteration in progress; constant while it runs */
	double start_s;                        /* monotonic clock */
	_Atomic bool stop;                     /* end the iteration: solutions complete, or a limit struck */
	_Atomic uint64_t n_open;               /* subtrees that are waiting or being searched */
	_Atomic uint64_t n_generated, n_expanded, n_lookups;  /* all iterations; kernels report now and then */
	uint64_t n_lookups_before;             /* in the iteration before this one; 0: there was none */
	struct roots *roots;                   /* the first moves as subtrees, or NULL: the search begins at the cube */
	uint16_t *order;                       /* n_ordered numbers of roots that fit this threshold, the best first */
	unsigned n_ordered;
	_Atomic unsigned n_begun;              /* of these, by any thread */
	_Atomic uint64_t *work;                /* nodes expanded below each root in this iteration */
	struct frontier *frontier;             /* what lies behind the roots, if the kernel opens them; else NULL */
	struct sweeps *sweeps;                 /* of this iteration, or NULL */
	struct leads *leads;                   /* for this iteration and the next one, or NULL */
	_Atomic int limit_struck;              /* enum search_outcome of the limit, SEARCH_SOLVED if none */
	pthread_mutex_t solutions_lock;        /* guards what follows */
	struct search_solution *solutions;
	uint64_t n_solutions, solutions_capacity;
};

/* A node to search below: what `path` makes of the search's cube. Its bound is known to fit. */
struct subtree {
	struct search *search;
	bool takes_roots;                      /* not a node, but all of the search's roots that nobody has begun; */
	bool opens_roots;                      /* these, to fill the frontier: kernel's open(); */
	bool sweeps;                           /* all leads and sweeps that nobody has begun: kernel's sweep() */
	uint32_t origin;                       /* number of the root that it stems from, or in the frontier */
	uint8_t n_path;                        /* moves_left is search->threshold - n_path */
	uint8_t last;                          /* state of the canonical order after the path */
	uint16_t noted;                        /* what a kernel knows of the node, in its own terms; 0 if nothing */
	uint16_t next_turns;                   /* of an opening that is split, as in struct part; else 0 */
	uint8_t path[SEARCH_MAX_LENGTH];       /* moves of cost 1, as searched */
};

struct node_counts { uint64_t n_generated, n_expanded, n_lookups; };

/* What one thread owns. */
struct worker {
	struct deque deque;                    /* of struct subtree, each malloc()ed by who pushed it */
	struct pool *pool;
	void *kernel_state;
	struct node_counts counts;             /* of the subtree in progress, since the last report */
	uint64_t n_expanded_reported;          /* all there were before */
	uint64_t random;                       /* whom to rob next */
	uint64_t n_steals;                     /* subtrees taken from others, since the pool began */
	struct frontier *frontier;             /* of the cubes that this worker begins; NULL so far */
	struct sweeps *sweeps;                 /* the same, */
	struct leads *leads;                   /* and the same */
	struct roots *all_roots;               /* of cubes without symmetry; NULL so far */
	double idle_s;                         /* spent looking for work in vain, since the pool began */
	pthread_t thread;
};

/* A depth-first search below a node, specialised for some heuristics and processors. */
struct kernel {
	const char *name;
	bool (*is_for)(const struct heuristic *h);                       /* and runs on this processor */
	void *(*create)(const struct heuristic *h);                      /* a thread's scratch memory; NULL without memory */
	void (*destroy)(void *state);
	/** Search everything below t, or until search_must_stop(). */
	void (*run)(struct worker *w, const struct subtree *t);
	/** Add to the frontier of a search what lies behind its roots, of those that nobody has begun, but for what lasts there;
	 * adds nothing if the threshold is too large.  Several threads may do so together.  run() then takes subtrees with
	 * takes_roots, and counts look-ups by their origins in the frontier itself.
	 * NULL: roots are given to run() one by one. */
	void (*open)(struct worker *w, struct search *s);
	/** Whether iterations may be sweeps (coset/kernel/sweeps.h), which begin with nodes that have as many moves left as the largest value.
	 * NULL: they may not. */
	bool (*can_sweep)(const void *state);
	/** Begin an iteration of sweeps, by what leads are known of the one before, in one thread. */
	void (*begin_sweeps)(struct worker *w, struct search *s);
	/** Search what lies behind all leads and sweeps that nobody has begun.  Several threads may do so together. */
	void (*sweep)(struct worker *w, struct search *s);
};

/** All kernels, the most specialised first; the last is for every heuristic and processor. */
extern const struct kernel *const kernels[];
extern const unsigned n_kernels;
const struct kernel *kernel_best(const struct heuristic *h);

/** pool_create() with a kernel of one's own choice, for tests and comparisons. */
struct pool *pool_create_with(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads);

const struct heuristic *worker_heuristic(const struct worker *w);

/** Whether the kernel is to return without finishing. Cheap. */
bool search_must_stop(const struct search *s);

/** Whether all solutions of a length are wanted: then an iteration goes on to its end. */
bool search_wants_all(const struct search *s);

/** Enough nodes between two reports; search_report() is then due. */
enum { REPORT_NODES = 1 << 16 };
/** Add the worker's counts to the search's and look whether a limit has struck. */
void search_report(struct worker *w, struct search *s);

/** The next of the search's roots, in their order.  @return false: all are begun */
bool search_next_root(struct search *s, struct subtree *t);

/** End the search: there is no memory for it. */
void search_fail(struct search *s);

/** Record that the n moves of `path` solve the cube. */
void search_found(struct search *s, const uint8_t *path, unsigned n);

/** Whether another thread is idle and this one has given it nothing yet. Cheap. */
bool worker_should_share(const struct worker *w);
/** Offer a subtree to other threads. @return false if that is impossible now: the caller keeps it */
bool worker_share(struct worker *w, const struct subtree *t);
#endif
