
#include "base/clock.h"
#include "search/pool.h"
#include "search/unit_source.h"
#include "search/units.h"

const struct heuristic *worker_heuristic(const struct worker *w)
{
	return w->pool->heuristic;
}

bool search_must_stop(const struct search *s)
{
	/* Relaxed: hearing of it a little later costs only a little work. */
	return atomic_load_explicit(&s->stop, memory_order_relaxed) ||
	       atomic_load_explicit(&s->pool->interrupted, memory_order_relaxed);
}

bool search_turns_have_parity(const struct search *s)
{
	return s->turns != NULL ? s->turns->has_parity : s->pool->heuristic->metric == METRIC_QTM;
}

struct cube search_path_cube(const struct search *s, struct cube c, const uint8_t *path, unsigned n)
{
	if (s->turns == NULL)
		return cube_after_moves(c, path, n);
	items_foreach(element, path, n)
		c = cube_after_element(&c, *element);
	return c;
}

struct cube search_cube_after(const struct search *s, unsigned start, const uint8_t *path, unsigned n)
{
	return search_path_cube(s, s->starts == NULL ? s->request.cube : s->starts->start[start].cube, path, n);
}

bool search_has_shifts(const struct search *s)
{
	const struct search_request *const r = &s->request;
	return s->symmetries != 1 && !search_wants_all(s) && r->n_solutions == 1 && r->over_optimal == 0
	       && r->min_length == 0 && r->goal == NULL && r->perimeter == NULL && unit_list_has_shifts(&r->cube);
}

unsigned search_n_threads(const struct search *s)
{
	return s->pool->n_threads / atomic_load_explicit(&s->pool->n_active, memory_order_relaxed);
}

void search_fail(struct search *s, enum search_outcome why)
{
	int none = SEARCH_SOLVED;
	atomic_compare_exchange_strong(&s->limit_hit, &none, (int)why);
	atomic_store(&s->stop, true);
}

void search_heed(struct search *s)
{
	if (s->request.watch != NULL
	    && atomic_load_explicit(&s->request.watch->is_cancelled, memory_order_relaxed))
		search_fail(s, SEARCH_INTERRUPTED);
}

void search_add_counts(struct search *s, const struct node_counts *counts)
{
	const uint64_t n_generated =
		atomic_fetch_add_explicit(&s->n_generated, counts->n_generated, memory_order_relaxed)
		+ counts->n_generated;
	atomic_fetch_add_explicit(&s->n_expanded, counts->n_expanded, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->n_lookups, counts->n_lookups, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->pool->n_generated, counts->n_generated, memory_order_relaxed);
	struct search_watch *const watch = s->request.watch;
	if (watch != NULL) {
		atomic_fetch_add_explicit(&watch->n_generated, counts->n_generated, memory_order_relaxed);
		search_heed(s);
	}
	if (s->pool->n_running == 0)
		pool_look_around_alone(s->pool);
	if (s->request.node_limit != 0 && n_generated >= s->request.node_limit)
		search_fail(s, SEARCH_NODE_LIMIT);
	if (s->request.time_limit_s > 0 && clock_monotonic_s() - s->start_s >= s->request.time_limit_s)
		search_fail(s, SEARCH_TIME_LIMIT);
}

void search_report(struct worker *w, struct search *s)
{
	node_counts_add(&w->reported, &w->counts);
	search_add_counts(s, &w->counts);
	w->counts = (struct node_counts){0};
}
