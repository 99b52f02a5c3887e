/* The search as in the textbook: one cube after the other, every bound from heuristic_evaluate().  The only kernel that searches
 * with some of the turns. */
#include "cube/turn_automaton.h"
#include "search/kernel.h"
#include "search/turn_order.h"

#include <string.h>

enum { SHARE_MIN_LEFT = 7 };      /* smaller subtrees are not worth giving away */

struct visit {
	struct worker *worker;
	const struct heuristic *heuristic;
	struct search *search;
	const uint32_t *successors;   /* of the canonical order of all turns, or of those that are permitted, by its state */
	const uint8_t (*last_after)[N_MOVES];
	struct work_unit node;        /* the path to where the search is */
};

static void expand(struct visit *v, const struct cube *cube, unsigned left);

/* Whether something other than the turn in progress may follow. */
static bool is_complete(const struct visit *v)
{
	return v->search->turns == NULL || turn_order_is_complete(v->search->turns, v->node.last);
}

/* Far from the goal the perimeter cannot say no, so it is not asked.  In the middle of a half turn that is the only one permitted
 * it does not know the position. */
static bool is_within_perimeter(const struct visit *v, const struct cube *cube, unsigned left)
{
	const struct perimeter *const p = v->search->request.perimeter;
	return p == NULL || left > p->depth || !is_complete(v) || perimeter_bound(p, cube) <= left;
}

/* A child whose bound fits: a solution, a subtree for somebody idle, or the next to be expanded. */
static void enter(struct visit *v, const struct cube *cube, unsigned left)
{
	if (left == 0) {
		if (heuristic_is_reached(v->heuristic, cube) && is_complete(v))
			search_found(v->search, v->node.start, v->node.prefix, v->node.n_prefix);
		return;
	}
	if (left >= SHARE_MIN_LEFT && worker_should_share(v->worker) && worker_share(v->worker, v->search, &v->node))
		return;
	expand(v, cube, left);
}

static void expand(struct visit *v, const struct cube *cube, unsigned left)
{
	struct node_counts *const counts = &v->worker->counts;
	const unsigned last = v->node.last;
	if (counts->n_generated >= REPORT_NODES)
		search_report(v->worker, v->search);
	counts->n_expanded++;
	for (uint32_t moves = v->successors[last]; moves != 0 && !search_must_stop(v->search); moves &= moves - 1) {
		const unsigned move = (unsigned)__builtin_ctz(moves);
		const struct cube child = cube_after(cube, move);
		counts->n_generated++;
		counts->n_lookups += v->heuristic->spec->n_lookups;
		if (heuristic_evaluate(v->heuristic, &child) >= left)
			continue;
		v->node.prefix[v->node.n_prefix++] = (uint8_t)move;
		v->node.last = v->last_after[last][move];
		if (is_within_perimeter(v, &child, left - 1))
			enter(v, &child, left - 1);
		v->node.n_prefix--;
	}
	v->node.last = (uint8_t)last;
}

/* The same with the steps of a turn set. */
static void expand_steps(struct visit *v, const struct cube *cube, unsigned left)
{
	const struct turn_automaton *const turns = heuristic_turns(v->heuristic->spec);
	const unsigned state = v->node.state;
	if (v->worker->counts.n_generated >= REPORT_NODES)
		search_report(v->worker, v->search);
	if (left == 0 && heuristic_is_reached(v->heuristic, cube))
		search_found(v->search, v->node.start, v->node.prefix, v->node.n_prefix);
	v->worker->counts.n_expanded += left != 0;
	for (uint32_t i = turns->first[state]; i < turns->first[state + 1] && left != 0 && !search_must_stop(v->search); i++) {
		const struct turn_step *const step = &turns->step[i];
		const struct cube child = cube_after_element(cube, step->element);
		v->worker->counts.n_generated++;
		v->worker->counts.n_lookups += v->heuristic->spec->n_lookups;
		/* If it matters how the cube is held, bounds are of one that is held as at the start. */
		const unsigned bound = turns->n_classes == 1 ? heuristic_evaluate(v->heuristic, &child) : 0;
		if (step->cost > left || bound > left - step->cost)
			continue;
		v->node.prefix[v->node.n_prefix++] = step->element;
		v->node.state = step->next;
		expand_steps(v, &child, left - step->cost);
		v->node.n_prefix--;
	}
	v->node.state = (uint16_t)state;
}

static void run(struct worker *w, struct search *s, const struct work_unit *unit)
{
	const struct heuristic *const h = worker_heuristic(w);
	struct visit v = {
		.worker = w, .heuristic = h, .search = s, .node = *unit,
		.successors = s->turns == NULL ? move_successors[h->metric] : s->turns->successors,
		.last_after = s->turns == NULL ? (const uint8_t (*)[N_MOVES])move_last_after[h->metric] : s->turns->after,
	};
	if (heuristic_turns(h->spec) != NULL) {
		const struct cube start = search_cube_after(s, unit->start, NULL, 0);
		expand_steps(&v, &start, unit->threshold);  /* all of it: nothing is shared */
		return;
	}
	const struct cube cube = search_unit_cube(s, unit);
	const unsigned left = unit->threshold - unit->n_prefix;
	if (left == 0)
		enter(&v, &cube, 0);
	else
		expand(&v, &cube, left);
}

static bool is_for_any(const struct heuristic *h)
{
	(void)h;
	return true;
}

/* No scratch memory: any address but NULL will do. */
static void *create(const struct heuristic *h)
{
	static char nothing;
	(void)h;
	return &nothing;
}

static void destroy(void *state)
{
	(void)state;
}

const struct kernel kernel_plain = {
	.name = "plain",
	.is_for = is_for_any,
	.create = create,
	.destroy = destroy,
	.run = run,
};
