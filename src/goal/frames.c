/* Whether turns of a set bring each piece to where a goal wants it, all with the frame held in the same way at the end. */
#include "cube/turn_frame.h"
#include "cube/turn_automaton.h"
#include "goal/goal.h"

#include <stdlib.h>

/* A piece is in one of eight places in three ways, or in one of twelve in two; and the frame is held in one of 24. */
enum { WAYS = 24, N_NODES = N_ORIENTATIONS * WAYS };

/* Nodes with the same label are those that turns exchange. */
struct orbits {
	uint16_t label[N_NODES];
};

struct goal_frames {
	const struct goal *goal;
	struct orbits corners[GOAL_MAX_VIEWS], edges[GOAL_MAX_VIEWS];
};

/* Pieces of one kind: what a pattern wants, where they are, and where turns take them. */
struct kind {
	const uint8_t *wanted;
	const uint8_t *perm, *ori;
	const struct orbits *orbits;
	unsigned n, modulus;
};

static void join(struct orbits *o, unsigned a, unsigned b)
{
	const uint16_t low = o->label[a] < o->label[b] ? o->label[a] : o->label[b], high = o->label[a] < o->label[b] ? o->label[b] : o->label[a];
	for (unsigned i = 0; i < N_NODES && low != high; i++)
		if (o->label[i] == high)
			o->label[i] = low;
}

static void join_kind(struct orbits *o, const struct frame_step *s, const uint8_t *perm, const uint8_t *ori, unsigned n, unsigned modulus)
{
	for (unsigned place = 0; place < n; place++)
		for (unsigned way = 0; way < modulus; way++)
			join(o, s->from * WAYS + perm[place] * modulus + way, s->to * WAYS + place * modulus + (way + ori[place]) % modulus);
}

/* @param element  of the step, as the view sees it */
static void join_step(struct goal_frames *f, unsigned view, const struct frame_step *s, unsigned element)
{
	const struct cube turned = cube_after_element(&cube_solved, element);
	join_kind(&f->corners[view], s, turned.corner_perm, turned.corner_ori, N_CORNERS, 3);
	join_kind(&f->edges[view], s, turned.edge_perm, turned.edge_ori, N_EDGES, 2);
}

static unsigned element_of_face(unsigned face)
{
	return axis_turns_number(face % 3, face < 3, face >= 3);
}

/* Turns as a view sees them, and those that are free at both ends. */
static void fill_view(struct goal_frames *f, unsigned view, const struct frame_step *steps, unsigned n)
{
	const struct goal_view *const v = &f->goal->view[view];
	for (uint16_t i = 0; i < N_NODES; i++)
		f->corners[view].label[i] = f->edges[view].label[i] = i;
	for (unsigned i = 0; i < n; i++)
		join_step(f, view, &steps[i], symmetry_axis_turns[v->symmetry][steps[i].element]);
	for (uint8_t o = 0; o < N_ORIENTATIONS && v->pattern.free_face != 0; o++)
		join_step(f, view, &(struct frame_step){.from = o, .to = o}, element_of_face(v->pattern.free_face - 1u));
	if (f->goal->free_before != 0)
		join_step(f, view, &(struct frame_step){0}, symmetry_axis_turns[v->symmetry][element_of_face(f->goal->free_before - 1u)]);
}

struct goal_frames *goal_frames_make(const struct goal *goal, const struct turn_set *set)
{
	struct goal_frames *const f = malloc(sizeof *f);
	struct frame_step *const steps = malloc(N_ORIENTATIONS * TURN_SET_MAX * sizeof *steps);
	unsigned n_from[N_ORIENTATIONS + 1];
	const bool is_made = f != NULL && steps != NULL;
	if (is_made) {
		f->goal = goal;
		turn_set_frame_steps(set, steps, n_from);
		for (unsigned view = 0; view < goal->n_views; view++)
			fill_view(f, view, steps, n_from[N_ORIENTATIONS]);
	}
	free(steps);
	if (!is_made)
		free(f);
	return is_made ? f : NULL;
}

/* Whether the piece that is in a place can come to where its class is wanted, with the frame held in an orientation. */
static bool piece_reaches(const struct kind *k, unsigned place, unsigned orientation)
{
	const unsigned piece = k->perm[place], n_ways = (k->wanted[piece] & PATTERN_ORIENTED) != 0 ? 1 : k->modulus;
	const uint16_t now = k->orbits->label[place * k->modulus + k->ori[place]];
	for (unsigned to = 0; to < k->n; to++)
		for (unsigned way = 0; way < n_ways; way++)
			if ((k->wanted[to] & PATTERN_CLASS) == (k->wanted[piece] & PATTERN_CLASS)
			    && k->orbits->label[orientation * WAYS + to * k->modulus + way] == now)
				return true;
	return false;
}

static bool pieces_reach(const struct kind *k, unsigned orientation)
{
	for (unsigned place = 0; place < k->n; place++)
		if (!piece_reaches(k, place, orientation))
			return false;
	return true;
}

bool goal_frames_reach(const struct goal_frames *f, const struct cube *c)
{
	for (unsigned v = 0; v < f->goal->n_views; v++) {
		const struct goal_view *const view = &f->goal->view[v];
		const struct cube seen = goal_view_see(view, c);
		const struct kind corners = {view->pattern.corner, seen.corner_perm, seen.corner_ori, &f->corners[v], N_CORNERS, 3};
		const struct kind edges = {view->pattern.edge, seen.edge_perm, seen.edge_ori, &f->edges[v], N_EDGES, 2};
		for (unsigned o = 0; o < N_ORIENTATIONS; o++)
			if (pieces_reach(&corners, o) && pieces_reach(&edges, o))
				return true;
	}
	return false;
}
