/* Stages 1 and 2: the inverses after a quarter turn of each axis. */
#ifndef SUPERFLIP_COSET_KERNEL_STAGES_INVERSES_H
#define SUPERFLIP_COSET_KERNEL_STAGES_INVERSES_H
#include "coset/kernel/stages_canonical.h"

/* The parity of the corner coset of an inverse, one or two quarter turns away. */
static inline unsigned inverse_parity(const struct engine *k, const struct batch *b, unsigned node_axis)
{
	if (b->n_parents == 0)
		return corner_coset_of(b->node[node_axis / 2].block) ^ 1u;
	const unsigned n = N_AXES_LEFT * k->t->n_siblings;
	const struct parent *const p = siblings_parent(&k->siblings, b->first_parent + node_axis / n);
	return corner_coset_of(p->node.block) ^ k->t->node_axis_parity[node_axis % n];
}

/* The corners of the inverses, and the frames that they choose. */
static inline void frame_inverses(const struct engine *k, struct batch *b)
{
	const unsigned n = N_AXES_LEFT * k->t->n_siblings;
	if (b->n_parents == 0)
		corner_states_of_nodes(b->node, b->n, k->t->quarter_labels, b->inverse_corners, b->inverse_transform);
	for (unsigned i = 0; i < b->n_parents; i++) {
		const struct node *const from = &siblings_parent(&k->siblings, b->first_parent + i)->node;
		uint64_t corners;
		memcpy(&corners, from->inverse_corners, sizeof corners);
		corner_states_of_one(corners, k->t->node_axis_labels[from->axis], n, b->inverse_corners + i * n,
		                     b->inverse_transform + i * n);
	}
	coset_frames(b->inverse_transform, b->inverses.n);
	const bool is_parity = k->resolution.n_corner_cosets != COSET_MAX_CORNER_COSETS;
	for (unsigned i = 0; i < b->inverses.n && is_parity; i++)
		b->inverse_begin[i] = begin_after(k, b->inverse_transform[i], inverse_parity(k, b, i));
	for (unsigned i = 0; i < b->inverses.n && !is_parity; i++)
		b->inverse_begin[i] =
			begin_after(k, b->inverse_transform[i], coset_raw_corner_coset(b->inverse_corners[i]));
}

static inline __attribute__((always_inline)) void index_node_axis(struct batch *b, unsigned node_axis,
                                                                  coset_edges edges, const uint8_t *relabel,
                                                                  bool has_subcosets)
{
	const coset_edges turned = coset_edges_relabelled(edges, relabel);
	const uint32_t index = coset_entry(turned, b->inverse_transform[node_axis], flip_bits_of(has_subcosets));
	set_entry(&b->inverses, node_axis, b->inverse_begin[node_axis], index, has_subcosets);
}

static inline __attribute__((always_inline)) void index_edges_of_nodes(struct batch *b, bool has_subcosets)
{
	for (unsigned i = 0; i < b->n; i++) {
		const struct node *const n = &b->node[i];
		const uint8_t *const axes = other_axes[n->axis];
		const coset_edges edges = coset_edges_load(n->inverse_edges);
		b->node_value[2 * i] = b->node_value[2 * i + 1] = n->value;
		if (has_subcosets)
			memcpy(&b->axis[2 * i], axes, N_AXES_LEFT);
#pragma GCC unroll 2
		for (unsigned a = 0; a < N_AXES_LEFT; a++)
			index_node_axis(b, 2 * i + a, edges, coset_tables.quarter_relabel[axes[a]], has_subcosets);
	}
}

static inline __attribute__((always_inline)) void index_edges_of_siblings(const struct engine *k,
                                                                          struct batch *b, bool has_subcosets)
{
	const struct kernel_tables *const t = k->t;
	for (unsigned i = 0; i < b->n_parents; i++) {
		const struct parent *const p = siblings_parent(&k->siblings, b->first_parent + i);
		const unsigned begin = i * N_AXES_LEFT * t->n_siblings;
		const uint8_t *relabel = t->node_axis_relabel[p->node.axis][0];
		const coset_edges edges = coset_edges_load(p->node.inverse_edges);
		memcpy(&b->axis[begin], t->node_axis_axis[p->node.axis], N_AXES_LEFT * t->n_siblings);
		for (unsigned c = 0; c < t->n_siblings; c++) {
			const unsigned first = begin + 2 * c;
			b->node_value[first] = b->node_value[first + 1] = p->value[c];
#pragma GCC unroll 2
			for (unsigned a = 0; a < N_AXES_LEFT; a++, relabel += sizeof t->node_axis_relabel[0][0])
				index_node_axis(b, first + a, edges, relabel, has_subcosets);
		}
	}
}

/* The inverse's edges after a node axis. */
static inline coset_edges turned_inverse(const struct engine *k, const struct batch *b, unsigned node_axis)
{
	if (b->n_parents == 0) {
		const struct node *const n = &b->node[node_axis / 2];
		return coset_edges_relabelled(coset_edges_load(n->inverse_edges),
		                              coset_tables.quarter_relabel[other_axes[n->axis][node_axis & 1]]);
	}
	const unsigned n_each = N_AXES_LEFT * k->t->n_siblings;
	const struct node *const n = &siblings_parent(&k->siblings, b->first_parent + node_axis / n_each)->node;
	return coset_edges_relabelled(coset_edges_load(n->inverse_edges),
	                              k->t->node_axis_relabel[n->axis][node_axis % n_each]);
}

/* With subcosets, those of both faces' quarter turns: the second is the first after a turn of the slice
 * between them.  Where the coset is in several of its subcosets, the least counts. */
static void find_subcosets_of_inverses(struct engine *k, struct batch *b)
{
	unsigned n_tied = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * b->n; i++) {
		const unsigned bits = b->inverses.subcosets[i];
		const unsigned first = coset_subcoset(coset_axes_after(b->inverse_transform[i], 0), bits % TIED);
		b->inverses.subcosets[i] =
			coset_two_subcosets(first, coset_neighbour(b->inverse_transform[i], b->axis[i], first));
		b->is_tied[i] = bits >= TIED;
		b->tied[n_tied] = (uint16_t)i;
		n_tied += b->is_tied[i];
	}
	for (unsigned i = 0; i < n_tied; i++) {
		const unsigned node_axis = b->tied[i], both = b->inverses.subcosets[node_axis];
		const uint8_t *const least =
			least_subcosets(k, turned_inverse(k, b, node_axis), b->inverse_transform[node_axis],
		                    b->inverses.entry[node_axis]);
		memcpy(b->least_subcoset[node_axis], least, sizeof b->least_subcoset[node_axis]);
		b->subcosets_there[node_axis] = (uint16_t)both;
		b->inverses.subcosets[node_axis] = coset_two_subcosets(least[both & 255], least[both >> 8]);
	}
}

static inline __attribute__((always_inline)) void index_by_shape(struct engine *k, struct batch *b,
                                                                 bool has_subcosets)
{
	if (b->n_parents != 0)
		index_edges_of_siblings(k, b, has_subcosets);
	else
		index_edges_of_nodes(b, has_subcosets);
	find_canonical(k, b, &b->inverses, b->inverse_transform, turned_inverse, has_subcosets);
}

/* An index is computed in loops of their own for corners, frames, edges: in one, the processor waits for a
 * chain of dependent steps, as its reorder buffer holds only a few of them. */
static void index_inverses(struct engine *k, struct batch *b)
{
	b->inverses.n = N_AXES_LEFT * b->n;
	frame_inverses(k, b);
	if (k->has_subcosets) {
		index_by_shape(k, b, true);
		find_subcosets_of_inverses(k, b);
	} else {
		index_by_shape(k, b, false);
	}
	locate(k, &b->inverses);
}
#endif
