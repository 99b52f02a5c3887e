#include "cube/turn_frame.h"

/* ---- steps ---- */

void turn_set_frame_steps(const struct turn_set *set, struct frame_step *out, unsigned *n_from)
{
	const unsigned n_holds = turn_set_holds(set);
	bool is_reached[N_HOLDS] = {true};
	for (bool is_new = true; is_new;) {
		unsigned n = 0;
		is_new = false;
		for (unsigned from = 0; from < n_holds; from++) {
			const unsigned row = from / N_ORIENTATIONS, orientation = from % N_ORIENTATIONS;
			n_from[from] = n;
			for (unsigned t = 0; t < set->n && is_reached[from]; t++) {
				const struct turn *const turn = &set->turn[t];
				unsigned to = 2 * orientation;
				for (unsigned i = 0; i < turn->middle; i++)
					to = symmetry_product[to][symmetry_quarter_turn[turn->axis]];
				out[n++] = (struct frame_step){
					.from = (uint16_t)from,
					.to = (uint16_t)((set->n_rows > 0 ? set->row[t] : 0u) * N_ORIENTATIONS + to / 2),
					.cost = set->after[row][t],
					.label = (uint8_t)t,
					.element = symmetry_axis_turns[2 * orientation][turn_element(turn)],
				};
			}
		}
		n_from[n_holds] = n;
		items_foreach(step, out, n) {
			is_new |= !is_reached[step->to];
			is_reached[step->to] = true;
		}
	}
}

/* ---- ways to turn an axis ---- */

/* What comes first among equally cheap paths: turns of U, R, F before those of both faces before those of D,
 * L, B. */
static unsigned place_in_order(const struct frame_step *s)
{
	const unsigned first = axis_turns_first(s->element), second = axis_turns_second(s->element);
	return (first == 0 ? 512u : second == 0 ? 0u : 256u) + first * 4 + second;
}

static bool is_before(const struct frame_step *steps, const struct axis_path *a, const struct axis_path *b,
                      bool has_many)
{
	if (a->cost != b->cost || a->n != b->n)
		return a->cost != b->cost ? a->cost < b->cost : (a->n > b->n) == has_many;
	for (unsigned i = 0; i < a->n; i++) {
		const struct frame_step *const x = &steps[a->step[i]], *const y = &steps[b->step[i]];
		const int by_order = has_many ? (int)place_in_order(x) - (int)place_in_order(y)
			: (int)x->label - (int)y->label;
		const int order = by_order != 0 ? by_order : (int)x->to - (int)y->to;
		if (order != 0)
			return order < 0;
	}
	return false;
}

/* Dijkstra's search: the cheapest of the paths that are open is the best one to where it leads. */
struct axis_search {
	const struct frame_step *steps;
	const unsigned *n_from;
	unsigned n_holds;
	bool has_many;
	unsigned n_open;
	uint16_t *open;                     /* numbers in paths */
	struct axis_path *paths;
};

/* A path, and more steps after it. */
static void improve(struct axis_search *s, unsigned at, struct axis_path path, const struct axis_path *more)
{
	struct axis_path *const known = &s->paths[at];
	if (path.n + more->n > AXIS_PATH_MAX)
		return;
	path.cost = (uint16_t)(path.cost + more->cost);
	items_foreach(step, more->step, more->n)
		path.step[path.n++] = *step;
	if (known->is_known && !is_before(s->steps, &path, known, s->has_many))
		return;
	if (!known->is_known)
		s->open[s->n_open++] = (uint16_t)at;
	*known = path;
}

/* Whether a path to another hold, by the same product, will do instead of path `at`: from there each step can
 * be done that can be done from here, to where that leads, and costs no more together. */
static bool is_made_up_for(const struct axis_search *s, unsigned at)
{
	const unsigned to = at % s->n_holds;
	const struct axis_path *const path = &s->paths[at];
	for (unsigned other = 0; other < s->n_holds; other++) {
		const struct axis_path *const instead = path - to + other;
		bool will_do = other != to && instead->is_known && instead->cost <= path->cost;
		for (unsigned i = s->n_from[to]; i < s->n_from[to + 1] && will_do; i++) {
			const struct frame_step *const step = &s->steps[i];
			will_do = false;
			for (unsigned j = s->n_from[other]; j < s->n_from[other + 1] && !will_do; j++)
				will_do = s->steps[j].element == step->element && s->steps[j].to == step->to
				          && instead->cost + s->steps[j].cost <= path->cost + step->cost;
		}
		if (will_do)
			return true;
	}
	return false;
}

void axis_paths_find(const struct frame_step *steps, const unsigned *n_from, unsigned axis, unsigned begin,
                     unsigned n_holds, bool has_many, const struct axis_path *rotations,
                     struct axis_path *paths)
{
	uint16_t open[AXIS_PRODUCTS * N_HOLDS];
	struct axis_search s = {steps, n_from, n_holds, has_many, 0, open, paths};
	memset(paths, 0, AXIS_PRODUCTS * n_holds * sizeof *paths);
	improve(&s, begin, (struct axis_path){.is_known = true}, &(struct axis_path){.n = 0});
	while (s.n_open > 0) {
		unsigned best = 0;
		for (unsigned i = 1; i < s.n_open; i++)
			if (paths[open[i]].cost < paths[open[best]].cost)
				best = i;
		const unsigned at = open[best], from = at % n_holds;
		const struct axis_path path = paths[at];
		open[best] = open[--s.n_open];
		if (has_many && is_made_up_for(&s, at)) {
			paths[at].is_known = false;
			continue;
		}
		for (unsigned i = n_from[from]; i < n_from[from + 1]; i++) {
			const bool is_between = !has_many && steps[i].element % AXIS_PRODUCTS == 0;  /* a rotation */
			if (axis_turns_axis(steps[i].element) != axis && !is_between)
				continue;
			improve(&s, axis_turns_product(at / n_holds, steps[i].element) * n_holds + steps[i].to, path,
			        &(struct axis_path){.n = 1, .cost = steps[i].cost, .step = {(uint16_t)i}});
		}
		for (unsigned k = 0; rotations != NULL && k < N_AXES * N_ORIENTATIONS; k++)
			if (rotations[k].is_known)
				improve(&s, at - from + symmetry_product[2 * from][2 * (k % N_ORIENTATIONS)] / 2, path,
				        &rotations[k]);
	}
}
