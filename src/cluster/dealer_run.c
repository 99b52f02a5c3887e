/* A stream, cube by cube. */
#include "cluster/dealer_state.h"

#include "cube/symmetry.h"

#include <stdlib.h>

/* ---- cubes ---- */
static void forget_cube(struct dealer *d)
{
	unit_list_free(&d->list);
	free(d->is_done);
	free(d->order);
	free(d->work);
	d->is_done = NULL;
	d->order = NULL;
	d->work = NULL;
	d->is_searching = d->is_evaluated = false;
}

/* The units of a cube.  Without memory there are none, and its first iteration fails. */
static void begin_cube(struct dealer *d, const struct cube *c)
{
	const unsigned kept = d->journal != NULL ? unit_journal_min_moves(d->journal, c) : 0;
	if (!unit_list_fill(&d->list, d->heuristic->metric, cube_symmetries(c), kept != 0 ? kept : d->min_moves))
		return;
	d->is_done = calloc(d->list.n_units, sizeof *d->is_done);
	d->order = calloc(d->list.n_units, sizeof *d->order);
	d->work = calloc(d->list.n_units, sizeof *d->work);
	d->cube = d->journal != NULL ? unit_journal_cube(d->journal, c, d->list.min_moves) : 0;
	if (d->is_done == NULL || d->order == NULL || d->work == NULL || d->cube == UINT32_MAX)
		forget_cube(d);
}

static enum search_next next_cube(void *context, struct search_request *request, void **tag)
{
	struct dealer *const d = context;
	if (d->is_searching)
		return STREAM_WAIT;
	const enum search_next next = d->stream->next(d->stream->context, request, tag);
	if (next != STREAM_NEXT)
		return next;
	pthread_mutex_lock(&d->lock);
	begin_cube(d, &request->cube);
	d->is_searching = true;
	pthread_mutex_unlock(&d->lock);
	request->units = &d->source;
	return STREAM_NEXT;
}

static void end_cube(void *context, void *tag, struct search_result *result)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	dealer_flush(d, true);
	forget_cube(d);
	pthread_mutex_unlock(&d->lock);
	d->stream->done(d->stream->context, tag, result);
}

static void tell_iteration(void *context, void *tag, const struct search_iteration *iteration)
{
	struct dealer *const d = context;
	if (d->stream->iteration != NULL)
		d->stream->iteration(d->stream->context, tag, iteration);
}

static bool tick(void *context, uint64_t n_generated)
{
	struct dealer *const d = context;
	pthread_mutex_lock(&d->lock);
	dealer_flush(d, false);
	const bool is_sound = d->error == 0;
	pthread_mutex_unlock(&d->lock);
	return (d->stream->tick == NULL || d->stream->tick(d->stream->context, n_generated)) && is_sound;
}

void dealer_run(struct dealer *d, struct pool *pool, const struct search_stream *stream)
{
	const struct search_stream by_units = {
		.context = d, .next = next_cube, .done = end_cube, .iteration = tell_iteration, .tick = tick,
	};
	d->stream = stream;
	pool_run(pool, &by_units);
}

int dealer_error(struct dealer *d)
{
	pthread_mutex_lock(&d->lock);
	const int error = d->error;
	pthread_mutex_unlock(&d->lock);
	return error;
}

/* ---- life ---- */
struct dealer *dealer_create(const struct heuristic *h, struct unit_journal *journal, unsigned min_moves)
{
	struct dealer *const d = calloc(1, sizeof *d);
	if (d == NULL)
		return NULL;
	d->heuristic = h;
	d->journal = journal;
	d->min_moves = min_moves;
	pthread_mutex_init(&d->lock, NULL);
	pthread_cond_init(&d->closed, NULL);
	dealer_fill_source(d);
	return d;
}

void dealer_free(struct dealer *d)
{
	if (d == NULL)
		return;
	pthread_cond_destroy(&d->closed);
	pthread_mutex_destroy(&d->lock);
	free(d);
}
