#include "steps/two_phase.h"
#include "base/memory.h"

const uint8_t subgroup_move[N_SUBGROUP_MOVES] = {0, 1, 2, 4, 7, 9, 10, 11, 13, 16};

struct subgroup_tables *subgroup_tables_create(void)
{
	const struct element_tables *const elements = element_tables();
	struct subgroup_tables *const t = memory_alloc_huge(sizeof *t);
	if (t == NULL)
		return NULL;
	t->elements = elements;
	for (unsigned order = 0; order < N_ORDERS; order++)
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++)
			t->slice_after[order][i] = (uint8_t)elements->four_after[order][subgroup_move[i]];
	for (unsigned perm = 0; perm < N_EDGE_PERMS; perm++) {
		/* The lower edges have the positions that the upper ones leave. */
		const unsigned layers = (1u << FR) - 1, up = FIRST_LAYER_FOUR + perm / N_ORDERS;
		const unsigned down_set = phase1_rank_positions(layers & ~phase1_unrank_positions(up / N_ORDERS));
		const uint16_t *const up_after = elements->four_after[up];
		const uint16_t *const down_after = elements->four_after[down_set * N_ORDERS + perm % N_ORDERS];
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++) {
			const unsigned after =
				subgroup_edge_perm(up_after[subgroup_move[i]], down_after[subgroup_move[i]]);
			t->edge_after[perm][i] = (uint16_t)after;
			t->upper_edges_after[perm / (N_ORDERS * N_ORDERS)][i] = (uint8_t)(after / (N_ORDERS * N_ORDERS));
		}
	}
	/* Sets of four of eight places, bit i for place i, are numbered as those of the edges in the layers. */
	for (unsigned corners = 0; corners < N_CORNER_PERMS; corners++) {
		struct cube c;
		unsigned set = 0;
		corners_unrank_perm(elements->perm_of_corners[corners], &c);
		for (unsigned i = 0; i < N_CORNERS; i++)
			set |= (unsigned)(c.corner_perm[i] <= UBR) << i;
		t->upper_corners[corners] = (uint8_t)(phase1_rank_positions(set) - FIRST_LAYER_SET);
	}
	for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++)
		for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++)
			t->upper_corners_after[t->upper_corners[perm]][i] =
				t->upper_corners[elements->corners_after[perm][subgroup_move[i]]];
	return t;
}

/* ---- distances ---- */

void subgroup_fill_distances(struct subgroup_tables *t, unsigned number)
{
	/* Of the corners, or edges, together with something small. */
	const struct subgroup_state solved = subgroup_enter(element_of_cube(&cube_solved));
	const struct {
		uint8_t *distance;
		bool has_corners;
		unsigned solved_other;
		uint8_t (*other_after)[16];
		unsigned n_others;
	} projections[SUBGROUP_N_DISTANCES] = {
		{t->corner_edges, true, solved.edge_perm / (N_ORDERS * N_ORDERS), t->upper_edges_after, N_LAYER_SETS},
		{t->edge_corners, false, t->upper_corners[solved.corners], t->upper_corners_after, N_LAYER_SETS},
		{t->corner_slice, true, solved.slice_perm, t->slice_after, N_ORDERS},
		{t->edge_slice, false, solved.slice_perm, t->slice_after, N_ORDERS},
	}, *const p = &projections[number];
	enum { UNSEEN = 0xFF };
	bool has_new = true;
	memset(p->distance, UNSEEN, (size_t)N_CORNER_PERMS * p->n_others);
	p->distance[(p->has_corners ? solved.corners : solved.edge_perm) * p->n_others + p->solved_other] = 0;
	for (unsigned level = 0; has_new; level++) {
		has_new = false;
		for (unsigned perm = 0; perm < N_CORNER_PERMS; perm++) {
			const uint8_t *const row = &p->distance[perm * p->n_others];
			uint8_t *row_after[N_SUBGROUP_MOVES];
			if (memchr(row, (int)level, p->n_others) == NULL)
				continue;
			for (unsigned i = 0; i < N_SUBGROUP_MOVES; i++)
				row_after[i] = &p->distance[p->n_others * (p->has_corners
					? t->elements->corners_after[perm][subgroup_move[i]] : t->edge_after[perm][i])];
			for (unsigned other = 0; other < p->n_others; other++)
				for (unsigned i = 0; i < N_SUBGROUP_MOVES && row[other] == level; i++) {
					uint8_t *const after = &row_after[i][p->other_after[other][i]];
					if (*after == UNSEEN) {
						*after = (uint8_t)(level + 1);
						has_new = true;
					}
				}
		}
	}
}
