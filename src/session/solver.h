/* Inside solvers: what they search with, the queue of their tasks, and the streams that wait for these, all under one lock.
 *
 * A task is one cube in work.  task.c makes all changes of its state:
 *
 *     TASK_NEW --> TASK_QUEUED --> TASK_RUNNING --> TASK_DONE
 *        |              `--------------------------->  |   cancelled before it was begun
 *        `--> TASK_WAITING ------------------------->  |   a duplicate of a task that is searched
 *        `------------------------------------------>  '   a duplicate of one that was answered
 */
#ifndef SUPERFLIP_SESSION_SOLVER_H
#define SUPERFLIP_SESSION_SOLVER_H
#include "session/cube.h"
#include "session/reach.h"
#include "session/result.h"
#include "session/tables.h"
#include "pocket/table.h"
#include "search/duplicates.h"

#include <pthread.h>

/** How cubes are solved. */
enum solver_kind { SOLVER_POOL, SOLVER_POCKET, SOLVER_METHOD };

enum task_state { TASK_NEW, TASK_QUEUED, TASK_RUNNING, TASK_WAITING, TASK_DONE };

struct task {
	superflip_solver *solver;
	superflip_stream *stream;            /* whose result it makes; NULL: nobody waits any more, and it is freed when it has run */
	struct task *next;                   /* in the queue, or among those that run */
	enum task_state state;
	superflip_request request;           /* checked; its goal is in `cube` */
	struct cube cube;                    /* whose solutions are wanted; with a goal, those lead there */
	struct cube searched;                /* what is searched: with duplicates the first of its class */
	struct duplicate duplicate;          /* of a stream that looks for them */
	struct search_watch watch;
	bool is_approximate;
	bool is_in_pool;                     /* the threads search it */
	double begin_s;
	struct result *result;               /* made beforehand, so that there always is one; owned until it is given away */
};

/** Many tasks in order; a job is a stream of one (job.c).  Cube number n, counted from 0, is in slot n % window. */
struct superflip_stream {
	superflip_solver *solver;            /* kept; its lock guards everything here */
	superflip_request request;
	struct cube goal_inverse;            /* solved without a goal */
	unsigned window;
	bool is_brief;                       /* cubes take less time than to wake a thread: whoever waits for results solves them */
	bool is_job;                         /* it tells of every change, and a task that was not begun is cancelled, not dropped */
	bool drops_brief_iterations, is_finished, is_cancelled;
	struct task **slot;
	uint64_t n_added, n_taken, n_done, last_id, n_changes;
	pthread_cond_t has_room, has_result; /* has_result of a job: any change */
	struct duplicates *duplicates;       /* NULL: every cube is searched */
	struct stream_iteration {
		uint64_t id;
		superflip_iteration iteration;
	} *iterations;                       /* a ring of n_kept */
	uint64_t n_kept, n_iterations, n_given;  /* n_iterations have ended, n_given were given to the caller */
	uint64_t n_generated;                /* of tasks that are done */
	unsigned threshold;                  /* of the latest complete iteration without a solution, */
	uint64_t threshold_id;               /* and its cube */
	double begin_s, end_s, taken_s;      /* opened, the latest task done, the latest result taken */
};

static inline struct task *stream_task(const superflip_stream *stream, uint64_t n)
{
	return stream->slot[n % stream->window];
}

/** Who searches the cubes of a solver's queue, if it is not simply its pool: the processes of superflip-mpi, or the pool by units of
 * work that a journal keeps.  All zero: the pool. */
struct solver_backend {
	void *context;
	/** As pool_run(); called whenever the queue is not empty. */
	void (*run)(void *context, struct pool *pool, const struct search_stream *stream);
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
	struct pool *alone;                  /* of whoever waits, for cubes whose table knows every move; NULL: none are such */
	bool is_alone_busy;                  /* somebody has it; under the lock */
	struct solver_backend backend;       /* set before the first job or stream */
	bool has_tables_of_moves;            /* its tables are for the turns that options.moves permits */
	struct reach *reach;                 /* of a turn set, or if not all turns are permitted; else NULL */
	struct perimeter *perimeter;         /* if the tables are for more turns than are permitted, and the cube is to be solved; else NULL */
	struct pocket_table *pocket;
	const struct method *method;
	void *method_tables;
	void *two_phase_tables;              /* for approximations; made by the thread that needs them first */
	bool has_tried_two_phase;

	pthread_t *threads;                  /* n_started that take tasks out of the queue: one, or of lists of steps n_threads */
	unsigned n_started;
	pthread_mutex_t lock;                /* guards what follows, and all tasks, jobs and streams of the solver */
	pthread_cond_t work_arrives;
	struct task *running;                /* a list */
	struct task *first, **end;           /* the queue */
	unsigned n_in_pool;                  /* running tasks that the threads search */
	bool is_closed;                      /* the thread is to end */
};

/** Whether only some of the turns are permitted that its tables are for. */
static inline bool solver_restricts(const superflip_solver *solver)
{
	return solver->options.moves != SUPERFLIP_ALL_MOVES && !solver->has_tables_of_moves;
}

/** Whether its tables are those of a goal. */
static inline bool solver_has_goal(const superflip_solver *solver) { return solver->tables != NULL && solver->tables->goal != NULL; }

/** The goal of its tables; NULL: the solved cube. */
static inline const struct goal *solver_goal(const superflip_solver *solver)
{
	return solver_has_goal(solver) ? solver->tables->goal : NULL;
}

/** The turn set of its tables; NULL: turns of faces. */
static inline const struct turn_set *solver_turns(const superflip_solver *solver)
{
	return solver->tables != NULL ? solver->tables->turns : NULL;
}

/** The heuristic of its tables; NULL: it has none. */
static inline const struct heuristic *solver_heuristic(const superflip_solver *solver)
{
	return solver->tables != NULL ? &solver->tables->heuristic : NULL;
}

/* ---- task.c ---- */

/** Take the lock, unless this is a forked child: there nobody would give it up, and no thread would search.
 * @return SUPERFLIP_OK: the lock is held; SUPERFLIP_FORKED */
superflip_status solver_lock(superflip_solver *solver, superflip_error *error);

/** Whether a cube, which is called so, is of the solver's puzzle.  @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT */
superflip_status solver_takes(const superflip_solver *solver, const superflip_cube *cube, const char *name, superflip_error *error);

/** A task of a stream.
 * @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, and as solver_takes() */
superflip_status task_make(superflip_stream *stream, const superflip_cube *cube, struct task **out, superflip_error *error);
void task_free(struct task *task);

/** Whether a task was cancelled; `context` is the task. */
bool task_is_cancelled(void *context);

/** Have the threads look into the queue; without the lock. */
void tasks_wake(superflip_solver *solver);

/** A search is over: fill in the results of the task and of those that wait for it, and end them.  Takes the lock. */
void task_finish(struct task *task, struct search_result *found);

/* With the lock held: */

/** Begin a new task: it is queued, or it waits for the search of an equal cube, or is answered.  @return whether it was queued */
bool task_begin(struct task *task);

/** Take the oldest task out of the queue and have it run; NULL: there is none. */
struct task *tasks_take(superflip_solver *solver);

/** An iteration of a task is over. */
void task_add_iteration(struct task *task, const struct search_iteration *iteration);

/** The result is filled: the task is done. */
void task_end(struct task *task);

/** Tasks that were begun go on to their end; of a job also the one that was not.  Else the first that was not begun, and all after it,
 * are dropped. */
void stream_cancel(superflip_stream *stream);

/** The stream waits for none of its tasks any more. */
void stream_abandon_tasks(superflip_stream *stream);

/** A job has changed. */
void stream_on_change(superflip_stream *stream);

/* ---- backend.c: who takes tasks out of the queue and solves them, until it is empty; without the lock ---- */

void backend_run(superflip_solver *solver);

/** With the lock held, which it gives up meanwhile: solve what is in the queue in this thread.  @return false: another one does so */
bool backend_run_here(superflip_solver *solver);

/* ---- solver.c ---- */

superflip_solver *solver_keep(superflip_solver *solver);
void solver_release(superflip_solver *solver);

/** Without threads: solve what is in the queue, in the thread that waits for it.  With threads it does nothing. */
void solver_run_alone(superflip_solver *solver);

/* ---- stream.c ---- */

/** @param stream  all zero but for is_job; on SUPERFLIP_OK released by stream_close()
 * @return as superflip_stream_open() */
superflip_status stream_init(superflip_stream *stream, superflip_solver *solver, const superflip_request *request,
                             const superflip_stream_options *options, superflip_error *error);

/** Cancel the stream, and release what it has but its own memory.
 * @return false in a forked child: what the parent's threads were changing stays */
bool stream_close(superflip_stream *stream);

/** Add a new task, which then is the stream's.
 * @return as superflip_stream_add() */
superflip_status stream_add_task(superflip_stream *stream, uint64_t id, struct task *task, double timeout_s, superflip_error *error);

/** With the lock held: wait for a condition of the stream.
 * @param timeout_s  negative: without end; 0: not at all
 * @param until      clock_after(timeout_s)
 * @return false: the time is over */
bool stream_wait(superflip_stream *stream, pthread_cond_t *condition, double timeout_s, const struct timespec *until);

/** @param tell  fills in what there is, with the lock held */
void stream_tell_progress(superflip_stream *stream, void (*tell)(const superflip_stream *, superflip_progress *), superflip_progress *out);
#endif
