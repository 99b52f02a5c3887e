/* The cubie that is farthest from its solved place: "Simple" of Kevin Chen and Yuxiang Li.  One move brings it at most
 * one move nearer. */
#include "heuristic/cubie.h"
#include "heuristic/heuristic.h"

unsigned heuristic_furthest_cubie(const struct heuristic *h, const struct cube *c)
{
	const struct cubie_distances *const d = cubie_distances(h->metric);
	unsigned bound = 0;
	for (unsigned p = 0; p < N_CORNERS; p++) {
		const unsigned distance = d->corner[c->corner_perm[p]][p][c->corner_ori[p]];
		bound = distance > bound ? distance : bound;
	}
	for (unsigned p = 0; p < N_EDGES; p++) {
		const unsigned distance = d->edge[c->edge_perm[p]][p][c->edge_ori[p]];
		bound = distance > bound ? distance : bound;
	}
	return bound;
}
