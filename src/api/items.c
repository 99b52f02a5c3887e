/* Cubes in work, and the queue of a solver. */
#include "api/solver.h"

#include "base/clock.h"

#include <stdlib.h>

/* ---- items ---- */

struct item *item_make(superflip_solver *solver, const superflip_cube *cube, const struct asked *asked)
{
	struct item *const item = calloc(1, sizeof *item);
	struct result *const result = calloc(1, sizeof *result);
	const bool has_method = solver->kind == SOLVER_METHOD || solver->kind == SOLVER_BASELINE;
	if (result != NULL && has_method)
		result->by_method = calloc(1, sizeof *result->by_method);
	if (item == NULL || result == NULL || (has_method && result->by_method == NULL)) {
		result_free(result);
		free(item);
		return NULL;
	}
	item->n_users = 1;
	item->solver = solver;
	item->asked = *asked;
	item->cube = asked->has_goal ? cube_product(&asked->goal_inverse, &cube->cube) : cube->cube;
	item->searched = item->cube;
	item->result = result;
	return item;
}

void item_release(struct item *item)
{
	if (atomic_fetch_sub(&item->n_users, 1) != 1)
		return;
	result_free(item->result);
	free(item);
}

void item_tell_iteration(struct item *item, const struct search_iteration *iteration)
{
	if (item->job != NULL)
		job_hear_iteration(item->job, iteration);
	else if (item->stream != NULL)
		stream_hear_iteration(item->stream, item, iteration);
}

/* Take an item out of a list.  @return whether it was there */
static bool unlink_item(struct item **list, struct item *item)
{
	while (*list != NULL && *list != item)
		list = &(*list)->next;
	if (*list == NULL)
		return false;
	*list = item->next;
	item->next = NULL;
	return true;
}

void item_end(struct item *item)
{
	const bool has_run = unlink_item(&item->solver->running, item);
	item->state = ITEM_DONE;
	if (item->job != NULL)
		job_hear_end(item->job);
	else if (item->stream != NULL)
		stream_hear_end(item->stream, item);
	if (has_run)
		item_release(item);
}

void item_take_search(struct item *item, struct search_result *found)
{
	superflip_solver *const solver = item->solver;
	pthread_mutex_lock(&solver->lock);
	if (item->stream != NULL) {
		stream_take_search(item->stream, item, found);
	} else {
		result_take_search(item->result, found, solver_heuristic(solver));
		if (item->asked.request.up_to_symmetry)
			result_keep_classes(item->result, &item->cube, solver->options.moves);
	}
	item->result->public.is_approximate = item->is_approximate;
	solver->n_running -= solver->kind == SOLVER_POOL;
	item_end(item);
	pthread_mutex_unlock(&solver->lock);
}

/* ---- the queue ---- */

void items_add(struct item *item)
{
	superflip_solver *const solver = item->solver;
	atomic_fetch_add(&item->n_users, 1);
	item->state = ITEM_QUEUED;
	item->next = NULL;
	if (solver->first == NULL)
		solver->first = item;
	else
		solver->last->next = item;
	solver->last = item;
	pthread_cond_signal(&solver->work_arrives);
}

void solver_wake(superflip_solver *solver)
{
	if (solver->searcher.arrive != NULL)
		solver->searcher.arrive(solver->searcher.context);
	if (solver->pool != NULL)
		pool_ask_again(solver->pool);
}

struct item *items_take(superflip_solver *solver)
{
	struct item *const item = solver->first;
	if (item == NULL)
		return NULL;
	solver->first = item->next;
	item->next = solver->running;
	solver->running = item;
	item->state = ITEM_RUNNING;
	item->begin_s = clock_monotonic_s();
	if (item->job != NULL)
		job_hear_begin(item->job);
	return item;
}

void items_remove(struct item *item)
{
	superflip_solver *const solver = item->solver;
	unlink_item(&solver->first, item);
	solver->last = solver->first;
	while (solver->last != NULL && solver->last->next != NULL)
		solver->last = solver->last->next;
	item_release(item);
}

/* ---- what is asked ---- */

superflip_status asked_of(const superflip_solver *solver, const superflip_request *request, struct asked *out,
                          superflip_error *error)
{
	const superflip_status status = options_of_request(request, &out->request, error);
	const superflip_request *const r = &out->request;
	if (status != SUPERFLIP_OK)
		return status;
	const bool is_one = r->n_solutions == 1 && r->over_optimal == 0 && r->min_length == 0;
	const bool is_plain = is_one && r->max_length == SUPERFLIP_MAX_LENGTH;
	if (solver->kind == SOLVER_POCKET && !is_plain)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the 2x2x2 is solved without lengths and numbers of solutions");
	if (!is_one && (solver->kind == SOLVER_METHOD || solver->kind == SOLVER_BASELINE))
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the method '%s' finds one solution, of any length", solver->options.method);
	out->has_goal = r->goal != NULL;
	if (out->has_goal && r->goal->puzzle != solver->options.puzzle)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the goal is of another puzzle than the solver");
	if (out->has_goal)
		out->goal_inverse = cube_inverse(&r->goal->cube);
	out->request.goal = NULL;  /* the caller's, and copied by now */
	return SUPERFLIP_OK;
}

superflip_status solver_takes(const superflip_solver *solver, const superflip_cube *cube, superflip_error *error)
{
	if (cube->puzzle == solver->options.puzzle)
		return SUPERFLIP_OK;
	return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the cube is of another puzzle than the solver");
}
