/* Arithmetic on packed cubes and the index of the slice-free coset, by the widest instructions that the
 * including file is compiled for.  All versions give the same results. */
#pragma once
#include "base/vector.h"
#include "coord/corners.h"
#include "coset/math/coset.h"

#if defined __AVX512VBMI__ && defined __AVX512VL__ && defined __BMI2__
#define COSET_AVX512
#endif

/* The corner state: the positions of one tetrad, and the first seven twists in base 3.  A multiplication sums
 * weighted bytes in the highest one; no lower sum reaches 256. */
static inline uint32_t coset_corner_state(uint64_t corners)
{
	const uint64_t tetrad = (corners >> 2 & 0x0101010101010101) * 0x0102040810204080 >> 56;
	const uint64_t twists = corners >> 3 & 0x0003030303030303;
	const uint32_t weights = 1u << 24 | 3u << 16 | 9u << 8 | 27u;
	const uint32_t low = (uint32_t)twists * weights >> 24, high = (uint32_t)(twists >> 32) * weights >> 24;
	return (uint32_t)tetrad * N_TWISTS + low + high * 81;
}

/* The corner coset (coset/math/coset.h) of unframed corners; bit 0 is the permutation's parity. */
static inline unsigned coset_raw_corner_coset(uint64_t corners)
{
	/* The tetrads' positions are an even or odd permutation, depending on how many of the second's have odd
	 * numbers. */
	const unsigned is_odd = (unsigned)__builtin_popcountll(corners & 0x0400040004000400) & 1;
	/* Two bits a label, in the order of positions: the first tetrad's in bits 0-7, the second's in 8-15. */
#ifdef VECTOR_EXTRACTS_BITS
	const uint64_t second = (corners >> 2 & 0x0101010101010101) * 3;
	const unsigned first_labels = (unsigned)_pext_u64(corners, second ^ 0x0303030303030303);
	const unsigned labels = first_labels | (unsigned)_pext_u64(corners, second) << 8;
#elif defined VECTOR_LOOKS_UP_BYTES
	const uint64_t second = (corners >> 2 & 0x0101010101010101) * 0x0102040810204080 >> 56;
	const bytes16 codes = (bytes16)(longs2){corners, 0};
	const longs2 apart = (longs2)bytes_lookup(codes, *(const bytes16 *)coset_tables.ones_apart[second]);
	const uint32_t weights = 1 << 24 | 1 << 18 | 1 << 12 | 1 << 6;
	const unsigned labels = ((uint32_t)apart[0] & 0x03030303) * weights >> 24
	                        | ((uint32_t)apart[1] & 0x03030303) * weights >> 24 << 8;
#else
	unsigned labels = 0, end[2] = {0, 8};
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned code = corners >> 8 * i & 7;
		labels |= (code & 3) << end[code >> 2];
		end[code >> 2] += 2;
	}
#endif
	/* The axes of pairings 1 and 2: the first label xor the second, xor the third. */
	const unsigned axes = labels >> 2 ^ (labels & 0x0303) * 5;
	return coset_tables.raw_corner_coset[is_odd << 8 | (axes >> 4 & 0xF0) | (axes & 15)];
}

/* From corner states to frame transforms (coset_tables.corner).  The table competes with the prefetched
 * filter blocks for the second-level cache: a loop of loads alone overlaps the misses. */
static inline void coset_frames(uint32_t *transform, unsigned n)
{
#pragma GCC unroll 8
	for (unsigned i = 0; i < n; i++)
		transform[i] = coset_tables.corner[transform[i]];
}

/* Another transform into the frame of a class with stabilisers, to equivalent index i < n_stabilizers; 0 is
 * the transform itself. */
static inline uint32_t coset_transform_equivalent(uint32_t transform, unsigned i)
{
	const unsigned class = coset_transform_class(transform);
	const struct coset_stabilizer s = coset_stabilizer(class, i);
	return coset_transform(symmetry_product[coset_transform_right(transform)][s.right],
	                  coset_tables.left_product[s.left][coset_transform_left(transform)], class,
	                  coset_tables.corner_coset_map_after[coset_transform_map(transform)][s.map]);
}

/* The slice pattern: positions of the M edges, and those of the E edges among the other eight. */
static inline uint32_t coset_slices(uint32_t m, uint32_t e)
{
	return (uint32_t)coset_tables.slice_rank_m[m] + coset_tables.slice_rank_e[e];
}

/* The bits of a number below 2^12 where the mask has ones, packed together. */
static inline uint32_t coset_extract(uint32_t x, uint32_t mask)
{
#ifdef VECTOR_EXTRACTS_BITS
	return _pext_u32(x, mask);
#else
	const uint8_t *const low = coset_tables.extracted[mask & 63], *const high =
	                                                                  coset_tables.extracted[mask >> 6 & 63];
	return low[x & 63] | high[x >> 6 & 63] * (low[63] + 1u);  /* low[63] has a one for each of the low
	                                                           * mask's */
#endif
}

/* The edges in the frame of a transform: slice pattern and flip bits. */
struct coset_edge_index {
	uint32_t slices, flips;
};

typedef bytes16 coset_edges;

static inline coset_edges coset_edges_load(const uint8_t *edges)
{
	coset_edges e;
	memcpy(&e, edges, sizeof e);
	return e;
}

static inline coset_edges coset_edges_after(coset_edges edges, const struct coset_edge_turn *t)
{
	return bytes_lookup(edges, *(const bytes16 *)t->from) ^ *(const bytes16 *)t->flip;
}

/* A left factor, given by the codes of the unflipped edges. */
static inline coset_edges coset_edges_by_labels(coset_edges edges, const uint8_t codes[16])
{
	return bytes_lookup(*(const bytes16 *)codes, edges) ^ (edges & 1 << 4);
}

/* A left factor, as a table of 64 bytes. */
static inline coset_edges coset_edges_relabelled(coset_edges edges, const uint8_t *relabel)
{
	return coset_edges_by_labels(edges, relabel + 32);
}

/* The edges in the frame of a transform. */
static inline coset_edges coset_edges_framed(coset_edges edges, uint32_t transform)
{
	return coset_edges_by_labels(
		coset_edges_after(edges, &coset_tables.edge_right[coset_transform_right(transform)]),
		coset_tables.edge_relabel[coset_transform_left(transform)]);
}

/* Twists are added without a carry test: where the sum reached 3, subtracting 3 gives the smaller unsigned
 * byte. */
static inline uint64_t coset_twists_reduced(bytes16 corners)
{
	return ((longs2)bytes_min(corners, corners - (3 << 3)))[0];
}

static inline uint64_t coset_corners_after(uint64_t corners, const struct coset_turn *t)
{
	const bytes16 codes = (bytes16)(longs2){corners, 0};
	return coset_twists_reduced(bytes_lookup(codes, *(const bytes16 *)t->from) + *(const bytes16 *)t->twist);
}

static inline uint64_t coset_corners_relabelled(uint64_t corners, const uint8_t *relabel)
{
	/* The first 16 codes are those with twists 0 and 1; twist 2 is added. */
	const bytes16 codes = (bytes16)(longs2){corners, 0};
	return coset_twists_reduced(bytes_lookup(*(const bytes16 *)relabel, codes) + (codes & 2 << 3));
}

/* A frame transform of edges, in registers: source positions, flips, and the left factor. */
struct coset_edge_transform {
	bytes16 from, flip;
#ifdef COSET_AVX512
	__m512i left;
#elif defined VECTOR_EXTRACTS_BITS
	bytes32 left[2];
#else
	const uint8_t *left;
#endif
};

static inline struct coset_edge_transform coset_edge_transform(uint32_t transform)
{
	/* Offsets in bytes: compilers would shift back and forth. */
	const bytes16 *const right =
		(const void *)((const uint8_t *)coset_tables.edge_right + (transform >> 2 & 63u << 5));
	const size_t left = transform >> 7 & 127u << 6;
	struct coset_edge_transform edge_transform = {.from = right[0], .flip = right[1]};
#ifdef COSET_AVX512
	edge_transform.left = _mm512_load_si512((const uint8_t *)coset_tables.edge_left + left);
#elif defined VECTOR_EXTRACTS_BITS
	const bytes32 *const signs = (const void *)((const uint8_t *)coset_tables.edge_signs + left);
	edge_transform.left[0] = signs[0];
	edge_transform.left[1] = signs[1];
#elif defined VECTOR_LOOKS_UP_BYTES
	edge_transform.left = (const uint8_t *)coset_tables.edge_relabel + left / 2;
#else
	edge_transform.left = (const uint8_t *)coset_tables.edge_left + left;
#endif
	return edge_transform;
}

/* The same after a right factor. */
static inline struct coset_edge_transform coset_edge_transform_after(const struct coset_edge_turn *t,
                                                                     uint32_t transform)
{
	struct coset_edge_transform edge_transform = coset_edge_transform(transform);
	const bytes16 is_none = edge_transform.from & 0x80;  /* bytes after the edges */
	edge_transform.flip ^= bytes_lookup(*(const bytes16 *)t->flip, edge_transform.from);
	edge_transform.from = bytes_lookup(*(const bytes16 *)t->from, edge_transform.from) | is_none;
	return edge_transform;
}

#ifdef VECTOR_EXTRACTS_BITS
/* Framed edges: where each slice's are, 16 bits each: S, M, E; and where edges are flipped, once for each
 * slice. */
struct coset_edge_masks {
	uint64_t slices, flips;
};

static inline struct coset_edge_masks coset_edge_masks(coset_edges edges,
                                                       const struct coset_edge_transform *edge_transform)
{
	const bytes16 moved = bytes_lookup(edges, edge_transform->from) ^ edge_transform->flip;
#ifdef COSET_AVX512
	const __m512i four =
		_mm512_permutexvar_epi8(_mm512_broadcast_i32x4((__m128i)moved), edge_transform->left);
	const __m512i slice = _mm512_setr_epi64(0x0101010101010101, 0x0101010101010101, 0x0202020202020202,
	                                        0x0202020202020202, 0x0404040404040404, 0x0404040404040404, 0, 0);
	struct coset_edge_masks masks = {_mm512_test_epi8_mask(four, slice),
	                                 _mm512_test_epi8_mask(four, _mm512_set1_epi8(8))};
	__asm__("" : "+r"(masks.slices), "+r"(masks.flips));  /* one kmov each: gcc 12 would repeat it for every
	                                                       * use */
	return masks;
#else
	/* Labels are looked up, and nothing for bytes after the edges; the flip is added afterwards. */
	const uint32_t s_and_m = bytes32_signs(edge_transform->left[0], moved);
	const uint32_t e_and_flip = bytes32_signs(edge_transform->left[1], moved);
	const uint64_t flips = e_and_flip >> 16 ^ bytes_signs(moved << 3);
	return (struct coset_edge_masks){s_and_m | (uint64_t)(e_and_flip & 0xFFFF) << 32,
	                                 flips * UINT64_C(0x000100010001)};
#endif
}

static inline struct coset_edge_index coset_edge_index(coset_edges edges,
                                                       const struct coset_edge_transform *edge_transform,
                                                       unsigned flip_bits)
{
	const struct coset_edge_masks masks = coset_edge_masks(edges, edge_transform);
	const uint32_t m = masks.slices >> 16 & 0xFFF, e = (uint32_t)(masks.slices >> 32) & 0xFFF;
	const uint64_t flips = _pext_u64(masks.flips, masks.slices);
	return (struct coset_edge_index){coset_slices(m, coset_extract(e, ~m & 0xFFF)),
	                                 coset_tables.flip_number[coset_flip_kind(flip_bits)][flips]};
}
#elif defined VECTOR_LOOKS_UP_BYTES
/* Lookups order the framed edges: those of M after the others, then S, M, E.  A search takes 0.82 to 0.91 of
 * the time that it takes with coset_extract() (WebAssembly). */
static inline struct coset_edge_index coset_edge_index(coset_edges edges,
                                                       const struct coset_edge_transform *edge_transform,
                                                       unsigned flip_bits)
{
	const bytes16 moved = bytes_lookup(edges, edge_transform->from) ^ edge_transform->flip;
	const coset_edges framed = coset_edges_by_labels(moved, edge_transform->left);
	const unsigned m = bytes_signs((bytes16)((shorts8)framed << 5)) & 0xFFF;
	const bytes16 m_apart = bytes_lookup(framed, *(const bytes16 *)coset_tables.ones_apart[m]);
	const unsigned e = bytes_signs((bytes16)((shorts8)m_apart << 4)) & 0xFF;
	const bytes16 apart = bytes_lookup(m_apart, *(const bytes16 *)coset_tables.ones_apart[e]);
	const unsigned flips = bytes_signs((bytes16)((shorts8)apart << 3)) & 0xFFF;
	return (struct coset_edge_index){coset_slices(m, e),
	                                 coset_tables.flip_number[coset_flip_kind(flip_bits)][flips]};
}
#else
static inline struct coset_edge_index coset_edge_index(coset_edges edges,
                                                       const struct coset_edge_transform *edge_transform,
                                                       unsigned flip_bits)
{
	const uint8_t *const edge = (const uint8_t *)&edges, *const from = (const uint8_t *)&edge_transform->from;
	unsigned m = 0, e_among_others = 0, n_others = 0, by_slice = 0;
	unsigned next = 0x840;  /* a nibble for each slice: the bit of by_slice for its next edge */
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned code =
			edge_transform->left[edge[from[i]] ^ ((const uint8_t *)&edge_transform->flip)[i]];
		const unsigned slice = code >> 1 & 3, is_m = slice & 1;  /* one of bits 0-2: 0, 1, 2 */
		m |= is_m << i;
		e_among_others |= slice >> 1 << n_others;
		n_others += !is_m;
		by_slice |= (code >> 3) << (next >> 4 * slice & 15);
		next += 1u << 4 * slice;
	}
	const unsigned flips = coset_tables.flip_number[coset_flip_kind(flip_bits)][by_slice];
	return (struct coset_edge_index){coset_slices(m, e_among_others), flips};
}
#endif

/* The index within the cell.  `flip_bits` is the table's; a constant is faster in a loop. */
static inline uint32_t coset_entry_by_transform(coset_edges edges,
                                                const struct coset_edge_transform *edge_transform,
                                                unsigned flip_bits)
{
	const struct coset_edge_index i = coset_edge_index(edges, edge_transform, flip_bits);
	return i.slices << flip_bits | i.flips;
}

static inline uint32_t coset_entry(coset_edges edges, uint32_t transform, unsigned flip_bits)
{
	const struct coset_edge_transform edge_transform = coset_edge_transform(transform);
	return coset_entry_by_transform(edges, &edge_transform, flip_bits);
}
