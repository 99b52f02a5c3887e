#include "heuristic/heuristic.h"

#include <limits.h>

struct cube heuristic_look_see(const struct heuristic_goal *g, unsigned i, const struct cube *c)
{
	const struct goal_view *const view = &g->goal.view[__builtin_ctzll(g->look[i].views)];
	if (!view->is_renamed)
		return cube_conjugate(c, g->look[i].symmetry);
	const struct cube seen = goal_view_see(view, c);
	return cube_conjugate(&seen, symmetry_product[g->look[i].symmetry][symmetry_inverse[view->symmetry]]);
}

unsigned heuristic_goal_bound(const struct heuristic *h, const struct cube *c)
{
	const struct heuristic_goal *const g = h->spec->goal;
	const unsigned entry_cost = heuristic_entry_cost(h->spec);
	unsigned bound_of[GOAL_MAX_VIEWS] = {0}, nearest = UINT_MAX;
	for (unsigned i = 0; i < g->n_looks; i++) {
		const struct cube seen = heuristic_look_see(g, i, c);
		const unsigned entry = pdb_value(&h->table[g->look[i].table], &seen) * entry_cost;
		for (uint64_t views = g->look[i].views; views != 0; views &= views - 1) {
			unsigned *const bound = &bound_of[__builtin_ctzll(views)];
			*bound = entry > *bound ? entry : *bound;
		}
	}
	for (unsigned v = 0; v < g->goal.n_views; v++)
		nearest = bound_of[v] < nearest ? bound_of[v] : nearest;
	return nearest;
}

bool heuristic_is_reached(const struct heuristic *h, const struct cube *c)
{
	return h->spec->goal != NULL ? goal_holds(&h->spec->goal->goal, c) : cube_is_solved(c);
}

uint64_t heuristic_symmetries(const struct heuristic *h, const struct cube *c)
{
	return h->spec->goal != NULL ? 1 : cube_symmetries(c);
}
