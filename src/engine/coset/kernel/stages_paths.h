/* The stage that makes nodes at the ends of paths, for bulk lookups and hints. */
#ifndef SUPERFLIP_COSET_KERNEL_STAGES_PATHS_H
#define SUPERFLIP_COSET_KERNEL_STAGES_PATHS_H
#include "coset/kernel/bulk.h"
#include "coset/kernel/stages.h"

static inline struct unframed_cube unframed_after(const struct unframed_cube *c, unsigned move)
{
	const struct coset_turn *const turn = &coset_tables.turn[move];
	const coset_edges edges = coset_edges_after(coset_edges_load(c->edges), &coset_tables.edge_turn[move]);
	const coset_edges inverse_edges = coset_edges_relabelled(coset_edges_load(c->inverse_edges), turn->relabel);
	struct unframed_cube after = {.corners = coset_corners_after(c->corners, turn),
	                              .inverse_corners = coset_corners_relabelled(c->inverse_corners, turn->relabel)};
	memcpy(after.edges, &edges, sizeof after.edges);
	memcpy(after.inverse_edges, &inverse_edges, sizeof after.inverse_edges);
	return after;
}

static void find_two_moves(const struct cube *from, struct two_moves *to)
{
	const struct cube inverse = cube_inverse(from);
	const struct coset_cube packed = coset_pack(from), packed_inverse = coset_pack(&inverse);
	struct unframed_cube c = {.corners = packed.corners, .inverse_corners = packed_inverse.corners};
	memcpy(c.edges, packed.edges, sizeof c.edges);
	memcpy(c.inverse_edges, packed_inverse.edges, sizeof c.inverse_edges);
	for (unsigned first = 0; first < N_MOVES; first++) {
		const struct unframed_cube after = unframed_after(&c, first);
		for (unsigned second = 0; second < N_MOVES; second++)
			to->after[first][second] = unframed_after(&after, second);
	}
}

static void make_at_ends(const struct engine *k, const struct two_moves *two, const struct bulk_path *path, unsigned n,
                         struct node *to)
{
	struct unframed_cube cube[BATCH];
	uint32_t transform[BATCH];
	for (unsigned i = 0; i < n; i++) {
		const struct bulk_path *const p = &path[i];
		cube[i] = two->after[p->move[p->n_before]][p->move[p->n_before + 1]];
		for (unsigned m = p->n_before + 2u; m < p->n; m++)
			cube[i] = unframed_after(&cube[i], p->move[m]);
		transform[i] = coset_corner_state(cube[i].corners);
		memset(&to[i], 0, sizeof to[i]);
		for (unsigned m = 0; m < p->n; m++)
			node_set_move(&to[i], m, p->move[m]);
		to[i].axis = p->move[p->n - 1] / TURNS;
	}
	coset_frames(transform, n);
	for (unsigned i = 0; i < n; i++) {
		const coset_edges framed = coset_edges_framed(coset_edges_load(cube[i].edges), transform[i]);
		memcpy(to[i].edges, &framed, sizeof to[i].edges);
		memcpy(to[i].inverse_edges, cube[i].inverse_edges, sizeof to[i].inverse_edges);
		memcpy(to[i].inverse_corners, &cube[i].inverse_corners, sizeof to[i].inverse_corners);
		node_set_frame(k, &to[i], transform[i], corner_coset_in_table(k, coset_raw_corner_coset(cube[i].corners)));
	}
}
#endif
