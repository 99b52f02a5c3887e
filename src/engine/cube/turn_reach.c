#include "cube/turn_reach.h"

#include "cube/turn_automaton.h"

#include <stdlib.h>

enum { CENTRE = 4 };  /* of the nine facelets of a face */

struct turn_reach {
	struct group group;
	struct group_permutation solved[N_ORIENTATIONS];  /* held in all ways */
	uint8_t orbit[N_FACELETS];            /* the first sticker that the turns exchange with this one */
	uint8_t place_orbit[N_FACELETS];      /* the first one of the places that they exchange with its place */
};

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

static void join(uint8_t orbit[N_FACELETS], unsigned a, unsigned b)
{
	const uint8_t low = orbit[a] < orbit[b] ? orbit[a] : orbit[b],
	              high = orbit[a] < orbit[b] ? orbit[b] : orbit[a];
	for (unsigned i = 0; i < N_FACELETS; i++)
		if (orbit[i] == high)
			orbit[i] = low;
}

struct turn_reach *turn_reach_make(const struct turn_set *set)
{
	struct group_permutation turns[TURN_SET_MAX];
	for (unsigned i = 0; i < set->n; i++) {
		/* As seen by whoever holds the cube: the outer layers on fixed centres, then all of it as far as
		 * the middle layer turns. */
		const struct turn *const t = &set->turn[i];
		const struct cube outer = cube_after_element(&cube_solved, turn_element(t));
		const struct group_permutation quarter = rotation(symmetry_quarter_turn[t->axis]);
		turns[i] = group_permutation_of(&outer);
		for (unsigned k = 0; k < t->middle; k++)
			turns[i] = group_product(&turns[i], &quarter);
	}
	struct turn_reach *const r = malloc(sizeof *r);
	struct group *const group = group_generate_by(turns, set->n);
	if (r != NULL && group != NULL) {
		r->group = *group;
		for (unsigned o = 0; o < N_ORIENTATIONS; o++)
			r->solved[o] = rotation(2 * o);
		for (uint8_t i = 0; i < N_FACELETS; i++)
			r->orbit[i] = r->place_orbit[i] = i;
		for (unsigned t = 0; t < set->n; t++)
			for (unsigned i = 0; i < N_FACELETS; i++) {
				join(r->orbit, i, turns[t].image[i]);
				join(r->place_orbit, i, turns[t].image[i]);
			}
		for (unsigned place = 0; place < N_CUBIES; place++)
			for (unsigned k = 1; k < cubie_n_stickers(place); k++)
				join(r->place_orbit, facelet_of(place, 0), facelet_of(place, k));
	}
	const bool is_made = r != NULL && group != NULL;
	free(group);
	if (!is_made)
		free(r);
	return is_made ? r : NULL;
}

static bool is_within(const uint8_t orbit[N_FACELETS], const struct group_permutation *p)
{
	bool is_in = true;
	for (unsigned i = 0; i < N_FACELETS; i++)
		is_in &= orbit[i] == orbit[p->image[i]];
	return is_in;
}

const char *turn_reach_obstacle(const struct turn_reach *r, const struct cube *c)
{
	const struct group_permutation now = group_permutation_of(c), back = group_inverse(&now);
	bool can_place = false, can_orient = false;
	for (unsigned o = 0; o < N_ORIENTATIONS; o++) {
		const struct group_permutation wanted = group_product(&back, &r->solved[o]);
		if (group_has(&r->group, wanted))
			return NULL;
		can_place |= is_within(r->place_orbit, &wanted);
		can_orient |= is_within(r->orbit, &wanted);
	}
	return can_orient  ? "they bring home each piece, but not all of them at once (parity)"
	       : can_place ? "they cannot turn a piece the right way round (orientation)"
	                   : "they never bring a piece to where it belongs";
}
