/* What callers take out of a stream. */
#include "api/stream.h"

#include "base/clock.h"

#include <time.h>

static const double brief_s = 1e-3;  /* a wait */

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
	if (timeout_s != 0 && clock_monotonic_s() - stream->taken_s < brief_s) {
		pthread_mutex_unlock(&stream->solver->lock);
		nanosleep(&(struct timespec){.tv_nsec = (long)(brief_s / 2 * 1e9)}, NULL);
		pthread_mutex_lock(&stream->solver->lock);
		if (has_next(stream))
			return true;
	}
	return stream_wait(stream, &stream->has_result, timeout_s, until);
}

struct task *stream_take(superflip_stream *stream, superflip_result **out)
{
	struct task *const task = stream_task(stream, stream->n_taken++);
	stream->taken_s = clock_monotonic_s();
	*out = &task->result->public;
	task->result = NULL;
	task->owner = NULL;
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
		is_in_time = await_result(stream, timeout_s, &until);
	struct task *const task = has_next(stream) ? stream_take(stream, out) : NULL;
	const superflip_status status = task != NULL ? SUPERFLIP_OK : is_at_end(stream) ? SUPERFLIP_END : SUPERFLIP_TIMEOUT;
	pthread_mutex_unlock(&stream->solver->lock);
	if (task != NULL)
		task_release(task);
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

void superflip_stream_progress(superflip_stream *stream, superflip_progress *out)
{
	superflip_progress progress = {.size = sizeof progress, .checked_share = 1};
	if (solver_lock(stream->solver, NULL) == SUPERFLIP_OK) {
		progress.has_begun = stream->n_added > 0;
		progress.is_done = is_at_end(stream);
		progress.n_changes = stream->n_done + stream->n_iterations;
		progress.n_added = stream->n_added;
		progress.n_done = stream->n_done;
		progress.threshold = stream->threshold;
		progress.id = stream->threshold_id;
		progress.n_generated = count_nodes(stream);
		progress.seconds = clock_monotonic_s() - stream->begin_s;
		if (stream->solver->tables != NULL)
			progress.checked_share = superflip_tables_checked_share(stream->solver->tables);
		pthread_mutex_unlock(&stream->solver->lock);
	}
	options_give(out, &progress);
}
