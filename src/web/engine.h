/* The solver behind the server, on include/superflip.h: tables mapped once, a solver for each way of solving, made when the first
 * cube asks for it.  Thread-safe. */
#ifndef SUPERFLIP_WEB_ENGINE_H
#define SUPERFLIP_WEB_ENGINE_H
#include "web/request.h"

struct web_engine_options {
	const char *heuristic, *directory;   /* as in superflip_tables_options; borrowed until web_engine_close() */
	uint64_t memory_bytes;               /* for the tables; 0: no limit */
	uint64_t node_memory_bytes;          /* for the nodes that a method keeps */
	unsigned n_threads;                  /* of a solver; 0: all processors */
	bool preloads;
	superflip_progress_function *progress;  /* while tables are built or checked at the start; may be NULL */
	void *progress_context;
};

struct web_engine;

/** Open the tables that `heuristic` names; build the standard ones if none are installed.
 * @param out  set on SUPERFLIP_OK, released by web_engine_close()
 * @return as superflip_tables_open() and superflip_solver_create() */
superflip_status web_engine_open(const struct web_engine_options *options, struct web_engine **out, superflip_error *error);

/** Cancel what is searched, and free everything; no solver may be held any more. */
void web_engine_close(struct web_engine *engine);

/** The tables of the search in half turns, open as long as the engine. */
superflip_tables *web_engine_tables(struct web_engine *engine);
unsigned web_engine_threads(struct web_engine *engine);
const char *web_engine_directory(const struct web_engine *engine);

/** A solver for a request, shared with others unless it is of few moves.
 * @param out  set on SUPERFLIP_OK, given back by web_engine_return()
 * @return as superflip_tables_open() and superflip_solver_create() */
superflip_status web_engine_borrow(struct web_engine *engine, const struct web_request *request, superflip_solver **out,
                                   superflip_error *error);
void web_engine_return(struct web_engine *engine, const struct web_request *request, superflip_solver *solver);

/** Nodes that IDA* generates in a complete iteration for a random cube, predicted from the heuristic's values of 100,000 random
 * cubes; a thread makes the sample after web_engine_open().
 * @return 0 while it is not known, and for requests that are not searched so */
double web_engine_predict(struct web_engine *engine, const struct web_request *request, unsigned threshold);

/** The lower bound of a 3x3x3 in half turns.  @return false while the tables are not checked */
bool web_engine_bound(struct web_engine *engine, const superflip_cube *cube, unsigned *out);
#endif
