/* Nodes that waited unevaluated, and single cubes: entries that are read without the stages of a batch. */
#ifndef SUPERFLIP_COSET_KERNEL_STAGES_PENDING_H
#define SUPERFLIP_COSET_KERNEL_STAGES_PENDING_H
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

static void index_edges(struct engine *k, struct lookups *l, unsigned i, const uint8_t edges[16],
                        uint32_t transform, unsigned corner_coset)
{
	index_one(k, l, i, coset_edges_load(edges), transform, corner_coset, 0);
}

static void read_entries(struct engine *k, struct lookups *l)
{
	locate(k, l);
	prefetch_blocks(k, l);
	end_reading(k, l);
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
	struct queue *const q = &k->queues.of[b->left];
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
#endif
