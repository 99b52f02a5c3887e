/* A list: whole cubes go to ranks, as they go to the threads of this one. */
#include "mpi/leader.h"

#include <stdlib.h>
#include <string.h>

/* Cubes that a rank has at a time, for each of its threads: the next ones are there before it ends those that it searches. */
enum { CUBES_A_THREAD = 2 };

void leader_run_cubes(void *leader, struct pool *pool, const struct search_stream *stream)
{
	struct leader *const r = leader;
	pthread_mutex_lock(&r->lock);
	r->pool = pool;
	r->others_know = false;
	r->stage = LEADER_CUBES;
	pthread_mutex_unlock(&r->lock);
	pool_run(pool, stream);  /* it ends only when the others have given back what they have */
	leader_set_stage(r, LEADER_READY);
}

/* @return whether there was one */
static bool give_one(struct leader *r, int rank)
{
	struct cube_message message = {.id = 0};
	void *tag = NULL;
	if (!pool_take(r->pool, &message.request, &tag))
		return false;
	message.id = (uintptr_t)tag;
	message.request = message_request(message.request);
	r->peer[rank].n_cubes++;
	link_send(&r->link, rank, MESSAGE_CUBE, &message, sizeof message, NULL, 0);
	return true;
}

bool leader_serve_cubes(struct leader *r)
{
	bool has_given = false;
	for (bool goes_on = true; goes_on; has_given |= goes_on) {
		goes_on = false;
		for (int rank = 1; rank < r->link.n_ranks; rank++)
			if (r->peer[rank].n_cubes < CUBES_A_THREAD * r->peer[rank].n_threads)
				goes_on |= give_one(r, rank);
	}
	if (pool_is_interrupted(r->pool) && !r->others_know) {
		link_send_all(&r->link, MESSAGE_STOP, NULL, 0);
		r->others_know = true;
	}
	return has_given;
}

void leader_take_result(struct leader *r, const struct message *m)
{
	const struct result_message *const message = m->bytes;
	struct search_result result = message->result;
	const size_t size = result.n_solutions * sizeof *result.solutions;
	result.solutions = malloc(size != 0 ? size : 1);  /* the result's own */
	if (result.solutions == NULL)
		link_abort(&r->link, "not enough memory for the solutions of other ranks");
	memcpy(result.solutions, message + 1, size);
	r->peer[m->rank].n_cubes--;
	pool_give_back(r->pool, (void *)(uintptr_t)message->id, &result, true);
}
