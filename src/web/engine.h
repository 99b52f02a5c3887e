/* The solver behind the server, on include/superflip.h: tables mapped once, a solver for each way of solving, made when the first
 * cube asks for it.  Thread-safe. */
#ifndef SUPERFLIP_WEB_ENGINE_H
#define SUPERFLIP_WEB_ENGINE_H
#include "web/request.h"

#include <pthread.h>
#include <stdatomic.h>

enum { WEB_N_PUZZLES = 2, WEB_N_METRICS = 2, WEB_MAX_METHODS = 16 };

struct web_engine {
	superflip_tables_options options;    /* texts are borrowed */
	uint64_t node_memory_bytes;          /* for the nodes that a method keeps */
	unsigned n_threads;                  /* of a solver */
	uint64_t goal_bytes;                 /* that tables built for requests may take together; 0: any */
	uint64_t most_bytes;                 /* that those of one request may take, but for turn sets; 0: any */
	uint64_t turn_bytes;                 /* of turn sets: the best tables that are so small; 0: that fit in memory */
	superflip_status (*await)(superflip_error *error);  /* until somebody else has opened tables[0]; NULL: nobody does */
	_Atomic uint64_t goal_bytes_taken;
	pthread_mutex_t lock;                /* guards what follows, after web_engine_open() */
	superflip_tables *tables[WEB_N_METRICS];         /* of the strongest heuristic; [SUPERFLIP_QTM] when it is needed */
	superflip_tables *plain_tables[WEB_N_METRICS];   /* for methods that search without the kernels, when they are needed */
	superflip_solver *solver[WEB_N_PUZZLES][WEB_N_METRICS][WEB_MAX_METHODS];
	struct prediction *_Atomic prediction[WEB_N_METRICS];   /* who asks waits for no lock */
};

/** An engine without tables.  @return NULL without memory */
struct web_engine *web_engine_new(const superflip_tables_options *options, uint64_t node_memory_bytes, uint64_t goal_bytes);

/** Open the tables that the options name; build the standard ones if none are installed.
 * @param options  their progress function is called before the engine is open only
 * @param goal_bytes  of tables that may be built for requests; 0: any
 * @param out      set on SUPERFLIP_OK, released by web_engine_close()
 * @return as superflip_tables_open() and superflip_solver_create() */
superflip_status web_engine_open(const superflip_tables_options *options, uint64_t node_memory_bytes, uint64_t goal_bytes,
                                 struct web_engine **out, superflip_error *error);

/** Cancel what is searched, and free everything; no solver may be held any more. */
void web_engine_close(struct web_engine *engine);

/** The tables of the search in half turns, open as long as the engine; NULL: not yet, with await(). */
superflip_tables *web_engine_tables(struct web_engine *engine);

/** A solver for a request, shared with others unless it is of few moves, or for a goal of pieces, a turn set or a list of steps,
 * or there is await().
 * @param builds    build tables that are missing, which may take minutes: for one caller at a time
 * @param progress  of the tables that are built or checked; may be NULL
 * @param out  set on SUPERFLIP_OK, given back by web_engine_return()
 * @return as superflip_tables_open() and superflip_solver_create(); SUPERFLIP_TABLE_MISSING: call it again to build */
superflip_status web_engine_borrow(struct web_engine *engine, const struct web_request *request, bool builds,
                                   superflip_progress_function *progress, void *context, superflip_solver **out,
                                   superflip_error *error);
void web_engine_return(struct web_engine *engine, const struct web_request *request, superflip_solver *solver);

/** Nodes that IDA* generates in a complete iteration for a random cube, predicted from the heuristic's values of 100,000 random
 * cubes; a thread makes the sample after web_engine_open().
 * @return 0 while it is not known, and for requests that are not searched so */
double web_engine_predict(struct web_engine *engine, const struct web_request *request, unsigned threshold);

/** Whether the tables that a goal or a list of steps lacks are more than `most_bytes`. */
bool web_engine_is_too_large(const struct web_engine *engine, const superflip_goal_info *info);

/** The lower bound of a 3x3x3 in half turns.  @return false while the tables are not checked */
bool web_engine_bound(struct web_engine *engine, const superflip_cube *cube, unsigned *out);
#endif
