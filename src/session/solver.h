/* Inside solvers: what they search with, the queue of their tasks, and the jobs that wait for these, all
 * under one lock.
 *
 * A task is one cube in work.  task.c makes all changes of its state:
 *
 *     TASK_NEW --> TASK_QUEUED --> TASK_RUNNING --> TASK_DONE
 *        |              `--------------------------->  |   cancelled before it was begun
 *        `--> TASK_WAITING ------------------------->  |   a duplicate of a task that is searched
 *        `------------------------------------------>  '   a duplicate of one that was answered
 */
#pragma once
#include "session/cube.h"
#include "session/problem.h"
#include "session/result.h"
#include "session/tables.h"
#include "pocket/table.h"
#include "search/duplicates.h"

/** How cubes are solved. */
enum solver_kind { SOLVER_POOL, SOLVER_POCKET, SOLVER_METHOD };

enum task_state { TASK_NEW, TASK_QUEUED, TASK_RUNNING, TASK_WAITING, TASK_DONE };

struct task {
	struct solver *solver;
	superflip_job *job;                  /* whose result it makes; NULL: nobody waits any more, and it is
	                                      * freed when it has run */
	struct task *next;                   /* in the queue, or among those that run */
	enum task_state state;
	struct search_request request;       /* its position is in `cube` */
	struct cube cube;                    /* whose solutions are wanted; with a goal, those lead there */
	struct cube searched;                /* what is searched: with duplicates the first of its class */
	struct duplicate duplicate;          /* of a job that looks for them */
	struct search_watch watch;
	bool is_approximate;
	bool is_in_pool;                     /* the threads search it */
	double begin_s;
	struct result *result;               /* made beforehand, so that there always is one; owned until it is
	                                      * given away */
};

/** Tasks in order: of a list, or the one of superflip_job_start().  Cube number n, counted from 0, is in slot
 * n % window. */
struct superflip_job {
	struct solver *solver;               /* kept; its lock guards everything here */
	superflip_job *next;                 /* of the solver's jobs */
	struct superflip_session *session;   /* kept; NULL: the solver is of none */
	char *heuristic;                     /* owned: its name, which goes with tables; NULL: none */
	struct search_request request;
	struct cube goal_inverse;            /* solved without a goal */
	unsigned window;
	bool is_brief;                       /* cubes take less time than to wake a thread: who waits for results
	                                      * solves them */
	bool is_single;                      /* it tells of every change, and its task is cancelled, never
	                                      * dropped */
	bool drops_brief_iterations, is_finished, is_cancelled;
	superflip_notify *notify;            /* NULL: nobody listens */
	void *notify_context;
	bool is_unwanted;                    /* notify returned false: the next call cancels it */
	struct task **slot;
	uint64_t n_added, n_taken, n_done, last_id, n_changes;
	unsigned n_change_waiters;           /* threads for which any change is a result */
	pthread_cond_t has_room, has_result; /* has_result of a single one: any change */
	struct duplicates *duplicates;       /* NULL: every cube is searched */
	struct job_iteration {
		uint64_t id;
		superflip_iteration iteration;
	} *iterations;                       /* a ring of n_kept */
	uint64_t n_kept, n_iterations;       /* n_iterations have ended */
	uint64_t n_generated;                /* of tasks that are done */
	unsigned threshold;                  /* of the latest complete iteration without a solution, */
	uint64_t threshold_id;               /* and its cube */
	double begin_s, end_s, taken_s;      /* opened, the latest task done, the latest result taken */
	/* Of a single one: */
	_Atomic unsigned shortest;           /* threshold of the first iteration with solutions */
	bool is_live;                        /* solutions are given as they are found */
	struct search_solution *found;       /* owned; in the order in which they were found */
	uint64_t n_found;
	size_t found_capacity;
};

static inline struct task *job_task(const superflip_job *job, uint64_t n)
{
	return job->slot[n % job->window];
}

/** Who searches the cubes of a solver's queue, if it is not simply its pool: the processes of superflip-mpi,
 * or the pool by units of work that a journal keeps.  All zero: the pool. */
struct solver_backend {
	void *context;
	/** As pool_run(); called whenever the queue is not empty. */
	void (*run)(void *context, struct pool *pool, const struct search_stream *stream);
};

struct solver {
	/* Of the session that made it, under that session's lock: */
	struct solver *next;
	char *key;                           /* owned: what of a problem decides it */
	bool is_bare;                        /* without tables, for cubes that the turns do not solve */
	unsigned n_borrowers;

	_Atomic unsigned n_users;            /* its owner, jobs */
	unsigned generation;                 /* of the process that made it (base/forked.h) */
	superflip_puzzle puzzle;
	enum metric metric;                  /* of its tables, if there are any; of a turn set METRIC_HTM */
	struct turns given;                  /* solutions of the 3x3x3 may have; an empty set: all */
	uint64_t node_bytes;                 /* for the nodes of methods that keep them; 0: half of what is
	                                      * available */
	enum solver_kind kind;
	unsigned n_threads;
	superflip_tables *tables;            /* kept open; NULL: none */
	/* Of its kind: */
	struct pool *pool;
	struct pool *alone;                  /* of whoever waits, for cubes whose table knows every move; NULL:
	                                      * none are such */
	bool is_alone_busy;                  /* somebody has it; under the lock */
	struct solver_backend backend;       /* set before the first job */
	struct turn_automaton turns;         /* if its tables are for more or cheaper turns; else empty */
	struct reach *reach;                 /* owned; of a turn set, or if not all turns are permitted */
	struct perimeter perimeter;          /* of `turns`, around the solved cube or a goal with few
	                                      * completions; else empty */
	uint8_t *pocket;                     /* pocket_distances() */
	const struct method *method;
	struct goal list_goal;               /* of a list that ends at one; else without views */
	void *method_tables;
	void *two_phase_tables;              /* for approximations; made by the thread that needs them first */
	bool has_tried_two_phase;

	pthread_t *threads;                  /* n_started that take tasks out of the queue: one, or of lists of
	                                      * steps n_threads */
	unsigned n_started;
	pthread_mutex_t lock;                /* guards what follows, and all tasks and jobs of the solver */
	pthread_cond_t work_arrives;
	superflip_job *jobs;                 /* all that are not freed: a list */
	struct task *running;                /* a list */
	struct task *first, **end;           /* the queue */
	unsigned n_in_pool;                  /* running tasks that the threads search */
	bool is_closed;                      /* the thread is to end */
};

/** The goal of its tables; NULL: the solved cube. */
static inline const struct goal *solver_goal(const struct solver *solver)
{
	return solver->tables != NULL && solver->tables->goal != NULL ? &solver->tables->goal->goal : NULL;
}

/** The turns that solutions may have; NULL: all turns of faces. */
static inline const struct turn_set *solver_turns(const struct solver *solver)
{
	return solver->given.set.n > 0 ? &solver->given.set : NULL;
}

/** If these are turns of faces at their costs in the metric, bit m for move m; else 0. */
static inline uint32_t solver_moves(const struct solver *solver)
{
	return solver_turns(solver) != NULL ? solver->given.moves : ALL_MOVES;
}

/** The heuristic of its tables; NULL: it has none. */
static inline const struct heuristic *solver_heuristic(const struct solver *solver)
{
	return solver->tables != NULL ? &solver->tables->heuristic : NULL;
}

/* ---- task.c ---- */

/** Take the lock, unless this is a forked child: there nobody would give it up, and no thread would search.
 * @return SUPERFLIP_OK: the lock is held; SUPERFLIP_FORKED */
superflip_status solver_lock(struct solver *solver, superflip_error *error);

static inline bool job_lock(superflip_job *job) { return solver_lock(job->solver, NULL) == SUPERFLIP_OK; }
static inline void job_unlock(superflip_job *job) { pthread_mutex_unlock(&job->solver->lock); }

/** Whether a cube, which is called so, is of the solver's puzzle.  @return SUPERFLIP_OK,
 * SUPERFLIP_BAD_ARGUMENT */
superflip_status solver_takes(const struct solver *solver, const superflip_cube *cube, const char *name,
                              superflip_error *error);

/** A task of a job.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, and as solver_takes() */
superflip_status task_make(superflip_job *job, const superflip_cube *cube, struct task **out,
                           superflip_error *error);
void task_free(struct task *task);
/** Whether a cube is where the solver is to bring it. */
bool solver_is_reached(const struct solver *solver, const struct cube *c);

/** Whether a task was cancelled; `context` is the task. */
bool task_is_cancelled(void *context);

/** A search is over: fill in the results of the task and of those that wait for it, and end them.  Takes the
 * lock. */
void task_finish(struct task *task, struct search_result *found);

/* With the lock held: */

/** Begin a new task: it is queued, or it waits for the search of an equal cube, or is answered.  @return
 * whether it was queued */
bool task_begin(struct task *task);

/** Take the oldest task out of the queue and have it run; NULL: there is none. */
struct task *tasks_take(struct solver *solver);

/** The result is filled: the task is done. */
void task_end(struct task *task);

/** Tasks that were begun go on to their end, and so does a single one that was not.  Else the first that was
 * not begun, and all after it, are dropped. */
void job_cancel(superflip_job *job);

/** From number n on the job has no tasks any more. */
void job_abandon(superflip_job *job, uint64_t n);

/** A job has changed: whoever waits for one cube, or wants to hear of it, does. */
void job_on_change(superflip_job *job);

/* ---- backend.c: who takes tasks out of the queue and solves them, until it is empty; without the lock
 * ---- */

void backend_run(struct solver *solver);

/** With the lock held, which it gives up meanwhile: solve what is in the queue in this thread.  @return
 * false: another one does so */
bool backend_run_here(struct solver *solver);

/* ---- solver.c ---- */

/** A solver of a problem that is complete.
 * @param where   directory, threads, and who hears of tables that are built
 * @param tables  to search with; the solver keeps them open.  NULL for the 2x2x2 and for methods that take
 *   none
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT, SUPERFLIP_UNKNOWN_NAME, SUPERFLIP_NO_MEMORY,
 *         SUPERFLIP_NO_THREADS, SUPERFLIP_CANCELLED, SUPERFLIP_IO, SUPERFLIP_TABLE_... */
superflip_status solver_create(const superflip_problem *p, superflip_tables *tables,
                               const struct tables_options *where, uint64_t node_bytes, struct solver **out,
                               superflip_error *error);
/** Cancel all work and wait a few milliseconds for its end.  Jobs stay valid and keep their results; cubes
 * may no longer be added.  NULL is ignored. */
void solver_free(struct solver *solver);
void solver_release(struct solver *solver);

/** Without threads: solve what is in the queue, in the thread that waits for it.  With threads it does
 * nothing. */
void solver_run_alone(struct solver *solver);

/** The name of the heuristic, "pocket" for the 2x2x2; NULL: it uses none. */
const char *solver_heuristic_name(const struct solver *solver);

/* ---- job.c ---- */

/** Cubes for a solver: superflip_job_open(), or with is_single for superflip_job_start().
 * @param options  NULL: the defaults */
superflip_status job_open(struct solver *solver, const struct search_request *request,
                          const superflip_job_options *options, bool is_single, superflip_job **out,
                          superflip_error *error);

/** With the lock held. */
superflip_progress job_describe(const superflip_job *job);

/* ---- session.c ---- */

/** The next caller may have the solver of a job whose cubes are done; without the lock. */
void job_return_solver(superflip_job *job);
