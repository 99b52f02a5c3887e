/* Whether turns can bring a cube to a goal: each piece for itself, with the frame held in the same way at
 * the end, and all together. */
#include "cube/turn_automaton.h"
#include "cube/turn_frame.h"
#include "goal/goal.h"

#include <stdlib.h>
#include <string.h>

const char goal_piece_obstacle[] = "they never bring a piece to where the goal wants it";
const char goal_parity_obstacle[] = "they bring each piece to where the goal wants it, but not all of them at once (parity)";

/* ---- each piece for itself ---- */

/* A piece is in one of eight places in three ways, or in one of twelve in two; and the frame is held in one of 24. */
enum { WAYS = 24, N_NODES = N_ORIENTATIONS * WAYS };

/* Nodes with the same label are those that turns exchange. */
struct orbits {
	uint16_t corners[N_NODES], edges[N_NODES];
};

/* Pieces of one kind: what a pattern wants, where they are, and what the turns do. */
struct kind {
	const uint8_t *wanted;
	const uint8_t *perm, *ori;
	const uint16_t *label;
	const uint8_t *turn_perm[GOAL_MAX_TURNS], *turn_ori[GOAL_MAX_TURNS];
	unsigned n, modulus, n_turns;
};

static void join(uint16_t *label, unsigned a, unsigned b)
{
	const uint16_t low = label[a] < label[b] ? label[a] : label[b];
	const uint16_t high = label[a] < label[b] ? label[b] : label[a];
	for (unsigned i = 0; i < N_NODES && low != high; i++)
		if (label[i] == high)
			label[i] = low;
}

static void join_kind(uint16_t *label, const struct frame_step *s, const uint8_t *perm, const uint8_t *ori,
    unsigned n, unsigned modulus)
{
	for (unsigned place = 0; place < n; place++)
		for (unsigned way = 0; way < modulus; way++)
			join(label, s->from * WAYS + perm[place] * modulus + way,
			    s->to * WAYS + place * modulus + (way + ori[place]) % modulus);
}

/* @param turned  what the turn of the step makes of the solved cube, as the view sees it */
static void join_step(struct orbits *o, const struct frame_step *s, const struct cube *turned)
{
	join_kind(o->corners, s, turned->corner_perm, turned->corner_ori, N_CORNERS, 3);
	join_kind(o->edges, s, turned->edge_perm, turned->edge_ori, N_EDGES, 2);
}

static struct kind kind_of(const struct goal_view *view, const struct cube *seen, const struct orbits *o,
	bool is_of_edges)
{
	if (is_of_edges)
		return (struct kind){view->pattern.edge, seen->edge_perm, seen->edge_ori, o->edges, .n = N_EDGES,
			.modulus = 2};
	return (struct kind){view->pattern.corner, seen->corner_perm, seen->corner_ori, o->corners,
		.n = N_CORNERS, .modulus = 3};
}

static void separate(struct orbits *o)
{
	for (uint16_t i = 0; i < N_NODES; i++)
		o->corners[i] = o->edges[i] = i;
}

static unsigned class_of(const struct kind *k, unsigned piece)
{
	return k->wanted[piece] & PATTERN_CLASS;
}

/* Whether each piece can come to where its class is wanted, with the frame held in an orientation. */
static bool pieces_reach(const struct kind *k, unsigned orientation)
{
	for (unsigned place = 0; place < k->n; place++) {
		const unsigned piece = k->perm[place], n_ways = (k->wanted[piece] & PATTERN_ORIENTED) != 0 ? 1 : k->modulus;
		bool reaches = false;
		for (unsigned to = 0; to < k->n; to++)
			for (unsigned way = 0; way < n_ways && class_of(k, to) == class_of(k, piece); way++)
				reaches |= k->label[orientation * WAYS + to * k->modulus + way]
				           == k->label[place * k->modulus + k->ori[place]];
		if (!reaches)
			return false;
	}
	return true;
}

struct goal_frames {
	const struct goal *goal;
	struct orbits orbits[GOAL_MAX_VIEWS];
};

struct goal_frames *goal_frames_make(const struct goal *goal, const struct turn_set *set)
{
	struct goal_frames *const f = malloc(sizeof *f);
	struct frame_step *const steps = malloc(N_ORIENTATIONS * TURN_SET_MAX * sizeof *steps);
	unsigned n_from[N_ORIENTATIONS + 1];
	const bool is_made = f != NULL && steps != NULL;
	for (unsigned view = 0; is_made && view < goal->n_views; view++) {
		const struct goal_view *const v = &goal->view[view];
		struct orbits *const o = &f->orbits[view];
		f->goal = goal;
		separate(o);
		turn_set_frame_steps(set, steps, n_from);
		for (unsigned i = 0; i < n_from[N_ORIENTATIONS]; i++) {
			const struct cube turned = cube_after_element(&cube_solved,
			    symmetry_axis_turns[v->symmetry][steps[i].element]);
			join_step(o, &steps[i], &turned);
		}
		/* Turns that are free at either end. */
		for (uint8_t orientation = 0; orientation < N_ORIENTATIONS && v->pattern.free_face != 0;
		    orientation++)
			join_step(o, &(struct frame_step){.from = orientation, .to = orientation},
			    &move_cube[(v->pattern.free_face - 1u) * 3]);
		if (goal->free_before != 0)
			join_step(o, &(struct frame_step){0}, &move_cube[symmetry_move[v->symmetry][(goal->free_before - 1u) * 3]]);
	}
	free(steps);
	if (!is_made)
		free(f);
	return is_made ? f : NULL;
}

bool goal_frames_reach(const struct goal_frames *f, const struct cube *c)
{
	for (unsigned v = 0; v < f->goal->n_views; v++) {
		const struct goal_view *const view = &f->goal->view[v];
		const struct cube seen = goal_view_see(view, c);
		const struct kind corners = kind_of(view, &seen, &f->orbits[v], false), edges = kind_of(view, &seen,
			&f->orbits[v], true);
		for (unsigned o = 0; o < N_ORIENTATIONS; o++)
			if (pieces_reach(&corners, o) && pieces_reach(&edges, o))
				return true;
	}
	return false;
}

/* ---- all together: what a turn does to the pieces of an orbit has a parity, and twists or flips them by a sum ---- */

enum { MAX_LAWS = 2 * N_CUBIES };

/* Numbers that turns add to, modulo 2 or 3, and what the cube lacks of each. */
struct laws {
	unsigned n, modulus;
	uint8_t wanted[MAX_LAWS], of_turn[GOAL_MAX_TURNS][MAX_LAWS];
};

static uint16_t orbit_of(const struct kind *k, unsigned place)
{
	uint16_t orbit = (uint16_t)(1u << place);
	for (uint16_t last = 0; last != orbit;) {
		last = orbit;
		for (unsigned t = 0; t < k->n_turns; t++)
			for (unsigned to = 0; to < k->n; to++)
				orbit |= (uint16_t)((last >> k->turn_perm[t][to] & 1) << to);
	}
	return orbit;
}

static bool is_odd(const uint8_t *image, unsigned n, uint16_t orbit)
{
	unsigned n_inversions = 0;
	for (unsigned b = 0; b < n; b++)
		for (unsigned a = 0; a < b; a++)
			n_inversions += (orbit >> a & orbit >> b & 1) != 0 && image[a] > image[b];
	return n_inversions % 2 != 0;
}

static uint8_t sum_of(const uint8_t *ori, const struct kind *k, uint16_t orbit)
{
	unsigned sum = 0;
	for (unsigned place = 0; place < k->n; place++)
		sum += (orbit >> place & 1) != 0 ? ori[place] : 0;
	return (uint8_t)(sum % k->modulus);
}

/* Where each piece of an orbit is to be.  @return false: the goal wants another number of some class there
 * @param is_one  whether there is one place for each */
static bool find_targets(const struct kind *k, uint16_t orbit, uint8_t target[N_EDGES], bool *is_one)
{
	*is_one = true;
	for (unsigned place = 0; place < k->n; place++) {
		unsigned n_places = 0, n_pieces = 0;
		for (unsigned other = 0; other < k->n && (orbit >> place & 1) != 0; other++) {
			if ((orbit >> other & 1) == 0)
				continue;
			n_pieces += class_of(k, k->perm[other]) == class_of(k, k->perm[place]);
			if (class_of(k, other) == class_of(k, k->perm[place])) {
				target[place] = (uint8_t)other;
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
static bool add_laws(const struct kind *k, struct laws *by_two, struct laws *by_three)
{
	for (unsigned place = 0; place < k->n; place++) {
		const uint16_t orbit = orbit_of(k, place);
		uint8_t target[N_EDGES];
		bool is_one;
		if ((orbit & ((1u << place) - 1)) != 0)
			continue;  /* it began with another place */
		if (!find_targets(k, orbit, target, &is_one))
			return false;
		if (is_one) {
			by_two->wanted[by_two->n] = is_odd(target, k->n, orbit);
			for (unsigned t = 0; t < k->n_turns; t++)
				by_two->of_turn[t][by_two->n] = is_odd(k->turn_perm[t], k->n, orbit);
			by_two->n++;
		}
		struct laws *const sums = k->modulus == 2 ? by_two : by_three;
		bool are_oriented = true;
		for (unsigned i = 0; i < k->n; i++)
			are_oriented &= (orbit >> i & 1) == 0 || (k->wanted[k->perm[i]] & PATTERN_ORIENTED) != 0;
		if (are_oriented) {
			sums->wanted[sums->n] = sum_of(k->ori, k, orbit);
			for (unsigned t = 0; t < k->n_turns; t++)
				sums->of_turn[t][sums->n] = sum_of(k->turn_ori[t], k, orbit);
			sums->n++;
		}
	}
	return true;
}

static void subtract(const struct laws *l, uint8_t *from, const uint8_t *pivot, unsigned law)
{
	const unsigned factor = from[law] * pivot[law] % l->modulus;  /* modulo 2 and 3 a number is its own inverse */
	for (unsigned i = 0; i < l->n; i++)
		from[i] = (uint8_t)((from[i] + (l->modulus - factor) * pivot[i]) % l->modulus);
}

/* Whether some of the turns together make up for what is lacking: elimination. */
static bool can_be_met(struct laws *l, unsigned n_turns)
{
	unsigned n_used = 0;
	for (unsigned law = 0; law < l->n; law++) {
		unsigned t = n_used;
		while (t < n_turns && l->of_turn[t][law] == 0)
			t++;
		if (t < n_turns) {
			uint8_t pivot[MAX_LAWS];
			memcpy(pivot, l->of_turn[t], sizeof pivot);
			memcpy(l->of_turn[t], l->of_turn[n_used], sizeof pivot);
			for (unsigned other = ++n_used; other < n_turns; other++)
				subtract(l, l->of_turn[other], pivot, law);
			subtract(l, l->wanted, pivot, law);
		}
		if (l->wanted[law] != 0)
			return false;
	}
	return true;
}

/* ---- views ---- */

static const char *obstacle_of_view(const struct goal_view *view, const struct cube *c, const struct cube *turns, unsigned n)
{
	const struct cube seen = goal_view_see(view, c);
	struct cube seen_turn[GOAL_MAX_TURNS];
	struct orbits orbits;
	struct kind corners = kind_of(view, &seen, &orbits, false), edges = kind_of(view, &seen, &orbits, true);
	struct laws by_two = {.modulus = 2}, by_three = {.modulus = 3};
	const unsigned n_free = view->pattern.free_face != 0 ? 3 : 0;
	separate(&orbits);
	for (unsigned t = 0; t < n + n_free; t++) {
		seen_turn[t] = t < n ? cube_conjugate(&turns[t], view->symmetry) : move_cube[(view->pattern.free_face - 1u) * 3 + t - n];
		corners.turn_perm[t] = seen_turn[t].corner_perm;
		corners.turn_ori[t] = seen_turn[t].corner_ori;
		edges.turn_perm[t] = seen_turn[t].edge_perm;
		edges.turn_ori[t] = seen_turn[t].edge_ori;
		join_step(&orbits, &(struct frame_step){0}, &seen_turn[t]);
	}
	corners.n_turns = edges.n_turns = n + n_free;
	if (!pieces_reach(&corners, 0) || !pieces_reach(&edges, 0))
		return goal_piece_obstacle;
	if (!add_laws(&corners, &by_two, &by_three) || !add_laws(&edges, &by_two, &by_three) || !can_be_met(&by_two, n + n_free)
	    || !can_be_met(&by_three, n + n_free))
		return goal_parity_obstacle;
	return NULL;
}

const char *goal_obstacle(const struct goal *goal, const struct cube *c, const struct cube *turns, unsigned n)
{
	struct cube with_free[GOAL_MAX_TURNS];
	memcpy(with_free, turns, n * sizeof *turns);
	for (unsigned i = 0; i < 3 && goal->free_before != 0; i++)
		with_free[n++] = move_cube[(goal->free_before - 1u) * 3 + i];
	const char *obstacle = NULL;
	for (unsigned v = 0; v < goal->n_views; v++) {
		const char *const of_view = obstacle_of_view(&goal->view[v], c, with_free, n);
		if (of_view == NULL)
			return NULL;
		obstacle = v == 0 || of_view == goal_parity_obstacle ? of_view : obstacle;
	}
	return obstacle;
}
