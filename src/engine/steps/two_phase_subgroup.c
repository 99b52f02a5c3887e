#include "steps/two_phase.h"
#include "base/memory.h"

#include <stdlib.h>

const uint8_t subgroup_move[N_SUBGROUP_MOVES] = {0, 1, 2, 4, 7, 9, 10, 11, 13, 16};

static void fill_edge_moves(struct subgroup_tables *t)
{
	for (unsigned perm = 0; perm < N_EDGE_PERMS; perm++) {
		/* The lower edges have the positions that the upper ones leave. */
		const unsigned layers = (1u << FR) - 1, up = FIRST_LAYER_FOUR + perm / N_ORDERS;
		const unsigned down_set = phase1_rank_positions(layers & ~phase1_unrank_positions(up / N_ORDERS));
		const uint16_t *const up_after = t->elements->four_after[up];
		const uint16_t *const down_after = t->elements->four_after[down_set * N_ORDERS + perm % N_ORDERS];
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++)
			t->edge_after[perm][i] =
				(uint16_t)subgroup_edge_perm(up_after[subgroup_move[i]], down_after[subgroup_move[i]]);
	}
	for (unsigned order = 0; order < N_ORDERS; order++)
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++)
			t->slice_after[order][i] = (uint8_t)t->elements->four_after[order][subgroup_move[i]];
}

/* Sets of four of eight places, bit i for place i, are numbered as those of the edges in the layers. */
static void fill_sets(struct subgroup_tables *t)
{
	for (unsigned corners = 0; corners < N_CORNER_PERMS; corners++) {
		struct cube c;
		unsigned set = 0;
		corners_unrank_perm(t->elements->perm_of_corners[corners], &c);
		for (unsigned i = 0; i < N_CORNERS; i++)
			set |= (unsigned)(c.corner_perm[i] <= UBR) << i;
		t->upper_corners[corners] = (uint8_t)(phase1_rank_positions(set) - FIRST_LAYER_SET);
	}
	for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++)
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++) {
			t->upper_edges_after[perm / (N_ORDERS * N_ORDERS)][i] =
				(uint8_t)(t->edge_after[perm][i] / (N_ORDERS * N_ORDERS));
			t->upper_corners_after[t->upper_corners[perm]][i] =
				t->upper_corners[t->elements->corners_after[perm][subgroup_move[i]]];
		}
}

struct subgroup_tables *subgroup_tables_create(void)
{
	struct subgroup_tables *const t = memory_alloc_huge(sizeof *t);
	if (t == NULL)
		return NULL;
	t->elements = element_tables();
	fill_edge_moves(t);
	fill_sets(t);
	return t;
}

/* ---- distances ---- */

/* A table of distances: of the corners, or edges, together with something small, of which at most 128 are a
 * set. */
struct projection {
	uint8_t *distance;
	bool has_corners;
	unsigned solved_perm, solved_other;
	uint8_t (*other_after)[16];
	unsigned n_others;
};

struct set { uint64_t word[2]; };

/* Of each permutation those others with which it is met, so that a move takes a whole set to a set. */
struct sets {
	struct set met[N_CORNER_PERMS], frontier[N_CORNER_PERMS], next[N_CORNER_PERMS];
};

/* Add what a move makes of a frontier's set to the next one. */
static void add_image(const struct projection *p, const struct set *from, unsigned move, struct set *to)
{
	struct set image = *to;
	for (unsigned w = 0; w < 2; w++)
		for (uint64_t left = from->word[w]; left != 0; left &= left - 1) {
			const unsigned other = p->other_after[w * 64 + (unsigned)__builtin_ctzll(left)][move];
			image.word[other / 64] |= UINT64_C(1) << other % 64;
		}
	*to = image;
}

/* What is new becomes the frontier. @return whether anything is */
static bool close_level(const struct projection *p, struct sets *s, unsigned level)
{
	uint64_t any = 0;
	for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++)
		for (unsigned w = 0; w < 2; w++) {
			const uint64_t new = s->next[perm].word[w] & ~s->met[perm].word[w];
			any |= new;
			s->met[perm].word[w] |= new;
			s->frontier[perm].word[w] = new;
			s->next[perm].word[w] = 0;
			for (uint64_t left = new; left != 0; left &= left - 1)
				p->distance[perm * p->n_others + w * 64 + (unsigned)__builtin_ctzll(left)] = (uint8_t)level;
		}
	return any != 0;
}

bool subgroup_fill_distances(struct subgroup_tables *t, unsigned number)
{
	const struct element solved = element_of_cube(&cube_solved);
	const unsigned edges = subgroup_edge_perm(solved.up, solved.down), corners = solved.corners;
	const struct projection projections[SUBGROUP_N_DISTANCES] = {
		{t->corner_edges, true, corners, edges / (N_ORDERS * N_ORDERS), t->upper_edges_after, N_LAYER_SETS},
		{t->edge_corners, false, edges, t->upper_corners[corners], t->upper_corners_after, N_LAYER_SETS},
		{t->corner_slice, true, corners, solved.slice, t->slice_after, N_ORDERS},
		{t->edge_slice, false, edges, solved.slice, t->slice_after, N_ORDERS},
	};
	const struct projection *const p = &projections[number];
	struct sets *const s = calloc(1, sizeof *s);
	if (s == NULL)
		return false;
	s->next[p->solved_perm].word[p->solved_other / 64] = UINT64_C(1) << p->solved_other % 64;
	for (unsigned level = 0; close_level(p, s, level); level++)
		for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++)
			for (unsigned i = 0;
			     i < N_SUBGROUP_MOVES && (s->frontier[perm].word[0] | s->frontier[perm].word[1]) != 0; i++)
				add_image(p, &s->frontier[perm], i,
				          &s->next[p->has_corners ? t->elements->corners_after[perm][subgroup_move[i]]
				                                  : t->edge_after[perm][i]]);
	free(s);
	return true;
}
