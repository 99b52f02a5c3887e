/* Inside a solver: what it searches with, the queue of its tasks, and a thread that has them searched. */
#ifndef SUPERFLIP_API_SOLVER_H
#define SUPERFLIP_API_SOLVER_H
#include "api/method.h"
#include "api/tables.h"
#include "method/restricted.h"
#include "pocket/table.h"
#include "search/search.h"

#include <pthread.h>

/** How cubes are solved. */
enum solver_kind { SOLVER_POOL, SOLVER_POCKET, SOLVER_METHOD, SOLVER_BASELINE };

struct task;

/** Who searches the cubes of a solver's queue, if it is not simply its pool: the processes of superflip-mpi, or the pool by units of
 * work that a journal keeps.  All zero: the pool. */
struct solver_backend {
	void *context;
	/** As pool_run(); called whenever the queue is not empty. */
	void (*run)(void *context, struct pool *pool, const struct search_stream *stream);
	/** More cubes are there while run() works; NULL: it need not be woken. */
	void (*wake)(void *context);
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
	struct solver_backend backend;
	struct restricted restricted;        /* if not all turns are permitted; group is NULL: all are */
	struct pocket_table *pocket;
	const struct method *method;
	void *method_tables;
	unsigned baseline;
	void *two_phase_tables;              /* for approximations; made by the thread that needs them first */
	bool has_tried_two_phase;

	pthread_t thread;
	pthread_mutex_t lock;                /* guards what follows, and all tasks, jobs and streams of the solver */
	pthread_cond_t work_arrives;
	struct task *running;                /* a list */
	struct task *first, *last;           /* the queue */
	unsigned n_searched;                 /* running tasks that the pool has */
	bool is_closed;                      /* the thread is to end */
};

superflip_solver *solver_keep(superflip_solver *solver);
void solver_release(superflip_solver *solver);

/** Take the lock, unless this is a forked child: there nobody would give it up, and no thread would search.
 * @return SUPERFLIP_OK: the lock is held; SUPERFLIP_FORKED */
superflip_status solver_lock(superflip_solver *solver, superflip_error *error);

/** Have cubes searched by others.  Before the first job or stream; of a solver with a pool. */
void solver_set_backend(superflip_solver *solver, struct solver_backend backend);

/** Without threads: solve what is in the queue, in the thread that waits for it.  With threads it does nothing. */
void solver_run_alone(superflip_solver *solver);

/** Whether only some of the turns are permitted. */
static inline bool solver_restricts(const superflip_solver *solver) { return solver->options.moves != SUPERFLIP_ALL_MOVES; }

/** The heuristic of its tables; NULL: it has none. */
static inline const struct heuristic *solver_heuristic(const superflip_solver *solver)
{
	return solver->tables != NULL ? &solver->tables->heuristic : NULL;
}
#endif
