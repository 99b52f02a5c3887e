/* One cube in work, from the queue of its solver to its result, and what that does to its job. */
#include "session/solver.h"

#include "base/clock.h"
#include "base/forked.h"
#include "cube/turn_frame.h"
#include "pocket/solve.h"

#include <stdlib.h>

/* ---- life ---- */

superflip_status solver_lock(struct solver *solver, superflip_error *error)
{
	if (solver->generation != forked_generation())
		return error_say(error, SUPERFLIP_FORKED,
		                 "the solver belongs to the parent process; make one in the child");
	pthread_mutex_lock(&solver->lock);
	return SUPERFLIP_OK;
}

superflip_status solver_takes(const struct solver *solver, const superflip_cube *cube, const char *name,
                              superflip_error *error)
{
	struct input_error fault;
	if (cube->puzzle != solver->puzzle)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the %s and the solver are of different puzzles",
		                 name);
	if (superflip_cube_facts(cube).has_centers && solver->kind != SOLVER_POOL)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT,
		                 "the centres of the %s count, and the method '%s' does not know them", name,
		                 solver->method->about.name);
	if (superflip_cube_facts(cube).is_whole
	    && !(solver_has_goal(solver) && superflip_cube_facts(cube).has_centers))
		return SUPERFLIP_OK;
	if (!solver_has_goal(solver))
		return error_say(
			error, SUPERFLIP_BAD_ARGUMENT,
			"not all stickers of the %s are known; the solver needs the tables of superflip_goal_of_cube()",
			name);
	return goal_is_decided(solver->tables->goal, &cube->cube, cube->seen, &fault)
	       ? SUPERFLIP_OK : error_say(error, SUPERFLIP_BAD_ARGUMENT, "%s", fault.message);
}

superflip_status task_make(superflip_job *job, const superflip_cube *cube, struct task **out,
                           superflip_error *error)
{
	struct solver *const solver = job->solver;
	const superflip_status status = solver_takes(solver, cube, "cube", error);
	if (status != SUPERFLIP_OK)
		return status;
	const struct cube searched = cube_product(&job->goal_inverse, &cube->cube);
	if (searched.centres != 0 && cube_check(&searched) != CUBE_OK)
		return error_say(
			error, SUPERFLIP_BAD_ARGUMENT,
			"no turns lead from the cube's centres to the goal's: their parity differs from the corners'");
	struct task *const task = calloc(1, sizeof *task);
	struct result *const result = result_make(solver->kind == SOLVER_METHOD);
	if (task == NULL || result == NULL) {
		result_free(result);
		free(task);
		return error_no_memory(error);
	}
	task->solver = solver;
	task->job = job;
	task->request = job->request;
	task->searched = task->cube = searched;
	task->result = result;
	*out = task;
	return SUPERFLIP_OK;
}

void task_free(struct task *task)
{
	result_free(task->result);
	free(task);
}

bool task_is_cancelled(void *context)
{
	struct task *const task = context;
	return atomic_load(&task->watch.is_cancelled);
}

/* ---- the queue ---- */

static void queue(struct task *task)
{
	struct solver *const solver = task->solver;
	task->state = TASK_QUEUED;
	*solver->end = task;
	solver->end = &task->next;
	pthread_cond_signal(task->job->is_brief ? &task->job->has_result : &solver->work_arrives);
}

/* Take a task out of a list.  @return whether it was there */
static bool unlink_task(struct task **list, struct task *task)
{
	while (*list != NULL && *list != task)
		list = &(*list)->next;
	if (*list == NULL)
		return false;
	*list = task->next;
	if (task->solver->end == &task->next)
		task->solver->end = list;
	task->next = NULL;
	return true;
}

void tasks_wake(struct solver *solver)
{
	if (solver->pool != NULL)
		pool_ask_again(solver->pool);
}

struct task *tasks_take(struct solver *solver)
{
	while (solver->first != NULL && solver->first->job->is_unwanted)
		job_cancel(solver->first->job);
	struct task *const task = solver->first;
	if (task == NULL)
		return NULL;
	unlink_task(&solver->first, task);
	task->next = solver->running;
	solver->running = task;
	task->state = TASK_RUNNING;
	task->begin_s = clock_monotonic_s();
	job_on_change(task->job);
	return task;
}

/* ---- what a job learns ---- */

void job_on_change(superflip_job *job)
{
	if (job == NULL)
		return;
	job->n_changes++;
	if (job->is_single || job->n_change_waiters > 0)
		pthread_cond_broadcast(&job->has_result);
	if (job->notify == NULL)
		return;
	const superflip_progress progress = job_describe(job);
	job->is_unwanted |= !job->notify(job->notify_context, &progress);
	for (struct task *task = job->solver->running; task != NULL && job->is_unwanted; task = task->next)
		if (task->job == job)
			atomic_store(&task->watch.is_cancelled, true);
}

void task_add_iteration(struct task *task, const superflip_iteration *iteration)
{
	superflip_job *const job = task->job;
	if (job == NULL)
		return;
	const uint64_t id = task->result->public.id;
	job->iterations[job->n_iterations++ % job->n_kept] = (struct job_iteration){id, *iteration};
	if (iteration->is_complete && iteration->n_solutions == 0) {
		job->threshold = iteration->threshold;
		job->threshold_id = id;
	}
	job_on_change(job);
}

void task_end(struct task *task)
{
	superflip_job *const job = task->job;
	if (task->state == TASK_RUNNING)
		unlink_task(&task->solver->running, task);
	task->state = TASK_DONE;
	if (job == NULL) {
		task_free(task);
		return;
	}
	job->n_done++;
	job->n_generated += task->result->public.n_generated;
	job->end_s = clock_monotonic_s();
	if (task == job_task(job, job->n_taken))
		pthread_cond_broadcast(&job->has_result);
	job_on_change(job);
}

/* ---- results of searches ---- */

bool solver_is_reached(const struct solver *solver, const struct cube *c)
{
	if (solver->puzzle == SUPERFLIP_2X2)
		return pocket_index_to_solve(c) == POCKET_SOLVED;
	return solver_has_goal(solver) ? goal_holds(solver_goal(solver), c) : cube_is_solved(c);
}

/* Whether moves are permitted and cost `length`. */
static bool is_cost(const struct solver *solver, const uint8_t *moves, unsigned n, unsigned length)
{
	const uint32_t permitted = solver_moves(solver);
	unsigned cost = moves_cost(solver->metric, moves, n);
	if (permitted == 0)
		return turn_set_write(solver_turns(solver), moves, n, ANY_ORIENTATION, &cost, NULL, 0)
		       && cost == length;
	bool is_permitted = true;
	for (unsigned i = 0; i < n; i++)
		is_permitted &= (permitted >> moves[i] & 1) != 0;
	return is_permitted && cost == length;
}

/* Whether each solution leads the cube to the goal at the cost that is claimed.  No search and no method is
 * trusted. */
static bool is_sound(const struct task *task)
{
	const struct solver *const solver = task->solver;
	const superflip_result *const result = &task->result->public;
	const struct method_result *const by_method = task->result->by_method;
	superflip_solution s;
	if (by_method != NULL && solver->puzzle == SUPERFLIP_3X3)
		return result->n_solutions == 0 || method_result_solves(by_method, &task->cube);
	for (uint64_t i = 0; superflip_result_solution(result, i, &s); i++) {
		const struct cube end = cube_after_moves(task->cube, s.moves, s.n_moves);
		if (!solver_is_reached(solver, &end)
		    || !is_cost(solver, s.moves + s.n_before, s.n_moves - s.n_before - s.n_after, s.length))
			return false;
	}
	return true;
}

static void take_search(struct task *task, struct search_result *found)
{
	result_take_search(task->result, found, solver_heuristic(task->solver));
	if (!is_sound(task))
		result_take_search(task->result, &(struct search_result){.outcome = SEARCH_OVERFLOW}, NULL);
	if (task->request.up_to_symmetry)
		result_keep_classes(task->result, &task->cube, solver_moves(task->solver), solver_goal(task->solver));
	if (solver_has_goal(task->solver))
		result_keep_sides(task->result, &task->cube, solver_goal(task->solver));
	task->result->public.is_approximate = task->is_approximate;
}

/* The answer for a duplicate by the result of the first of its class. */
static void take_image(struct task *task, const struct search_result *of_first)
{
	struct search_result image;
	if (!duplicate_image(&task->duplicate, of_first, &image))
		image = (struct search_result){.outcome = SEARCH_NO_MEMORY};
	take_search(task, &image);
}

/* Keep what was found for duplicates, and end those that wait for it. */
static void answer_duplicates(superflip_job *job, const struct task *task, const struct search_result *found)
{
	duplicates_found(job->duplicates, &task->duplicate, found);
	for (uint64_t n = job->n_taken; n < job->n_added; n++) {
		struct task *const other = job_task(job, n);
		if (other->state != TASK_WAITING || other->duplicate.searched_by != task->result->public.id)
			continue;
		other->is_approximate = task->is_approximate;
		take_image(other, found);
		task_end(other);
	}
}

void task_finish(struct task *task, struct search_result *found)
{
	struct solver *const solver = task->solver;
	pthread_mutex_lock(&solver->lock);
	const bool has_duplicates = task->job != NULL && task->job->duplicates != NULL;
	if (has_duplicates)
		answer_duplicates(task->job, task, found);
	if (has_duplicates && task->duplicate.first_id != task->result->public.id) {
		take_image(task, found);
		search_result_free(found);
	} else
		take_search(task, found);
	solver->n_in_pool -= task->is_in_pool;
	task_end(task);
	pthread_mutex_unlock(&solver->lock);
}

bool task_begin(struct task *task)
{
	struct duplicates *const duplicates = task->job->duplicates;
	superflip_result *const result = &task->result->public;
	enum duplicate_kind kind = DUPLICATE_NONE;
	if (duplicates != NULL) {
		kind = duplicates_look_up(duplicates, &task->cube, result->id, &task->duplicate);
		task->searched = task->duplicate.first;
		result->duplicate_of = task->duplicate.first_id != result->id ? task->duplicate.first_id : 0;
	}
	if (kind == DUPLICATE_ANSWERED) {
		struct search_result answer;
		if (!duplicates_answer(duplicates, &task->duplicate, &answer))
			answer = (struct search_result){.outcome = SEARCH_NO_MEMORY};
		take_search(task, &answer);
		task_end(task);
	} else if (kind == DUPLICATE_PENDING)
		task->state = TASK_WAITING;
	else
		queue(task);
	return task->state == TASK_QUEUED;
}

/* ---- cancelling ---- */

/* Have a task end soon; at once if it was not begun. */
static void cancel(struct task *task)
{
	atomic_store(&task->watch.is_cancelled, true);
	if (task->state != TASK_QUEUED)
		return;
	unlink_task(&task->solver->first, task);
	task->result->public.outcome = SUPERFLIP_STOPPED;
	task_end(task);
}

/* From number n on the job has no tasks any more. */
static void abandon_from(superflip_job *job, uint64_t n)
{
	for (uint64_t i = n; i < job->n_added; i++) {
		struct task *const task = job_task(job, i);
		task->job = NULL;
		if (task->state == TASK_QUEUED)
			unlink_task(&task->solver->first, task);
		if (task->state != TASK_RUNNING)
			task_free(task);
	}
	job->n_added = n;
}

void job_abandon_tasks(superflip_job *job)
{
	abandon_from(job, job->n_taken);
}

void job_cancel(superflip_job *job)
{
	job->is_cancelled = true;
	uint64_t n = job->n_taken;
	for (; n < job->n_added && (job->is_single || job_task(job, n)->state != TASK_QUEUED); n++)
		cancel(job_task(job, n));
	abandon_from(job, n);
	pthread_cond_broadcast(&job->has_room);
	pthread_cond_broadcast(&job->has_result);
}
