#include "search/iteration.h"

#include "cube/move.h"

struct single {
	struct search_request request;
	bool is_given_out;
	struct search_result result;
	bool (*tick)(void *context, uint64_t n_generated);
	void *context;
};

bool iteration_exists(enum metric metric, const struct cube *c, unsigned threshold)
{
	return metric == METRIC_HTM || threshold % 2 == cube_is_odd(c);
}

static enum search_next give_out(void *context, struct search_request *request, void **tag)
{
	struct single *const single = context;
	(void)tag;
	if (single->is_given_out)
		return STREAM_END;
	single->is_given_out = true;
	*request = single->request;
	return STREAM_NEXT;
}

static void take_back(void *context, void *tag, struct search_result *result)
{
	struct single *const single = context;
	(void)tag;
	single->result = *result;
}

static bool pass_on_tick(void *context, uint64_t n_generated)
{
	const struct single *const single = context;
	return single->tick(single->context, n_generated);
}

enum search_outcome iteration_run(struct pool *pool, const struct cube *c, unsigned threshold,
                                  bool (*tick)(void *context, uint64_t n_generated), void *context,
                                  struct search_iteration *out)
{
	struct single single = {.request = search_request_default(c), .tick = tick, .context = context};
	single.request.n_solutions = SEARCH_ALL;
	single.request.has_whole_tree = true;
	single.request.min_length = single.request.max_length = threshold;
	single.result.outcome = SEARCH_INTERRUPTED;  /* should the stream end before it began */
	const struct search_stream stream = {
		.context = &single, .next = give_out, .done = take_back, .tick = tick != NULL ? pass_on_tick : NULL,
	};
	pool_run(pool, &stream);
	const enum search_outcome outcome = single.result.outcome == SEARCH_NONE ? SEARCH_SOLVED : single.result.outcome;
	if (outcome == SEARCH_SOLVED && single.result.n_iterations > 0)
		*out = single.result.iterations[0];
	else if (outcome == SEARCH_SOLVED)
		*out = (struct search_iteration){.threshold = threshold, .is_complete = true, .n_generated = 1};
	search_result_free(&single.result);
	return outcome;
}
