#include "session/session.h"

/* 24 MB, a tenth of a second; of a goal 60 MB and three times as long, for six turns of four faces. */
enum { PERIMETER_POSITIONS = 300000, GOAL_POSITIONS = 600000 };

/* ---- life ---- */

static bool is_of_parent(const struct solver *solver)
{
	return solver->generation != forked_generation();
}

void solver_release(struct solver *solver)
{
	if (atomic_fetch_sub(&solver->n_users, 1) != 1)
		return;
	if (!is_of_parent(solver)) {
		pthread_cond_destroy(&solver->work_arrives);
		pthread_mutex_destroy(&solver->lock);
	}
	free(solver);
}

/* What its kind needs; whatever was not made yet is NULL.  In a forked child the pool stays: its threads were
 * stopped anywhere, perhaps with half of a list changed. */
static void destroy_parts(struct solver *solver)
{
	if (!is_of_parent(solver))
		pool_destroy(solver->pool);
	perimeter_free(&solver->perimeter);
	reach_free(solver->reach);
	pool_destroy(solver->alone);
	turn_automaton_free(&solver->turns);
	free(solver->pocket);
	free(solver->threads);
	if (solver->method != NULL)
		method_destroy(solver->method, solver->method_tables);
	method_destroy(&two_phase_method, solver->two_phase_tables);
	solver->pool = NULL;
	free(solver->key);
	superflip_tables *const tables = solver->tables;
	const bool is_locked = solver_lock(solver, NULL) == SUPERFLIP_OK;  /* somebody may read a job's
	                                                                    * progress */
	solver->tables = NULL;
	if (is_locked)
		pthread_mutex_unlock(&solver->lock);
	superflip_tables_close(tables);
}

void solver_run_alone(struct solver *solver)
{
	while (!HAS_THREADS && solver->first != NULL)
		backend_run(solver);
}

static void *run(void *argument)
{
	struct solver *const solver = argument;
	pthread_mutex_lock(&solver->lock);
	for (;;) {
		while (solver->first == NULL && !solver->is_closed)
			pthread_cond_wait(&solver->work_arrives, &solver->lock);
		if (solver->first == NULL)
			break;
		pthread_mutex_unlock(&solver->lock);
		backend_run(solver);
		pthread_mutex_lock(&solver->lock);
	}
	pthread_mutex_unlock(&solver->lock);
	return NULL;
}

/* ---- creation ---- */

/* What only a set of turns needs: the reasons why it does not solve a cube; with tables of all turns its
 * order, and a bound near the goal.  @return false without memory */
static bool make_turns(struct solver *solver, const struct superflip_problem *p)
{
	const struct turn_set *const set = solver_turns(solver);
	const struct goal *const goal = solver_goal(solver);
	const size_t n_cubes = solver->tables->n_completions;
	return set == NULL
	       || ((solver->reach = reach_make(set, goal)) != NULL
	           && (heuristic_turns(solver_heuristic(solver)->spec) != NULL
	               || (turn_automaton_make(set, &solver->turns)
	                   && ((goal != NULL && (n_cubes == 0 || p->search.n_solutions != SEARCH_ALL))
	                       || perimeter_fill(goal, goal != NULL ? solver->tables->completions : &cube_solved,
	                                         goal != NULL ? n_cubes : 1, &solver->turns.costs,
	                                         goal != NULL ? GOAL_POSITIONS : PERIMETER_POSITIONS,
	                                         &solver->perimeter)))));
}

static struct method_setup setup_of(const superflip_problem *p, const char *directory,
                                    unsigned n_threads, struct input_error *fault)
{
	*fault = (struct input_error){.row = 0};
	return (struct method_setup){
		.n_threads = n_threads,
		.directory = directory,
		.steps = p->steps,
		.width = p->width,
		.slack = p->step_slack,
		.has_niss = p->has_niss,
		.begin = p->begin != NULL ? &p->beginning : NULL,
		.units = problem_units(p) != NULL ? &problem_units(p)->set : NULL,
		.neutral = p->method->takes_steps ? p->neutral : NULL,
		.fault = fault,
	};
}

/* What errno says after method_create(). */
static superflip_status refusal(const struct input_error *fault, superflip_error *error)
{
	return errno == ECANCELED ? error_say(error, SUPERFLIP_CANCELLED, "cancelled")
	       : errno == EINVAL  ? error_of_input(error, fault)
	                          : error_no_memory(error);
}

superflip_status steps_measure(const superflip_problem *p, const char *directory, superflip_needs *out,
                               superflip_error *error)
{
	struct input_error fault;
	superflip_needs needs = {.size = sizeof needs};
	api_init(SUPERFLIP_3X3);
	const struct method *const method = method_find(p->method->name);
	if (method == NULL || method->measure == NULL)
		return error_refuse(error, "there is no list of steps");
	const struct method_setup setup = setup_of(p, directory, 1, &fault);
	if (!method->measure(method, &setup, &needs.n_tables, &needs.file_bytes))
		return error_of_field(error, p->steps != NULL ? "steps" : p->neutral != NULL ? "neutral" : "method",
		                      refusal(&fault, error));
	needs.is_installed = needs.n_tables == 0;
	*out = needs;
	return SUPERFLIP_OK;
}

static superflip_status make_parts(struct solver *solver, const superflip_problem *p,
                                   const struct tables_options *where, superflip_error *error)
{
	const unsigned n_wanted = where->n_threads != 0 ? where->n_threads : processors_usable();
	struct input_error fault;
	struct method_setup setup = setup_of(p, where->directory, n_wanted, &fault);
	solver->n_threads = 1;
	switch (solver->kind) {
	case SOLVER_POOL:
		if (!make_turns(solver, p))
			return error_no_memory(error);
		solver->pool = pool_create(solver_heuristic(solver), where->n_threads);
		if (solver->pool == NULL)
			return error_of_system(error, errno == ENOMEM ? SUPERFLIP_NO_MEMORY : SUPERFLIP_NO_THREADS, "",
			                       "cannot start the threads");
		solver->n_threads = pool_threads(solver->pool);
		if (solver->tables->cover != NULL && solver->turns.n_states == 0
		    && solver->tables->cover->cover.goal.is_exact
		    && (solver->alone = pool_create(solver_heuristic(solver), POOL_ALONE)) == NULL)
			return error_no_memory(error);
		return SUPERFLIP_OK;
	case SOLVER_POCKET:
		solver->pocket = malloc(POCKET_STATES);
		if (solver->pocket == NULL)
			return error_no_memory(error);
		pocket_distances(solver->metric, solver->pocket, &(struct pdb_histogram){.max_depth = 0});
		return SUPERFLIP_OK;
	case SOLVER_METHOD:
		if (solver->method->about.usual_s > 0 || solver->method->about.takes_steps)
			solver->n_threads = n_wanted;
		setup.notify = where->notify;
		setup.notify_context = where->notify_context;
		return method_create(solver->method, &setup, &solver->method_tables) ? SUPERFLIP_OK
		                                                                     : refusal(&fault, error);
	}
	return SUPERFLIP_INTERNAL;
}

/* Fewer than there should be will do. */
static superflip_status start_threads(struct solver *solver, superflip_error *error)
{
	const bool takes_several = solver->kind == SOLVER_METHOD && solver->method->about.takes_steps;
	const unsigned n = !HAS_THREADS ? 0 : takes_several ? solver->n_threads : 1;
	int fault = 0;
	solver->threads = calloc(n + 1, sizeof *solver->threads);
	if (solver->threads == NULL)
		return error_no_memory(error);
	while (solver->n_started < n
	       && (fault = pthread_create(&solver->threads[solver->n_started], NULL, run, solver)) == 0)
		solver->n_started++;
	errno = fault;
	return solver->n_started > 0 || n == 0
	           ? SUPERFLIP_OK
	           : error_of_system(error, SUPERFLIP_NO_THREADS, "", "cannot start the threads");
}

superflip_status solver_create(const superflip_problem *p, superflip_tables *tables,
                               const struct tables_options *where, uint64_t node_bytes, struct solver **out,
                               superflip_error *error)
{
	struct solver *const solver = calloc(1, sizeof *solver);
	if (solver == NULL)
		return error_no_memory(error);
	solver->n_users = 1;
	solver->end = &solver->first;
	solver->generation = forked_generation();
	pthread_mutex_init(&solver->lock, NULL);
	clock_condition_init(&solver->work_arrives);
	api_init(SUPERFLIP_3X3);
	api_init(p->puzzle);
	solver->puzzle = p->puzzle;
	solver->metric = problem_units(p) != NULL ? METRIC_HTM : (enum metric)p->metric;
	if (p->turns != NULL)
		solver->given = *p->turns;
	if (p->method->takes_steps && p->pieces != NULL)
		solver->list_goal = p->pieces->goal;
	if (!problem_is_search(p)) {
		const struct method *const method = method_find(p->method->name);
		solver->method = p->puzzle == SUPERFLIP_2X2 ? method->pocket : method;
	}
	solver->kind = solver->method != NULL       ? SOLVER_METHOD
	               : p->puzzle == SUPERFLIP_2X2 ? SOLVER_POCKET
	                                            : SOLVER_POOL;
	solver->tables = tables_keep(tables);
	solver->node_bytes = node_bytes;
	superflip_status status = make_parts(solver, p, where, error);
	if (status == SUPERFLIP_OK)
		status = start_threads(solver, error);
	if (status != SUPERFLIP_OK) {
		destroy_parts(solver);
		solver_release(solver);
		return status;
	}
	*out = solver;
	return SUPERFLIP_OK;
}

/* ---- end ---- */

void solver_free(struct solver *solver)
{
	if (solver == NULL)
		return;
	if (solver_lock(solver, NULL) == SUPERFLIP_OK) {
		solver->is_closed = true;
		/* Cubes that were not begun are over at once; those that run notice it soon; who waits learns it. */
		for (superflip_job *job = solver->jobs; job != NULL; job = job->next)
			job_cancel(job);
		pthread_cond_broadcast(&solver->work_arrives);
		while (solver->is_alone_busy)
			pthread_cond_wait(&solver->work_arrives, &solver->lock);
		pthread_mutex_unlock(&solver->lock);
		items_foreach(thread, solver->threads, solver->n_started)
			pthread_join(*thread, NULL);
	}
	destroy_parts(solver);
	solver_release(solver);
}

const char *solver_heuristic_name(const struct solver *solver)
{
	const struct heuristic *const h = solver_heuristic(solver);
	return solver->kind == SOLVER_POCKET ? "pocket" : h != NULL ? h->spec->name : NULL;
}
