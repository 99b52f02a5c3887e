/* Inside the search: what pool.c (threads, stealing, streams) and driver.c (one cube, iteration by iteration) share. */
#ifndef SUPERFLIP_SEARCH_POOL_H
#define SUPERFLIP_SEARCH_POOL_H
#include "search/kernel.h"

struct pool {
	const struct heuristic *heuristic;
	const struct kernel *kernel;
	unsigned n_threads;
	struct worker *workers;
	_Atomic unsigned n_hungry;             /* workers that found nothing to do */
	_Atomic bool interrupted;              /* all searches are to stop */
	_Atomic uint64_t n_generated;          /* in this run, of all cubes, as reported */

	pthread_mutex_t stream_lock;           /* held while a function of the stream is called */
	const struct search_stream *stream;
	_Atomic bool may_ask;                  /* next() may have something */
	_Atomic bool has_ended;                /* next() will have nothing any more */
	_Atomic unsigned n_active;             /* cubes begun and not done */

	pthread_mutex_t lock;                  /* guards what follows */
	pthread_cond_t run_begins, run_ends;
	uint64_t n_runs;                       /* begun so far */
	unsigned n_serving;                    /* workers that have not finished the run */
	bool quits;
};

/** Search one subtree, then count it as done. */
void worker_run_subtree(struct worker *w, const struct subtree *t);

/** Count a subtree as done that need not be searched. */
void worker_skip_subtree(struct worker *w, const struct subtree *t);

/** Work for whoever has work until no subtree of s is open. */
void worker_help_until_closed(struct worker *w, const struct search *s);

/** The whole algorithm for one cube (driver.c): on return *result is complete. */
void driver_solve(struct worker *w, const struct search_request *request, void *tag, struct search_result *result);
#endif
