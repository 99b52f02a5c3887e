/* One cube in work: a task, from the queue of its solver to its result.  task.c makes all changes of its state but one: stream.c sets
 * TASK_WAITING.
 *
 *     TASK_NEW --> TASK_QUEUED --> TASK_RUNNING --> TASK_DONE
 *        |              `--------------------------->  |   cancelled before it was begun
 *        `--> TASK_WAITING ------------------------->  |   a duplicate of a task that is searched
 *        `------------------------------------------>  '   a duplicate of one that was answered
 */
#ifndef SUPERFLIP_API_TASK_H
#define SUPERFLIP_API_TASK_H
#include "api/cube.h"
#include "api/result.h"
#include "api/solver.h"
#include "search/duplicates.h"

enum task_state { TASK_NEW, TASK_QUEUED, TASK_RUNNING, TASK_WAITING, TASK_DONE };

/** A superflip_request, checked and copied. */
struct request {
	struct search_request search;        /* without cube and watch */
	bool up_to_symmetry, approximates, has_goal;
	struct cube goal_inverse;
	void (*notify)(void *context);
	void *notify_context;
};

struct task;

/** Who waits for tasks: a stream, or the job that it is of.  The lock is held in all of these. */
struct task_owner {
	void (*on_change)(struct task_owner *owner);                /* begun; without threads also ten times a second in between */
	void (*on_iteration)(struct task_owner *owner, struct task *task, const struct search_iteration *iteration);
	void (*on_search)(struct task_owner *owner, struct task *task, struct search_result *found);  /* calls task_take_search() */
	void (*on_end)(struct task_owner *owner, struct task *task);
	void (*cancel)(struct task_owner *owner);                   /* leaves none of its tasks in the queue */
};

struct task {
	_Atomic unsigned n_users;            /* its owner, and the solver while it is queued or runs */
	superflip_solver *solver;
	struct task_owner *owner;            /* NULL: nobody waits any more */
	struct task *next;                   /* in the queue, or among those that run */
	enum task_state state;
	struct request request;
	struct cube cube;                    /* whose solutions are wanted; with a goal, those lead there */
	struct cube searched;                /* what is searched: with duplicates the first of its class */
	struct duplicate duplicate;          /* of a stream that looks for them */
	struct search_watch watch;
	bool is_approximate;
	double begin_s;
	struct result *result;               /* made beforehand, so that there always is one; owned until it is given away */
};

/** Check a request and copy it.
 * @param request  NULL: the defaults
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT */
superflip_status request_of(const superflip_solver *solver, const superflip_request *request, struct request *out,
                            superflip_error *error);

/** Whether a cube is of the solver's puzzle.  @return SUPERFLIP_OK, SUPERFLIP_BAD_ARGUMENT */
superflip_status task_takes(const superflip_solver *solver, const superflip_cube *cube, superflip_error *error);

/** @return SUPERFLIP_OK, SUPERFLIP_NO_MEMORY, and as task_takes() */
superflip_status task_make(superflip_solver *solver, const superflip_cube *cube, const struct request *request, struct task **out,
                           superflip_error *error);
void task_release(struct task *task);

/** The cube to be solved: to a goal, what leads to it. */
struct cube request_cube(const struct request *request, const superflip_cube *cube);

/* ---- with the lock held ---- */

/** Put a new task at the end of the queue.  Call tasks_wake() after the lock is released. */
void task_queue(struct task *task);

/** Take the oldest task out of the queue and begin it; NULL: there is none. */
struct task *tasks_take(superflip_solver *solver);

/** Have a task end soon; at once if it was not begun. */
void task_cancel(struct task *task);

/** Nobody waits for the task any more; out of the queue with it. */
void task_abandon(struct task *task);

/** Make the result of what a search has found. */
void task_take_search(struct task *task, struct search_result *found);

/** The result is filled: notify the owner. */
void task_end(struct task *task);

/* ---- without the lock ---- */

/** Have the threads look into the queue. */
void tasks_wake(superflip_solver *solver);

/** A search is over: fill in the result, and end the task. */
void task_finish(struct task *task, struct search_result *found);

/** Whether a task was cancelled; `context` is the task. */
bool task_is_cancelled(void *context);
#endif
