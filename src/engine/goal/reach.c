/* Whether turns can bring a cube to a goal: each piece for itself, with the frame held in the same way at
 * the end, and all together. */
#include "cube/turn_automaton.h"
#include "cube/turn_frame.h"
#include "goal/goal.h"

#include <stdlib.h>
#include <string.h>

const char goal_piece_obstacle[] = "they never bring a piece to where the goal wants it";
const char goal_parity_obstacle[] =
	"they bring each piece to where the goal wants it, but not all of them at once (parity)";

/* ---- each piece for itself ---- */

/* A corner is in one of eight places in three ways, an edge in one of twelve in two; and the frame is held in
 * one of 24. */
enum { WAYS = 48, N_NODES = N_ORIENTATIONS * WAYS };

static unsigned node_of(unsigned orientation, unsigned place, unsigned way)
{
	const unsigned first = place < N_CORNERS ? 3 * place : N_CORNERS + 2 * place;
	return orientation * WAYS + first + way % cubie_n_stickers(place);
}

/* Nodes with the same label are those that turns exchange. */
struct orbits {
	uint16_t label[N_NODES];
};

static void separate(struct orbits *o)
{
	for (uint16_t i = 0; i < N_NODES; i++)
		o->label[i] = i;
}

/* @param turned  what the turn of the step makes of the solved cube, as the view sees it */
static void join_step(struct orbits *o, const struct frame_step *s, const struct cube *turned)
{
	for (unsigned place = 0; place < N_CUBIES; place++)
		for (unsigned way = 0; way < cubie_n_stickers(place); way++) {
			const uint16_t a = o->label[node_of(s->from, cube_cubie(turned, place), way)];
			const uint16_t b = o->label[node_of(s->to, place, way + cube_ori(turned, place))];
			for (unsigned i = 0; i < N_NODES && a != b; i++)
				if (o->label[i] == (a < b ? b : a))
					o->label[i] = a < b ? a : b;
		}
}

static bool are_of_one_class(const struct pattern *p, unsigned a, unsigned b)
{
	return cubie_kind_begin(a) == cubie_kind_begin(b) && ((p->of[a] ^ p->of[b]) & PATTERN_CLASS) == 0;
}

/* Whether each piece can come to where its class is wanted, with the frame held in an orientation.
 * @param c  as the pattern's view sees it */
static bool pieces_reach(const struct orbits *o, const struct pattern *p, const struct cube *c,
                         unsigned orientation)
{
	for (unsigned place = 0; place < N_CUBIES; place++) {
		const unsigned piece = cube_cubie(c, place),
		               n_ways = (p->of[piece] & PATTERN_ORIENTED) != 0 ? 1 : cubie_n_stickers(piece);
		const uint16_t now = o->label[node_of(0, place, cube_ori(c, place))];
		bool reaches = false;
		for (unsigned to = 0; to < N_CUBIES; to++)
			for (unsigned way = 0; way < n_ways && are_of_one_class(p, to, piece); way++)
				reaches |= o->label[node_of(orientation, to, way)] == now;
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
			join_step(o, &(struct frame_step){0},
			          &move_cube[symmetry_move[v->symmetry][(goal->free_before - 1u) * 3]]);
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
		for (unsigned o = 0; o < N_ORIENTATIONS; o++)
			if (pieces_reach(&f->orbits[v], &view->pattern, &seen, o))
				return true;
	}
	return false;
}

/* ---- all together: what a turn does to the pieces of an orbit has a parity, and twists or flips them by a
 * sum ---- */

enum { MAX_LAWS = 2 * N_CUBIES };

/* Numbers that turns add to, modulo 2 or 3: a row for each turn, and after these one of what the cube
 * lacks. */
struct laws {
	unsigned n, modulus;
	uint8_t row[GOAL_MAX_TURNS + 1][MAX_LAWS];
};

/* A cube and turns as a view sees them. */
struct seen {
	const struct pattern *pattern;
	struct orbits orbits;
	struct cube cube, turn[GOAL_MAX_TURNS];
	unsigned n_turns;
};

/* The places, a bit each, that turns exchange with this one. */
static uint32_t orbit_of(const struct seen *s, unsigned place)
{
	uint32_t orbit = 0;
	for (unsigned to = 0; to < N_CUBIES; to++)
		for (unsigned way = 0; way < cubie_n_stickers(to); way++)
			orbit |= (s->orbits.label[node_of(0, to, way)] == s->orbits.label[node_of(0, place, 0)] ? 1u : 0u)
			         << to;
	return orbit;
}

/* What a cube does to the places of an orbit: the sum of the orientations, or of the inversions. */
static unsigned sum_of(const struct cube *c, uint32_t orbit, bool of_inversions)
{
	unsigned sum = 0;
	for (unsigned b = 0; b < N_CUBIES; b++) {
		for (unsigned a = 0; a < b && of_inversions; a++)
			sum += (orbit >> a & orbit >> b & 1) != 0 && cube_cubie(c, a) > cube_cubie(c, b);
		sum += !of_inversions && (orbit >> b & 1) != 0 ? cube_ori(c, b) : 0;
	}
	return sum;
}

/* Where each piece of an orbit is to be, as the cubie in its place.  @return false: the goal wants another
 * number of some class there
 * @param is_one  whether there is one place for each */
static bool find_targets(const struct seen *s, uint32_t orbit, struct cube *target, bool *is_one)
{
	*is_one = true;
	for (uint32_t places = orbit; places != 0; places &= places - 1) {
		const unsigned place = (unsigned)__builtin_ctz(places), piece = cube_cubie(&s->cube, place);
		unsigned n_places = 0, n_pieces = 0;
		for (uint32_t others = orbit; others != 0; others &= others - 1) {
			const unsigned other = (unsigned)__builtin_ctz(others);
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
		const uint32_t orbit = orbit_of(s, place);
		struct cube target;
		bool is_one, are_oriented = true;
		if ((orbit & ((1u << place) - 1)) != 0)
			continue;  /* it began with another place */
		if (!find_targets(s, orbit, &target, &is_one))
			return false;
		for (uint32_t places = orbit; places != 0; places &= places - 1)
			are_oriented &=
				(s->pattern->of[cube_cubie(&s->cube, (unsigned)__builtin_ctz(places))] & PATTERN_ORIENTED)
				!= 0;
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

/* ---- views ---- */

static const char *obstacle_of_view(const struct goal_view *view, const struct cube *c,
                                    const struct cube *turns, unsigned n)
{
	const unsigned free_face = view->pattern.free_face;
	struct seen s = {
		.pattern = &view->pattern, .cube = goal_view_see(view, c), .n_turns = n + (free_face != 0 ? 3 : 0)};
	struct laws laws[2] = {{.modulus = 2}, {.modulus = 3}};
	separate(&s.orbits);
	for (unsigned t = 0; t < s.n_turns; t++) {
		s.turn[t] =
			t < n ? cube_conjugate(&turns[t], view->symmetry) : move_cube[(free_face - 1) * 3 + t - n];
		join_step(&s.orbits, &(struct frame_step){0}, &s.turn[t]);
	}
	if (!pieces_reach(&s.orbits, s.pattern, &s.cube, 0))
		return goal_piece_obstacle;
	const bool is_possible =
		add_laws(&s, laws) && can_be_met(&laws[0], s.n_turns) && can_be_met(&laws[1], s.n_turns);
	return is_possible ? NULL : goal_parity_obstacle;
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
