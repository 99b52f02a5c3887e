/* Cubes from the queue to the pool of threads that search together, and back. */
#include "api/solver.h"

/* What is known without a search: that the permitted turns do not solve a cube.  With the lock held. */
static bool ends_unsearched(struct item *item)
{
	superflip_solver *const solver = item->solver;
	superflip_result *const result = &item->result->public;
	if (!solver_restricts(solver) || restricted_can_solve(&solver->restricted, &item->cube))
		return false;
	result->outcome = SUPERFLIP_NONE;
	result->is_unreachable = true;
	item_end(item);
	return true;
}

static enum search_next next_request(void *context, struct search_request *request, void **tag)
{
	superflip_solver *const solver = context;
	pthread_mutex_lock(&solver->lock);
	struct item *item = items_take(solver);
	while (item != NULL && ends_unsearched(item))
		item = items_take(solver);
	const bool is_busy = solver->n_running > 0;
	solver->n_running += item != NULL;
	pthread_mutex_unlock(&solver->lock);
	/* While cubes are searched more may come; when none is, the threads may sleep. */
	if (item == NULL)
		return is_busy ? STREAM_WAIT : STREAM_END;
	const superflip_request *const r = &item->asked.request;
	item->watch.found = item->job != NULL ? job_hear_found : NULL;
	item->watch.context = item;
	*request = (struct search_request){
		.cube = item->searched, .n_solutions = r->n_solutions, .over_optimal = r->over_optimal, .min_length = r->min_length,
		.max_length = r->max_length, .node_limit = r->node_limit, .time_limit_s = r->time_limit_s,
		.deterministic = r->is_deterministic, .watch = &item->watch,
	};
	if (solver_restricts(solver))
		restricted_request(&solver->restricted, request);
	*tag = item;
	return STREAM_NEXT;
}

static void take_result(void *context, void *tag, struct search_result *found)
{
	superflip_solver *const solver = context;
	struct item *const item = tag;
	approximate(item, found);
	pthread_mutex_lock(&solver->lock);
	solver->n_running--;
	pthread_mutex_unlock(&solver->lock);
	item_take_search(item, found);
}

static void take_iteration(void *context, void *tag, const struct search_iteration *iteration)
{
	superflip_solver *const solver = context;
	pthread_mutex_lock(&solver->lock);
	item_tell_iteration(tag, iteration);
	pthread_mutex_unlock(&solver->lock);
}

void serve_pool(superflip_solver *solver)
{
	const struct search_stream stream = {
		.context = solver, .next = next_request, .done = take_result, .iteration = take_iteration,
	};
	pool_run(solver->pool, &stream);
}
