/* What keeps turns from leading a cube to a goal: each piece for itself, with the frame held in the same way
 * at the end, and all together. */
#include "cube/group.h"
#include "cube/turn_automaton.h"
#include "goal/goal.h"

/* FEW: of a goal with at most so many completions each of them is tried. */
enum { CENTRE = 4, FEW = 4096, MAX_TURNS = N_AXIS_TURNS + 6 };

/* A corner is in one of eight places in three ways, an edge in one of twelve in two; and the frame is held in
 * one of 24. */
enum { WAYS = 48, N_NODES = N_ORIENTATIONS * WAYS };

/* Nodes with the same label are those that turns exchange. */
struct orbits {
	uint16_t label[N_NODES];
};

struct reach {
	struct goal goal;
	bool is_of_solved;                   /* the goal is the solved cube */
	struct orbits orbits[GOAL_MAX_VIEWS];
	struct cube turn[MAX_TURNS];         /* each that the pieces may be turned by, however the cube is held */
	unsigned n_turns;
	struct cube *completion;             /* NULL: there are many */
	size_t n_completions;
	struct group *group;                 /* of the stickers as whoever holds the cube sees them; NULL: there
	                                      * are many completions */
	struct group_permutation held[N_ORIENTATIONS];  /* the solved cube, in the ways in which turns leave it */
	unsigned n_held;
};

/* ---- each piece for itself ---- */

static unsigned node_of(unsigned orientation, unsigned place, unsigned way)
{
	const unsigned first = place < N_CORNERS ? 3 * place : N_CORNERS + 2 * place;
	return orientation * WAYS + first + way % cubie_n_stickers(place);
}

/* @param turned  what the turn of the step makes of the solved cube, as the view sees it */
static void join_step(struct orbits *o, const struct frame_step *s, const struct cube *turned)
{
	cubie_foreach_sticker(place, way) {
		const uint16_t a = o->label[node_of(s->from, cube_cubie(turned, place), way)];
		const uint16_t b = o->label[node_of(s->to, place, way + cube_ori(turned, place))];
		items_foreach(label, o->label, a != b ? N_NODES : 0)
			if (*label == (a < b ? b : a))
				*label = a < b ? a : b;
	}
}

static void fill_orbits(struct reach *r, unsigned view, const struct frame_step *steps, unsigned n_steps)
{
	const struct goal_view *const v = &r->goal.view[view];
	struct orbits *const o = &r->orbits[view];
	for (uint16_t i = 0; i < N_NODES; i++)
		o->label[i] = i;
	items_foreach(step, steps, n_steps) {
		const struct cube turned =
			cube_after_element(&cube_solved, symmetry_axis_turns[v->symmetry][step->element]);
		join_step(o, step, &turned);
	}
	/* Turns that are free at either end. */
	for (uint8_t orientation = 0; orientation < N_ORIENTATIONS && v->pattern.free_face != 0; orientation++)
		join_step(o, &(struct frame_step){.from = orientation, .to = orientation},
		          &move_cube[(v->pattern.free_face - 1u) * 3]);
	if (v->free_before != 0)
		join_step(o, &(struct frame_step){0}, &move_cube[(v->free_before - 1u) * 3]);
}

static bool are_of_one_class(const struct pattern *p, unsigned a, unsigned b)
{
	return cubie_kind_begin(a) == cubie_kind_begin(b) && ((p->of[a] ^ p->of[b]) & PATTERN_CLASS) == 0;
}

/* Whether each piece can come to where its class is wanted, with the frame held in an orientation.
 * @param c  as the pattern's view sees it
 * @param is_turned  however it is oriented there */
static bool pieces_reach(const struct orbits *o, const struct pattern *p, const struct cube *c,
                         unsigned orientation, bool is_turned)
{
	for (unsigned place = 0; place < N_CUBIES; place++) {
		const unsigned piece = cube_cubie(c, place);
		const bool is_oriented = p->of[piece] & PATTERN_ORIENTED && !is_turned;
		const uint16_t now = o->label[node_of(0, place, cube_ori(c, place))];
		bool reaches = false;
		for (unsigned to = 0; to < N_CUBIES; to++)
			for (unsigned way = 0; way < (is_oriented ? 1u : cubie_n_stickers(piece)); way++)
				reaches |= are_of_one_class(p, to, piece) && o->label[node_of(orientation, to, way)] == now;
		if (!reaches)
			return false;
	}
	return true;
}

/* ---- all together: what a turn does to the pieces of an orbit has a parity, and twists or flips them by a
 * sum ---- */

enum { MAX_LAWS = 2 * N_CUBIES };

/* Numbers that turns add to, modulo 2 or 3: a row for each turn, and after these one of what the cube
 * lacks. */
struct laws {
	unsigned n, modulus;
	uint8_t row[MAX_TURNS + 1][MAX_LAWS];
};

/* A cube and turns as a view sees them. */
struct seen {
	const struct pattern *pattern;
	struct cube cube, turn[MAX_TURNS];
	unsigned n_turns;
};

/* What a cube does to the places of an orbit: the sum of the orientations, or of the inversions. */
static unsigned sum_of(const struct cube *c, uint32_t orbit, bool of_inversions)
{
	unsigned sum = 0;
	set_foreach(b, orbit) {
		set_foreach(a, of_inversions ? orbit & ((1u << b) - 1) : 0)
			sum += cube_cubie(c, a) > cube_cubie(c, b);
		sum += of_inversions ? 0 : cube_ori(c, b);
	}
	return sum;
}

/* Where each piece of an orbit is to be, as the cubie in its place.  @return false: the goal wants another
 * number of some class there
 * @param is_one  whether there is one place for each */
static bool find_targets(const struct seen *s, uint32_t orbit, struct cube *target, bool *is_one)
{
	*is_one = true;
	set_foreach(place, orbit) {
		const unsigned piece = cube_cubie(&s->cube, place);
		unsigned n_places = 0, n_pieces = 0;
		set_foreach(other, orbit) {
			n_pieces += are_of_one_class(s->pattern, cube_cubie(&s->cube, other), piece);
			if (are_of_one_class(s->pattern, other, piece)) {
				cube_put(target, place, other, 0);
				n_places++;
			}
		}
		*is_one &= n_places <= 1;
		if (n_places != n_pieces)
			return false;
	}
	return true;
}

/* @return false: the goal wants another number of pieces of a class in some orbit */
static bool add_laws(const struct seen *s, struct laws laws[2])
{
	for (unsigned place = 0; place < N_CUBIES; place++) {
		/* The places, a bit each, that turns exchange with this one. */
		uint32_t orbit = 1u << place, before = 0;
		while (orbit != before) {
			before = orbit;
			items_foreach(turn, s->turn, s->n_turns)
				for (unsigned to = 0; to < N_CUBIES; to++)
					orbit |= (orbit >> cube_cubie(turn, to) & 1) << to;
		}
		struct cube target;
		bool is_one, are_oriented = true;
		if ((orbit & ((1u << place) - 1)) != 0)
			continue;  /* it began with another place */
		if (!find_targets(s, orbit, &target, &is_one))
			return false;
		set_foreach(at, orbit)
			are_oriented &= (s->pattern->of[cube_cubie(&s->cube, at)] & PATTERN_ORIENTED) != 0;
		for (unsigned of_inversions = 0; of_inversions < 2; of_inversions++) {
			struct laws *const l = &laws[of_inversions == 0 && place < N_CORNERS];
			if (of_inversions != 0 ? !is_one : !are_oriented)
				continue;
			for (unsigned t = 0; t <= s->n_turns; t++) {
				const struct cube *const c =
					t < s->n_turns ? &s->turn[t] : of_inversions != 0 ? &target : &s->cube;
				l->row[t][l->n] = (uint8_t)(sum_of(c, orbit, of_inversions != 0) % l->modulus);
			}
			l->n++;
		}
	}
	return true;
}

/* Whether some of the turns together make up for what is lacking: elimination. */
static bool can_be_met(struct laws *l, unsigned n_turns)
{
	unsigned n_used = 0;
	for (unsigned law = 0; law < l->n; law++) {
		unsigned t = n_used;
		while (t < n_turns && l->row[t][law] == 0)
			t++;
		if (t < n_turns) {
			uint8_t pivot[MAX_LAWS];
			memcpy(pivot, l->row[t], sizeof pivot);
			memcpy(l->row[t], l->row[n_used], sizeof pivot);
			for (unsigned other = ++n_used; other <= n_turns; other++) {
				/* Modulo 2 and 3 a number is its own inverse. */
				const unsigned factor = l->row[other][law] * pivot[law] % l->modulus;
				for (unsigned i = 0; i < l->n; i++)
					l->row[other][i] =
						(uint8_t)((l->row[other][i] + (l->modulus - factor) * pivot[i]) % l->modulus);
			}
		}
		if (l->row[n_turns][law] != 0)
			return false;
	}
	return true;
}

/* ---- few completions: whether turns make one of them ---- */

/* The whole cube turned. */
static struct group_permutation rotation(unsigned symmetry)
{
	struct group_permutation p = group_permutation_of(&symmetry_cube[symmetry]);
	for (unsigned face = 0; face < N_FACES; face++) {
		const unsigned to = p.image[face * FACE_FACELETS] / FACE_FACELETS;
		p.image[face * FACE_FACELETS + CENTRE] = (uint8_t)(to * FACE_FACELETS + CENTRE);
	}
	return p;
}

/* Stickers are numbered by where they are for whoever holds the cube, centres among them: there each turn is
 * one permutation, however the cube was held before.  @return false without memory */
static bool fill_group(struct reach *r, const struct turn_set *set, const unsigned *n_from)
{
	struct group_permutation turns[TURN_SET_MAX];
	for (unsigned i = 0; i < set->n; i++) {
		/* The outer layers on fixed centres, then all of it as far as the middle layer turns. */
		const struct turn *const t = &set->turn[i];
		const struct cube outer = cube_after_element(&cube_solved, turn_element(t));
		const struct group_permutation quarter = rotation(symmetry_quarter_turn[t->axis]);
		turns[i] = group_permutation_of(&outer);
		for (unsigned k = 0; k < t->middle; k++)
			turns[i] = group_product(&turns[i], &quarter);
	}
	for (unsigned o = 0; o < N_ORIENTATIONS; o++)
		if (n_from[o] < n_from[o + 1])
			r->held[r->n_held++] = rotation(2 * o);
	r->group = group_generate_by(turns, set->n);
	r->completion = goal_completions(&r->goal, &r->n_completions);
	return r->group != NULL && r->completion != NULL;
}

/* Perhaps after a turn that is free. */
static bool makes_completion(const struct reach *r, const struct cube *c)
{
	for (size_t i = 0; i < (goal_frees_before(&r->goal) ? 1 + N_MOVES : 1u) * r->n_completions; i++) {
		const unsigned before = (unsigned)(i / r->n_completions);
		const struct cube turned = before == 0 ? *c : cube_after(c, before - 1);
		const struct cube *const completion = &r->completion[i % r->n_completions];
		if (!goal_holds_after(&r->goal, completion, before))
			continue;
		const struct cube inverse = cube_inverse(completion);
		const struct cube between = cube_product(&inverse, &turned);
		const struct group_permutation now = group_permutation_of(&between), back = group_inverse(&now);
		items_foreach(held, r->held, r->n_held)
			if (group_has(r->group, group_product(&back, held)))
				return true;
	}
	return false;
}

/* ---- all of it ---- */

struct reach *reach_make(const struct turn_set *set, const struct goal *goal)
{
	struct reach *const r = calloc(1, sizeof *r);
	struct frame_step *const steps = malloc(N_ORIENTATIONS * TURN_SET_MAX * sizeof *steps);
	unsigned n_from[N_ORIENTATIONS + 1];
	bool is_made = r != NULL && steps != NULL;
	if (is_made) {
		uint64_t elements = 0;
		r->is_of_solved = goal == NULL;
		r->goal.n_views = 1;
		pattern_read("xxxxxxxx-xxxxxxxxxxxx", &r->goal.view[0].pattern);
		r->goal = goal != NULL ? *goal : r->goal;
		struct turn_set alone = *set;       /* prices do not matter */
		alone.n_rows = 0;
		turn_set_frame_steps(&alone, steps, n_from);
		for (unsigned view = 0; view < r->goal.n_views; view++)
			fill_orbits(r, view, steps, n_from[N_ORIENTATIONS]);
		items_foreach(step, steps, n_from[N_ORIENTATIONS])
			elements |= UINT64_C(1) << step->element;
		for (; elements != 0; elements &= elements - 1)
			r->turn[r->n_turns++] = cube_after_element(&cube_solved, (unsigned)__builtin_ctzll(elements));
		is_made = goal_n_completions(&r->goal) > FEW || fill_group(r, set, n_from);
	}
	free(steps);
	if (is_made)
		return r;
	reach_free(r);
	return NULL;
}

void reach_free(struct reach *r)
{
	if (r == NULL)
		return;
	free(r->group);
	free(r->completion);
	free(r);
}

/* The obstacles, the worst first. */
enum { PLACE, ORIENTATION, PARITY, NONE };

static unsigned obstacle_of_view(const struct reach *r, unsigned v, const struct cube *c)
{
	const struct goal_view *const view = &r->goal.view[v];
	const struct cube seen = goal_view_see(view, c);
	unsigned obstacle = PLACE;
	for (unsigned o = 0; o < N_ORIENTATIONS && obstacle < PARITY; o++)
		if (pieces_reach(&r->orbits[v], &view->pattern, &seen, o, false))
			obstacle = PARITY;
		else if (pieces_reach(&r->orbits[v], &view->pattern, &seen, o, true))
			obstacle = ORIENTATION;
	if (obstacle != PARITY || r->completion != NULL)
		return obstacle;
	struct seen s = {.pattern = &view->pattern, .cube = seen};
	struct laws laws[2] = {{.modulus = 2}, {.modulus = 3}};
	items_foreach(turn, r->turn, r->n_turns)
		s.turn[s.n_turns++] = cube_conjugate(turn, view->symmetry);
	const unsigned faces[] = {view->pattern.free_face, view->free_before};
	for (unsigned i = 0; i < 6; i++)
		if (faces[i / 3] != 0)
			s.turn[s.n_turns++] = move_cube[(faces[i / 3] - 1) * 3 + i % 3];
	return add_laws(&s, laws) && can_be_met(&laws[0], s.n_turns) && can_be_met(&laws[1], s.n_turns) ? NONE
	                                                                                                : PARITY;
}

const char *reach_obstacle(const struct reach *r, const struct cube *c)
{
	static const char never[] = "they never bring a piece to where the goal wants it";
	static const char *const text[2][NONE] = {
		{never, never,
	     "they bring each piece to where the goal wants it, but not all of them at once (parity)"},
		{"they never bring a piece to where it belongs",
	     "they cannot turn a piece the right way round (orientation)",
	     "they bring home each piece, but not all of them at once (parity)"},
	};
	unsigned least = PLACE;
	if (r->completion != NULL && makes_completion(r, c))
		return NULL;
	for (unsigned v = 0; v < r->goal.n_views; v++) {
		const unsigned obstacle = obstacle_of_view(r, v, c);
		least = obstacle > least ? obstacle : least;
	}
	return least == NONE ? NULL : text[r->is_of_solved][least];
}
