#include "search/iteration.h"

bool iteration_exists(enum metric metric, const struct cube *c, unsigned threshold)
{
	return metric == METRIC_HTM || threshold % 2 == cube_is_odd(c);
}

enum search_outcome iteration_run(struct pool *pool, const struct cube *c, unsigned threshold,
                                  search_tick_fn *tick, void *context,
                                  superflip_iteration *out)
{
	struct search_request request = search_request_default(c);
	struct search_result result;
	request.n_solutions = SEARCH_ALL;
	request.has_whole_tree = true;
	request.min_length = request.max_length = threshold;
	pool_solve_watched(pool, &request, &(struct search_stream){.context = context, .tick = tick}, &result);
	const enum search_outcome outcome = result.outcome == SEARCH_NONE ? SEARCH_SOLVED : result.outcome;
	if (outcome == SEARCH_SOLVED && result.n_iterations > 0)
		*out = result.iterations[0];
	else if (outcome == SEARCH_SOLVED)
		*out = (superflip_iteration){.threshold = threshold, .is_complete = true, .n_generated = 1};
	search_result_free(&result);
	return outcome;
}
