/* Entries of classes with stabilisers have copies, of which the least is looked up (doc/mathematics.md, section 9). */
#ifndef SUPERFLIP_COSET_KERNEL_COPIES_H
#define SUPERFLIP_COSET_KERNEL_COPIES_H
#include "coset/kernel/node.h"

/* The numbers of words whose classes have stabilisers.  Returns how many they are. */
#ifdef COSET_AVX512
static inline unsigned list_with_copies(const uint32_t *word, unsigned n, uint16_t *number)
{
	unsigned n_listed = 0;
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __mmask16 has = _mm512_movepi32_mask(_mm512_loadu_si512(word + i)) & coset_in_use(n - i);
		_mm256_storeu_si256((void *)(number + n_listed), _mm256_maskz_compress_epi16(has, numbers));
		n_listed += (unsigned)_mm_popcnt_u32(has);
	}
	return n_listed;
}
#else
static inline unsigned list_with_copies(const uint32_t *word, unsigned n, uint16_t *number)
{
	unsigned n_listed = 0;
	for (unsigned i = 0; i < n; i += 16) {
		unsigned has = 0;
#ifdef COSET_AVX2
		for (unsigned half = 0; half < 2; half++) {
			const __m256i words = _mm256_loadu_si256((const void *)(word + i + 8 * half));
			has |= (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(words)) << 8 * half;
		}
#else
		for (unsigned k = 0; k < 16; k++)
			has |= (unsigned)coset_word_has_copies(word[i + k]) << k;
#endif
		has &= n - i >= 16 ? 0xFFFF : (1u << (n - i)) - 1;
		n_listed = coset_append_numbers(has, i, number, n_listed);
	}
	return n_listed;
}
#endif

/* The part of an entry in the frame that a word leads to, and of copy number i of it. */
static inline unsigned part_of_entry(const struct coset *k, uint32_t word, uint64_t entry)
{
	return (unsigned)((entry - k->class_begin[coset_word_class(word)]) >> 32);
}

static inline unsigned part_of_copy(const struct coset *k, uint32_t word, unsigned i, unsigned part)
{
	return k->parts.part_map[coset_stabilizer(coset_word_class(word), i).map][part];
}

/* An index without the bits of a layer. */
static inline uint32_t without_layer(const struct coset *k, uint32_t index)
{
	return index >> k->parts.layer_bits;
}

static inline unsigned bits_of_layer(uint32_t index)
{
	return index % (1 << COSET_LAYER_BITS);
}

/* A copy: its entry and, with layers, the bits of its layer and the way there. */
struct copy {
	uint64_t entry;
	uint32_t word;
	uint16_t bits;
};

/* Copy number i of an entry. */
static inline struct copy copy_of(const struct coset *k, coset_edges edges, uint32_t word, unsigned i, uint64_t entry)
{
	const unsigned class = coset_word_class(word), part = part_of_copy(k, word, i, part_of_entry(k, word, entry));
	const struct coset_stabilizer s = coset_stabilizer(class, i);
	const unsigned right = symmetry_product[coset_word_right(word)][s.right];
	const unsigned left = coset_tables.left_product[s.left][coset_word_left(word)];
	const uint32_t there = coset_word(right, left, class, 0), index = coset_entry(edges, there, k->parts.flip_bits);
	return (struct copy){begin_of(k, class, part) + without_layer(k, index), there, (uint16_t)bits_of_layer(index)};
}

/* Beside the bits of a layer: the least entry has several copies, so that one coset is in several of its layers.  What
 * counts then is the least of these, whatever the frame. */
enum { TIED = 1 << COSET_LAYER_BITS };

/* The least of all copies, and with layers the way there and its bits.  Symmetric positions have classes with up to 48
 * copies behind them, but few cosets of these: what was compared before is remembered. */
static uint64_t least_of_copies(struct coset *k, coset_edges edges, uint32_t *word, uint64_t entry, uint16_t *bits)
{
	const unsigned n = coset_tables.n_stabilizers[coset_word_class(*word)], part = part_of_entry(k, *word, entry);
	struct compared *const c = &k->compared[entry * 0x9E3779B97F4A7C15 >> (64 - COMPARED_LOG2)];
	struct compared here = {entry, entry, 0, true, false};
	if (n > MAX_COMPARED && c->entry == entry && c->is_known)
		here = *c;
	else
		for (uint8_t i = 1; i < n; i++) {
			if (part_of_copy(k, *word, i, part) > part_of_entry(k, *word, here.least))
				continue;
			const uint64_t other = copy_of(k, edges, *word, i, entry).entry;
			here.is_tied = other == here.least || (here.is_tied && other > here.least);
			here.number = other < here.least ? i : here.number;
			here.least = other < here.least ? other : here.least;
		}
	if (n > MAX_COMPARED)
		*c = here;
	if (k->has_layers && here.number != 0) {
		const struct copy least = copy_of(k, edges, *word, here.number, entry);
		*bits = least.bits;
		*word = least.word;
	}
	*bits |= here.is_tied ? TIED : 0;
	return here.least;
}

/* Edges in a frame with slices flipped two at a time: S and M by bit 0, E and M by bit 1.  The entry is the same. */
static coset_edges with_slices_flipped(coset_edges framed, unsigned flips)
{
	_Alignas(32) uint8_t codes[16];
	memcpy(codes, &framed, sizeof codes);
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned slice = codes[i] >> 2 & 3;
		const unsigned is_flipped = slice == 0 ? flips : slice == 1 ? flips ^ flips >> 1 : flips >> 1;
		codes[i] ^= (uint8_t)((is_flipped & 1) << 4);
	}
	return coset_edges_load(codes);
}

/* Of each layer of a least entry with copies that are that entry again, the least one that it is by these.  Remembered, as
 * symmetric positions have many of them. */
static const uint8_t *least_layers(struct coset *k, coset_edges edges, uint32_t word, uint64_t entry)
{
	struct tied *const t = &k->tied[entry * 0x9E3779B97F4A7C15 >> (64 - TIED_LOG2)];
	const unsigned class = coset_word_class(word), part = part_of_entry(k, word, entry), flip_bits = 9 + COSET_LAYER_BITS;
	const coset_edges framed = coset_edges_framed(edges, word);
	if (t->entry == entry && t->is_known)
		return t->least;
	*t = (struct tied){.entry = entry, .is_known = true};
	memset(t->least, COSET_NO_LAYER, sizeof t->least);
	for (unsigned flips = 0; flips < 1 << COSET_LAYER_BITS; flips++) {
		const coset_edges flipped = with_slices_flipped(framed, flips);
		const uint32_t index = coset_entry(flipped, 0, flip_bits);
		for (unsigned i = 0; i < coset_tables.n_stabilizers[class]; i++) {
			const struct coset_stabilizer s = coset_stabilizer(class, i);
			const uint32_t way = coset_word(s.right, s.left, class, s.map), there = coset_entry(flipped, way, flip_bits);
			const bool is_entry = part_of_copy(k, word, i, part) == part && without_layer(k, index) == without_layer(k, there);
			for (unsigned axes = 0; axes < COSET_N_AXES && is_entry; axes++) {
				uint8_t *const least = &t->least[coset_layer(axes, bits_of_layer(index))];
				const unsigned layer = coset_layer(coset_axes_after(way, axes), bits_of_layer(there));
				*least = layer < *least ? (uint8_t)layer : *least;
			}
		}
	}
	return t->least;
}

/* Of numbered entries those that may not be the least of their copies: of two copies, to `second`, those of which the other
 * one's part is not a later one; and apart those with more than two.  Returns how many the former are. */
static inline unsigned list_to_compare(const struct coset *k, const uint32_t *word, const uint64_t *entry,
                                       const uint16_t *number, unsigned n, struct second_copies *second, uint16_t *more,
                                       unsigned *n_more)
{
	unsigned n_two = 0;
	*n_more = 0;
	for (unsigned i = 0; i < n; i++) {
		const uint16_t c = number[i];
		const unsigned class = coset_word_class(word[c]);
		const struct coset_stabilizer s = coset_stabilizer(class, 1);
		const bool is_two = coset_tables.n_stabilizers[class] == 2;
		const unsigned part = part_of_entry(k, word[c], entry[c]), other_part = k->parts.part_map[s.map][part];
		const unsigned right = symmetry_product[coset_word_right(word[c])][s.right];
		const unsigned left = coset_tables.left_product[s.left][coset_word_left(word[c])];
		second->number[n_two] = c;
		second->word[n_two] = coset_word(right, left, class, 0);
		second->begin[n_two] = begin_of(k, class, other_part);
		n_two += is_two & (other_part <= part);
		more[*n_more] = c;
		*n_more += !is_two;
	}
	return n_two;
}

/* The less of an entry and its second copy, number i; with layers the word becomes the way there, and `bits` are those of
 * its layer, without they are left as they are. */
static inline __attribute__((always_inline))
void take_less(const struct coset *k, const struct second_copies *second, unsigned i, coset_edges edges, uint32_t *word,
               uint64_t *entry, uint16_t *bits, bool has_layers)
{
	const uint32_t there = second->word[i];
	const uint32_t index = coset_entry(edges, there, has_layers ? 9 + COSET_LAYER_BITS : k->parts.flip_bits);
	const uint64_t other = second->begin[i] + (has_layers ? index >> COSET_LAYER_BITS : index);
	if (has_layers) {
		*word = other < *entry ? there : *word;
		*bits = other < *entry ? (uint16_t)bits_of_layer(index) : *bits | (other == *entry ? TIED : 0);
	}
	*entry = other < *entry ? other : *entry;
}

/* With layers, the one that the way to an entry leads to from a place; the bits are those of the edges there. */
static inline uint16_t layer_after(struct coset *k, coset_edges edges, uint32_t word, uint64_t entry, unsigned axes,
                                   unsigned bits)
{
	const unsigned layer = coset_layer(coset_axes_after(word, axes), bits % TIED);
	return coset_two_layers(bits < TIED ? layer : least_layers(k, edges, word, entry)[layer], COSET_NO_LAYER);
}
#endif
