/* The stage that makes nodes at the ends of paths. */
#ifndef SUPERFLIP_COSET_KERNEL_STAGES_PATHS_H
#define SUPERFLIP_COSET_KERNEL_STAGES_PATHS_H
#include "coset/kernel/stages.h"

/* Not in a frame. */
struct unframed_cube {
	struct coset_cube cube, inverse;
};

static inline struct unframed_cube unframed_after(const struct unframed_cube *c, unsigned move)
{
	const struct coset_turn *const turn = &coset_tables.turn[move];
	const coset_edges edges =
		coset_edges_after(coset_edges_load(c->cube.edges), &coset_tables.edge_turn[move]);
	const coset_edges inverse_edges =
		coset_edges_relabelled(coset_edges_load(c->inverse.edges), turn->relabel);
	struct unframed_cube after = {{.corners = coset_corners_after(c->cube.corners, turn)},
	                              {.corners = coset_corners_relabelled(c->inverse.corners, turn->relabel)}};
	memcpy(after.cube.edges, &edges, sizeof edges);
	memcpy(after.inverse.edges, &inverse_edges, sizeof inverse_edges);
	return after;
}

static void make_at_ends(const struct engine *k, const struct cube *from, unsigned n_before,
                         const struct node_path *path, unsigned n, struct node *to)
{
	const struct cube inverse = cube_inverse(from);
	const struct unframed_cube begin = {coset_pack(from), coset_pack(&inverse)};
	struct unframed_cube cube[BATCH];
	uint32_t transform[BATCH];
	for (unsigned i = 0; i < n; i++) {
		const struct node_path *const p = &path[i];
		cube[i] = begin;
		for (unsigned m = n_before; m < p->n; m++)
			cube[i] = unframed_after(&cube[i], p->move[m]);
		transform[i] = coset_corner_state(cube[i].cube.corners);
		memset(&to[i], 0, sizeof to[i]);
		for (unsigned m = 0; m < p->n; m++)
			node_set_move(&to[i], m, p->move[m]);
		to[i].axis = (uint8_t)(p->n == 0 ? COSET_AXES : turn_axis(p->move[p->n - 1]));
	}
	coset_frames(transform, n);
	for (unsigned i = 0; i < n; i++) {
		const coset_edges framed = coset_edges_framed(coset_edges_load(cube[i].cube.edges), transform[i]);
		memcpy(to[i].edges, &framed, sizeof to[i].edges);
		memcpy(to[i].inverse_edges, cube[i].inverse.edges, sizeof to[i].inverse_edges);
		memcpy(to[i].inverse_corners, &cube[i].inverse.corners, sizeof to[i].inverse_corners);
		to[i].frame = (uint8_t)coset_transform_right(transform[i]);
		to[i].class = coset_transform_class(transform[i]);
		to[i].block = (uint8_t)block_after(
			k, transform[i], corner_coset_in_table(k, coset_raw_corner_coset(cube[i].cube.corners)));
	}
}
#endif
