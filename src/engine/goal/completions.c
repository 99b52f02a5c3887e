/* The completions of a goal: all whole cubes that are at it. */
#include "goal/goal.h"

#include <math.h>

/* ---- one kind of piece: from `begin` on ---- */

/* How many ways there are to place them, whatever the parity. */
static double n_arrangements(const struct pattern *p, unsigned begin)
{
	unsigned n_turned = 0, n_of_class[PATTERN_CLASS] = {0};
	double n_ways = 1;
	for (unsigned i = begin; i < cubie_kind_end(begin); i++) {
		n_ways *= ++n_of_class[p->of[i] & PATTERN_CLASS];
		n_turned += (p->of[i] & PATTERN_ORIENTED) == 0;
	}
	return n_ways * (n_turned == 0 ? 1 : pow(cubie_n_stickers(begin), n_turned - 1));
}

/* How many ways there are with fewer than n_left pieces unsolved, whichever need not be solved, by parity. */
static double n_leaving(const struct pattern *p, unsigned begin, bool is_odd)
{
	const unsigned n_left = p->number[begin != 0 ? LEFT_EDGES : LEFT_CORNERS],
				   n_ori = cubie_n_stickers(begin), n = cubie_kind_end(begin) - begin;
	double sum = n_left == 0 && !is_odd;
	/* Inclusion and exclusion: k pieces, none of which is solved, of all ways to place j of them. */
	for (unsigned k = 0; k < n_left; k++)
		for (unsigned j = 0; j <= k; j++)
			sum += ((k - j) % 2 == 0 ? 1 : -1) * tgamma(n + 1) / tgamma(n - k + 1) / tgamma(k - j + 1)
			       * (j < 2 ? !is_odd : pow(n_ori, j - 1) / 2);
	return round(sum);
}

/* A list of cubes. */
struct cubes {
	struct cube *of;
	size_t n, capacity;
};

/* Fill the places from `place` on in all ways, with pieces that are not `used`, and add the cubes that are
 * then at the view's pattern, also after turns that are free.  @return false without memory */
static bool arrange(struct cubes *list, const struct goal_view *view, struct cube *now, unsigned place,
                    uint32_t used)
{
	const struct pattern *const p = &view->pattern;
	if (!pattern_leaves_few(p, now, place))
		return true;
	if (place == N_CUBIES) {
		const bool holds = cube_check(now) == CUBE_OK && pattern_holds(p, now);
		bool is_added = true;
		for (unsigned turns = 0; turns < pattern_n_turns(p) && holds && is_added; turns++) {
			const struct cube turned = pattern_turn_free(p, now, turns), c = goal_view_unsee(view, &turned);
			is_added = array_append(&list->of, &list->n, &list->capacity, &c, sizeof c);
		}
		return is_added;
	}
	const unsigned n_ori = p->of[place] & PATTERN_ORIENTED ? 1 : cubie_n_stickers(place);
	cubie_foreach_of_kind(piece, place)
		for (unsigned ori = 0; ori < n_ori && (used >> piece & 1) == 0 && p->of[piece] == p->of[place];
		     ori++) {
			cube_put(now, place, piece, ori);
			if (!arrange(list, view, now, place + 1, used | 1u << piece))
				return false;
		}
	return true;
}

/* ---- a goal ---- */

double goal_n_completions(const struct goal *goal)
{
	enum { BY_HALF_TURNS = 96 };
	double n = 0;
	goal_foreach_view(view, goal) {
		const struct pattern *const p = &view->pattern;
		const double n_corners = n_arrangements(p, 0), n_edges = n_arrangements(p, N_CORNERS);
		bool has_classes = false;
		/* All views together have no more. */
		if (p->number[LEFT_CORNERS] + p->number[LEFT_EDGES] > 0)
			return n_leaving(p, 0, false) * n_leaving(p, N_CORNERS, false)
			       + n_leaving(p, 0, true) * n_leaving(p, N_CORNERS, true);
		for (unsigned i = p->half_turns ? N_CORNERS : 0; i < N_CUBIES; i++)
			has_classes |= (p->of[i] & PATTERN_CLASS) + cubie_kind_begin(i) != i;
		n += (p->half_turns ? fmin(n_corners, BY_HALF_TURNS) : n_corners) * n_edges * (has_classes ? 0.5 : 1)
		    * pattern_n_turns(p) * (pattern_asks_numbers(p) ? pattern_share(p) : 1);
	}
	return n;
}

static int compare_cubes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct cube));
}

struct cube *goal_completions(const struct goal *goal, size_t *n)
{
	struct cubes list = {.n = 0};
	struct cube now = cube_solved;
	goal_foreach_view(view, goal)
		if (!arrange(&list, view, &now, 0, 0)) {
			free(list.of);
			return NULL;
		}
	qsort(list.of, list.n, sizeof *list.of, compare_cubes);
	*n = 0;
	for (size_t i = 0; i < list.n; i++)
		if (i == 0 || compare_cubes(&list.of[i], &list.of[*n - 1]) != 0)
			list.of[(*n)++] = list.of[i];
	return list.of;
}
