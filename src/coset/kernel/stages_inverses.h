/* Stages 1 and 2: the inverses after a quarter turn of each axis. */
#ifndef SUPERFLIP_COSET_KERNEL_STAGES_INVERSES_H
#define SUPERFLIP_COSET_KERNEL_STAGES_INVERSES_H
#include "coset/kernel/stages_canonical.h"

/* An index is computed in loops of their own for corners, frames, edges: in one, the processor waits for a chain of dependent
 * steps, as its reorder buffer holds only a few of them. */
static inline void inverse_corner_states(const struct engine *k, struct batch *b)
{
	const unsigned n = N_AXES_LEFT * k->t->n_siblings;
	if (b->source != FROM_SIBLINGS)
		corner_states_of_nodes(b->node, b->n, k->t->quarter_labels, b->inverse_corners, b->inverse_transform);
	for (unsigned i = 0; i < b->n_parents && b->source == FROM_SIBLINGS; i++) {
		const struct node *const from = &siblings_parent(&k->siblings, b->first_parent + i)->node;
		uint64_t corners;
		memcpy(&corners, from->inverse_corners, sizeof corners);
		corner_states_of_one(corners, k->t->branch_labels[from->axis], n, b->inverse_corners + i * n, b->inverse_transform + i * n);
	}
}

/* The parity of the part of an inverse, one or two quarter turns away. */
static inline unsigned inverse_parity(const struct engine *k, const struct batch *b, unsigned branch)
{
	if (b->source != FROM_SIBLINGS)
		return part_of(b->node[branch / 2].place) ^ 1u;
	const unsigned n = N_AXES_LEFT * k->t->n_siblings;
	const struct parent *const p = siblings_parent(&k->siblings, b->first_parent + branch / n);
	return part_of(p->node.place) ^ k->t->branch_parity[branch % n];
}

static inline void inverse_begins(const struct engine *k, struct batch *b)
{
	const unsigned n = N_AXES_LEFT * b->n;
	if (k->parts.n_parts == COSET_MAX_PARTS)
		for (unsigned i = 0; i < n; i++)
			b->inverse_begin[i] = begin_after(k, b->inverse_transform[i], coset_raw_part(b->inverse_corners[i]));
	else
		for (unsigned i = 0; i < n; i++)
			b->inverse_begin[i] = begin_after(k, b->inverse_transform[i], inverse_parity(k, b, i));
}

static inline __attribute__((always_inline))
void index_branch(struct batch *b, unsigned branch, coset_edges edges, const uint8_t *relabel,
                  bool has_layers)
{
	const unsigned flip_bits = has_layers ? COSET_FLIP_BITS_WITH_LAYER : COSET_FLIP_BITS;
	const uint32_t index = coset_entry(coset_edges_relabelled(edges, relabel), b->inverse_transform[branch], flip_bits);
	b->inverses.entry[branch] = b->inverse_begin[branch] + (has_layers ? index >> COSET_LAYER_BITS : index);
	if (has_layers)
		b->inverses.layers[branch] = (uint16_t)bits_of_layer(index);
}

static inline __attribute__((always_inline)) void index_edges_of_nodes(const struct engine *k, struct batch *b, bool has_layers)
{
	for (unsigned i = 0; i < b->n; i++) {
		const struct node *const n = &b->node[i];
		const uint8_t *const axes = other_axes[n->axis];
		const coset_edges edges = coset_edges_load(n->inverse_edges);
		count_lookups(k, n->counter, N_AXES_LEFT);
		b->node_value[2 * i] = b->node_value[2 * i + 1] = n->value;
		if (has_layers)
			memcpy(&b->axis[2 * i], axes, N_AXES_LEFT);
#pragma GCC unroll 2
		for (unsigned a = 0; a < N_AXES_LEFT; a++)
			index_branch(b, 2 * i + a, edges, coset_tables.quarter_relabel[axes[a]], has_layers);
	}
}

static inline __attribute__((always_inline)) void index_edges_of_siblings(const struct engine *k, struct batch *b, bool has_layers)
{
	const struct kernel_tables *const t = k->t;
	for (unsigned i = 0; i < b->n_parents; i++) {
		const struct parent *const p = siblings_parent(&k->siblings, b->first_parent + i);
		const unsigned begin = i * N_AXES_LEFT * t->n_siblings;
		const uint8_t *relabel = t->branch_relabel[p->node.axis][0];
		const coset_edges edges = coset_edges_load(p->node.inverse_edges);
		memcpy(&b->axis[begin], t->branch_axis[p->node.axis], N_AXES_LEFT * t->n_siblings);
		for (unsigned c = 0; c < t->n_siblings; c++) {
			const unsigned first = begin + 2 * c;
			b->node_value[first] = b->node_value[first + 1] = p->value[c];
#pragma GCC unroll 2
			for (unsigned a = 0; a < N_AXES_LEFT; a++, relabel += sizeof t->branch_relabel[0][0])
				index_branch(b, first + a, edges, relabel, has_layers);
		}
	}
}

/* The inverse's edges after a node axis. */
static inline coset_edges turned_inverse(const struct engine *k, const struct batch *b, unsigned branch)
{
	if (b->source != FROM_SIBLINGS) {
		const struct node *const n = &b->node[branch / 2];
		return coset_edges_relabelled(coset_edges_load(n->inverse_edges),
		                              coset_tables.quarter_relabel[other_axes[n->axis][branch & 1]]);
	}
	const unsigned n_each = N_AXES_LEFT * k->t->n_siblings;
	const struct node *const n = &siblings_parent(&k->siblings, b->first_parent + branch / n_each)->node;
	return coset_edges_relabelled(coset_edges_load(n->inverse_edges), k->t->branch_relabel[n->axis][branch % n_each]);
}

/* Most classes with stabilisers have two equivalent indices: a loop for the second, another one for what few have. */
static inline __attribute__((always_inline)) void find_canonical_inverses(struct engine *k, struct batch *b, bool has_layers)
{
	uint32_t *const transform = b->inverse_transform;
	uint64_t *const entry = b->inverses.entry;
	uint16_t *const bits = b->inverses.layers;
	unsigned n = list_with_equivalents(transform, N_AXES_LEFT * b->n, b->with_equivalents), n_more;
	n = list_to_compare(k, transform, entry, b->with_equivalents, n, b->with_more, &n_more);
	for (unsigned i = 0; i < n; i++) {
		const unsigned branch = k->second.number[i];
		take_less(k, i, turned_inverse(k, b, branch), &transform[branch], &entry[branch], &bits[branch], has_layers);
	}
	for (unsigned i = 0; i < n_more; i++) {
		const unsigned branch = b->with_more[i];
		entry[branch] = canonical_of_many(k, turned_inverse(k, b, branch), &transform[branch], entry[branch], &bits[branch]);
	}
}

/* With layers, those of both faces' quarter turns: the second is the first after a turn of the slice between them.  Where the
 * coset is in several of its layers, the least counts. */
static void find_layers_of_inverses(struct engine *k, struct batch *b)
{
	unsigned n_tied = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * b->n; i++) {
		const unsigned bits = b->inverses.layers[i];
		const unsigned first = coset_layer(coset_axes_after(b->inverse_transform[i], 0), bits % TIED);
		b->inverses.layers[i] = coset_two_layers(first, coset_neighbour(b->inverse_transform[i], b->axis[i], first));
		b->is_tied[i] = bits >= TIED;
		b->tied[n_tied] = (uint16_t)i;
		n_tied += b->is_tied[i];
	}
	for (unsigned i = 0; i < n_tied; i++) {
		const unsigned branch = b->tied[i], both = b->inverses.layers[branch];
		const uint8_t *const least =
			least_layers(k, turned_inverse(k, b, branch), b->inverse_transform[branch], b->inverses.entry[branch]);
		memcpy(b->least_layer[branch], least, sizeof b->least_layer[branch]);
		b->layers_there[branch] = (uint16_t)both;
		b->inverses.layers[branch] = coset_two_layers(least[both & 255], least[both >> 8]);
	}
}

static inline __attribute__((always_inline)) void index_by_shape(struct engine *k, struct batch *b, bool has_layers)
{
	if (b->source == FROM_SIBLINGS)
		index_edges_of_siblings(k, b, has_layers);
	else
		index_edges_of_nodes(k, b, has_layers);
	find_canonical_inverses(k, b, has_layers);
}

static void index_inverses(struct engine *k, struct batch *b)
{
	inverse_corner_states(k, b);
	coset_frames(b->inverse_transform, N_AXES_LEFT * b->n);
	inverse_begins(k, b);
	if (k->has_layers) {
		index_by_shape(k, b, true);
		find_layers_of_inverses(k, b);
	} else {
		index_by_shape(k, b, false);
	}
	b->inverses.n = N_AXES_LEFT * b->n;
	coset_locate(&k->reader, b->inverses.entry, b->inverses.slot, b->inverses.n);
}

/* What the side table is asked for here is used after another stage of the other batch. */
static void begin_reading_inverses(struct engine *k, struct batch *b)
{
	begin_reading(k, &b->inverses);
	b->inverses_are_begun = true;
}

static void end_reading_inverses(struct engine *k, struct batch *b)
{
	end_reading(k, &b->inverses);
}
#endif
