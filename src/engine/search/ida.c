/* IDA*: depth-first searches with a growing threshold (R. Korf, "Depth-first iterative-deepening", AIJ 27,
 * 1985). */
#include "search/pool.h"
#include "search/unit_source.h"

#include "base/clock.h"

struct search_request search_request_default(const struct cube *c)
{
	return (struct search_request){.cube = *c, .n_solutions = 1, .max_length = SEARCH_MAX_LENGTH};
}

static unsigned with_right_parity(const struct search *s, unsigned length)
{
	const unsigned step = search_stride(s), n = (length + step - 1) / step;
	return (s->step == 2 * step && n % 2 != cube_is_odd(&s->request.cube) ? n + 1 : n) * step;
}

/* Whether solutions of the next length are asked for. */
static bool wants_more(const struct search *s, const struct search_result *result)
{
	/* All longer solutions of a cube that is at the goal reach it before their end. */
	const bool is_all = result->length == 0 && s->request.goal != NULL && !s->request.past_goal;
	return s->n_solutions < search_solutions_wanted(s) && s->threshold <= s->request.max_length
	       && (s->n_solutions == 0
	           || s->threshold <= result->length + (is_all ? 0 : s->request.over_optimal));
}

static bool goes_on(struct search *s, const struct search_result *result)
{
	search_heed(s);
	return !search_must_stop(s) && wants_more(s, result)
	       && s->threshold <= (s->turns != NULL ? s->turns->room : SEARCH_MAX_LENGTH);
}

/* Add the iteration that has just ended to the result. */
static void record_iteration(struct search *s, struct search_result *result, void *tag, double begin_s)
{
	if (result->n_iterations == SEARCH_MAX_LENGTH + 1)  /* of many costs the latest are kept */
		memmove(result->iterations, result->iterations + 1,
		        --result->n_iterations * sizeof *result->iterations);
	superflip_iteration *const it = &result->iterations[result->n_iterations++];
	*it = (superflip_iteration){
		.threshold = s->threshold,
		.is_complete = !search_must_stop(s),
		.n_generated = atomic_load(&s->n_generated) - result->n_generated,
		.n_expanded = atomic_load(&s->n_expanded) - result->n_expanded,
		.n_lookups = atomic_load(&s->n_lookups) - result->n_lookups,
		.n_solutions = s->n_solutions - result->n_solutions,
		.seconds = clock_monotonic_s() - begin_s,
	};
	result->n_generated += it->n_generated;
	result->n_expanded += it->n_expanded;
	result->n_lookups += it->n_lookups;
	if (result->n_solutions == 0 && s->n_solutions != 0)
		result->length = s->threshold;
	result->n_solutions = s->n_solutions;
	if (s->n_solutions == 0 && it->is_complete && result->lower_bound == s->threshold)
		result->lower_bound = s->threshold + s->step;
	struct pool *const pool = s->pool;
	const struct search_watch *const watch = s->request.watch;
	if (pool->stream->iteration != NULL && (watch == NULL || it->seconds >= watch->told_from_s)) {
		pthread_mutex_lock(&pool->stream_lock);
		pool->stream->iteration(pool->stream->context, tag, it);
		pthread_mutex_unlock(&pool->stream_lock);
	}
}

static enum search_outcome outcome_of(const struct search *s)
{
	const enum search_outcome limit = (enum search_outcome)atomic_load(&s->limit_hit);
	if (s->n_solutions >= search_solutions_wanted(s) && !search_wants_all(s))
		return SEARCH_SOLVED;  /* a limit that was noticed afterwards took nothing away */
	if (limit != SEARCH_SOLVED)
		return limit;
	if (atomic_load(&s->pool->interrupted))
		return SEARCH_INTERRUPTED;  /* there may be as many as were wanted, but others may come first */
	return s->n_solutions != 0 ? SEARCH_SOLVED : SEARCH_NONE;
}

unsigned search_lower_bound(const struct search *s, const struct cube *c)
{
	const struct perimeter *const perimeter = s->request.perimeter;
	const unsigned bound = search_bound(s, s->pool->heuristic, c);
	const unsigned near = perimeter != NULL ? perimeter_bound(perimeter, c) : 0;
	return near > bound ? near : bound;
}

/* Whether it is more than one cube that is searched. */
static bool has_starts(const struct search_request *request)
{
	return request->goals != NULL || goal_frees_before(request->goal);
}

void ida_solve(struct worker *w, const struct search_request *request, void *tag,
               struct search_result *result)
{
	struct search s = {
		.pool = w->pool,
		.kernel = w->pool->kernel,
		.request = *request,
		.turns = heuristic_turns(w->pool->heuristic->spec),
		.bound_cost = 1,
		.id = atomic_fetch_add(&w->pool->n_searches, 1) + 1,
		.symmetries = request->has_whole_tree || has_starts(request)
	                      ? 1
	                      : heuristic_symmetries(w->pool->heuristic, &request->cube),
		.start_s = clock_monotonic_s(),
		.limit_hit = SEARCH_SOLVED,
	};
	/* By the turns of the request no position is nearer than by all: the heuristic holds, scaled by the
	 * cheapest.  Most kernels search by all turns, and so do first moves of which symmetries leave a few. */
	if (request->turns != NULL) {
		s.turns = request->turns;
		s.bound_cost = turn_automaton_least_cost(s.turns, w->pool->heuristic->metric);
		if (!s.kernel->takes_turns || request->perimeter != NULL)
			s.kernel = &kernel_plain;
		s.symmetries = 1;
	}
	/* A quarter turn flips the permutation's parity, so in QTM lengths are all even or all odd, if the goal
	 * has a parity; marked centres have one. */
	const struct heuristic_goal *const goal = w->pool->heuristic->spec->goal;
	s.step = search_stride(&s);
	if (search_turns_have_parity(&s)
	    && (request->cube.centres != 0
	        || (goal != NULL ? goal_fixes_parity(&goal->goal)
	                         : request->goals == NULL && search_near_goal(&s) == NULL)))
		s.step *= 2;
	pthread_mutex_init(&s.solutions_lock, NULL);
	w->counts = (struct node_counts){0};  /* a search that was stopped may have left some */
	*result = (struct search_result){.lower_bound = 0};
	if (!has_starts(request))
		result->lower_bound = with_right_parity(&s, search_lower_bound(&s, &request->cube));
	else if ((s.starts = starts_create(&s)) != NULL)
		result->lower_bound = s.starts->start[0].bound;
	else
		search_fail(&s, SEARCH_NO_MEMORY);
	const unsigned at_least =
		request->min_length > result->lower_bound ? request->min_length : result->lower_bound;
	for (s.threshold = with_right_parity(&s, at_least); goes_on(&s, result); s.threshold += s.step) {
		const double begin_s = clock_monotonic_s();
		if (request->watch != NULL)
			atomic_store(&request->watch->threshold, s.threshold);
		if (s.starts != NULL)
			search_iterate_starts(w, &s);
		else if (search_iterate_units(w, &s))
			;
		else if (s.kernel->iterate != NULL)
			s.kernel->iterate(w, &s);
		else
			search_iterate_roots(w, &s);
		search_add_images(&s);
		record_iteration(&s, result, tag, begin_s);
	}
	result->outcome = outcome_of(&s);
	if (result->outcome <= SEARCH_NONE && !search_must_stop(&s) && wants_more(&s, result))
		result->outcome = SEARCH_MEMORY_LIMIT;  /* there is no room for them */
	/* Found at the threshold that is also the proved bound: nothing shorter exists. */
	result->is_optimal = s.n_solutions != 0 && result->length == result->lower_bound;
	search_hand_over_solutions(&s, result);
	result->seconds = clock_monotonic_s() - s.start_s;
	root_order_free(s.roots);
	free(s.starts);
	pthread_mutex_destroy(&s.solutions_lock);
}
