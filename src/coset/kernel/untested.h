/* Nodes that were appended untested, and whatever else is read without a group's stages. */
#ifndef SUPERFLIP_COSET_KERNEL_UNTESTED_H
#define SUPERFLIP_COSET_KERNEL_UNTESTED_H
#include "coset/kernel/copies.h"

/* An untested node is its parent still, but for what is not in a frame: its own value, path, and so on; beside the axis is
 * the turn that leads to it, as it is seen in the frame.  Few of them pass, and only these are made. */
static inline unsigned untested_turn(const struct node *n) { return n->axis >> 2; }
static inline uint8_t untested_axis(unsigned axis, unsigned seen) { return (uint8_t)(axis | seen << 2); }

static inline void make_untested(const struct coset *k, const struct node *n, struct node *to)
{
	make_child(k, n, untested_turn(n), to);
	to->axis = n->axis & 3;
}

/* Entry number i of those that are read without a group's stages: that of edges which a word leads to a frame. */
static inline void index_apart(struct coset *k, struct group *g, unsigned i, coset_edges edges, uint32_t word, unsigned part,
                               unsigned axes)
{
	const uint32_t index = coset_entry(edges, word, k->parts.flip_bits);
	uint64_t entry = begin_after(k, word, part) + without_layer(k, index);
	uint16_t bits = (uint16_t)bits_of_layer(index);
	if (coset_word_has_copies(word))
		entry = least_of_copies(k, edges, &word, entry, &bits);
	g->untested_entry[i] = entry;
	g->untested_layers[i] = k->has_layers ? layer_after(k, edges, word, entry, axes, bits) : 0;
}

static inline void ask_apart(const struct coset *k, struct group *g, unsigned n)
{
	struct coset_ahead entries = {g->untested_entry, n, true};
	coset_locate(&k->reader, g->untested_entry, g->untested_slot, n);
	coset_ask_all(&k->reader, &entries);
}

static inline void read_apart(struct coset *k, struct group *g, unsigned n)
{
	struct coset_ahead nothing = nothing_ahead();
	if (k->has_layers) {
		coset_layers_read_begin(&k->reader, g->untested_entry, g->untested_slot, g->untested_layers, g->untested_value,
		                        g->no_value, g->no_near, n, &k->scratch, &g->untested_low, &nothing);
		coset_layers_read_end(&k->reader, &g->untested_low, g->untested_value, g->no_value);
	} else {
		coset_read_begin(&k->reader, g->untested_entry, g->untested_slot, g->untested_value, n, &k->scratch,
		                 &g->untested_low, &nothing);
		coset_read_end(&k->reader, &g->untested_low, g->untested_value);
	}
}

STAGE void index_untested(struct coset *k, struct group *g)
{
	for (unsigned i = 0; i < g->n_untested; i++) {
		const struct node *const n = &g->untested[i];
		const coset_edges edges =
			coset_edges_after(coset_edges_load(n->edges), &coset_tables.edge_turn[untested_turn(n)]);
		const uint32_t word = coset_tables.step[n->class][untested_turn(n)];
		index_apart(k, g, i, edges, word, part_of(n->place), axes_of(n->place));
	}
	ask_apart(k, g, g->n_untested);
}

STAGE void test_untested(struct coset *k, struct group *g)
{
	struct queue *const q = &k->queue[g->left];
	if (g->left < k->cap)
		read_apart(k, g, g->n_untested);
	else
		memset(g->untested_value, 0, g->n_untested);  /* no value is larger */
	assert(q->tail + g->n_untested <= QUEUE_NODES);
	for (unsigned i = 0; i < g->n_untested; i++)
		if (g->untested_value[i] <= g->left)
			make_untested(k, &g->untested[i], &q->node[q->tail++]);
}
#endif
