/* Nodes that waited unevaluated, single cubes, and nodes at the ends of paths: what does not come from the
 * stages of a batch. */
#pragma once
#include "coset/kernel/stages_children.h"

/* Entry number i: that of edges which a transform takes to a frame. */
static inline void index_one(struct engine *k, struct lookups *l, unsigned i, coset_edges edges,
                             uint32_t transform, unsigned corner_coset, unsigned axes)
{
	const uint32_t index = coset_entry(edges, transform, k->resolution.flip_bits);
	uint64_t entry = begin_after(k, transform, corner_coset) + without_subcoset(k, index);
	uint16_t bits = (uint16_t)bits_of_subcoset(index);
	if (coset_transform_has_equivalents(transform))
		entry = canonical_of_many(k, edges, &transform, entry, &bits);
	l->entry[i] = entry;
	l->subcosets[i] = k->has_subcosets ? subcoset_after(k, edges, transform, entry, axes, bits) : 0;
}

static void read_cubes(struct engine *k, const struct cube *cube, unsigned n, uint8_t *value)
{
	struct lookups *const l = &k->batch[0].pending;
	for (unsigned i = 0; i < n; i++) {
		const struct coset_cube c = coset_pack(&cube[i]);
		index_one(k, l, i, coset_edges_load(c.edges), coset_tables.corner[coset_corner_state(c.corners)],
		          corner_coset_in_table(k, coset_raw_corner_coset(c.corners)), 0);
	}
	l->n = n;
	locate(k, l);
	prefetch_blocks(k, l);
	end_reading(k, l);
	memcpy(value, l->value, n);
}

static void index_pending(struct engine *k, struct batch *b)
{
	for (unsigned i = 0; i < b->pending.n; i++) {
		const struct node *const n = &b->pending_node[i];
		const struct coset_edge_turn *const turn = &coset_tables.edge_turn[pending_move(n)];
		const coset_edges edges = coset_edges_after(coset_edges_load(n->edges), turn);
		index_one(k, &b->pending, i, edges, coset_tables.step[n->class][pending_move(n)],
		          corner_coset_of(n->block), axes_of(n->block));
	}
	locate(k, &b->pending);
	prefetch_blocks(k, &b->pending);
}

static void evaluate_pending(struct engine *k, struct batch *b)
{
	struct queue *const q = &k->queue[b->left];
	if (b->left < k->cap)
		end_reading(k, &b->pending);
	else
		memset(b->pending.value, 0, b->pending.n);  /* no value is larger */
	for (unsigned i = 0; i < b->pending.n; i++) {
		const struct node *const n = &b->pending_node[i];
		if (b->pending.value[i] > b->left)
			continue;
		struct node *const to = queue_append(q, 1);
		child_of(k, n, pending_move(n), to);
		to->axis = n->axis & 3;
	}
}

static void make_at_ends(const struct engine *k, const struct cube *from, unsigned n_before,
                         const struct node_path *path, unsigned n, struct node *to)
{
	const struct cube back = cube_inverse(from);
	const struct coset_cube first = coset_pack(from), inverse = coset_pack(&back);
	uint64_t corners[BATCH];
	uint32_t transform[BATCH];
	for (unsigned i = 0; i < n; i++) {
		const struct node_path *const p = &path[i];
		coset_edges edges = coset_edges_load(first.edges), inverse_edges = coset_edges_load(inverse.edges);
		uint64_t inverse_corners = inverse.corners;
		corners[i] = first.corners;
		for (unsigned m = n_before; m < p->n; m++) {
			const struct coset_turn *const turn = &coset_tables.turn[p->move[m]];
			edges = coset_edges_after(edges, &coset_tables.edge_turn[p->move[m]]);
			corners[i] = coset_corners_after(corners[i], turn);
			inverse_edges = coset_edges_relabelled(inverse_edges, turn->relabel);
			inverse_corners = coset_corners_relabelled(inverse_corners, turn->relabel);
		}
		transform[i] = coset_corner_state(corners[i]);
		memset(&to[i], 0, sizeof to[i]);
		memcpy(to[i].edges, &edges, sizeof to[i].edges);
		memcpy(to[i].inverse_edges, &inverse_edges, sizeof to[i].inverse_edges);
		memcpy(to[i].inverse_corners, &inverse_corners, sizeof inverse_corners);
		for (unsigned m = 0; m < p->n; m++)
			node_set_move(&to[i], m, p->move[m]);
		to[i].axis = (uint8_t)(p->n == 0 ? COSET_AXES : turn_axis(p->move[p->n - 1]));
	}
	coset_frames(transform, n);
	for (unsigned i = 0; i < n; i++) {
		const coset_edges framed = coset_edges_framed(coset_edges_load(to[i].edges), transform[i]);
		memcpy(to[i].edges, &framed, sizeof to[i].edges);
		to[i].frame = (uint8_t)coset_transform_right(transform[i]);
		to[i].class = coset_transform_class(transform[i]);
		to[i].block = (uint8_t)block_after(
			k, transform[i], corner_coset_in_table(k, coset_raw_corner_coset(corners[i])));
	}
}
