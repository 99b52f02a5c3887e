/* Whole cubes of a list: the stream of this rank's pool is what rank 0 has sent. */
#include "mpi/rank_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- for the pool's threads ---- */
/* The tag is the cube's number. */
static enum search_next next(void *context, struct search_request *request, void **tag)
{
	struct rank *const r = context;
	struct cube_message cube;
	pthread_mutex_lock(&r->lock);
	enum search_next next = r->quits || r->is_interrupted ? STREAM_END : STREAM_WAIT;
	if (next == STREAM_WAIT && list_take(&r->cubes, &cube)) {
		next = STREAM_NEXT;
		*request = cube.request;
		*tag = (void *)(uintptr_t)cube.id;
	}
	pthread_mutex_unlock(&r->lock);
	return next;
}

static void append_result(struct rank *r, uint64_t id, const struct search_result *result)
{
	const struct result_message message = {id, *result};
	pthread_mutex_lock(&r->lock);
	list_append(r, &r->results, &message);
	pthread_mutex_unlock(&r->lock);
}

static void done(void *context, void *tag, struct search_result *result)
{
	append_result(context, (uintptr_t)tag, result);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct rank *const r = context;
	(void)n_generated;
	pthread_mutex_lock(&r->lock);
	const bool goes_on = !r->is_interrupted;
	pthread_mutex_unlock(&r->lock);
	return goes_on;
}

/* ---- in the runner ---- */
void rank_search_cubes(struct rank *r)
{
	pool_run(r->pool, &(struct search_stream){.context = r, .next = next, .done = done, .tick = tick});
}

/* ---- in the thread that talks to MPI ---- */
void rank_take_cube(struct rank *r, const struct message *m)
{
	pthread_mutex_lock(&r->lock);
	list_append(r, &r->cubes, m->bytes);
	if (r->job == JOB_NONE) {
		r->job = JOB_CUBES;
		r->is_job_done = false;
		pthread_cond_signal(&r->has_job);
	}
	pthread_mutex_unlock(&r->lock);
	pool_ask_again(r->pool);
}

void rank_stop_cubes(struct rank *r)
{
	pthread_mutex_lock(&r->lock);
	r->is_interrupted = true;
	pthread_mutex_unlock(&r->lock);
}

/* What was interrupted before it began. */
static void give_up_waiting(struct rank *r)
{
	const struct search_result interrupted = {.outcome = SEARCH_INTERRUPTED};
	struct cube_message cube;
	while (list_take(&r->cubes, &cube)) {
		const struct result_message message = {cube.id, interrupted};
		list_append(r, &r->results, &message);
	}
}

bool rank_tell_results(struct rank *r)
{
	struct result_message message;
	bool has_told = false;
	pthread_mutex_lock(&r->lock);
	if (r->is_interrupted)
		give_up_waiting(r);
	while (list_take(&r->results, &message)) {
		struct search_solution *const solutions = message.result.solutions;
		message.result.solutions = NULL;
		rank_send(r, MESSAGE_RESULT, &message, sizeof message, solutions, message.result.n_solutions * sizeof *solutions);
		free(solutions);
		has_told = true;
	}
	pthread_mutex_unlock(&r->lock);
	return has_told;
}
