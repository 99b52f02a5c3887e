/* A list: whole cubes go to ranks, and to the threads of this one. */
#include "mpi/leader.h"

#include "base/array.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* Cubes that a rank has at a time, for each of its threads: the next ones are there before it ends those that it searches. */
enum { CUBES_A_THREAD = 2 };

/* ---- for the threads of this rank ---- */
static enum search_next next_locked(struct cubes *c, struct search_request *request, void **tag)
{
	if (c->has_ended || c->is_interrupted)
		return STREAM_END;
	const enum search_next next = c->stream->next(c->stream->context, request, tag);
	c->has_ended = next == STREAM_END;
	c->may_ask = next == STREAM_NEXT;
	return next;
}

static enum search_next next(void *context, struct search_request *request, void **tag)
{
	struct leader *const r = context;
	pthread_mutex_lock(&r->lock);
	const enum search_next next = next_locked(&r->cubes, request, tag);
	pthread_mutex_unlock(&r->lock);
	return next;
}

static void done_locked(struct cubes *c, void *tag, struct search_result *result)
{
	c->stream->done(c->stream->context, tag, result);
	c->may_ask = !c->has_ended;
}

static void done(void *context, void *tag, struct search_result *result)
{
	struct leader *const r = context;
	pthread_mutex_lock(&r->lock);
	done_locked(&r->cubes, tag, result);
	pthread_mutex_unlock(&r->lock);
}

static void iteration(void *context, void *tag, const struct search_iteration *it)
{
	struct leader *const r = context;
	const struct search_stream *const stream = r->cubes.stream;
	pthread_mutex_lock(&r->lock);
	if (stream->iteration != NULL)
		stream->iteration(stream->context, tag, it);
	pthread_mutex_unlock(&r->lock);
}

static void tick_locked(struct cubes *c, uint64_t n_generated)
{
	if (c->stream->tick != NULL && !c->stream->tick(c->stream->context, n_generated + c->n_generated))
		c->is_interrupted = true;
}

static bool tick(void *context, uint64_t n_generated)
{
	struct leader *const r = context;
	pthread_mutex_lock(&r->lock);
	tick_locked(&r->cubes, n_generated);
	const bool goes_on = !r->cubes.is_interrupted;
	pthread_mutex_unlock(&r->lock);
	return goes_on;
}

void leader_run_cubes(void *leader, struct pool *pool, const struct search_stream *stream)
{
	struct leader *const r = leader;
	struct cubes *const c = &r->cubes;
	pthread_mutex_lock(&r->lock);
	*c = (struct cubes){.stream = stream, .pool = pool, .may_ask = true, .given = c->given, .n_given = c->n_given, .capacity = c->capacity};
	r->stage = LEADER_CUBES;
	pthread_mutex_unlock(&r->lock);
	pool_run(pool, &(struct search_stream){.context = r, .next = next, .done = done, .iteration = iteration, .tick = tick});
	pthread_mutex_lock(&r->lock);
	/* This rank has nothing to do any more, but others have. */
	while (c->n_open != 0 || !(c->has_ended || c->is_interrupted)) {
		const struct timespec until = clock_after(0.1);
		pthread_cond_timedwait(&r->changed, &r->lock, &until);
		tick_locked(c, 0);
	}
	r->stage = LEADER_READY;
	pthread_mutex_unlock(&r->lock);
}

void leader_wake(void *leader)
{
	struct leader *const r = leader;
	pthread_mutex_lock(&r->lock);
	r->cubes.may_ask = !r->cubes.has_ended;
	pthread_mutex_unlock(&r->lock);
}

/* ---- for the other ranks ---- */
/* A number for the next cube. */
static uint64_t reserve(struct leader *r)
{
	struct cubes *const c = &r->cubes;
	uint64_t id = 0;
	while (id < c->n_given && c->given[id].is_given)
		id++;
	if (id == c->n_given && !array_append(&c->given, &c->n_given, &c->capacity, &(struct given){.is_given = false}, sizeof *c->given))
		link_abort(&r->link, "not enough memory for the cubes of other ranks");
	return id;
}

/* @return whether there was one */
static bool give_one(struct leader *r, int rank)
{
	struct cubes *const c = &r->cubes;
	struct cube_message message = {.id = reserve(r)};
	void *tag = NULL;
	if (next_locked(c, &message.request, &tag) != STREAM_NEXT)
		return false;
	message.request = message_request(message.request);
	c->given[message.id] = (struct given){true, rank, tag};
	c->n_open++;
	r->peer[rank].n_cubes++;
	link_send(&r->link, rank, MESSAGE_CUBE, &message, sizeof message, NULL, 0);
	return true;
}

static bool give_cubes(struct leader *r)
{
	bool has_given = false;
	for (bool goes_on = true; goes_on;) {
		goes_on = false;
		for (int rank = 1; rank < r->link.n_ranks && r->cubes.may_ask; rank++)
			if (r->peer[rank].n_cubes < CUBES_A_THREAD * r->peer[rank].n_threads)
				goes_on |= give_one(r, rank);
		has_given |= goes_on;
	}
	return has_given;
}

bool leader_serve_cubes(struct leader *r)
{
	struct cubes *const c = &r->cubes;
	const bool has_given = !c->is_interrupted && give_cubes(r);
	if (c->is_interrupted && !c->others_know)
		link_send_all(&r->link, MESSAGE_STOP, NULL, 0);
	c->others_know = c->is_interrupted;
	return has_given;
}

void leader_take_result(struct leader *r, const struct message *m)
{
	const struct result_message *const message = m->bytes;
	struct cubes *const c = &r->cubes;
	struct search_result result = message->result;
	const size_t size = result.n_solutions * sizeof *result.solutions;
	result.solutions = malloc(size != 0 ? size : 1);  /* the result's own */
	if (result.solutions == NULL)
		link_abort(&r->link, "not enough memory for the solutions of other ranks");
	memcpy(result.solutions, message + 1, size);
	pthread_mutex_lock(&r->lock);
	struct given *const given = &c->given[message->id];
	given->is_given = false;
	c->n_generated += result.n_generated;
	r->peer[m->rank].n_cubes--;
	for (unsigned i = 0; i < result.n_iterations && c->stream->iteration != NULL; i++)
		c->stream->iteration(c->stream->context, given->tag, &result.iterations[i]);
	done_locked(c, given->tag, &result);
	pthread_mutex_unlock(&r->lock);
	pool_ask_again(c->pool);
	pthread_mutex_lock(&r->lock);
	c->n_open--;                       /* last: then the pool may go */
	pthread_cond_signal(&r->changed);
	pthread_mutex_unlock(&r->lock);
}
