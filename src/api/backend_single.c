/* Cubes from the queue one after the other: the 2x2x2, and methods. */
#include "api/backend.h"

#include "base/clock.h"
#include "base/memory.h"
#include "pocket/solve.h"

#include <stdlib.h>
#include <string.h>

static bool is_not_cancelled(void *context, const char *stage, uint64_t done, uint64_t total)
{
	(void)stage, (void)done, (void)total;
	return !task_is_cancelled(context);
}

/* What was found counts once every byte of the tables has been checked. */
static enum pdb_status await_check(struct task *task)
{
	const struct heuristic *const h = solver_heuristic(task->solver);
	return h != NULL ? heuristic_await_check(h, &(struct pdb_progress){is_not_cancelled, task}, NULL) : PDB_OK;
}

static void solve_pocket(struct task *task, struct search_result *out)
{
	const double start_s = clock_monotonic_s();
	struct pocket_solution found;
	pocket_solve_cube(task->solver->pocket, &task->cube, &found);
	*out = (struct search_result){
		.outcome = SEARCH_NO_MEMORY, .length = found.length, .lower_bound = found.length,
		.seconds = clock_monotonic_s() - start_s,
	};
	struct search_solution *const solution = malloc(sizeof *solution);
	if (solution == NULL)
		return;
	*solution = (struct search_solution){.n_moves = found.n_moves, .length = found.length};
	memcpy(solution->moves, found.moves, found.n_moves);
	out->outcome = SEARCH_SOLVED;
	out->is_optimal = true;
	out->n_solutions = 1;
	out->solutions = solution;
}

/* ---- methods ---- */

static void solve_by_method(struct task *task, struct method_result *out)
{
	const superflip_solver *const solver = task->solver;
	const struct search_request *const r = &task->request.search;
	const bool has_length = r->max_length < SUPERFLIP_MAX_LENGTH;
	const struct method_limits limits = {
		.n_threads = solver->n_threads, .max_length = has_length ? r->max_length : 0,
		.time_limit_s = r->time_limit_s > 0 || has_length ? r->time_limit_s : solver->method->usual_time_s,
		.stopped = task_is_cancelled, .context = task,
	};
	const double start_s = clock_monotonic_s();
	solver->method->solve(solver->method_tables, &task->cube, &limits, out);
	out->seconds = clock_monotonic_s() - start_s;
}

static void solve_by_baseline(struct task *task, struct method_result *out)
{
	const superflip_solver *const solver = task->solver;
	const struct search_request *const r = &task->request.search;
	const struct baseline_request request = {
		.cube = task->cube, .metric = (enum metric)solver->options.metric, .heuristic = solver_heuristic(solver),
		.max_length = r->max_length, .node_limit = r->node_limit, .time_limit_s = r->time_limit_s,
		.memory_limit_bytes = solver->options.memory_bytes != 0 ? solver->options.memory_bytes : memory_available_bytes() / 2,
		.stopped = task_is_cancelled, .context = task,
	};
	baseline_solve((enum baseline_method)solver->baseline, &request, out);
}

static bool is_right(const struct task *task)
{
	const struct method_result *const m = task->result->by_method;
	if (task->solver->options.puzzle != SUPERFLIP_2X2)
		return method_result_solves(m, &task->cube);
	const struct cube end = cube_after_moves(task->cube, m->moves, m->n_moves);
	return pocket_index_to_solve(&end) == POCKET_SOLVED;
}

/* No method is trusted to be right: a solution is applied to the cube before it counts. */
static void end_method(struct task *task)
{
	superflip_solver *const solver = task->solver;
	struct result *const r = task->result;
	const struct heuristic *const h = solver_heuristic(solver);
	const enum pdb_status status = await_check(task);
	const enum pdb_status fault = status == PDB_OK && h != NULL ? heuristic_fault(h, NULL) : status;
	const bool is_wrong = r->by_method->outcome == METHOD_SOLVED && !is_right(task);
	pthread_mutex_lock(&solver->lock);
	result_take_method(r, (enum metric)solver->options.metric);
	if (fault == PDB_INTERRUPTED)
		r->public.outcome = SUPERFLIP_STOPPED;
	else if (fault != PDB_OK || is_wrong) {
		r->public.outcome = SUPERFLIP_FAILED;
		r->public.failure = fault != PDB_OK ? error_status_of_pdb(fault) : SUPERFLIP_INTERNAL;
	}
	if (fault != PDB_OK || is_wrong) {
		r->public.is_complete = r->public.is_optimal = false;
		r->public.n_solutions = r->public.length = r->public.lower_bound = r->public.n_stages = 0;
	}
	task_end(task);
	pthread_mutex_unlock(&solver->lock);
}

static void solve(struct task *task)
{
	struct search_result found;
	switch (task->solver->kind) {
	case SOLVER_POCKET:
		solve_pocket(task, &found);
		task_finish(task, &found);
		return;
	case SOLVER_METHOD:
		solve_by_method(task, task->result->by_method);
		end_method(task);
		return;
	case SOLVER_BASELINE:
		solve_by_baseline(task, task->result->by_method);
		end_method(task);
		return;
	case SOLVER_POOL:
		break;  /* backend_run_pool() */
	}
}

void backend_run_single(superflip_solver *solver)
{
	for (;;) {
		pthread_mutex_lock(&solver->lock);
		struct task *const task = tasks_take(solver);
		pthread_mutex_unlock(&solver->lock);
		if (task == NULL)
			return;
		solve(task);
	}
}
