/* Whole cubes of a list: the stream of this rank's pool is what rank 0 has sent. */
#include "mpi/rank.h"

#include <stdlib.h>

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
		*request = rank_own_request(r, cube.request);
		*tag = (void *)(uintptr_t)cube.id;
	}
	pthread_mutex_unlock(&r->lock);
	return next;
}

static void done(void *context, void *tag, struct search_result *result)
{
	struct rank *const r = context;
	pthread_mutex_lock(&r->lock);
	list_append(r, &r->results, &(struct result_message){(uintptr_t)tag, *result});
	pthread_mutex_unlock(&r->lock);
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

void rank_search_cubes(struct rank *r)
{
	pool_run(r->pool, &(struct search_stream){.context = r, .next = next, .done = done, .tick = tick});
}

/* ---- in the thread that talks to MPI ---- */
void rank_take_cube(struct rank *r, const struct message *m)
{
	list_append(r, &r->cubes, m->bytes);
	if (r->job == JOB_NONE)
		rank_begin_job(r, JOB_CUBES);
}

bool rank_tell_results(struct rank *r)
{
	struct cube_message cube;
	struct result_message message;
	bool has_told = false;
	while (r->is_interrupted && list_take(&r->cubes, &cube))  /* before it began */
		list_append(r, &r->results, &(struct result_message){cube.id, {.outcome = SEARCH_INTERRUPTED}});
	while (list_take(&r->results, &message)) {
		struct search_solution *const solutions = message.result.solutions;
		message.result.solutions = NULL;
		link_send(&r->link, 0, MESSAGE_RESULT, &message, sizeof message, solutions, message.result.n_solutions * sizeof *solutions);
		free(solutions);
		has_told = true;
	}
	return has_told;
}
