/* Random cubes that are at a goal. */
#include "cube/random.h"
#include "goal/goal.h"

/* Fill the places of one kind: pieces of a class in any order, and any orientation where that does not
 * count. */
static void fill_places(struct random_source *source, const uint8_t *of, unsigned n, unsigned n_ori,
                        uint8_t *perm, uint8_t *ori)
{
	unsigned sum = 0, last = n;
	for (uint8_t place = 0; place < n; place++) {
		perm[place] = place;
		ori[place] = of[place] & PATTERN_ORIENTED ? 0 : (uint8_t)random_below(source, n_ori);
		sum += ori[place];
		last = of[place] & PATTERN_ORIENTED ? last : place;
	}
	if (last < n)
		ori[last] = (uint8_t)((ori[last] + n_ori - sum % n_ori) % n_ori);
	random_shuffle(source, of, perm, n);
}

struct cube goal_random(const struct goal *goal, struct random_source *source)
{
	size_t n = 0;
	struct cube *const all = pattern_asks_numbers(&goal->view[0].pattern) && goal_n_completions(goal) < 1e5
	                             ? goal_completions(goal, &n)
	                             : NULL;
	if (n > 0) {
		const struct cube c = all[random_below(source, n)];
		free(all);
		return c;
	}
	/* All views have the same number of cubes; one that is at several of them would come up more often. */
	for (;;) {
		const struct goal_view *const view = &goal->view[random_below(source, goal->n_views)];
		const struct pattern *const p = &view->pattern;
		struct cube seen = cube_solved;
		do {
			fill_places(source, p->corner, N_CORNERS, 3, seen.corner_perm, seen.corner_ori);
			fill_places(source, p->edge, N_EDGES, 2, seen.edge_perm, seen.edge_ori);
		} while ((cube_check(&seen) != CUBE_OK || !pattern_holds(p, &seen)) && source->error == 0);
		if (p->free_face != 0)
			seen = pattern_turn_free(p, &seen, (unsigned)random_below(source, 4));
		const struct cube c = goal_view_unsee(view, &seen);
		unsigned n_holding = 0;
		goal_foreach_view(other, goal) {
			const struct cube from_there = goal_view_see(other, &c);
			n_holding += pattern_holds(&other->pattern, &from_there);
		}
		if (source->error != 0 || random_below(source, n_holding) == 0)
			return c;
	}
}
