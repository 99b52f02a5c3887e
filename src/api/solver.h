/* Inside a solver: a queue of cubes, and a thread that has them solved. */
#ifndef SUPERFLIP_API_SOLVER_H
#define SUPERFLIP_API_SOLVER_H
#include "api/cube.h"
#include "api/method.h"
#include "api/result.h"
#include "api/tables.h"
#include "method/restricted.h"
#include "pocket/table.h"
#include "search/duplicates.h"

#include <pthread.h>

/** How cubes are solved. */
enum solver_kind { SOLVER_POOL, SOLVER_POCKET, SOLVER_METHOD, SOLVER_BASELINE };

struct item;

/** Who searches the cubes of a solver's queue, if it is not simply its pool: the processes of superflip-mpi, or the pool by units of
 * work that a journal keeps.  All zero: the pool. */
struct solver_searcher {
	void *context;
	/** As pool_run(); called whenever the queue is not empty. */
	void (*run)(void *context, struct pool *pool, const struct search_stream *stream);
	/** More cubes are there while run() works; NULL: it need not hear of that. */
	void (*arrive)(void *context);
};

struct superflip_solver {
	_Atomic unsigned n_users;            /* its owner, jobs, streams */
	unsigned generation;                 /* of the process that made it (base/forked.h) */
	superflip_solver_options options;
	enum solver_kind kind;
	unsigned n_threads;
	superflip_tables *tables;            /* kept open; NULL: none */
	/* Of its kind: */
	struct pool *pool;
	struct solver_searcher searcher;
	struct restricted restricted;        /* if not all turns are permitted; group is NULL: all are */
	struct pocket_table *pocket;
	const struct method *method;
	void *method_tables;
	unsigned baseline;
	void *two_phase_tables;              /* for approximations; made by the thread that needs them first */
	bool has_tried_two_phase;

	pthread_t thread;
	pthread_mutex_t lock;                /* guards what follows, and all items, jobs and streams of the solver */
	pthread_cond_t work_arrives;
	struct item *running;                /* a list */
	struct item *first, *last;           /* the queue */
	unsigned n_running;                  /* of the pool: given out by next() and not done */
	bool is_closed;                      /* the thread is to end */
};

/** What is asked of a cube. */
struct asked {
	superflip_request request;           /* without its goal */
	bool has_goal;
	struct cube goal_inverse;
};

enum item_state { ITEM_QUEUED, ITEM_RUNNING, ITEM_WAITING /* for a duplicate's search */, ITEM_DONE };

/** One cube in work, of a job or of a stream. */
struct item {
	_Atomic unsigned n_users;            /* its job or stream, and the solver while it is queued or runs */
	superflip_solver *solver;
	superflip_job *job;                  /* NULL: of a stream, or the job was freed */
	superflip_stream *stream;
	struct item *next;                   /* in the queue, or among those that run */
	enum item_state state;
	struct asked asked;
	struct cube cube;                    /* whose solutions are wanted; with a goal, those lead there */
	struct cube searched;                /* what is searched: with duplicates the first of its class */
	struct duplicate duplicate;
	struct search_watch watch;
	bool is_approximate;
	double begin_s;
	struct result *result;               /* made beforehand, so that there always is one; owned until it is given away */
};

/* ---- solver.c ---- */

superflip_solver *solver_keep(superflip_solver *solver);
void solver_release(superflip_solver *solver);

/** Take the lock, unless this is a forked child: there nobody would give it up, and no thread would search.
 * @return SUPERFLIP_OK: the lock is held; SUPERFLIP_FORKED */
superflip_status solver_lock(superflip_solver *solver, superflip_error *error);

/** Have cubes searched by others.  Before the first job or stream; of a solver with a pool. */
void solver_set_searcher(superflip_solver *solver, struct solver_searcher searcher);

/** Without threads: solve what is in the queue, in the thread that waits for it.  With threads it does nothing. */
void solver_serve_alone(superflip_solver *solver);

/** Whether only some of the turns are permitted. */
static inline bool solver_restricts(const superflip_solver *solver) { return solver->options.moves != SUPERFLIP_ALL_MOVES; }

/** The heuristic of its tables; NULL: it has none. */
const struct heuristic *solver_heuristic(const superflip_solver *solver);

/* ---- items.c; all but item_make(), item_release() and solver_wake() with the lock held ---- */

/** @return NULL without memory */
struct item *item_make(superflip_solver *solver, const superflip_cube *cube, const struct asked *asked);
void item_release(struct item *item);

/** Put an item at the end of the queue; solver_wake() after the lock is given up. */
void items_add(struct item *item);
void solver_wake(superflip_solver *solver);

/** Take the oldest item out of the queue and begin it; NULL: there is none. */
struct item *items_take(superflip_solver *solver);

/** Take an item out, wherever it is; it must be in the queue. */
void items_remove(struct item *item);

/** Tell the item's job or stream of an iteration; of the end, once the result is filled. */
void item_tell_iteration(struct item *item, const struct search_iteration *iteration);
void item_end(struct item *item);

/** What is asked, checked and copied.
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT */
superflip_status asked_of(const superflip_solver *solver, const superflip_request *request, struct asked *out,
                          superflip_error *error);

/** Whether a cube may be given to the solver. */
superflip_status solver_takes(const superflip_solver *solver, const superflip_cube *cube, superflip_error *error);

/** Wait for a condition of clock_condition_init().
 * @param timeout_s  negative: without end; 0: not at all
 * @param until      clock_after(timeout_s)
 * @return false: the time is over */
bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double timeout_s, const struct timespec *until);

/* ---- serve_pool.c, serve_one.c: with the lock given up, until the queue is empty ---- */
void serve_pool(superflip_solver *solver);
void serve_one_by_one(superflip_solver *solver);

/* ---- approximate.c ---- */

/** Add a solution by the two-phase method to a search that the time limit ended without one. */
void approximate(struct item *item, struct search_result *found);

/* ---- job.c, stream.c: called with the lock held ---- */
void job_hear_begin(superflip_job *job);
void job_hear_nothing_new(superflip_job *job);  /* without threads: ten times a second while it is searched */
void job_hear_iteration(superflip_job *job, const struct search_iteration *iteration);
void job_hear_end(superflip_job *job);
void job_hear_found(void *item, const struct search_solution *solutions, uint64_t n);  /* takes the lock itself */

void stream_hear_iteration(superflip_stream *stream, struct item *item, const struct search_iteration *iteration);
/** Cancel a stream with the lock held. */
void stream_cancel_locked(superflip_stream *stream);
void stream_hear_end(superflip_stream *stream, const struct item *item);

/** The search of one of its items is over: fill its result, and those of its duplicates, which then are at their end, too. */
void stream_take_search(superflip_stream *stream, struct item *item, struct search_result *found);

/** The search of an item is over: make its result of what was found, and tell.  Takes the lock itself. */
void item_take_search(struct item *item, struct search_result *found);
#endif
