/* The completions of a goal: all whole cubes that are at it. */
#include "goal/goal.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one kind of piece: n corners or n edges ---- */

/* How many ways there are to place them, whatever the parity. */
static double n_arrangements(const uint8_t *of, unsigned n, unsigned n_ori)
{
	unsigned n_turned = 0, n_of_class[PATTERN_CLASS] = {0};
	double n_ways = 1;
	for (unsigned i = 0; i < n; i++) {
		n_ways *= ++n_of_class[of[i] & PATTERN_CLASS];
		n_turned += (of[i] & PATTERN_ORIENTED) == 0;
	}
	return n_ways * (n_turned == 0 ? 1 : pow(n_ori, n_turned - 1));
}

/* The pieces of one kind, place by place. */
struct arrangement {
	uint8_t piece[N_EDGES], ori[N_EDGES];
};

struct arranging {
	const uint8_t *of;
	unsigned n, n_ori;
	struct arrangement now;
	struct arrangement *all;
	size_t n_all, capacity;
};

/* Fill the places from `place` on in all ways, with pieces that are not `used`.  @return false without memory */
static bool arrange(struct arranging *a, unsigned place, unsigned used, unsigned ori_sum)
{
	if (place == a->n)
		return ori_sum % a->n_ori != 0 || array_append(&a->all, &a->n_all, &a->capacity, &a->now, sizeof a->now);
	const unsigned n_ori = (a->of[place] & PATTERN_ORIENTED) != 0 ? 1 : a->n_ori;
	for (unsigned piece = 0; piece < a->n; piece++)
		for (unsigned ori = 0; ori < n_ori && (used >> piece & 1) == 0 && a->of[piece] == a->of[place]; ori++) {
			a->now.piece[place] = (uint8_t)piece;
			a->now.ori[place] = (uint8_t)ori;
			if (!arrange(a, place + 1, used | 1u << piece, ori_sum + ori))
				return false;
		}
	return true;
}

/* ---- a view ---- */

struct completions {
	struct cube *cube;
	size_t n, capacity;
};

/* Add the cubes at a view's pattern, as they are seen from no side, also after turns that are free. */
static bool add_view(struct completions *list, const struct goal_view *view)
{
	struct arranging corners = {.of = view->pattern.corner, .n = N_CORNERS, .n_ori = 3};
	struct arranging edges = {.of = view->pattern.edge, .n = N_EDGES, .n_ori = 2};
	const unsigned face = view->pattern.free_face;
	bool is_added = arrange(&corners, 0, 0, 0) && arrange(&edges, 0, 0, 0);
	for (size_t i = 0; i < corners.n_all; i++)
		for (size_t j = 0; j < edges.n_all && is_added; j++) {
			struct cube seen = cube_solved;
			memcpy(seen.corner_perm, corners.all[i].piece, sizeof seen.corner_perm);
			memcpy(seen.corner_ori, corners.all[i].ori, sizeof seen.corner_ori);
			memcpy(seen.edge_perm, edges.all[j].piece, sizeof seen.edge_perm);
			memcpy(seen.edge_ori, edges.all[j].ori, sizeof seen.edge_ori);
			if (cube_check(&seen) != CUBE_OK || !pattern_holds(&view->pattern, &seen))
				continue;
			for (unsigned turns = 0; turns < (face != 0 ? 4 : 1) && is_added; turns++) {
				const struct cube turned = turns == 0 ? seen : cube_after(&seen, (face - 1) * 3 + turns - 1);
				const struct cube c = goal_view_unsee(view, &turned);
				is_added = array_append(&list->cube, &list->n, &list->capacity, &c, sizeof c);
			}
		}
	free(corners.all);
	free(edges.all);
	return is_added;
}

/* ---- a goal ---- */

double goal_n_completions(const struct goal *goal)
{
	enum { BY_HALF_TURNS = 96 };
	double n = 0;
	for (const struct goal_view *view = goal->view; view < goal->view + goal->n_views; view++) {
		const struct pattern *const p = &view->pattern;
		const double n_corners = n_arrangements(p->corner, N_CORNERS, 3), n_edges = n_arrangements(p->edge,
			N_EDGES, 2);
		bool has_classes = false;
		for (unsigned i = 0; i < N_EDGES; i++)
			has_classes |= (p->edge[i] & PATTERN_CLASS) != i
			    || (i < N_CORNERS && !p->half_turns && (p->corner[i] & PATTERN_CLASS) != i);
		n += (p->half_turns ? fmin(n_corners, BY_HALF_TURNS) : n_corners) * n_edges * (has_classes ? 0.5 : 1)
		    * (p->free_face != 0 ? 4 : 1);
	}
	return n;
}

static int compare_cubes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct cube));
}

struct cube *goal_completions(const struct goal *goal, size_t *n)
{
	struct completions list = {.n = 0};
	for (unsigned i = 0; i < goal->n_views; i++)
		if (!add_view(&list, &goal->view[i])) {
			free(list.cube);
			return NULL;
		}
	qsort(list.cube, list.n, sizeof *list.cube, compare_cubes);
	*n = 0;
	for (size_t i = 0; i < list.n; i++)
		if (i == 0 || compare_cubes(&list.cube[i], &list.cube[*n - 1]) != 0)
			list.cube[(*n)++] = list.cube[i];
	return list.cube;
}
