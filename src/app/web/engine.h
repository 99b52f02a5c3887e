/* The session behind the server, on include/superflip.h: solvers of requests, and what is known of the
 * tables of whole cubes. Thread-safe. */
#ifndef SUPERFLIP_WEB_ENGINE_H
#define SUPERFLIP_WEB_ENGINE_H
#include "session/session.h"
#include "web/request.h"

#include <pthread.h>

enum { WEB_N_METRICS = 2 };

struct web_engine {
	superflip_session session;
	unsigned n_threads;                  /* of a solver */
	superflip_tables *_Atomic tables;    /* of the search in half turns, open as long as the
	                                      * engine; NULL: not yet, with await() */
	pthread_mutex_t lock;                /* guards the next */
	struct solver *plain[WEB_N_METRICS];            /* of searches by all turns, kept
	                                                         * once one was borrowed; */
	struct prediction *_Atomic prediction[WEB_N_METRICS];   /* who asks waits for no lock */
};

/** An engine without tables.  @return NULL without memory */
struct web_engine *web_engine_new(const struct tables_options *options, uint64_t node_memory_bytes);

/** Open the tables that the options name; build the standard ones if none are installed.
 * @param options  their progress function is called before the engine is open only
 * @param goal_bytes  of tables that may be built for requests; 0: any
 * @param out      set on SUPERFLIP_OK, released by web_engine_close()
 * @return as session_borrow() */
superflip_status web_engine_open(const struct tables_options *options, uint64_t node_memory_bytes,
                                 uint64_t goal_bytes,
                                 struct web_engine **out, superflip_error *error);

/** Cancel what is searched, and free everything; no solver may be held any more. */
void web_engine_close(struct web_engine *engine);

/** A solver for a request, shared with others like it: session_borrow(). */
superflip_status web_engine_borrow(struct web_engine *engine, const struct web_request *request, bool builds,
                                   superflip_notify *notify, void *context,
                                   struct solver **out,
                                   superflip_error *error);

/** Nodes that IDA* generates in a complete iteration for a random cube, predicted from the heuristic's
 * values of 100,000 random cubes; a thread makes the sample after web_engine_open().
 * @return 0 while it is not known, and for requests that are not searched so */
double web_engine_predict(struct web_engine *engine, const struct web_request *request, unsigned threshold);

/** The lower bound of a 3x3x3 in half turns.  @return false while the tables are not checked */
bool web_engine_bound(struct web_engine *engine, const superflip_cube *cube, unsigned *out);
#endif
