/* What a sweep finds: of the entries that are near those that matter to some sequence are listed, their values are read, and
 * noted at the sequence's image. */
#ifndef SUPERFLIP_COSET_KERNEL_NOTING_H
#define SUPERFLIP_COSET_KERNEL_NOTING_H
#include "coset/kernel/notes.h"
#include "coset/kernel/sweep.h"

/* How promising a node with the cap left is by the least value that is known of its inverse, or behind a quarter turn: for each
 * by which that is less than the cap about four times as many solutions are behind it, by what it takes to search there. */
static inline unsigned promise_of_noted(const struct coset *k, uint64_t noted)
{
	unsigned least = k->cap;
	for (unsigned number = 0; number < NOTED_NUMBERS; number++) {
		const unsigned value = noted_value(k, noted, number);
		least = value < least ? value : least;
	}
	return k->cap - least;
}

/* Note something of an image.  Returns what was noted of it before. */
static inline uint64_t note_more(struct sweep *s, uint32_t image, uint64_t more)
{
	if (s->noted != s->own_notes)
		return __atomic_fetch_or(&s->noted[image], more, __ATOMIC_RELAXED);
	const uint64_t before = s->noted[image];
	s->noted[image] = before | more;
	return before;
}

/* Values that were asked for are noted. */
static void note_values(struct coset *k, struct sweep *s)
{
	struct sweep_asked *const a = &s->asked;
	struct coset_ahead nothing = nothing_ahead();
	const uint8_t *second = a->value;
	if (k->has_layers) {
		coset_layers_read_begin(&k->reader, a->where, a->slot, a->layers, a->value, a->second, a->near, a->n, &k->scratch,
		                        &a->low, &nothing);
		coset_layers_read_end(&k->reader, &a->low, a->value, a->second);
		second = a->second;
	} else {
		coset_read_begin(&k->reader, a->where, a->slot, a->value, a->n, &k->scratch, &a->low, &nothing);
		coset_read_end(&k->reader, &a->low, a->value);
	}
	for (unsigned i = 0; i < a->n; i++) {
		const struct sweep_item *const item = &a->item[i];
		const unsigned value[2] = {a->value[i], second[i]};
		const bool is_quarter = item->kind == WORDS_QUARTER || item->kind == WORDS_PAIR_QUARTER;
		uint64_t more = 0;
		for (unsigned face = 0; face < (is_quarter ? 2 : 1); face++) {
			const unsigned number = is_quarter ? noted_number(item->branch, face ^ item->is_swapped) : 0;
			more |= note_of(k, number, value[face], item->near[face]);
		}
		const uint64_t is_found = note_more(s, item->image, more) == 0;
		s->found[item->image / FOUND_BITS] |= is_found << item->image % FOUND_BITS;
	}
	a->n = 0;
}

static inline unsigned real_axis(unsigned image, unsigned axis)
{
	return axis_turns_axis(symmetry_axis_turns[image][axis_turns_number(axis, 1, 0)]);
}

/* Where a way leads from a layer, but for the bits that are added there. */
static inline unsigned layer_behind(const struct sweep *s, uint32_t word, unsigned layer)
{
	const unsigned flips = s->flips_after[coset_word_left(word)][layer & ((1 << COSET_LAYER_BITS) - 1)];
	return coset_layer(coset_axes_after(word, layer >> COSET_LAYER_BITS), flips);
}

/* Which neighbours of a branch's layer are near, by the axes as they are behind a symmetry. */
static inline unsigned near_behind(const struct words_branch *b, uint32_t all_near, unsigned image, unsigned layer,
                                   bool is_second)
{
	unsigned near = 0;
	for (unsigned axis = 0; axis < COSET_AXES; axis++) {
		const unsigned then = words_is_quarter(b) ? axis_then(axis, b->axis, is_second) : axis;
		const unsigned neighbour = coset_tables.neighbour[layer][coset_tables.seen_slice[b->left][then]];
		near |= (all_near >> neighbour & 1) << real_axis(image, axis);
	}
	return near;
}

/* The way to an entry. */
static inline uint32_t word_of_entry(const struct sweep *s, const struct sweep_batch *b, const struct sweep_entry *e)
{
	const uint32_t word = s->way[b->piece[e->piece].way].word;
	return b->copy[e->i] == 0 ? word : coset_word_copy(word, b->copy[e->i]);
}

/* With layers that are tied, which counts for each. */
static const uint8_t *least_of_entry(struct coset *k, const struct sweep *s, const struct sweep_batch *b,
                                     const struct sweep_entry *e, uint32_t word)
{
	const unsigned symmetry = s->way[b->piece[e->piece].way].symmetry;
	const coset_edges edges = coset_edges_after(coset_edges_load(s->words->edges[e->number]), &s->edges[symmetry]);
	return least_layers(k, edges, word, coset_entry_of(&k->reader, b->where[e->i], b->slot[e->i]));
}

/* Ask for what an entry means to a sequence: to its layer, and behind a quarter turn to that of the second face. */
static inline void ask_for_branch(struct coset *k, struct sweep *s, const struct sweep_batch *batch,
                                  const struct sweep_listed *listed)
{
	const struct sweep_entry *const e = &s->entry[listed->entry];
	const struct words_branch *const b = &s->words->branch[listed->branch];
	const unsigned symmetry = s->way[batch->piece[e->piece].way].symmetry;
	const unsigned image = symmetry_product[symmetry][symmetry_inverse[b->right]];
	if ((s->axes >> axis_turns_axis(symmetry_axis_turns[image][b->first]) & 1) == 0
	    || (b->is_symmetric && coset_words_least_image(s->words, b->sequence * N_SYMMETRIES + image)
	                           != b->sequence * N_SYMMETRIES + image))
		return;  /* of the images of a sequence under symmetries that leave it as it is, one is enough */
	struct sweep_asked *const a = &s->asked;
	struct sweep_item *const item = &a->item[a->n];
	*item = (struct sweep_item){.image = b->sequence * N_SYMMETRIES + image, .kind = b->kind};
	__builtin_prefetch(&s->noted[item->image], 1);
	if (words_is_quarter(b)) {
		const unsigned axis = real_axis(image, b->axis);
		item->branch = other_axes[axis_turns_axis(symmetry_axis_turns[image][b->last])][1] == axis;
		item->is_swapped = axis_turns_first(symmetry_axis_turns[image][axis_turns_number(b->axis, 1, 0)]) == 0;
	}
	if (k->has_layers) {
		const uint32_t word = word_of_entry(s, batch, e);
		const unsigned bits = batch->bits[e->i] % TIED;
		unsigned layer = layer_behind(s, word, b->layer) ^ bits, second = layer_behind(s, word, b->second) ^ bits;
		item->near[0] = (uint8_t)near_behind(b, e->near, image, b->layer, false);
		item->near[1] = (uint8_t)near_behind(b, e->near, image, b->second, true);
		if (batch->bits[e->i] >= TIED) {
			const uint8_t *const least = least_of_entry(k, s, batch, e, word);
			layer = least[layer];
			second = least[second];
		}
		a->layers[a->n] = coset_two_layers(layer, words_is_quarter(b) ? second : COSET_NO_LAYER);
	}
	a->where[a->n] = batch->where[e->i];
	a->slot[a->n] = batch->slot[e->i];
	if (++a->n == COSET_READ_MAX)
		note_values(k, s);
}

/* Those of all layers that count as a near one. */
static uint32_t near_by_least(const uint8_t *least, uint32_t near)
{
	uint32_t all = 0;
	for (unsigned layer = 0; layer < COSET_LAYERS; layer++)
		all |= (near >> least[layer] & 1) << layer;
	return all;
}

/* From where a way leads to layers: to those of each permutation of the axes, and for bits that are added there by which of
 * four are near, as bits, what these were before. */
struct sweep_before {
	uint8_t first[COSET_N_AXES];
	const uint8_t (*bits)[1 << (1 << COSET_LAYER_BITS)];
};

static inline struct sweep_before before_way(const struct sweep *s, uint32_t word)
{
	struct sweep_before before = {.bits = s->flips_before[coset_word_left(word)]};
	for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
		before.first[axes] = (uint8_t)coset_layer(coset_axes_after(word, axes), 0);
	return before;
}

/* The layers that lead to near ones. */
static inline uint32_t near_before(const struct sweep_before *before, unsigned bits, uint32_t near)
{
	uint32_t all = 0;
	for (unsigned axes = 0; axes < COSET_N_AXES; axes++)
		all |= (uint32_t)before->bits[bits][near >> before->first[axes] & 15] << coset_layer(axes, 0);
	return all;
}

/* Those of n near entries that matter to a branch.  Which they are cannot be foreseen, so the program hardly
 * branches here.  Returns how many. */
static inline __attribute__((always_inline))
unsigned keep_entries(struct coset *k, struct sweep *s, const struct sweep_batch *b, unsigned n, bool has_layers)
{
	unsigned n_kept = 0;
	for (unsigned piece = 0, j = 0; piece < b->n_pieces; piece++) {
		const uint32_t first = b->piece[piece].entry - b->piece[piece].begin;
		const struct sweep_before before = before_way(s, s->way[b->piece[piece].way].word);
		for (; j < n && s->scratch.number[j] < b->piece[piece + 1].begin; j++) {
			const uint16_t i = s->scratch.number[j];
			struct sweep_entry *const e = &s->entry[n_kept];
			*e = (struct sweep_entry){s->near[j], first + i, (uint16_t)piece, i};
			if (has_layers && (b->copy[i] != 0 || b->bits[i] >= TIED)) {
				const uint32_t word = word_of_entry(s, b, e);
				const struct sweep_before before_copy = before_way(s, word);
				const uint8_t *const least = b->bits[i] < TIED ? NULL : least_of_entry(k, s, b, e, word);
				e->near = near_before(&before_copy, b->bits[i] % TIED, least == NULL ? e->near : near_by_least(least, e->near));
			} else if (has_layers) {
				e->near = near_before(&before, b->bits[i], e->near);
			}
			__builtin_prefetch(&s->words->branch[s->words->branch_begin[e->number]]);  /* listed soon */
			n_kept += (e->near & s->words->layers[e->number]) != 0;
		}
	}
	return n_kept;
}

/* And these branches. */
static inline unsigned list_branches(const struct sweep *s, unsigned n)
{
	const struct coset_words *const words = s->words;
	unsigned n_listed = 0;
	for (unsigned j = 0; j < n; j++) {
		const struct sweep_entry *const e = &s->entry[j];
		for (uint32_t m = words->branch_begin[e->number]; m < words->branch_begin[e->number + 1]; m++) {
			const struct words_branch *const b = &words->branch[m];
			s->listed[n_listed] = (struct sweep_listed){m, (uint16_t)j};
			n_listed += (((e->near >> b->layer | e->near >> b->second) & 1) | (b->kind == WORDS_PAIR_SAME))
			            & !(s->all->knows_near && words_is_known(b));
		}
	}
	return n_listed;
}

STAGE void end_batch(struct coset *k, struct sweep *s, const struct sweep_batch *b)
{
	const unsigned n = coset_near(&k->reader, b->where, b->slot, b->n, k->has_layers, &s->scratch, s->near);
	const unsigned n_kept = k->has_layers ? keep_entries(k, s, b, n, true) : keep_entries(k, s, b, n, false);
	const unsigned n_listed = list_branches(s, n_kept);
	for (unsigned i = 0; i < n_listed; i++)
		ask_for_branch(k, s, b, &s->listed[i]);
}
#endif
