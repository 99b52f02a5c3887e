/* A solution for cubes that a limit ended without one: short, by the two-phase method, not proved shortest. */
#include "api/backend.h"

#include "base/processor.h"
#include "method/two_phase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double longest_s = 0.1, shortest_s = 0.01;

/* One thread at a time: the pool delivers one result at a time. */
static const void *tables_of(superflip_solver *solver)
{
	if (!solver->has_tried_two_phase && !two_phase_method.create(solver->n_threads, &solver->two_phase_tables))
		solver->two_phase_tables = NULL;
	solver->has_tried_two_phase = true;
	return solver->two_phase_tables;
}

/* Whether the moves solve the cube within the request. */
static bool is_answer(const struct task *task, const struct method_result *found)
{
	const enum metric metric = (enum metric)task->solver->options.metric;
	return found->outcome == METHOD_SOLVED && found->n_moves <= SEARCH_MAX_LENGTH && method_result_solves(found, &task->searched) &&
	       moves_cost(metric, found->moves, found->n_moves) <= task->request.search.max_length;
}

/* What is found by a time limit is not the same each time. */
static bool is_limited(const struct search_request *r, const struct search_result *result)
{
	return result->outcome == SEARCH_TIME_LIMIT || (result->outcome == SEARCH_NODE_LIMIT && !r->deterministic);
}

void approximate(struct task *task, struct search_result *result)
{
	const struct search_request *const r = &task->request.search;
	const void *const tables = task->request.approximates && is_limited(r, result) && result->n_solutions == 0 && r->min_length == 0
	                           && !solver_restricts(task->solver) ? tables_of(task->solver) : NULL;
	if (tables == NULL)
		return;
	/* No longer than the search was: after a small limit of nodes, a list must not wait for this. */
	const double wanted_s = result->outcome == SEARCH_TIME_LIMIT ? r->time_limit_s : fmax(result->seconds, shortest_s);
	const struct method_limits limits = {
		.n_threads = 1, .time_limit_s = fmin(wanted_s, longest_s),
		.stopped = task_is_cancelled, .context = task,
	};
	struct method_result found;
	two_phase_method.solve(tables, &task->searched, &limits, &found);
	struct search_solution *const solution = is_answer(task, &found) ? malloc(sizeof *solution) : NULL;
	if (solution == NULL)
		return;
	*solution = (struct search_solution){
		.n_moves = (uint8_t)found.n_moves,
		.length = (uint8_t)moves_cost((enum metric)task->solver->options.metric, found.moves, found.n_moves),
	};
	memcpy(solution->moves, found.moves, found.n_moves);
	free(result->solutions);
	result->solutions = solution;
	result->n_solutions = 1;
	result->length = solution->length;
	result->seconds += found.seconds;
	result->is_optimal = solution->length == result->lower_bound;
	if (result->is_optimal && r->n_solutions == 1 && r->over_optimal == 0)
		result->outcome = SEARCH_SOLVED;
	task->is_approximate = true;
}
