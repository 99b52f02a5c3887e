/* Who takes tasks out of the queue and solves them: the pool, several cubes at once, or, for the 2x2x2 and
 * methods, the solver's own threads, each one cube after the other. */
#include "session/session.h"

static struct search_request request_of(struct task *task)
{
	const struct solver *const solver = task->solver;
	const struct search_request *const r = &task->request;
	struct search_request request = *r;
	request.cube = task->searched;
	request.watch = &task->watch;
	request.n_threads = solver->n_threads;
	request.metric = solver->metric;
	request.heuristic = solver_heuristic(solver);
	request.stopped = task_is_cancelled;
	request.context = task;
	request.turns = solver->turns.n_states > 0 ? &solver->turns : NULL;
	request.goal = solver_goal(solver);
	if (solver_turns(solver) != NULL) {
		/* Lengths are costs.  Without a limit there is none but that of paths. */
		const struct turn_automaton *const turns =
			request.turns != NULL || request.heuristic == NULL ? request.turns
		                                                       : heuristic_turns(request.heuristic->spec);
		const unsigned unit = solver_turns(solver)->unit_thousandths, max = r->max_length * 1000 / unit,
		               most = turns != NULL && r->max_length == SUPERFLIP_MAX_LENGTH ? turns->room : 0;
		request.min_length = (r->min_length * 1000 + unit - 1) / unit;
		request.max_length = max > most ? max : most;
		request.over_optimal = (unsigned)(r->over_optimal * UINT64_C(1000) / unit);
	}
	/* All solutions up to a length meet in the middle; a shortest one may be far from the perimeter of a
	 * goal, and the heuristic knows its completions. */
	const bool has_all = request.n_solutions == SEARCH_ALL && request.over_optimal >= request.max_length
	                     && request.cube.centres == 0;
	if (solver->perimeter.slots != NULL && (request.goal == NULL || has_all)) {
		request.perimeter = &solver->perimeter;
	} else if (solver->tables != NULL && solver->tables->completions != NULL) {
		request.goals = solver->tables->completions;
		request.n_goals = solver->tables->n_completions;
	}
	return request;
}

/* ---- a solution for cubes that a limit ended without one: short, by the two-phase method, not proved
 * shortest ---- */

static const double longest_s = 0.1, shortest_s = 0.01;

static void approximate(struct task *task, struct search_result *result)
{
	const struct search_request *const r = &task->request;
	struct solver *const solver = task->solver;
	/* What is found by a time limit is not the same each time. */
	const bool is_limited = result->outcome == SEARCH_TIME_LIMIT
	                        || (result->outcome == SEARCH_NODE_LIMIT && !r->is_deterministic);
	if (!r->approximates || !is_limited || result->n_solutions > 0 || r->min_length > 0
	    || solver_goal(solver) != NULL || solver_turns(solver) != NULL || task->searched.centres != 0)
		return;
	/* One thread at a time: the pool delivers one result at a time. */
	const struct method_setup setup = {.n_threads = solver->n_threads};
	if (!solver->has_tried_two_phase && !method_create(&two_phase_method, &setup, &solver->two_phase_tables))
		solver->two_phase_tables = NULL;
	solver->has_tried_two_phase = true;
	if (solver->two_phase_tables == NULL)
		return;
	/* No longer than the search was: after a small limit of nodes, a list must not wait for this. */
	const double wanted_s =
		result->outcome == SEARCH_TIME_LIMIT ? r->time_limit_s : fmax(result->seconds, shortest_s);
	const struct search_request request = {
		.cube = task->searched,
		.n_threads = 1,
		.time_limit_s = fmin(wanted_s, longest_s),
		.stopped = task_is_cancelled,
		.context = task,
	};
	struct method_result found;
	method_solve(&two_phase_method, solver->two_phase_tables, &request, &found);
	if (found.outcome != SEARCH_SOLVED || found.n_moves > SEARCH_MAX_LENGTH)
		return;
	const unsigned length = moves_cost(solver->metric, found.moves, found.n_moves);
	struct search_solution *const solution = length <= r->max_length ? malloc(sizeof *solution) : NULL;
	if (solution == NULL)
		return;
	*solution = (struct search_solution){.n_moves = (uint8_t)found.n_moves, .length = (uint8_t)length};
	memcpy(solution->moves, found.moves, found.n_moves);
	free(result->solutions);
	result->solutions = solution;
	result->n_solutions = 1;
	result->length = length;
	result->seconds += found.seconds;
	result->is_optimal = result->length == result->lower_bound;
	if (result->is_optimal && r->n_solutions == 1 && r->over_optimal == 0)
		result->outcome = SEARCH_SOLVED;
	task->is_approximate = true;
}

/* ---- the pool ---- */

/* The next task that takes a search: without one it is known that the permitted turns do not solve a cube.
 * With the lock held. */
static struct task *take_task(struct solver *solver)
{
	struct task *task;
	while ((task = tasks_take(solver)) != NULL) {
		superflip_result *const result = &task->result->public;
		if (solver_moves(solver) != 0 && !centres_are_in_reach(task->cube.centres, solver_moves(solver)))
			result->why_unreachable = "they never turn a centre as it has to be";
		else if (solver->reach != NULL)
			result->why_unreachable = reach_obstacle(solver->reach, &task->cube);
		if (result->why_unreachable == NULL)
			break;
		result->outcome = SUPERFLIP_NONE;
		result->is_unreachable = true;
		task_end(task);
	}
	return task;
}

static enum search_next next_request(void *context, struct search_request *request, void **tag)
{
	struct solver *const solver = context;
	pthread_mutex_lock(&solver->lock);
	struct task *const task = take_task(solver);
	const bool is_busy = solver->n_in_pool > 0;
	solver->n_in_pool += task != NULL;
	if (task != NULL)
		task->is_in_pool = true;
	pthread_mutex_unlock(&solver->lock);
	/* While cubes are searched more may come; when none is, the threads may sleep. */
	if (task == NULL)
		return is_busy ? STREAM_WAIT : STREAM_END;
	*request = request_of(task);
	*tag = task;
	return STREAM_NEXT;
}

static void on_result(void *context, void *tag, struct search_result *found)
{
	approximate(tag, found);
	task_finish(tag, found);
}

static void on_iteration(void *context, void *tag, const superflip_iteration *iteration)
{
	struct solver *const solver = context;
	struct task *const task = tag;
	pthread_mutex_lock(&solver->lock);
	superflip_job *const job = task->job;
	const uint64_t id = task->result->public.id;
	if (job != NULL) {
		job->iterations[job->n_iterations++ % job->n_kept] = (struct job_iteration){id, *iteration};
		if (iteration->n_solutions > 0 && iteration->threshold < job->shortest)
			job->shortest = iteration->threshold;
		if (iteration->is_complete && iteration->n_solutions == 0) {
			job->threshold = iteration->threshold;
			job->threshold_id = id;
		}
	}
	job_on_change(job);
	pthread_mutex_unlock(&solver->lock);
}

/* Whether a cube is there that was not cancelled.  The pool sees that by itself; other processes are
 * stopped. */
static bool is_wanted(void *context, uint64_t n_generated)
{
	struct solver *const solver = context;
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
	struct solver *const solver = context;
	for (const struct task *task = solver->running; task != NULL; task = task->next)
		job_on_change(task->job);
	return true;
}

/* ---- one cube after the other ---- */

static bool is_not_cancelled(void *context, const char *stage, uint64_t done, uint64_t total)
{
	return !task_is_cancelled(context);
}

static void solve_pocket(struct task *task, struct search_result *out)
{
	const struct search_request request = request_of(task);
	pocket_search(task->solver->pocket, &request, out);
}

static void solve_by_method(struct task *task, struct search_result *out)
{
	const struct solver *const solver = task->solver;
	struct method_result *const m = task->result->by_method;
	struct search_request request = request_of(task);
	if (request.time_limit_s <= 0 && request.max_length >= SEARCH_MAX_LENGTH)
		request.time_limit_s = solver->method->about.usual_s;
	request.memory_limit_bytes = solver->node_bytes != 0 ? solver->node_bytes : memory_available_bytes() / 2;
	if (request.max_length > 0 || solver_is_reached(solver, &task->cube))
		method_solve(solver->method, solver->method_tables, &request, m);
	else  /* to a method 0 is any length */
		*m = (struct method_result){.outcome = SEARCH_NONE, .lower_bound = 1};
	*out = (struct search_result){.outcome = m->outcome, .n_generated = m->n_generated, .seconds = m->seconds};
	/* What was found counts once every byte of the tables has been checked. */
	const struct heuristic *const h = solver_heuristic(solver);
	enum status fault = h == NULL
		? STATUS_OK : heuristic_await_check(h, &(struct pdb_progress){is_not_cancelled, task}, NULL);
	if (fault == STATUS_OK && h != NULL)
		fault = heuristic_fault(h, NULL);
	if (fault != STATUS_OK)
		out->outcome = fault == STATUS_INTERRUPTED ? SEARCH_INTERRUPTED : SEARCH_BAD_TABLE;
	else {
		out->is_optimal = m->is_optimal;
		out->lower_bound = m->lower_bound;
		out->n_solutions = m->outcome == SEARCH_SOLVED ? 1 + m->n_more : 0;
		if (m->is_by_list && m->has_hit_limit)
			out->outcome = SEARCH_MEMORY_LIMIT;  /* not all of them */
		out->length = m->is_by_list ? m->length : moves_cost(request.metric, m->moves, m->n_moves);
	}
}

static void run_single(struct solver *solver, void (*solve)(struct task *task, struct search_result *out))
{
	for (;;) {
		pthread_mutex_lock(&solver->lock);
		struct task *const task = take_task(solver);
		pthread_mutex_unlock(&solver->lock);
		if (task == NULL)
			return;
		struct search_result found;
		solve(task, &found);
		task_finish(task, &found);
	}
}

static void on_iteration_here(void *context, void *tag, const superflip_iteration *iteration)
{
	struct task *const task = context;
	on_iteration(task->solver, task, iteration);
}

static void solve_here(struct task *task, struct search_result *out)
{
	const struct search_request request = request_of(task);
	const struct search_stream watch = {.context = task, .iteration = on_iteration_here};
	pool_solve_watched(task->solver->alone, &request, &watch, out);
	approximate(task, out);
}

bool backend_run_here(struct solver *solver)
{
	if (solver->is_alone_busy)
		return false;
	solver->is_alone_busy = true;
	while (solver->first != NULL) {
		pthread_mutex_unlock(&solver->lock);
		run_single(solver, solve_here);
		pthread_mutex_lock(&solver->lock);
	}
	solver->is_alone_busy = false;
	if (solver->is_closed)
		pthread_cond_broadcast(&solver->work_arrives);
	return true;
}

void backend_run(struct solver *solver)
{
	const struct solver_backend *const backend = &solver->backend;
	const struct search_stream stream = {
		.context = solver, .next = next_request, .done = on_result, .iteration = on_iteration,
		.tick = backend->run != NULL ? is_wanted : HAS_THREADS ? NULL : notify_running,
	};
	if (solver->kind != SOLVER_POOL)
		run_single(solver, solver->kind == SOLVER_METHOD ? solve_by_method : solve_pocket);
	else if (backend->run != NULL)
		backend->run(backend->context, solver->pool, &stream);
	else
		pool_run(solver->pool, &stream);
}
