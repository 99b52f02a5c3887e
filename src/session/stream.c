#include "session/solver.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_ITERATIONS_KEPT = 65536 };
static const double brief_s = 1e-3;  /* an iteration, a wait */

/* ---- requests ---- */

/* What a solver of its kind cannot do. */
static superflip_status check_kind(const superflip_solver *solver, const superflip_request *r, superflip_error *error)
{
	const bool takes_steps = solver->kind == SOLVER_METHOD && solver->method->about.takes_steps;
	const bool is_one = (r->n_solutions == 1 || takes_steps) && r->over_optimal == 0 && r->min_length == 0;
	if (solver->kind == SOLVER_POCKET && (!is_one || r->max_length != SUPERFLIP_MAX_LENGTH))
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "for the 2x2x2 neither lengths nor a number of solutions can be given");
	if (!is_one && solver->kind == SOLVER_METHOD)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the method '%s' finds one solution, of any length", solver->options.method);
	if (solver_has_goal(solver) && r->goal != NULL)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the tables are of a goal, which does not go with a position to reach");
	if (solver_turns(solver) != NULL && !solver->has_tables_of_moves && r->up_to_symmetry)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "up_to_symmetry is for turns of faces; the tables are of a turn set");
	return r->goal != NULL ? solver_takes(solver, r->goal, "goal", error) : SUPERFLIP_OK;
}

static superflip_status check_request(superflip_stream *stream, const superflip_solver *solver, const superflip_request *given,
                                      superflip_error *error)
{
	superflip_request *const r = &stream->request;
	superflip_status status = options_of_request(given, r, error);
	if (status == SUPERFLIP_OK)
		status = check_kind(solver, r, error);
	if (status == SUPERFLIP_OK)
		stream->goal_inverse = r->goal != NULL ? cube_inverse(&r->goal->cube) : cube_solved;
	return status;
}

/* ---- life ---- */

/* What can be had without memory of its own. */
static void fill(superflip_stream *stream, const superflip_stream_options *o)
{
	stream->window = o->window;
	stream->drops_brief_iterations = o->drops_brief_iterations;
	/* All iterations of all cubes that may be in work; pages that are never written cost nothing. */
	stream->n_kept = (uint64_t)o->window * (SUPERFLIP_MAX_LENGTH + 1);
	if (stream->n_kept > MOST_ITERATIONS_KEPT)
		stream->n_kept = MOST_ITERATIONS_KEPT;
	stream->begin_s = clock_monotonic_s();
	clock_condition_init(&stream->has_room);
	clock_condition_init(&stream->has_result);
}

/* Whether the tables know each move of the solutions that are asked for. */
static bool is_brief(const superflip_stream *stream, const superflip_solver *solver)
{
	const superflip_request *const r = &stream->request;
	return solver->alone != NULL && solver->backend.run == NULL && !stream->is_job && r->over_optimal == 0 && r->min_length == 0;
}

static void free_parts(superflip_stream *stream)
{
	free(stream->iterations);
	free(stream->slot);
}

superflip_status stream_init(superflip_stream *stream, superflip_solver *solver, const superflip_request *request,
                             const superflip_stream_options *options, superflip_error *error)
{
	superflip_stream_options o;
	superflip_status status = options_of_stream(options, &o, error);
	if (status == SUPERFLIP_OK)
		status = check_request(stream, solver, request, error);
	if (status == SUPERFLIP_OK)
		status = solver_lock(solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	pthread_mutex_unlock(&solver->lock);
	fill(stream, &o);
	stream->is_brief = is_brief(stream, solver);
	const bool finds_duplicates = o.finds_duplicates && solver->kind == SOLVER_POOL && !solver_restricts(solver) && solver_turns(solver) == NULL
	                             && !stream->is_brief;
	stream->slot = calloc(o.window, sizeof *stream->slot);
	stream->iterations = calloc(stream->n_kept, sizeof *stream->iterations);
	stream->duplicates = finds_duplicates ? duplicates_create(solver_goal(solver)) : NULL;
	if (stream->slot == NULL || stream->iterations == NULL || (finds_duplicates && stream->duplicates == NULL)) {
		duplicates_free(stream->duplicates);
		free_parts(stream);
		return error_no_memory(error);
	}
	stream->solver = solver_keep(solver);
	return SUPERFLIP_OK;
}

bool stream_close(superflip_stream *stream)
{
	superflip_solver *const solver = stream->solver;
	const bool is_ours = solver_lock(solver, NULL) == SUPERFLIP_OK;
	if (is_ours) {
		stream->is_job = false;  /* nobody is notified any more */
		stream_cancel(stream);
		stream_abandon_tasks(stream);
		pthread_mutex_unlock(&solver->lock);
		pthread_cond_destroy(&stream->has_room);
		pthread_cond_destroy(&stream->has_result);
		duplicates_free(stream->duplicates);
	}
	free_parts(stream);
	solver_release(solver);
	return is_ours;
}

superflip_status superflip_stream_open(superflip_solver *solver, const superflip_request *request,
                                       const superflip_stream_options *options, superflip_stream **out, superflip_error *error)
{
	superflip_stream *const stream = calloc(1, sizeof *stream);
	if (stream == NULL)
		return error_no_memory(error);
	const superflip_status status = stream_init(stream, solver, request, options, error);
	if (status != SUPERFLIP_OK) {
		free(stream);
		return status;
	}
	*out = stream;
	return SUPERFLIP_OK;
}

void superflip_stream_free(superflip_stream *stream)
{
	if (stream == NULL)
		return;
	stream_close(stream);
	free(stream);
}

void superflip_stream_cancel(superflip_stream *stream)
{
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return;
	stream_cancel(stream);
	pthread_mutex_unlock(&stream->solver->lock);
}

/* ---- adding ---- */

bool stream_wait(superflip_stream *stream, pthread_cond_t *condition, double timeout_s, const struct timespec *until)
{
	if (timeout_s == 0)
		return false;
	if (timeout_s < 0)
		return pthread_cond_wait(condition, &stream->solver->lock) == 0;
	return pthread_cond_timedwait(condition, &stream->solver->lock, until) != ETIMEDOUT;
}

/* With the lock held: whether there is room, perhaps after waiting. */
static superflip_status await_room(superflip_stream *stream, double timeout_s)
{
	const struct timespec until = clock_after(timeout_s);
	bool is_in_time = true;
	while (!stream->is_cancelled && stream->n_added - stream->n_taken >= stream->window && is_in_time)
		is_in_time = stream_wait(stream, &stream->has_room, timeout_s, &until);
	if (stream->is_cancelled || stream->solver->is_closed)
		return SUPERFLIP_CANCELLED;
	return stream->n_added - stream->n_taken < stream->window ? SUPERFLIP_OK : SUPERFLIP_FULL;
}

/* With the lock held, unless it is a forked child. */
static superflip_status check_id(const superflip_stream *stream, uint64_t id, superflip_error *error)
{
	if (id <= stream->last_id)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the id is not larger than the one before");
	return stream->is_finished ? error_say(error, SUPERFLIP_BAD_ARGUMENT, "the stream is finished") : SUPERFLIP_OK;
}

superflip_status stream_add_task(superflip_stream *stream, uint64_t id, struct task *task, double timeout_s, superflip_error *error)
{
	superflip_solver *const solver = stream->solver;
	bool is_queued = false;
	task->watch.told_from_s = stream->drops_brief_iterations ? brief_s : 0;
	superflip_status status = solver_lock(solver, error);
	if (status == SUPERFLIP_OK) {
		status = check_id(stream, id, error);
		if (status == SUPERFLIP_OK)
			status = await_room(stream, timeout_s);
		if (status == SUPERFLIP_OK) {
			stream->last_id = id;
			stream->slot[stream->n_added++ % stream->window] = task;
			is_queued = task_begin(task);
		}
		pthread_mutex_unlock(&solver->lock);
	}
	if (is_queued && !stream->is_brief)
		tasks_wake(solver);
	if (status != SUPERFLIP_OK)
		task_free(task);
	return status;
}

superflip_status superflip_stream_add(superflip_stream *stream, uint64_t id, const superflip_cube *cube, double timeout_s,
                                      superflip_error *error)
{
	struct task *task;
	const superflip_status status = task_make(stream, cube, &task, error);
	if (status != SUPERFLIP_OK)
		return status;
	task->result->public.id = id;
	return stream_add_task(stream, id, task, timeout_s, error);
}

superflip_status superflip_stream_pass(superflip_stream *stream, uint64_t id, const superflip_cube *cube, superflip_error *error)
{
	superflip_status status = solver_takes(stream->solver, cube, "cube", error);
	if (status == SUPERFLIP_OK)
		status = solver_lock(stream->solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = check_id(stream, id, error);
	if (status == SUPERFLIP_OK) {
		const struct cube c = cube_product(&stream->goal_inverse, &cube->cube);
		stream->last_id = id;
		if (stream->duplicates != NULL)
			duplicates_pass(stream->duplicates, &c, id);
	}
	pthread_mutex_unlock(&stream->solver->lock);
	return status;
}

void superflip_stream_finish(superflip_stream *stream)
{
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return;
	stream->is_finished = true;
	pthread_cond_broadcast(&stream->has_result);
	pthread_mutex_unlock(&stream->solver->lock);
}

/* ---- what callers take out ---- */

static bool has_next(const superflip_stream *stream)
{
	return stream->n_taken < stream->n_added && stream_task(stream, stream->n_taken)->state == TASK_DONE;
}

static bool is_at_end(const superflip_stream *stream)
{
	return stream->n_taken == stream->n_added && (stream->is_finished || stream->is_cancelled);
}

/* With the lock held: wait for a result. Where results come faster than threads wake, several are waited for. */
static bool await_result(superflip_stream *stream, double timeout_s, const struct timespec *until)
{
	if (timeout_s != 0 && !stream->is_brief && clock_monotonic_s() - stream->taken_s < brief_s) {
		pthread_mutex_unlock(&stream->solver->lock);
		nanosleep(&(struct timespec){.tv_nsec = (long)(brief_s / 2 * 1e9)}, NULL);
		pthread_mutex_lock(&stream->solver->lock);
		if (has_next(stream))
			return true;
	}
	return stream_wait(stream, &stream->has_result, timeout_s, until);
}

/* The next task is done: take it, without its result; to be freed without the lock. */
static struct task *take(superflip_stream *stream, superflip_result **out)
{
	struct task *const task = stream_task(stream, stream->n_taken++);
	stream->taken_s = clock_monotonic_s();
	*out = &task->result->public;
	task->result = NULL;
	pthread_cond_signal(&stream->has_room);
	return task;
}

superflip_status superflip_stream_next(superflip_stream *stream, double timeout_s, superflip_result **out)
{
	solver_run_alone(stream->solver);
	const struct timespec until = clock_after(timeout_s);
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	bool is_in_time = true;
	while (!has_next(stream) && !is_at_end(stream) && is_in_time)
		if (!stream->is_brief || stream->solver->first == NULL || !backend_run_here(stream->solver))
			is_in_time = await_result(stream, timeout_s, &until);
	struct task *const task = has_next(stream) ? take(stream, out) : NULL;
	const superflip_status status = task != NULL ? SUPERFLIP_OK : is_at_end(stream) ? SUPERFLIP_END : SUPERFLIP_TIMEOUT;
	pthread_mutex_unlock(&stream->solver->lock);
	if (task != NULL)
		task_free(task);
	return status;
}

superflip_status superflip_stream_iteration(superflip_stream *stream, uint64_t *id, superflip_iteration *out)
{
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	if (stream->n_iterations - stream->n_given > stream->n_kept)
		stream->n_given = stream->n_iterations - stream->n_kept;
	const bool is_there = stream->n_given < stream->n_iterations;
	if (is_there) {
		const struct stream_iteration *const given = &stream->iterations[stream->n_given++ % stream->n_kept];
		*id = given->id;
		*out = given->iteration;
	}
	pthread_mutex_unlock(&stream->solver->lock);
	return is_there ? SUPERFLIP_OK : SUPERFLIP_TIMEOUT;
}

/* With the lock held. */
static uint64_t count_nodes(const superflip_stream *stream)
{
	uint64_t sum = stream->n_generated;
	for (uint64_t n = stream->n_taken; n < stream->n_added; n++)
		if (stream_task(stream, n)->state == TASK_RUNNING)
			sum += atomic_load(&stream_task(stream, n)->watch.n_generated);
	return sum;
}

static void describe(const superflip_stream *stream, superflip_progress *progress)
{
	progress->has_begun = stream->n_added > 0;
	progress->is_done = is_at_end(stream);
	progress->n_changes = stream->n_done + stream->n_iterations;
	progress->n_added = stream->n_added;
	progress->n_done = stream->n_done;
	progress->threshold = stream->threshold;
	progress->id = stream->threshold_id;
	progress->n_generated = count_nodes(stream);
	progress->seconds = clock_monotonic_s() - stream->begin_s;
}

void stream_tell_progress(superflip_stream *stream, void (*tell)(const superflip_stream *, superflip_progress *), superflip_progress *out)
{
	superflip_progress progress = {.size = sizeof progress, .checked_share = 1};
	if (solver_lock(stream->solver, NULL) == SUPERFLIP_OK) {
		tell(stream, &progress);
		if (stream->solver->tables != NULL)
			progress.checked_share = superflip_tables_checked_share(stream->solver->tables);
		pthread_mutex_unlock(&stream->solver->lock);
	}
	options_give(out, &progress);
}

void superflip_stream_progress(superflip_stream *stream, superflip_progress *out)
{
	stream_tell_progress(stream, describe, out);
}
