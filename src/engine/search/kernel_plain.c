/* The search as in the textbook: one cube after the other, every bound from heuristic_evaluate().  It
 * searches by any turns with any heuristic. */
#include "search/kernel.h"

enum { SHARE_MIN_LEFT = 7 };      /* moves; smaller subtrees are not worth giving away */

struct visit {
	struct worker *worker;
	const struct heuristic *heuristic;
	struct search *search;
	const struct turn_automaton *turns;
	bool has_bounds;
	unsigned share_min_left;
	struct work_unit node;        /* the path to where the search is */
};

static void expand(struct visit *v, const struct cube *cube, unsigned left)
{
	struct node_counts *const counts = &v->worker->counts;
	const struct turn_automaton *const turns = v->turns;
	const struct perimeter *const perimeter = v->search->request.perimeter;
	const bool has_moves = v->search->turns == NULL;
	const unsigned last = v->node.last, spent = v->node.spent;
	if (counts->n_generated >= REPORT_NODES)
		search_report(v->worker, v->search);
	counts->n_expanded++;
	for (uint32_t i = turns->first[last]; i < turns->first[last + 1] && !search_must_stop(v->search); i++) {
		const struct turn_step *const step = &turns->step[i];
		const struct cube child = has_moves ? cube_after(cube, step->element)
		                                    : cube_after_element(cube, step->element);
		counts->n_generated++;
		counts->n_lookups += v->heuristic->spec->n_lookups;
		/* If it matters how the cube is held, bounds are of one that is held as at the start. */
		const unsigned bound = v->has_bounds ? search_bound(v->search, v->heuristic, &child) : 0;
		if (bound + step->cost > left)
			continue;
		v->node.prefix[v->node.n_prefix++] = step->element;
		v->node.spent = (uint8_t)(spent + step->cost);
		v->node.last = step->next;
		/* Far from the goal the perimeter cannot say no, so it is not asked. */
		const bool may_be_near = perimeter != NULL && left - step->cost <= perimeter->depth;
		if ((!may_be_near || perimeter_bound(perimeter, &child) <= left - step->cost)
		    && worker_goes_on(v->worker, v->search, &v->node, left - step->cost, v->share_min_left))
			expand(v, &child, left - step->cost);
		v->node.n_prefix--;
	}
	v->node.spent = (uint8_t)spent;
	v->node.last = (uint16_t)last;
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	struct visit v = {
		.worker = w, .heuristic = worker_heuristic(w), .search = s,
		.turns = s->turns != NULL ? s->turns : w->kernel_state,
		.share_min_left = SHARE_MIN_LEFT * s->bound_cost, .node = *unit,
	};
	v.has_bounds = v.turns->n_classes == 1 || turn_set_faces(&v.turns->set) != 0;
	const struct cube cube = search_unit_cube(s, unit);
	const unsigned left = search_left(s, unit);
	if (worker_goes_on(w, s, unit, left, UINT_MAX))
		expand(&v, &cube, left);
}

static bool is_for_any(const struct heuristic *h)
{
	return true;
}

struct turn_automaton *kernel_move_order(enum metric metric)
{
	struct {
		struct turn_automaton turns;
		uint32_t first[N_LAST + 1];
		struct turn_step step[N_LAST * N_MOVES];
	} *const o = malloc(sizeof *o);
	if (o == NULL)
		return NULL;
	uint32_t n = 0;
	for (unsigned last = 0; last < N_LAST; last++) {
		o->first[last] = n;
		set_foreach(move, move_successors[metric][last])
			o->step[n++] = (struct turn_step){(uint8_t)move, 1, move_last_after[metric][last][move]};
	}
	o->first[N_LAST] = n;
	o->turns = (struct turn_automaton){
		.n_classes = 1, .n_states = N_LAST, .first = o->first, .step = o->step, .cheapest = 1, .dearest = 1};
	return &o->turns;
}

static void *create(const struct heuristic *h)
{
	return kernel_move_order(h->metric);
}

const struct kernel kernel_plain = {
	.name = "plain",
	.is_for = is_for_any,
	.create = create,
	.destroy = free,
	.run = run,
};
