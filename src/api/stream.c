#include "api/solver.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS_KEPT = 65536 };
static const double brief_s = 1e-3;  /* an iteration, or a wait */

struct told_iteration {
	uint64_t id;
	superflip_iteration iteration;
};

/* Cube number n, counted from 0, is in slot n % window. */
struct superflip_stream {
	superflip_solver *solver;            /* kept; its lock guards everything here */
	struct asked asked;
	unsigned window;
	bool drops_brief_iterations;
	struct item **slot;
	uint64_t n_added, n_taken, n_done, last_id;
	bool is_finished, is_cancelled;
	pthread_cond_t has_room, has_result;
	struct duplicates *duplicates;       /* NULL: every cube is searched */
	struct told_iteration *iterations;   /* a ring of so many */
	uint64_t n_kept;
	uint64_t n_iterations, n_told;
	uint64_t n_generated;                /* of items that are done */
	unsigned threshold;                  /* of the latest complete iteration without a solution, */
	uint64_t threshold_id;               /* and its cube */
	double begin_s, taken_s;             /* opened; the latest result taken */
};

static struct item *item_at(const superflip_stream *stream, uint64_t n)
{
	return stream->slot[n % stream->window];
}

static bool has_next(const superflip_stream *stream)
{
	return stream->n_taken < stream->n_added && item_at(stream, stream->n_taken)->state == ITEM_DONE;
}

/* ---- what the solver tells; with the lock held ---- */

void stream_hear_iteration(superflip_stream *stream, struct item *item, const struct search_iteration *iteration)
{
	const uint64_t id = item->result->public.id;
	stream->iterations[stream->n_iterations++ % stream->n_kept] =
		(struct told_iteration){id, result_iteration_of(iteration)};
	if (iteration->is_complete && iteration->n_solutions == 0) {
		stream->threshold = iteration->threshold;
		stream->threshold_id = id;
	}
}

static void take(superflip_stream *stream, struct item *item, struct search_result *found)
{
	result_take_search(item->result, found, solver_heuristic(stream->solver));
	if (item->asked.request.up_to_symmetry)
		result_keep_classes(item->result, &item->cube, stream->solver->options.moves);
}

/* The answer for a duplicate by the result of the first of its class. */
static void take_image(superflip_stream *stream, struct item *item, const struct search_result *of_first)
{
	struct search_result image;
	if (!duplicate_image(&item->duplicate, of_first, &image))
		image = (struct search_result){.outcome = SEARCH_NO_MEMORY};
	take(stream, item, &image);
}

void stream_hear_end(superflip_stream *stream, const struct item *item)
{
	stream->n_done++;
	stream->n_generated += item->result->public.n_generated;
	if (has_next(stream))
		pthread_cond_broadcast(&stream->has_result);
}

void stream_take_search(superflip_stream *stream, struct item *item, struct search_result *found)
{
	if (stream->duplicates == NULL) {
		take(stream, item, found);
		return;
	}
	const uint64_t id = item->result->public.id;
	duplicates_found(stream->duplicates, &item->duplicate, found);
	for (uint64_t n = stream->n_taken; n < stream->n_added; n++) {
		struct item *const other = item_at(stream, n);
		if (other->state == ITEM_WAITING && other->duplicate.searched_by == id) {
			other->result->public.is_approximate = item->is_approximate;
			take_image(stream, other, found);
			item_end(other);
		}
	}
	if (item->duplicate.first_id == id) {
		take(stream, item, found);
	} else {
		take_image(stream, item, found);
		search_result_free(found);
	}
}

/* ---- life ---- */

static void destroy(superflip_stream *stream)
{
	free(stream->iterations);
	free(stream->slot);
	free(stream);
}

superflip_status superflip_stream_open(superflip_solver *solver, const superflip_request *request,
                                       const superflip_stream_options *options, superflip_stream **out, superflip_error *error)
{
	superflip_stream_options o;
	superflip_stream *const stream = calloc(1, sizeof *stream);
	if (stream == NULL)
		return error_no_memory(error);
	superflip_status status = solver_lock(solver, error);
	if (status == SUPERFLIP_OK) {
		pthread_mutex_unlock(&solver->lock);
		status = options_of_stream(options, &o, error);
	}
	if (status == SUPERFLIP_OK)
		status = asked_of(solver, request, &stream->asked, error);
	if (status != SUPERFLIP_OK) {
		free(stream);
		return status;
	}
	stream->window = o.window;
	stream->drops_brief_iterations = o.drops_brief_iterations;
	stream->slot = calloc(o.window, sizeof *stream->slot);
	/* All iterations of all cubes that may be in work; pages that are never written cost nothing. */
	stream->n_kept = (uint64_t)o.window * (SUPERFLIP_MAX_LENGTH + 1);
	if (stream->n_kept > MOST_ITERATIONS_KEPT)
		stream->n_kept = MOST_ITERATIONS_KEPT;
	stream->iterations = calloc(stream->n_kept, sizeof *stream->iterations);
	const bool finds_duplicates = o.finds_duplicates && solver->kind == SOLVER_POOL && !solver_restricts(solver);
	stream->duplicates = finds_duplicates ? duplicates_create() : NULL;
	if (stream->slot == NULL || stream->iterations == NULL || (finds_duplicates && stream->duplicates == NULL)) {
		duplicates_free(stream->duplicates);
		destroy(stream);
		return error_no_memory(error);
	}
	clock_condition_init(&stream->has_room);
	clock_condition_init(&stream->has_result);
	stream->begin_s = clock_monotonic_s();
	stream->solver = solver_keep(solver);
	*out = stream;
	return SUPERFLIP_OK;
}

/* Items that were begun go on to their end; the first that was not, and all after it, are dropped. */
void stream_cancel_locked(superflip_stream *stream)
{
	stream->is_cancelled = true;
	uint64_t n = stream->n_taken;
	for (; n < stream->n_added && item_at(stream, n)->state != ITEM_QUEUED; n++)
		atomic_store(&item_at(stream, n)->watch.is_cancelled, true);
	const uint64_t n_kept = n;
	for (; n < stream->n_added; n++) {
		struct item *const item = item_at(stream, n);
		item->stream = NULL;
		if (item->state == ITEM_QUEUED)
			items_remove(item);
		item_release(item);
	}
	stream->n_added = n_kept;
	pthread_cond_broadcast(&stream->has_room);
	pthread_cond_broadcast(&stream->has_result);
}

void superflip_stream_cancel(superflip_stream *stream)
{
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return;
	stream_cancel_locked(stream);
	pthread_mutex_unlock(&stream->solver->lock);
}

void superflip_stream_free(superflip_stream *stream)
{
	if (stream == NULL)
		return;
	superflip_solver *const solver = stream->solver;
	if (solver_lock(solver, NULL) == SUPERFLIP_OK) {
		stream_cancel_locked(stream);
		for (uint64_t n = stream->n_taken; n < stream->n_added; n++) {
			item_at(stream, n)->stream = NULL;
			item_release(item_at(stream, n));
		}
		pthread_mutex_unlock(&solver->lock);
		pthread_cond_destroy(&stream->has_room);
		pthread_cond_destroy(&stream->has_result);
		duplicates_free(stream->duplicates);
	}
	destroy(stream);
	solver_release(solver);
}

/* ---- adding ---- */

/* With the lock held: begin what is to be done for an item.  @return whether it was queued */
static bool begin_item(superflip_stream *stream, struct item *item)
{
	if (stream->duplicates == NULL) {
		items_add(item);
		return true;
	}
	const uint64_t id = item->result->public.id;
	const enum duplicate_kind kind = duplicates_look_up(stream->duplicates, &item->cube, id, &item->duplicate);
	item->searched = item->duplicate.first;
	item->result->public.duplicate_of = item->duplicate.first_id != id ? item->duplicate.first_id : 0;
	if (kind == DUPLICATE_ANSWERED) {
		struct search_result answer;
		if (!duplicates_answer(stream->duplicates, &item->duplicate, &answer))
			answer = (struct search_result){.outcome = SEARCH_NO_MEMORY};
		take(stream, item, &answer);
		item_end(item);
		return false;
	}
	if (kind == DUPLICATE_PENDING) {
		item->state = ITEM_WAITING;
		return false;
	}
	items_add(item);
	return true;
}

/* With the lock held: whether there is room, perhaps after waiting. */
static superflip_status await_room(superflip_stream *stream, double timeout_s)
{
	const struct timespec until = clock_after(timeout_s);
	bool is_in_time = true;
	while (!stream->is_cancelled && stream->n_added - stream->n_taken >= stream->window && is_in_time)
		is_in_time = condition_wait(&stream->has_room, &stream->solver->lock, timeout_s, &until);
	if (stream->is_cancelled || stream->solver->is_closed)
		return SUPERFLIP_CANCELLED;
	return stream->n_added - stream->n_taken < stream->window ? SUPERFLIP_OK : SUPERFLIP_FULL;
}

static superflip_status check_id(const superflip_stream *stream, uint64_t id, superflip_error *error)
{
	if (id <= stream->last_id)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the id is not larger than the one before");
	return stream->is_finished ? error_say(error, SUPERFLIP_BAD_ARGUMENT, "the stream is finished") : SUPERFLIP_OK;
}

superflip_status superflip_stream_add(superflip_stream *stream, uint64_t id, const superflip_cube *cube, double timeout_s,
                                      superflip_error *error)
{
	superflip_solver *const solver = stream->solver;
	superflip_status status = solver_takes(solver, cube, error);
	if (status != SUPERFLIP_OK)
		return status;
	struct item *const item = item_make(solver, cube, &stream->asked);
	if (item == NULL)
		return error_no_memory(error);
	item->stream = stream;
	item->result->public.id = id;
	item->watch.told_from_s = stream->drops_brief_iterations ? brief_s : 0;
	bool is_queued = false;
	if (solver_lock(solver, error) != SUPERFLIP_OK) {
		item_release(item);
		return SUPERFLIP_FORKED;
	}
	status = check_id(stream, id, error);
	if (status == SUPERFLIP_OK)
		status = await_room(stream, timeout_s);
	if (status == SUPERFLIP_OK) {
		stream->last_id = id;
		stream->slot[stream->n_added++ % stream->window] = item;
		is_queued = begin_item(stream, item);
	}
	pthread_mutex_unlock(&solver->lock);
	if (is_queued)
		solver_wake(solver);
	if (status != SUPERFLIP_OK)
		item_release(item);
	return status;
}

superflip_status superflip_stream_pass(superflip_stream *stream, uint64_t id, const superflip_cube *cube, superflip_error *error)
{
	superflip_status status = solver_takes(stream->solver, cube, error);
	if (status != SUPERFLIP_OK)
		return status;
	const struct asked *const asked = &stream->asked;
	const struct cube c = asked->has_goal ? cube_product(&asked->goal_inverse, &cube->cube) : cube->cube;
	if (solver_lock(stream->solver, error) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	status = check_id(stream, id, error);
	if (status == SUPERFLIP_OK) {
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

/* ---- results ---- */

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
	return condition_wait(&stream->has_result, &stream->solver->lock, timeout_s, until);
}

superflip_status superflip_stream_next(superflip_stream *stream, double timeout_s, superflip_result **out)
{
	solver_serve_alone(stream->solver);
	const struct timespec until = clock_after(timeout_s);
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	bool is_in_time = true;
	while (!has_next(stream) && !is_at_end(stream) && is_in_time)
		is_in_time = await_result(stream, timeout_s, &until);
	struct item *const item = has_next(stream) ? item_at(stream, stream->n_taken) : NULL;
	const superflip_status status = item != NULL ? SUPERFLIP_OK : is_at_end(stream) ? SUPERFLIP_END : SUPERFLIP_TIMEOUT;
	if (item != NULL) {
		stream->n_taken++;
		stream->taken_s = clock_monotonic_s();
		*out = &item->result->public;
		item->result = NULL;
		item->stream = NULL;
		pthread_cond_signal(&stream->has_room);
	}
	pthread_mutex_unlock(&stream->solver->lock);
	if (item != NULL)
		item_release(item);
	return status;
}

superflip_status superflip_stream_iteration(superflip_stream *stream, uint64_t *id, superflip_iteration *out)
{
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	if (stream->n_iterations - stream->n_told > stream->n_kept)
		stream->n_told = stream->n_iterations - stream->n_kept;
	const bool is_there = stream->n_told < stream->n_iterations;
	if (is_there) {
		const struct told_iteration *const told = &stream->iterations[stream->n_told++ % stream->n_kept];
		*id = told->id;
		*out = told->iteration;
	}
	pthread_mutex_unlock(&stream->solver->lock);
	return is_there ? SUPERFLIP_OK : SUPERFLIP_TIMEOUT;
}

void superflip_stream_progress(superflip_stream *stream, superflip_progress *out)
{
	superflip_progress progress = {.size = sizeof progress, .checked_share = 1};
	if (solver_lock(stream->solver, NULL) != SUPERFLIP_OK) {
		options_give(out, &progress);
		return;
	}
	progress.has_begun = stream->n_added > 0;
	progress.is_done = is_at_end(stream);
	progress.n_changes = stream->n_done + stream->n_iterations;
	progress.n_added = stream->n_added;
	progress.n_done = stream->n_done;
	progress.threshold = stream->threshold;
	progress.id = stream->threshold_id;
	progress.n_generated = stream->n_generated;
	for (uint64_t n = stream->n_taken; n < stream->n_added; n++)
		if (item_at(stream, n)->state == ITEM_RUNNING)
			progress.n_generated += atomic_load(&item_at(stream, n)->watch.n_generated);
	progress.seconds = clock_monotonic_s() - stream->begin_s;
	if (stream->solver->tables != NULL)
		progress.checked_share = superflip_tables_checked_share(stream->solver->tables);
	pthread_mutex_unlock(&stream->solver->lock);
	options_give(out, &progress);
}
