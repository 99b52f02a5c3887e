/* Cubes from the queue to the pool of threads that search together, and back. */
#include "api/backend.h"

#include "base/threads.h"

/* What is known without a search: that the permitted turns do not solve a cube.  With the lock held. */
static bool ends_unsearched(struct task *task)
{
	superflip_solver *const solver = task->solver;
	superflip_result *const result = &task->result->public;
	if (!solver_restricts(solver) || restricted_can_solve(&solver->restricted, &task->cube))
		return false;
	result->outcome = SUPERFLIP_NONE;
	result->is_unreachable = true;
	task_end(task);
	return true;
}

static enum search_next next_request(void *context, struct search_request *request, void **tag)
{
	superflip_solver *const solver = context;
	pthread_mutex_lock(&solver->lock);
	struct task *task = tasks_take(solver);
	while (task != NULL && ends_unsearched(task))
		task = tasks_take(solver);
	const bool is_busy = solver->n_searched > 0;
	solver->n_searched += task != NULL;
	pthread_mutex_unlock(&solver->lock);
	/* While cubes are searched more may come; when none is, the threads may sleep. */
	if (task == NULL)
		return is_busy ? STREAM_WAIT : STREAM_END;
	*request = task->request.search;
	request->cube = task->searched;
	request->watch = &task->watch;
	*tag = task;
	return STREAM_NEXT;
}

static void on_result(void *context, void *tag, struct search_result *found)
{
	(void)context;
	approximate(tag, found);
	task_finish(tag, found);
}

static void on_iteration(void *context, void *tag, const struct search_iteration *iteration)
{
	superflip_solver *const solver = context;
	struct task *const task = tag;
	pthread_mutex_lock(&solver->lock);
	if (task->owner != NULL)
		task->owner->on_iteration(task->owner, task, iteration);
	pthread_mutex_unlock(&solver->lock);
}

/* Whether a cube is there that was not cancelled.  The pool sees that by itself; other processes are stopped. */
static bool is_wanted(void *context, uint64_t n_generated)
{
	superflip_solver *const solver = context;
	(void)n_generated;
	pthread_mutex_lock(&solver->lock);
	bool goes_on = solver->first != NULL || solver->running == NULL;
	for (struct task *task = solver->running; task != NULL && !goes_on; task = task->next)
		goes_on = !task_is_cancelled(task);
	pthread_mutex_unlock(&solver->lock);
	return goes_on;
}

/* Without threads whoever waits learns how far it is in the middle of an iteration, too. */
static bool notify_running(void *context, uint64_t n_generated)
{
	superflip_solver *const solver = context;
	(void)n_generated;
	for (const struct task *task = solver->running; task != NULL; task = task->next)
		if (task->owner != NULL)
			task->owner->on_change(task->owner);
	return true;
}

void backend_run_pool(superflip_solver *solver)
{
	const struct solver_backend *const backend = &solver->backend;
	const struct search_stream stream = {
		.context = solver, .next = next_request, .done = on_result, .iteration = on_iteration,
		.tick = backend->run != NULL ? is_wanted : HAS_THREADS ? NULL : notify_running,
	};
	if (backend->run != NULL)
		backend->run(backend->context, solver->pool, &stream);
	else
		pool_run(solver->pool, &stream);
}
