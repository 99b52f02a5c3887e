/* A list: whole cubes go to ranks, and to the threads of this one. */
#include "mpi/leader_state.h"

#include "base/array.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* Cubes that a rank has at a time, for each of its threads: the next ones are there before it ends those that it searches. */
enum { CUBES_A_THREAD = 2 };

/* A cube that another rank has. */
struct given {
	bool is_given;
	int rank;
	void *tag;
};

struct cubes {
	const struct search_stream *stream;
	struct pool *pool;
	pthread_mutex_t lock;             /* held while a function of the stream is called, as a pool does; guards what follows */
	pthread_cond_t changed;
	bool may_ask, has_ended;          /* next() may have something; will have nothing any more */
	bool is_interrupted, others_know;
	struct given *given;
	uint64_t n_given, n_open;
	size_t capacity;
	uint64_t n_generated;             /* by other ranks */
};

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
	struct cubes *const c = context;
	pthread_mutex_lock(&c->lock);
	const enum search_next next = next_locked(c, request, tag);
	pthread_mutex_unlock(&c->lock);
	return next;
}

static void done(void *context, void *tag, struct search_result *result)
{
	struct cubes *const c = context;
	pthread_mutex_lock(&c->lock);
	c->stream->done(c->stream->context, tag, result);
	c->may_ask = !c->has_ended;
	pthread_mutex_unlock(&c->lock);
}

static void iteration(void *context, void *tag, const struct search_iteration *it)
{
	struct cubes *const c = context;
	pthread_mutex_lock(&c->lock);
	if (c->stream->iteration != NULL)
		c->stream->iteration(c->stream->context, tag, it);
	pthread_mutex_unlock(&c->lock);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct cubes *const c = context;
	pthread_mutex_lock(&c->lock);
	if (c->stream->tick != NULL && !c->stream->tick(c->stream->context, n_generated + c->n_generated))
		c->is_interrupted = true;
	const bool goes_on = !c->is_interrupted;
	pthread_mutex_unlock(&c->lock);
	return goes_on;
}

/* This rank has nothing to do any more, but others have. */
static void await_others(struct cubes *c, uint64_t n_generated)
{
	pthread_mutex_lock(&c->lock);
	while (c->n_open != 0 || !(c->has_ended || c->is_interrupted)) {
		const struct timespec until = clock_after(0.1);
		pthread_cond_timedwait(&c->changed, &c->lock, &until);
		pthread_mutex_unlock(&c->lock);
		tick(c, n_generated);
		pthread_mutex_lock(&c->lock);
	}
	pthread_mutex_unlock(&c->lock);
}

static void set_stage(struct leader *r, enum leader_stage stage, struct cubes *cubes)
{
	pthread_mutex_lock(&r->lock);
	r->stage = stage;
	r->cubes = cubes;
	pthread_mutex_unlock(&r->lock);
}

void leader_run_cubes(struct leader *r, struct pool *pool, const struct search_stream *stream)
{
	struct cubes *const c = calloc(1, sizeof *c);
	if (c == NULL)
		leader_abort("not enough memory for the cubes of other ranks");
	c->stream = stream;
	c->pool = pool;
	c->may_ask = true;
	pthread_mutex_init(&c->lock, NULL);
	clock_condition_init(&c->changed);
	set_stage(r, LEADER_CUBES, c);
	pool_run(pool, &(struct search_stream){.context = c, .next = next, .done = done, .iteration = iteration, .tick = tick});
	await_others(c, 0);
	set_stage(r, LEADER_READY, NULL);
	pthread_cond_destroy(&c->changed);
	pthread_mutex_destroy(&c->lock);
	free(c->given);
	free(c);
}

void leader_hear_of_cubes(struct leader *r)
{
	pthread_mutex_lock(&r->lock);
	if (r->cubes != NULL) {
		pthread_mutex_lock(&r->cubes->lock);
		r->cubes->may_ask = !r->cubes->has_ended;
		pthread_mutex_unlock(&r->cubes->lock);
	}
	pthread_mutex_unlock(&r->lock);
}

/* ---- for the other ranks ---- */
/* A number for the next cube. */
static uint64_t reserve(struct cubes *c)
{
	for (uint64_t id = 0; id < c->n_given; id++)
		if (!c->given[id].is_given)
			return id;
	struct given *const moved = array_reserve(c->given, c->n_given + 1, &c->capacity, sizeof *moved);
	if (moved == NULL)
		leader_abort("not enough memory for the cubes of other ranks");
	c->given = moved;
	c->given[c->n_given] = (struct given){.is_given = false};
	return c->n_given++;
}

/* @return whether there was one */
static bool give_one(struct leader *r, struct cubes *c, int rank)
{
	struct cube_message message = {.id = reserve(c)};
	void *tag = NULL;
	if (next_locked(c, &message.request, &tag) != STREAM_NEXT)
		return false;
	message.request.units = NULL;    /* pointers mean nothing elsewhere */
	message.request.perimeter = NULL;
	message.request.watch = NULL;
	c->given[message.id] = (struct given){true, rank, tag};
	c->n_open++;
	r->peer[rank].n_cubes++;
	leader_send(r, rank, MESSAGE_CUBE, &message, sizeof message, NULL, 0);
	return true;
}

static bool give_cubes(struct leader *r, struct cubes *c)
{
	bool has_given = false;
	for (bool goes_on = true; goes_on && c->may_ask;) {
		goes_on = false;
		for (int rank = 1; rank < r->n_ranks && c->may_ask; rank++)
			if (r->peer[rank].n_cubes < CUBES_A_THREAD * r->peer[rank].n_threads)
				goes_on |= give_one(r, c, rank);
		has_given |= goes_on;
	}
	return has_given;
}

bool leader_serve_cubes(struct leader *r)
{
	pthread_mutex_lock(&r->lock);
	struct cubes *const c = r->cubes;
	bool has_given = false;
	if (c != NULL) {
		pthread_mutex_lock(&c->lock);
		has_given = !c->is_interrupted && give_cubes(r, c);
		if (c->is_interrupted && !c->others_know)
			leader_send_all(r, MESSAGE_STOP, NULL, 0);
		c->others_know = c->is_interrupted;
		pthread_mutex_unlock(&c->lock);
	}
	pthread_mutex_unlock(&r->lock);
	return has_given;
}

/* The solutions become the result's own. */
static void read_result(const struct message *m, struct search_result *out)
{
	const struct result_message *const message = m->bytes;
	*out = message->result;
	out->solutions = malloc((out->n_solutions != 0 ? out->n_solutions : 1) * sizeof *out->solutions);
	if (out->solutions == NULL)
		leader_abort("not enough memory for the solutions of other ranks");
	memcpy(out->solutions, (const char *)m->bytes + sizeof *message, out->n_solutions * sizeof *out->solutions);
}

void leader_take_result(struct leader *r, const struct message *m)
{
	struct cubes *const c = r->cubes;  /* it waits for what is open */
	const uint64_t id = ((const struct result_message *)m->bytes)->id;
	struct search_result result;
	read_result(m, &result);
	pthread_mutex_lock(&c->lock);
	void *const tag = c->given[id].tag;
	c->given[id].is_given = false;
	c->n_generated += result.n_generated;
	r->peer[m->rank].n_cubes--;
	for (unsigned i = 0; i < result.n_iterations && c->stream->iteration != NULL; i++)
		c->stream->iteration(c->stream->context, tag, &result.iterations[i]);
	c->stream->done(c->stream->context, tag, &result);
	c->may_ask = !c->has_ended;
	pthread_mutex_unlock(&c->lock);
	pool_ask_again(c->pool);
	pthread_mutex_lock(&c->lock);
	c->n_open--;                       /* last: then nobody needs this any more */
	pthread_cond_signal(&c->changed);
	pthread_mutex_unlock(&c->lock);
}
