/* Canonical indices: entries of classes with stabilisers have several equivalent indices, of which the least
 * is looked up (doc/mathematics.md). */
#pragma once
#include "coset/kernel/stages.h"

/* Beside the bits of a subcoset: several equivalent indices are canonical, so that one coset is in several of
 * its subcosets. What counts then is the least of these, whatever the frame. */
enum { TIED = 1 << COSET_SUBCOSET_BITS };

/* The corner coset of an entry in the frame that a transform leads to, and of its equivalent index number
 * i. */
static inline unsigned corner_coset_of_entry(const struct engine *k, uint32_t transform, uint64_t entry)
{
	return (unsigned)((entry - k->class_begin[coset_transform_class(transform)]) >> 32);
}

static inline unsigned equivalent_corner_coset(const struct engine *k, uint32_t transform, unsigned i,
                                               unsigned corner_coset)
{
	return k->resolution
	    .corner_coset_map[coset_stabilizer(coset_transform_class(transform), i).map][corner_coset];
}

/* An index without the bits of a subcoset, and these. */
static inline uint32_t without_subcoset(const struct engine *k, uint32_t index)
{
	return index >> k->resolution.subcoset_bits;
}

static inline unsigned bits_of_subcoset(uint32_t index)
{
	return index % (1 << COSET_SUBCOSET_BITS);
}

/* An equivalent index: its entry and, with subcosets, the bits of its subcoset and the transform to it. */
struct equivalent {
	uint64_t entry;
	uint32_t transform;
	uint16_t bits;
};

static inline struct equivalent equivalent_of(const struct engine *k, coset_edges edges, uint32_t transform,
                                              unsigned i, uint64_t entry)
{
	const unsigned class = coset_transform_class(transform);
	const unsigned corner_coset =
		equivalent_corner_coset(k, transform, i, corner_coset_of_entry(k, transform, entry));
	const uint32_t there = coset_transform_equivalent(transform, i),
	               index = coset_entry(edges, there, k->resolution.flip_bits);
	return (struct equivalent){begin_of(k, class, corner_coset) + without_subcoset(k, index), there,
	                           (uint16_t)bits_of_subcoset(index)};
}

/* The canonical index of several, and with subcosets the transform to it and its bits.  Symmetric positions
 * have classes with up to 48 equivalent indices below them, but few cosets of these: what was compared before
 * is remembered. */
static uint64_t canonical_of_many(struct engine *k, coset_edges edges, uint32_t *transform, uint64_t entry,
                                  uint16_t *bits)
{
	const unsigned n = coset_tables.n_stabilizers[coset_transform_class(*transform)];
	const unsigned corner_coset = corner_coset_of_entry(k, *transform, entry);
	struct compared *const c = &k->compared[entry * 0x9E3779B97F4A7C15 >> (64 - COMPARED_LOG2)];
	struct compared here = {entry, entry, 0, true, false};
	if (n > MAX_COMPARED && c->entry == entry && c->is_known)
		here = *c;
	else
		for (uint8_t i = 1; i < n; i++) {
			if (equivalent_corner_coset(k, *transform, i, corner_coset)
			    > corner_coset_of_entry(k, *transform, here.least))
				continue;
			const uint64_t other = equivalent_of(k, edges, *transform, i, entry).entry;
			here.is_tied = other == here.least || (here.is_tied && other > here.least);
			here.number = other < here.least ? i : here.number;
			here.least = other < here.least ? other : here.least;
		}
	if (n > MAX_COMPARED)
		*c = here;
	if (k->has_subcosets && here.number != 0) {
		const struct equivalent least = equivalent_of(k, edges, *transform, here.number, entry);
		*bits = least.bits;
		*transform = least.transform;
	}
	*bits |= here.is_tied ? TIED : 0;
	return here.least;
}

static ALWAYS_INLINE unsigned flip_bits_of(bool has_subcosets)
{
	return has_subcosets ? COSET_FLIP_BITS_WITH_SUBCOSET : COSET_FLIP_BITS;
}

/* The less of an entry and its second index, that of the transform `there` in what begins at `begin`; with
 * subcosets the transform becomes that to it, and `bits` are those of its subcoset; without they are left as
 * they are. */
static ALWAYS_INLINE void take_less(coset_edges edges, uint32_t there, uint64_t begin, uint32_t *transform,
                                    uint64_t *entry, uint16_t *bits, bool has_subcosets)
{
	const uint32_t index = coset_entry(edges, there, flip_bits_of(has_subcosets));
	const uint64_t other = begin + (has_subcosets ? index >> COSET_SUBCOSET_BITS : index);
	if (has_subcosets) {
		*transform = other < *entry ? there : *transform;
		*bits = other < *entry ? (uint16_t)bits_of_subcoset(index) : *bits | (other == *entry ? TIED : 0);
	}
	*entry = other < *entry ? other : *entry;
}

/* The edges of entry number i of those that a stage looks up, as they are in no frame yet. */
typedef coset_edges edges_of_entry(const struct engine *k, const struct batch *b, unsigned i);

/* The canonical indices of entries.  Most classes with stabilisers have two equivalent indices, of which the
 * second is compared if its corner coset is not a later one: a loop for its transform and one for the index,
 * another one for what few have. */
static ALWAYS_INLINE void find_canonical(struct engine *k, struct batch *b, struct lookups *l,
                                         uint32_t *transform, edges_of_entry *edges_of, bool has_subcosets)
{
	uint16_t with[LIST_ROOM], with_two[LIST_ROOM], with_more[LIST_ROOM];
	uint32_t there[LIST_ROOM];
	uint64_t begin[LIST_ROOM];
	unsigned n_with = 0, n_two = 0, n_more = 0;
	for (unsigned i = 0; i < l->n; i++) {
		with[n_with] = (uint16_t)i;
		n_with += coset_transform_has_equivalents(transform[i]);
	}
	for (unsigned c = 0; c < n_with; c++) {
		const unsigned i = with[c], class = coset_transform_class(transform[i]);
		const bool is_two = coset_tables.n_stabilizers[class] == 2;
		const unsigned corner_coset = corner_coset_of_entry(k, transform[i], l->entry[i]);
		const struct coset_stabilizer s = coset_stabilizer(class, 1);
		const unsigned other_corner_coset = k->resolution.corner_coset_map[s.map][corner_coset];
		const unsigned right = symmetry_product[coset_transform_right(transform[i])][s.right];
		const unsigned left = coset_tables.left_product[s.left][coset_transform_left(transform[i])];
		with_two[n_two] = with_more[n_more] = (uint16_t)i;
		there[n_two] = coset_transform(right, left, class, 0);
		begin[n_two] = begin_of(k, class, other_corner_coset);
		n_two += is_two & (other_corner_coset <= corner_coset);
		n_more += !is_two;
	}
	for (unsigned c = 0; c < n_two; c++) {
		const unsigned i = with_two[c];
		take_less(edges_of(k, b, i), there[c], begin[c], &transform[i], &l->entry[i], &l->subcosets[i],
		          has_subcosets);
	}
	for (unsigned c = 0; c < n_more; c++) {
		const unsigned i = with_more[c];
		l->entry[i] = canonical_of_many(k, edges_of(k, b, i), &transform[i], l->entry[i], &l->subcosets[i]);
	}
}

/* Entry number i, by what begins there and the index within it. */
static ALWAYS_INLINE void set_entry(struct lookups *l, unsigned i, uint64_t begin, uint32_t index,
                                    bool has_subcosets)
{
	l->entry[i] = begin + (has_subcosets ? index >> COSET_SUBCOSET_BITS : index);
	if (has_subcosets)
		l->subcosets[i] = (uint16_t)bits_of_subcoset(index);
}

/* Edges in a frame with slices flipped two at a time: S and M by bit 0, E and M by bit 1.  The entry is the
 * same. */
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

/* Add to t->least what the transforms to one index, with slices flipped, make of its subcosets. */
static void compare_subcosets(const struct engine *k, struct tied *t, uint32_t transform,
                              unsigned corner_coset, coset_edges flipped)
{
	const unsigned class = coset_transform_class(transform);
	const uint32_t index = coset_entry(flipped, 0, COSET_FLIP_BITS_WITH_SUBCOSET);
	for (unsigned i = 0; i < coset_tables.n_stabilizers[class]; i++) {
		const struct coset_stabilizer s = coset_stabilizer(class, i);
		const uint32_t by_stabilizer = coset_transform(s.right, s.left, class, s.map);
		const uint32_t there = coset_entry(flipped, by_stabilizer, COSET_FLIP_BITS_WITH_SUBCOSET);
		const bool is_entry = equivalent_corner_coset(k, transform, i, corner_coset) == corner_coset
			&& without_subcoset(k, index) == without_subcoset(k, there);
		for (unsigned axes = 0; axes < COSET_N_AXES && is_entry; axes++) {
			uint8_t *const least = &t->least[coset_subcoset(axes, bits_of_subcoset(index))];
			const unsigned subcoset =
				coset_subcoset(coset_axes_after(by_stabilizer, axes), bits_of_subcoset(there));
			*least = subcoset < *least ? (uint8_t)subcoset : *least;
		}
	}
}

/* Of each subcoset of a canonical entry with equivalent indices that are that entry again, the least one that
 * it is by these. Remembered, as symmetric positions have many of them. */
static const uint8_t *least_subcosets(struct engine *k, coset_edges edges, uint32_t transform, uint64_t entry)
{
	struct tied *const t = &k->tied[entry * 0x9E3779B97F4A7C15 >> (64 - TIED_LOG2)];
	if (t->entry == entry && t->is_known)
		return t->least;
	const unsigned corner_coset = corner_coset_of_entry(k, transform, entry);
	const coset_edges framed = coset_edges_framed(edges, transform);
	*t = (struct tied){.entry = entry, .is_known = true};
	memset(t->least, COSET_NO_SUBCOSET, sizeof t->least);
	for (unsigned flips = 0; flips < 1 << COSET_SUBCOSET_BITS; flips++)
		compare_subcosets(k, t, transform, corner_coset, with_slices_flipped(framed, flips));
	return t->least;
}

/* With subcosets, the one that the transform to an entry leads to from a block; the bits are those of the
 * edges there. */
static inline uint16_t subcoset_after(struct engine *k, coset_edges edges, uint32_t transform, uint64_t entry,
                                      unsigned axes, unsigned bits)
{
	const unsigned subcoset = coset_subcoset(coset_axes_after(transform, axes), bits % TIED);
	return coset_two_subcosets(bits < TIED ? subcoset : least_subcosets(k, edges, transform, entry)[subcoset],
	                           COSET_NO_SUBCOSET);
}

/* Located and read together: the values of single subcosets. */
static inline void locate(struct engine *k, struct lookups *l)
{
	coset_locate(&k->filter, l->entry, l->slot, l->n);
	l->is_begun = false;
}

static void begin_reading(struct engine *k, struct lookups *l)
{
	l->is_begun = true;
	if (k->has_subcosets)
		coset_read_begin(&k->filter, l->entry, l->slot, l->value, l->n, true, l->subcosets, l->second,
		                 l->near, &k->scratch, &l->low);
	else
		coset_read_begin(&k->filter, l->entry, l->slot, l->value, l->n, false, NULL, NULL, NULL, &k->scratch,
		                 &l->low);
}

static void end_reading(struct engine *k, struct lookups *l)
{
	if (!l->is_begun)
		begin_reading(k, l);
	l->is_begun = false;
	coset_read_end(&k->filter, &l->low, k->has_subcosets, l->value, l->second);
}
