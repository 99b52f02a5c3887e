/* The default order of an iteration: the first moves are units of work, those first that took most work in
 * the iteration before. Solutions are where the nodes are. */
#include "search/pool.h"
#include "search/units.h"

struct root_order {
	struct unit_list roots;
	uint64_t order[MAX_ROOTS];             /* of the units whose bounds fit this threshold, the best first:
	                                        * the work, then 16 bits, the complement of the unit's number */
	unsigned n_ordered;
	_Atomic unsigned n_begun;              /* of these, by any thread */
	_Atomic uint64_t work[MAX_ROOTS];      /* nodes expanded below each root in this iteration */
};

unsigned roots_first_threshold(const struct heuristic *h)
{
	const unsigned largest = heuristic_largest_value(h);
	const bool is_known = largest != UINT8_MAX && largest + 4 > MAX_ROOT_PATH;
	return is_known ? largest + 4 : MAX_ROOT_PATH + 1;
}

/* @return NULL without memory: then the search begins at the cube itself */
static struct root_order *create_order(struct worker *w, const struct search *s)
{
	struct root_order *const o = calloc(1, sizeof *o);
	const struct heuristic *const h = worker_heuristic(w);
	if (o == NULL || !unit_list_fill(&o->roots, h->metric, s->symmetries, UNIT_MOVES_MIN)) {
		free(o);
		return NULL;
	}
	w->counts.n_lookups +=
		unit_list_evaluate(&o->roots, h, &s->request.cube, s->threshold) * h->spec->n_lookups;
	return o;
}

void root_order_free(struct root_order *order)
{
	if (order != NULL)
		unit_list_free(&order->roots);
	free(order);
}

static int compare_descending(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x < y) - (x > y);
}

void root_order_run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	const uint64_t before = worker_counts(w).n_expanded;
	s->kernel->run(w, s, unit);
	if (s->roots != NULL)
		atomic_fetch_add_explicit(&s->roots->work[unit->counter],
		                          worker_counts(w).n_expanded - before, memory_order_relaxed);
}

static void take_roots(struct worker *w, struct search *s, void *context)
{
	struct root_order *const o = context;
	while (!search_must_stop(s)) {
		/* Relaxed: what is read is constant during an iteration. */
		const unsigned i = atomic_fetch_add_explicit(&o->n_begun, 1, memory_order_relaxed);
		if (i >= o->n_ordered)
			return;
		const struct work_unit unit = unit_list_unit(&o->roots, (uint16_t)~o->order[i], s->threshold);
		root_order_run(w, s, &unit);
	}
}

void search_iterate_roots(struct worker *w, struct search *s)
{
	if (s->roots == NULL && s->turns == NULL && s->threshold >= roots_first_threshold(worker_heuristic(w)))
		s->roots = create_order(w, s);
	struct root_order *const o = s->roots;
	if (o == NULL) {
		const struct work_unit all = {.threshold = (uint8_t)s->threshold, .last = LAST_NONE};
		w->counts.n_generated++;  /* the cube itself */
		search_unit(w, s, &all);
		return;
	}
	unit_list_count(&o->roots, s->threshold, &w->counts.n_generated, &w->counts.n_expanded);
	o->n_ordered = 0;
	for (uint16_t i = 0; i < o->roots.n_units; i++)
		if (unit_list_fits(&o->roots, i, s->threshold))
			o->order[o->n_ordered++] = o->work[i] << 16 | (uint16_t)~i;
	qsort(o->order, o->n_ordered, sizeof *o->order, compare_descending);
	memset(o->work, 0, sizeof o->work);
	atomic_store(&o->n_begun, 0);
	search_together(w, s, take_roots, o);
}
