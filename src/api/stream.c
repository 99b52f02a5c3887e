#include "api/stream.h"

#include "base/clock.h"

#include <errno.h>
#include <stdlib.h>

enum { MOST_ITERATIONS_KEPT = 65536 };
static const double brief_s = 1e-3;  /* an iteration */

/* ---- what becomes of tasks; with the lock held ---- */

static superflip_stream *stream_of(struct task_owner *owner)
{
	return (superflip_stream *)owner;
}

static void on_change(struct task_owner *owner)
{
	superflip_stream *const stream = stream_of(owner);
	if (stream->on_change != NULL)
		stream->on_change(stream);
}

static void on_iteration(struct task_owner *owner, struct task *task, const struct search_iteration *iteration)
{
	superflip_stream *const stream = stream_of(owner);
	const uint64_t id = task->result->public.id;
	stream->iterations[stream->n_iterations++ % stream->n_kept] = (struct stream_iteration){id, result_iteration_of(iteration)};
	if (iteration->is_complete && iteration->n_solutions == 0) {
		stream->threshold = iteration->threshold;
		stream->threshold_id = id;
	}
	on_change(owner);
}

static void on_end(struct task_owner *owner, struct task *task)
{
	superflip_stream *const stream = stream_of(owner);
	stream->n_done++;
	stream->n_generated += task->result->public.n_generated;
	stream->end_s = clock_monotonic_s();
	if (task == stream_task(stream, stream->n_taken))
		pthread_cond_broadcast(&stream->has_result);
	on_change(owner);
}

/* The answer for a duplicate by the result of the first of its class. */
static void take_image(struct task *task, const struct search_result *of_first)
{
	struct search_result image;
	if (!duplicate_image(&task->duplicate, of_first, &image))
		image = (struct search_result){.outcome = SEARCH_NO_MEMORY};
	task_take_search(task, &image);
}

/* With duplicates: fill the results of those that waited for this search, too. */
static void on_search(struct task_owner *owner, struct task *task, struct search_result *found)
{
	superflip_stream *const stream = stream_of(owner);
	const uint64_t id = task->result->public.id;
	if (stream->duplicates != NULL)
		duplicates_found(stream->duplicates, &task->duplicate, found);
	for (uint64_t n = stream->n_taken; stream->duplicates != NULL && n < stream->n_added; n++) {
		struct task *const other = stream_task(stream, n);
		if (other->state == TASK_WAITING && other->duplicate.searched_by == id) {
			other->is_approximate = task->is_approximate;
			take_image(other, found);
			task_end(other);
		}
	}
	if (stream->duplicates == NULL || task->duplicate.first_id == id) {
		task_take_search(task, found);
	} else {
		take_image(task, found);
		search_result_free(found);
	}
}

/* Tasks that were begun go on to their end; the first that was not, and all after it, are dropped. */
static void cancel(struct task_owner *owner)
{
	superflip_stream *const stream = stream_of(owner);
	stream->is_cancelled = true;
	uint64_t n = stream->n_taken;
	for (; n < stream->n_added && (stream->on_change != NULL || stream_task(stream, n)->state != TASK_QUEUED); n++)
		task_cancel(stream_task(stream, n));
	const uint64_t n_left = n;
	for (; n < stream->n_added; n++) {
		task_abandon(stream_task(stream, n));
		task_release(stream_task(stream, n));
	}
	stream->n_added = n_left;
	pthread_cond_broadcast(&stream->has_room);
	pthread_cond_broadcast(&stream->has_result);
}

/* ---- life ---- */

/* What can be had without memory of its own. */
static void fill(superflip_stream *stream, const superflip_stream_options *o)
{
	stream->owner = (struct task_owner){on_change, on_iteration, on_search, on_end, cancel};
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
		status = request_of(solver, request, &stream->request, error);
	if (status == SUPERFLIP_OK)
		status = solver_lock(solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	pthread_mutex_unlock(&solver->lock);
	fill(stream, &o);
	const bool finds_duplicates = o.finds_duplicates && solver->kind == SOLVER_POOL && !solver_restricts(solver);
	stream->slot = calloc(o.window, sizeof *stream->slot);
	stream->iterations = calloc(stream->n_kept, sizeof *stream->iterations);
	stream->duplicates = finds_duplicates ? duplicates_create() : NULL;
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
		stream->on_change = NULL;  /* nobody is notified any more */
		cancel(&stream->owner);
		for (uint64_t n = stream->n_taken; n < stream->n_added; n++) {
			task_abandon(stream_task(stream, n));
			task_release(stream_task(stream, n));
		}
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
	cancel(&stream->owner);
	pthread_mutex_unlock(&stream->solver->lock);
}

/* ---- adding ---- */

/* With the lock held: begin what is to be done for a task.  @return whether it was queued */
static bool begin_task(superflip_stream *stream, struct task *task)
{
	const uint64_t id = task->result->public.id;
	enum duplicate_kind kind = DUPLICATE_NONE;
	if (stream->duplicates != NULL) {
		kind = duplicates_look_up(stream->duplicates, &task->cube, id, &task->duplicate);
		task->searched = task->duplicate.first;
		task->result->public.duplicate_of = task->duplicate.first_id != id ? task->duplicate.first_id : 0;
	}
	if (kind == DUPLICATE_ANSWERED) {
		struct search_result answer;
		if (!duplicates_answer(stream->duplicates, &task->duplicate, &answer))
			answer = (struct search_result){.outcome = SEARCH_NO_MEMORY};
		task_take_search(task, &answer);
		task_end(task);
		return false;
	}
	if (kind == DUPLICATE_PENDING) {
		task->state = TASK_WAITING;
		return false;
	}
	task_queue(task);
	return true;
}

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
	task->owner = &stream->owner;
	task->watch.told_from_s = stream->drops_brief_iterations ? brief_s : 0;
	superflip_status status = solver_lock(solver, error);
	if (status == SUPERFLIP_OK) {
		status = check_id(stream, id, error);
		if (status == SUPERFLIP_OK)
			status = await_room(stream, timeout_s);
		if (status == SUPERFLIP_OK) {
			stream->last_id = id;
			stream->slot[stream->n_added++ % stream->window] = task;
			is_queued = begin_task(stream, task);
		}
		pthread_mutex_unlock(&solver->lock);
	}
	if (is_queued)
		tasks_wake(solver);
	if (status != SUPERFLIP_OK)
		task_release(task);
	return status;
}

superflip_status superflip_stream_add(superflip_stream *stream, uint64_t id, const superflip_cube *cube, double timeout_s,
                                      superflip_error *error)
{
	struct task *task;
	const superflip_status status = task_make(stream->solver, cube, &stream->request, &task, error);
	if (status != SUPERFLIP_OK)
		return status;
	task->result->public.id = id;
	return stream_add_task(stream, id, task, timeout_s, error);
}

superflip_status superflip_stream_pass(superflip_stream *stream, uint64_t id, const superflip_cube *cube, superflip_error *error)
{
	superflip_status status = task_takes(stream->solver, cube, error);
	if (status == SUPERFLIP_OK)
		status = solver_lock(stream->solver, error);
	if (status != SUPERFLIP_OK)
		return status;
	status = check_id(stream, id, error);
	if (status == SUPERFLIP_OK) {
		const struct cube c = request_cube(&stream->request, cube);
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
