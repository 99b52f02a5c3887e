/* Inside the search: what the pool, its workers, IDA* and the services share. */
#pragma once
#include "search/kernel.h"

/** What waits in a deque. */
struct task {
	struct search *search;
	take_part_fn *take_part;               /* of search_together(), with its context; NULL: */
	void *context;
	struct work_unit unit;                 /* everything below it is to be searched, */
	struct open_unit *open;                /* and the unit of a source that it belongs to; NULL: none */
};

struct pool {
	const struct heuristic *heuristic;
	const struct kernel *kernel;
	unsigned n_threads;
	unsigned n_running;                    /* threads; 0: pool_run() searches in the caller's */
	struct worker *workers;
	_Atomic unsigned n_idle;               /* workers that found nothing to do */
	_Atomic bool interrupted;              /* all searches are to stop */
	_Atomic uint64_t n_generated;          /* in this run, of all cubes, as reported */
	double looked_around_s;                /* without threads: when the stream looked around last */
	_Atomic uint64_t n_searches;           /* begun since the pool was created */

	pthread_mutex_t stream_lock;           /* held while a function of the stream is called */
	const struct search_stream *stream;
	_Atomic bool may_ask;                  /* next() may have something */
	_Atomic bool has_ended;                /* next() will have nothing any more */
	_Atomic unsigned n_active;             /* cubes begun and not done */

	pthread_mutex_t units_lock;            /* guards what follows */
	struct search *_Atomic divided;        /* its iteration is searched by the units of a source; NULL: there
	                                        * is none such */
	_Atomic unsigned n_taking;             /* threads that take units of it */

	pthread_mutex_t lock;                  /* guards what follows */
	pthread_cond_t run_begins, run_ends;
	uint64_t n_runs;                       /* begun so far */
	unsigned n_serving;                    /* workers that have not finished the run */
	bool quits;
};

/** Without threads: let the stream look around as pool_run() otherwise does, if it has not done so for a
 * tenth of a second. */
void pool_look_around_alone(struct pool *pool);

/** Search other threads' tasks while goes_on(context). */
void worker_help_while(struct worker *w, bool (*goes_on)(const void *context), const void *context);

/** Run what waits in this thread's own deque. */
void worker_empty_deque(struct worker *w);

/** Take units of the iteration that the pool's threads divide, if there is one, until it ends
 * (iterate_units.c). */
void worker_take_units(struct worker *w);

/** A unit of a source while it is searched: done when all have released it who hold it.  NULL: nobody
 * asks. */
void open_unit_hold(struct open_unit *open);
void open_unit_release(struct search *s, struct open_unit *open);
/** Search `unit`, which is the open one or a subtree of it. */
void open_unit_run(struct worker *w, struct search *s, const struct work_unit *unit, struct open_unit *open);

/** The whole algorithm for one cube (ida.c): on return *result is complete. */
void ida_solve(struct worker *w, const struct search_request *request, void *tag,
               struct search_result *result);

/** What the heuristic and the perimeter know of a start. */
unsigned search_lower_bound(const struct search *s, const struct cube *c);

/* The starts of a search with several goals, or with turns that are free before the first move (starts.c). */
struct starts {
	_Atomic size_t n_begun;                /* in this iteration, by any thread */
	size_t n;
	struct start {
		struct cube cube;
		uint8_t bound;                 /* the fewest moves that may solve it */
		bool is_odd;
		uint8_t before;                /* 1 + the free turn that leads there from the request's cube; 0:
		                                * none */
	} start[];                             /* those with small bounds first */
};

/** @return NULL without memory; released by free() */
struct starts *starts_create(const struct search *s);

/** Search an iteration, the starts as units of work. */
void search_iterate_starts(struct worker *w, struct search *s);

/** Stop if the search's caller has cancelled it. */
void search_heed(struct search *s);

/** How many solutions end the search. */
uint64_t search_solutions_wanted(const struct search *s);

/** Put the solutions in order, and no more of them than are wanted, into *result, which then owns them. */
void search_hand_over_solutions(struct search *s, struct search_result *result);

/** Add the images of all solutions under the cube's symmetries, after each iteration, if they are wanted. */
void search_add_images(struct search *s);

/** Search below a unit and add the nodes that this took to its root's work; nothing without an order of
 * roots. */
void root_order_run(struct worker *w, struct search *s, const struct work_unit *unit);
void root_order_free(struct root_order *order);
