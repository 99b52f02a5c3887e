/* Cubes from the queue to the pool of threads that search together, and back. */
#include "api/solver.h"

#include "base/threads.h"

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
	struct item *const item = tag;
	(void)context;
	approximate(item, found);
	item_take_search(item, found);
}

static void take_iteration(void *context, void *tag, const struct search_iteration *iteration)
{
	superflip_solver *const solver = context;
	pthread_mutex_lock(&solver->lock);
	item_tell_iteration(tag, iteration);
	pthread_mutex_unlock(&solver->lock);
}

/* Whether somebody waits for a cube. The pool sees itself which ones are cancelled; other processes are told to stop. */
static bool is_waited_for(void *context, uint64_t n_generated)
{
	superflip_solver *const solver = context;
	(void)n_generated;
	pthread_mutex_lock(&solver->lock);
	bool goes_on = solver->first != NULL || solver->running == NULL;
	for (const struct item *item = solver->running; item != NULL && !goes_on; item = item->next)
		goes_on = !atomic_load(&item->watch.is_cancelled);
	pthread_mutex_unlock(&solver->lock);
	return goes_on;
}

/* Without threads whoever waits hears how far it is in the middle of an iteration, too. */
static bool tell_running(void *context, uint64_t n_generated)
{
	superflip_solver *const solver = context;
	(void)n_generated;
	for (const struct item *item = solver->running; item != NULL; item = item->next)
		if (item->job != NULL)
			job_hear_nothing_new(item->job);
	return true;
}

void serve_pool(superflip_solver *solver)
{
	const struct solver_searcher *const searcher = &solver->searcher;
	const struct search_stream stream = {
		.context = solver, .next = next_request, .done = take_result, .iteration = take_iteration,
		.tick = searcher->run != NULL ? is_waited_for : HAS_THREADS ? NULL : tell_running,
	};
	if (searcher->run != NULL)
		searcher->run(searcher->context, solver->pool, &stream);
	else
		pool_run(solver->pool, &stream);
}
