#include "api/task.h"

#include "base/clock.h"

#include <stdlib.h>

/* ---- life ---- */

struct cube request_cube(const struct request *request, const superflip_cube *cube)
{
	return request->has_goal ? cube_product(&request->goal_inverse, &cube->cube) : cube->cube;
}

superflip_status task_takes(const superflip_solver *solver, const superflip_cube *cube, superflip_error *error)
{
	if (cube->puzzle == solver->options.puzzle)
		return SUPERFLIP_OK;
	return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the cube and the solver are of different puzzles");
}

superflip_status task_make(superflip_solver *solver, const superflip_cube *cube, const struct request *request, struct task **out,
                           superflip_error *error)
{
	const superflip_status status = task_takes(solver, cube, error);
	if (status != SUPERFLIP_OK)
		return status;
	struct task *const task = calloc(1, sizeof *task);
	struct result *const result = result_make(solver->kind == SOLVER_METHOD || solver->kind == SOLVER_BASELINE);
	if (task == NULL || result == NULL) {
		result_free(result);
		free(task);
		return error_no_memory(error);
	}
	task->n_users = 1;
	task->solver = solver;
	task->request = *request;
	task->searched = task->cube = request_cube(request, cube);
	task->result = result;
	*out = task;
	return SUPERFLIP_OK;
}

void task_release(struct task *task)
{
	if (atomic_fetch_sub(&task->n_users, 1) != 1)
		return;
	result_free(task->result);
	free(task);
}

bool task_is_cancelled(void *context)
{
	struct task *const task = context;
	return atomic_load(&task->watch.is_cancelled);
}

/* ---- states ---- */

void task_queue(struct task *task)
{
	superflip_solver *const solver = task->solver;
	atomic_fetch_add(&task->n_users, 1);
	task->state = TASK_QUEUED;
	if (solver->first == NULL)
		solver->first = task;
	else
		solver->last->next = task;
	solver->last = task;
	pthread_cond_signal(&solver->work_arrives);
}

void tasks_wake(superflip_solver *solver)
{
	if (solver->backend.wake != NULL)
		solver->backend.wake(solver->backend.context);
	if (solver->pool != NULL)
		pool_ask_again(solver->pool);
}

struct task *tasks_take(superflip_solver *solver)
{
	struct task *const task = solver->first;
	if (task == NULL)
		return NULL;
	solver->first = task->next;
	task->next = solver->running;
	solver->running = task;
	task->state = TASK_RUNNING;
	task->begin_s = clock_monotonic_s();
	if (task->owner != NULL)
		task->owner->on_change(task->owner);
	return task;
}

/* Take a task out of a list.  @return whether it was there */
static bool unlink_task(struct task **list, struct task *task)
{
	while (*list != NULL && *list != task)
		list = &(*list)->next;
	if (*list == NULL)
		return false;
	*list = task->next;
	task->next = NULL;
	return true;
}

static void leave_queue(struct task *task)
{
	superflip_solver *const solver = task->solver;
	unlink_task(&solver->first, task);
	solver->last = solver->first;
	while (solver->last != NULL && solver->last->next != NULL)
		solver->last = solver->last->next;
	task_release(task);
}

void task_cancel(struct task *task)
{
	atomic_store(&task->watch.is_cancelled, true);
	if (task->state != TASK_QUEUED)
		return;
	task->result->public.outcome = SUPERFLIP_STOPPED;
	task_end(task);
	leave_queue(task);
}

void task_abandon(struct task *task)
{
	task->owner = NULL;
	if (task->state == TASK_QUEUED)
		leave_queue(task);
}

void task_end(struct task *task)
{
	const bool has_run = unlink_task(&task->solver->running, task);
	task->state = TASK_DONE;
	if (task->owner != NULL)
		task->owner->on_end(task->owner, task);
	if (has_run)
		task_release(task);
}

void task_take_search(struct task *task, struct search_result *found)
{
	result_take_search(task->result, found, solver_heuristic(task->solver));
	if (task->request.up_to_symmetry)
		result_keep_classes(task->result, &task->cube, task->solver->options.moves);
	task->result->public.is_approximate = task->is_approximate;
}

void task_finish(struct task *task, struct search_result *found)
{
	superflip_solver *const solver = task->solver;
	pthread_mutex_lock(&solver->lock);
	if (task->owner != NULL)
		task->owner->on_search(task->owner, task, found);
	else
		task_take_search(task, found);
	solver->n_searched -= solver->kind == SOLVER_POOL;
	task_end(task);
	pthread_mutex_unlock(&solver->lock);
}

/* ---- requests ---- */

/* What a solver of its kind cannot do. */
static superflip_status check_kind(const superflip_solver *solver, const superflip_request *r, superflip_error *error)
{
	const bool is_one = r->n_solutions == 1 && r->over_optimal == 0 && r->min_length == 0;
	if (solver->kind == SOLVER_POCKET && (!is_one || r->max_length != SUPERFLIP_MAX_LENGTH))
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "for the 2x2x2 neither lengths nor a number of solutions can be given");
	if (!is_one && (solver->kind == SOLVER_METHOD || solver->kind == SOLVER_BASELINE))
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the method '%s' finds one solution, of any length", solver->options.method);
	if (r->goal != NULL && r->goal->puzzle != solver->options.puzzle)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the goal and the solver are of different puzzles");
	return SUPERFLIP_OK;
}

superflip_status request_of(const superflip_solver *solver, const superflip_request *request, struct request *out,
                            superflip_error *error)
{
	superflip_request r;
	superflip_status status = options_of_request(request, &r, error);
	if (status == SUPERFLIP_OK)
		status = check_kind(solver, &r, error);
	if (status != SUPERFLIP_OK)
		return status;
	*out = (struct request){
		.search = {
			.n_solutions = r.n_solutions, .over_optimal = r.over_optimal, .min_length = r.min_length, .max_length = r.max_length,
			.node_limit = r.node_limit, .time_limit_s = r.time_limit_s, .deterministic = r.is_deterministic,
		},
		.up_to_symmetry = r.up_to_symmetry, .approximates = r.approximates, .has_goal = r.goal != NULL,
		.notify = r.notify, .notify_context = r.notify_context,
	};
	if (solver_restricts(solver))
		restricted_request(&solver->restricted, &out->search);
	if (r.goal != NULL)
		out->goal_inverse = cube_inverse(&r.goal->cube);
	return SUPERFLIP_OK;
}
