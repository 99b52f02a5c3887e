#include "cli/stand_in.h"
#include "cli/cli.h"
#include "cli/method.h"
#include "method/two_phase.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_S 0.1

static bool has_tables(struct stand_in *s, const struct solve_options *o)
{
	if (!s->is_tried)
		s->exit_status = method_tables_create(&two_phase_method, o, 1, &s->tables);
	s->is_tried = true;
	return s->exit_status == EXIT_SOLVED;
}

static bool was_interrupted(void *context)
{
	(void)context;
	return interrupted_by() != 0;
}

/* Whether the moves are a right answer to what was asked for. */
static bool is_answer(const struct solve_options *o, const struct cube *c, const struct method_result *found)
{
	return found->outcome == METHOD_SOLVED && found->n_moves <= SEARCH_MAX_LENGTH && method_result_solves(found, c) &&
	       moves_cost(o->metric, found->moves, found->n_moves) <= o->request.max_length;
}

void stand_in_add(struct stand_in *s, const struct solve_options *o, const struct cube *c, struct search_result *result)
{
	if (result->outcome != SEARCH_TIME_LIMIT || result->n_solutions > 0 || o->request.min_length > 0 || !has_tables(s, o))
		return;
	const struct method_limits limits = {
		.n_threads = 1, .time_limit_s = o->request.time_limit_s < LONGEST_S ? o->request.time_limit_s : LONGEST_S,
		.stopped = was_interrupted,
	};
	struct method_result found;
	two_phase_method.solve(s->tables, c, &limits, &found);
	struct search_solution *const solution = is_answer(o, c, &found) ? malloc(sizeof *solution) : NULL;
	if (solution == NULL)
		return;
	solution->n_moves = (uint8_t)found.n_moves;
	solution->length = (uint8_t)moves_cost(o->metric, found.moves, found.n_moves);
	memcpy(solution->moves, found.moves, found.n_moves);
	result->solutions = solution;
	result->n_solutions = 1;
	result->length = solution->length;
	result->seconds += found.seconds;
	result->is_optimal = solution->length == result->lower_bound;
	if (result->is_optimal && o->request.n_solutions == 1 && o->request.over_optimal == 0)
		result->outcome = SEARCH_SOLVED;
}

void stand_in_destroy(struct stand_in *s)
{
	if (s->tables != NULL)
		two_phase_method.destroy(s->tables);
}
