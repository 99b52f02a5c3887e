/* Random cubes that are at a goal. */
#include "cube/random.h"
#include "goal/goal.h"

/* Fill the places of one kind, from `begin` on: pieces of a class in any order, and any orientation where
 * that does not count. */
static void fill_places(struct random_source *source, const struct pattern *p, unsigned begin, struct cube *c)
{
	const unsigned end = cubie_kind_end(begin), n_ori = cubie_n_stickers(begin);
	unsigned sum = 0, last = end;
	for (unsigned place = begin; place < end; place++) {
		const bool is_oriented = (p->of[place] & PATTERN_ORIENTED) != 0;
		cube_put(c, place, place, is_oriented ? 0 : (unsigned)random_below(source, n_ori));
		sum += cube_ori(c, place);
		last = is_oriented ? last : place;
	}
	if (last < end)
		cube_put(c, last, last, (cube_ori(c, last) + n_ori - sum % n_ori) % n_ori);
	for (unsigned place = end; place-- > begin + 1;) {
		unsigned others[N_EDGES] = {place}, n_others = 0;
		for (unsigned other = begin; other <= place; other++)
			if (p->of[other] == p->of[place])
				others[n_others++] = other;
		const unsigned other = others[random_below(source, n_others)], piece = cube_cubie(c, place);
		cube_put(c, place, cube_cubie(c, other), cube_ori(c, place));
		cube_put(c, other, piece, cube_ori(c, other));
	}
}

struct cube goal_random(const struct goal *goal, struct random_source *source)
{
	/* All views have the same number of cubes; one that is at several of them would come up more often. */
	for (;;) {
		const struct goal_view *const view = &goal->view[random_below(source, goal->n_views)];
		const struct pattern *const p = &view->pattern;
		struct cube seen = cube_solved;
		do {
			fill_places(source, p, 0, &seen);
			fill_places(source, p, N_CORNERS, &seen);
		} while ((cube_check(&seen) != CUBE_OK || !pattern_holds(p, &seen)) && source->error == 0);
		const unsigned turns = p->free_face != 0 ? (unsigned)random_below(source, 4) : 0;
		seen = turns != 0 ? cube_after(&seen, (p->free_face - 1u) * 3 + turns - 1) : seen;
		const struct cube c = goal_view_unsee(view, &seen);
		unsigned n_holding = 0;
		for (unsigned i = 0; i < goal->n_views; i++) {
			const struct cube from_there = goal_view_see(&goal->view[i], &c);
			n_holding += pattern_holds(&goal->view[i].pattern, &from_there);
		}
		if (source->error != 0 || random_below(source, n_holding) == 0)
			return c;
	}
}
