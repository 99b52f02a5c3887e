/* Cubes of one problem in work: what comes in, and results in their order. */
#include "session/solver.h"

#include "session/options.h"
#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ITERATIONS_KEPT = 65536, USUAL_WINDOW = 1024, MAX_WINDOW = 1 << 24 };
static const double brief_s = 1e-3;  /* an iteration, a wait */

/* ---- life ---- */

/* What can be had without memory of its own. */
static void fill(superflip_job *job, const struct solve_request *request, const superflip_job_options *o)
{
	job->request = *request;
	job->request.approximates |= o->approximates;
	job->goal_inverse = request->goal != NULL ? cube_inverse(&request->goal->cube) : cube_solved;
	job->window = o->window;
	job->drops_brief_iterations = o->drops_brief_iterations;
	job->notify = o->notify;
	job->notify_context = o->notify_context;
	/* All iterations of all cubes that may be in work; pages that are never written cost nothing. */
	job->n_kept = (uint64_t)o->window * (SUPERFLIP_MAX_LENGTH + 1);
	if (job->n_kept > MOST_ITERATIONS_KEPT)
		job->n_kept = MOST_ITERATIONS_KEPT;
	job->begin_s = clock_monotonic_s();
	clock_condition_init(&job->has_room);
	clock_condition_init(&job->has_result);
}

/* Whether the tables know each move of the solutions that are asked for. */
static bool is_brief(const superflip_job *job, const struct solver *solver)
{
	const struct solve_request *const r = &job->request;
	return solver->alone != NULL && solver->backend.run == NULL && !job->is_single && r->over_optimal == 0
	       && r->min_length == 0;
}

static void free_parts(superflip_job *job)
{
	duplicates_free(job->duplicates);
	free(job->iterations);
	free(job->slot);
	free(job->heuristic);
	free(job);
}

superflip_status job_open(struct solver *solver, const struct solve_request *request,
                          const superflip_job_options *options, bool is_single, superflip_job **out,
                          superflip_error *error)
{
	superflip_job_options o = {.size = sizeof o};
	superflip_status status = options_read(&o, options, error);
	if (status == SUPERFLIP_OK && o.window > MAX_WINDOW)
		status = error_say(error, SUPERFLIP_BAD_ARGUMENT, "the window has more than %d cubes", MAX_WINDOW);
	o.window = is_single ? 1 : o.window == 0 ? USUAL_WINDOW : o.window;
	if (status == SUPERFLIP_OK && request->goal != NULL)
		status = solver_takes(solver, request->goal, "goal", error);
	if (status == SUPERFLIP_OK)
		status = solver_lock(solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	pthread_mutex_unlock(&solver->lock);
	superflip_job *const job = calloc(1, sizeof *job);
	if (job == NULL)
		return error_no_memory(error);
	const char *const heuristic = solver_heuristic_name(solver);
	job->is_single = is_single;
	fill(job, request, &o);
	job->is_brief = is_brief(job, solver);
	/* Equal cubes are told by symmetry and inversion. */
	const bool finds_duplicates = o.finds_duplicates && solver->kind == SOLVER_POOL
	                              && solver_turns(solver) == NULL && !job->is_brief;
	job->slot = calloc(o.window, sizeof *job->slot);
	job->iterations = calloc(job->n_kept, sizeof *job->iterations);
	job->duplicates = finds_duplicates ? duplicates_create(solver_goal(solver)) : NULL;
	job->heuristic = heuristic != NULL ? strdup(heuristic) : NULL;
	if (job->slot == NULL || job->iterations == NULL || (finds_duplicates && job->duplicates == NULL)
	    || (heuristic != NULL && job->heuristic == NULL)) {
		free_parts(job);
		return error_no_memory(error);
	}
	job->solver = solver_keep(solver);
	*out = job;
	return SUPERFLIP_OK;
}

void superflip_job_free(superflip_job *job)
{
	if (job == NULL)
		return;
	struct solver *const solver = job->solver;
	if (solver_lock(solver, NULL) == SUPERFLIP_OK) {
		job->notify = NULL;
		job->is_single = false;
		job_cancel(job);
		job_abandon_tasks(job);
		pthread_mutex_unlock(&solver->lock);
		pthread_cond_destroy(&job->has_room);
		pthread_cond_destroy(&job->has_result);
		free(job->found);
	} else {
		job->duplicates = NULL;  /* the parent's threads were perhaps changing them */
	}
	job_return_solver(job);
	free_parts(job);
	solver_release(solver);
}

void superflip_job_cancel(superflip_job *job)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return;
	job_cancel(job);
	pthread_mutex_unlock(&job->solver->lock);
}

/* Of a lock that is held: end what notify did not want any more. */
static void obey_notify(superflip_job *job)
{
	if (job->is_unwanted && !job->is_cancelled)
		job_cancel(job);
}

/* ---- adding ---- */

static bool wait(superflip_job *job, pthread_cond_t *condition, double timeout_s,
                 const struct timespec *until)
{
	if (timeout_s == 0)
		return false;
	if (timeout_s < 0)
		return pthread_cond_wait(condition, &job->solver->lock) == 0;
	return pthread_cond_timedwait(condition, &job->solver->lock, until) != ETIMEDOUT;
}

/* With the lock held: whether there is room, perhaps after waiting. */
static superflip_status await_room(superflip_job *job, double timeout_s)
{
	const struct timespec until = clock_after(timeout_s);
	bool is_in_time = true;
	obey_notify(job);
	while (!job->is_cancelled && job->n_added - job->n_taken >= job->window && is_in_time)
		is_in_time = wait(job, &job->has_room, timeout_s, &until);
	if (job->is_cancelled || job->solver->is_closed)
		return SUPERFLIP_CANCELLED;
	return job->n_added - job->n_taken < job->window ? SUPERFLIP_OK : SUPERFLIP_FULL;
}

/* With the lock held, unless it is a forked child. */
static superflip_status check_id(const superflip_job *job, uint64_t id, superflip_error *error)
{
	if (id <= job->last_id)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the id is not larger than the one before");
	return job->is_finished ? error_say(error, SUPERFLIP_BAD_ARGUMENT, "the job is finished") : SUPERFLIP_OK;
}

static superflip_status add(superflip_job *job, uint64_t id, struct task *task, double timeout_s,
                            superflip_error *error)
{
	struct solver *const solver = job->solver;
	bool is_queued = false;
	task->watch.told_from_s = job->drops_brief_iterations ? brief_s : 0;
	superflip_status status = solver_lock(solver, error);
	if (status == SUPERFLIP_OK) {
		status = check_id(job, id, error);
		if (status == SUPERFLIP_OK)
			status = await_room(job, timeout_s);
		if (status == SUPERFLIP_OK) {
			job->last_id = id;
			job->slot[job->n_added++ % job->window] = task;
			is_queued = task_begin(task);
		}
		pthread_mutex_unlock(&solver->lock);
	}
	if (is_queued && !job->is_brief)
		tasks_wake(solver);
	if (status != SUPERFLIP_OK)
		task_free(task);
	return status;
}

superflip_status superflip_job_add(superflip_job *job, uint64_t id, const superflip_cube *cube,
                                   double timeout_s, superflip_error *error)
{
	struct task *task;
	const superflip_status status = task_make(job, cube, &task, error);
	if (status != SUPERFLIP_OK)
		return status;
	task->result->public.id = id;
	return add(job, id, task, timeout_s, error);
}

superflip_status job_start(struct solver *solver, const superflip_cube *cube,
                           const struct solve_request *request, const superflip_job_options *options,
                           superflip_job **out, superflip_error *error)
{
	superflip_job *job;
	struct task *task;
	superflip_status status = job_open(solver, request, options, true, &job, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = task_make(job, cube, &task, error);
	if (status == SUPERFLIP_OK) {
		job_give_live(job, task);
		status = add(job, 1, task, 0, error);
	}
	if (status != SUPERFLIP_OK) {
		superflip_job_free(job);
		return status;
	}
	superflip_job_finish(job);
	*out = job;
	return SUPERFLIP_OK;
}

superflip_status superflip_job_pass(superflip_job *job, uint64_t id, const superflip_cube *cube,
                                    superflip_error *error)
{
	superflip_status status = solver_takes(job->solver, cube, "cube", error);
	if (status == SUPERFLIP_OK)
		status = solver_lock(job->solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = check_id(job, id, error);
	if (status == SUPERFLIP_OK) {
		const struct cube c = cube_product(&job->goal_inverse, &cube->cube);
		job->last_id = id;
		if (job->duplicates != NULL)
			duplicates_pass(job->duplicates, &c, id);
	}
	pthread_mutex_unlock(&job->solver->lock);
	return status;
}

void superflip_job_finish(superflip_job *job)
{
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return;
	job->is_finished = true;
	pthread_cond_broadcast(&job->has_result);
	pthread_mutex_unlock(&job->solver->lock);
}

/* ---- taking ---- */

bool job_has_next(const superflip_job *job)
{
	return job->n_taken < job->n_added && job_task(job, job->n_taken)->state == TASK_DONE;
}

bool job_is_at_end(const superflip_job *job)
{
	return job->n_taken == job->n_added && (job->is_finished || job->is_cancelled);
}

/* Where results come faster than threads wake, several are waited for. */
bool job_await_result(superflip_job *job, double timeout_s, const struct timespec *until)
{
	if (job->is_brief && job->solver->first != NULL && backend_run_here(job->solver))
		return true;
	if (timeout_s != 0 && !job->is_brief && clock_monotonic_s() - job->taken_s < brief_s) {
		pthread_mutex_unlock(&job->solver->lock);
		nanosleep(&(struct timespec){.tv_nsec = (long)(brief_s / 2 * 1e9)}, NULL);
		pthread_mutex_lock(&job->solver->lock);
		if (job_has_next(job))
			return true;
	}
	return wait(job, &job->has_result, timeout_s, until);
}

superflip_status superflip_job_next(superflip_job *job, double timeout_s, superflip_result **out)
{
	solver_run_alone(job->solver);
	const struct timespec until = clock_after(timeout_s);
	if (solver_lock(job->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	bool is_in_time = true;
	obey_notify(job);
	while (!job_has_next(job) && !job_is_at_end(job) && is_in_time) {
		is_in_time = job_await_result(job, timeout_s, &until);
		obey_notify(job);
	}
	struct task *const task = job_has_next(job) ? job_task(job, job->n_taken++) : NULL;
	if (task != NULL) {
		job->taken_s = clock_monotonic_s();
		*out = &task->result->public;
		task->result = NULL;
		pthread_cond_signal(&job->has_room);
	}
	const bool has_ended = job_is_at_end(job);
	pthread_mutex_unlock(&job->solver->lock);
	if (task != NULL)
		task_free(task);
	if (has_ended)
		job_return_solver(job);
	return task != NULL ? SUPERFLIP_OK : has_ended ? SUPERFLIP_END : SUPERFLIP_TIMEOUT;
}
