/* Arithmetic on packed cubes and the index of the slice-free coset, by the widest instructions that the including
 * file is compiled for.  All versions give the same results. */
#ifndef SUPERFLIP_COSET_MATH_PACKED_H
#define SUPERFLIP_COSET_MATH_PACKED_H
#include "coord/corners.h"
#include "coset/math/coset.h"

#include <string.h>
#if defined __AVX512VBMI__ && defined __AVX512VL__ && defined __BMI2__
#define COSET_AVX512
#include <immintrin.h>
#elif defined __AVX2__ && defined __BMI2__
#define COSET_AVX2
#include <immintrin.h>
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
	/* The tetrads' positions are an even or odd permutation, depending on how many of the second's have odd numbers. */
	const unsigned is_odd = (unsigned)__builtin_popcountll(corners & 0x0400040004000400) & 1;
	/* Two bits a label, in the order of positions: the first tetrad's in bits 0-7, the second's in 8-15. */
#if defined COSET_AVX512 || defined COSET_AVX2
	const uint64_t second = (corners >> 2 & 0x0101010101010101) * 3;
	const unsigned first_labels = (unsigned)_pext_u64(corners, second ^ 0x0303030303030303);
	const unsigned labels = first_labels | (unsigned)_pext_u64(corners, second) << 8;
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

/* From corner states to frame transforms (coset_tables.corner).  The table competes with the prefetched filter blocks
 * for the second-level cache: a loop of loads alone overlaps the misses. */
static inline void coset_frames(uint32_t *transform, unsigned n)
{
#pragma GCC unroll 8
	for (unsigned i = 0; i < n; i++)
		transform[i] = coset_tables.corner[transform[i]];
}

/* Another transform into the frame of a class with stabilisers, to equivalent index i < n_stabilizers; 0 is the
 * transform itself. */
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

#if defined COSET_AVX512 || defined COSET_AVX2
/* The bits of x where the mask has ones, packed together; and the reverse. */
static inline uint64_t coset_extract(uint64_t x, uint64_t mask)
{
	return _pext_u64(x, mask);
}

static inline uint64_t coset_deposit(uint64_t x, uint64_t mask)
{
	return _pdep_u64(x, mask);
}
#else
static inline uint64_t coset_extract(uint64_t x, uint64_t mask)
{
	uint64_t closed_up = 0;
	for (unsigned n = 0; mask != 0; mask &= mask - 1)
		closed_up |= (x >> __builtin_ctzll(mask) & 1) << n++;
	return closed_up;
}

static inline uint64_t coset_deposit(uint64_t x, uint64_t mask)
{
	uint64_t spread = 0;
	for (; mask != 0; mask &= mask - 1, x >>= 1)
		spread |= (x & 1) << __builtin_ctzll(mask);
	return spread;
}
#endif

/* Framed edges as positions by slice, 16 bits each: S, M, E.  Their slice pattern; */
static inline uint32_t coset_masks_slices(uint64_t masks)
{
	const uint64_t m = masks >> 16 & 0xFFF;
	return coset_slices((uint32_t)m, (uint32_t)coset_extract(masks >> 32, ~m));
}

/* and their flip bits; `flips` has those of all positions, once for each slice. */
static inline uint32_t coset_masks_flips(uint64_t masks, uint64_t flips, unsigned flip_bits)
{
	return coset_tables.flip_number[coset_flip_kind(flip_bits)][coset_extract(flips, masks)];
}

static inline uint64_t coset_flips_thrice(uint32_t flips)
{
	return flips * UINT64_C(0x000100010001);
}

/* The edges in the frame of a transform: slice pattern and flip bits. */
struct coset_edge_index {
	uint32_t slices, flips;
};

#if defined COSET_AVX512 || defined COSET_AVX2
typedef __m128i coset_edges;

static inline coset_edges coset_edges_load(const uint8_t *edges)
{
	return _mm_load_si128((const void *)edges);
}

static inline coset_edges coset_edges_after(coset_edges edges, const struct coset_edge_turn *t)
{
	const __m128i moved = _mm_shuffle_epi8(edges, _mm_load_si128((const void *)t->from));
	return _mm_xor_si128(moved, _mm_load_si128((const void *)t->flip));
}

/* Twists are added without a carry test: where the sum reached 3, subtracting 3 gives the smaller unsigned byte. */
static inline uint64_t coset_twists_reduced(__m128i corners)
{
	return (uint64_t)_mm_cvtsi128_si64(_mm_min_epu8(corners, _mm_sub_epi8(corners, _mm_set1_epi8(3 << 3))));
}

static inline uint64_t coset_corners_after(uint64_t corners, const struct coset_turn *t)
{
	/* pshufb looks at the low four bits of `from`: 16-23 read 0-7. */
	const __m128i from = _mm_load_si128((const void *)(t->from + 16));
	const __m128i x = _mm_shuffle_epi8(_mm_cvtsi64_si128((long long)corners), from);
	return coset_twists_reduced(_mm_add_epi8(x, _mm_load_si128((const void *)(t->twist + 16))));
}

/* A left factor, as a table of 64 bytes. */
static inline coset_edges coset_edges_relabelled(coset_edges edges, const uint8_t *relabel)
{
#ifdef COSET_AVX512
	const __m256i table = _mm256_load_si256((const void *)(relabel + 32));  /* codes of edges */
	return _mm256_castsi256_si128(_mm256_permutexvar_epi8(_mm256_castsi128_si256(edges), table));
#else
	const __m128i table = _mm_load_si128((const void *)(relabel + 32));
	return _mm_xor_si128(_mm_shuffle_epi8(table, edges), _mm_and_si128(edges, _mm_set1_epi8(1 << 4)));
#endif
}

/* The edges in the frame of a transform. */
static inline coset_edges coset_edges_framed(coset_edges edges, uint32_t transform)
{
	const unsigned right = coset_transform_right(transform), left = coset_transform_left(transform);
	const __m128i from = _mm_load_si128((const void *)coset_tables.edge_right[right].from);
	const __m128i flip = _mm_load_si128((const void *)coset_tables.edge_right[right].flip);
	const __m128i moved = _mm_xor_si128(_mm_shuffle_epi8(edges, from), flip);
#ifdef COSET_AVX512
	const __m256i table = _mm256_load_si256((const void *)coset_tables.edge_relabel[left]);
	return _mm256_castsi256_si128(_mm256_permutexvar_epi8(_mm256_castsi128_si256(moved), table));
#else
	const __m128i table = _mm_load_si128((const void *)coset_tables.edge_relabel[left]);
	return _mm_xor_si128(_mm_shuffle_epi8(table, moved), _mm_and_si128(moved, _mm_set1_epi8(1 << 4)));
#endif
}

static inline uint64_t coset_corners_relabelled(uint64_t corners, const uint8_t *relabel)
{
	const __m128i codes = _mm_cvtsi64_si128((long long)corners);
#ifdef COSET_AVX512
	return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(
		_mm256_permutexvar_epi8(_mm256_castsi128_si256(codes), _mm256_load_si256((const void *)relabel))));
#else
	/* The first 16 codes are those with twists 0 and 1; twist 2 is added. */
	const __m128i x = _mm_shuffle_epi8(_mm_load_si128((const void *)relabel), _mm_and_si128(codes, _mm_set1_epi8(15)));
	return coset_twists_reduced(_mm_add_epi8(x, _mm_and_si128(codes, _mm_set1_epi8(2 << 3))));
#endif
}

/* The edges' positions by slice, 16 bits each: S, M, E; and the flips of all positions, once for each of these. */
struct coset_edge_masks {
	uint64_t slices, flips;
};

/* A frame transform of edges, in registers: source positions, flips, and the left factor. */
struct coset_edge_transform {
	__m128i from, flip;
#ifdef COSET_AVX512
	__m512i left;
#else
	__m256i left[2];
#endif
};

static inline struct coset_edge_transform coset_edge_transform(uint32_t transform)
{
	/* Offsets in bytes: compilers would shift back and forth. */
	const uint8_t *const right = (const uint8_t *)coset_tables.edge_right + (transform >> 2 & 63u << 5);
#ifdef COSET_AVX512
	const void *const left = (const uint8_t *)coset_tables.edge_left + (transform >> 7 & 127u << 6);
	return (struct coset_edge_transform){_mm_load_si128((const void *)right), _mm_load_si128((const void *)(right + 16)),
	                               _mm512_load_si512(left)};
#else
	const __m256i *const left = (const void *)((const uint8_t *)coset_tables.edge_signs + (transform >> 7 & 127u << 6));
	return (struct coset_edge_transform){_mm_load_si128((const void *)right), _mm_load_si128((const void *)(right + 16)),
	                               {_mm256_load_si256(left), _mm256_load_si256(left + 1)}};
#endif
}

/* The same after a right factor. */
static inline struct coset_edge_transform coset_edge_transform_after(const struct coset_edge_turn *t, uint32_t transform)
{
	struct coset_edge_transform edge_transform = coset_edge_transform(transform);
	const __m128i is_none = _mm_and_si128(edge_transform.from, _mm_set1_epi8((char)0x80));  /* bytes after the edges */
	const __m128i turned = _mm_shuffle_epi8(_mm_load_si128((const void *)t->flip), edge_transform.from);
	edge_transform.flip = _mm_xor_si128(edge_transform.flip, turned);
	edge_transform.from = _mm_or_si128(_mm_shuffle_epi8(_mm_load_si128((const void *)t->from), edge_transform.from), is_none);
	return edge_transform;
}

static inline struct coset_edge_masks coset_edge_masks(coset_edges edges, const struct coset_edge_transform *edge_transform)
{
	const __m128i moved = _mm_xor_si128(_mm_shuffle_epi8(edges, edge_transform->from), edge_transform->flip);
#ifdef COSET_AVX512
	const __m512i four = _mm512_permutexvar_epi8(_mm512_broadcast_i32x4(moved), edge_transform->left);
	const __m512i slice = _mm512_setr_epi64(0x0101010101010101, 0x0101010101010101, 0x0202020202020202,
	                                        0x0202020202020202, 0x0404040404040404, 0x0404040404040404, 0, 0);
	struct coset_edge_masks masks = {_mm512_test_epi8_mask(four, slice), _mm512_test_epi8_mask(four, _mm512_set1_epi8(8))};
	__asm__("" : "+r"(masks.slices), "+r"(masks.flips));  /* one kmov each: gcc 12 would repeat it for every use */
	return masks;
#else
	/* pshufb reads the label only and zeroes bytes after the edges; the flip is added afterwards. */
	const __m256i two = _mm256_broadcastsi128_si256(moved);
	const __m256i is_flipped = _mm256_set_m128i(_mm_set1_epi8((char)0x80), _mm_setzero_si128());
	const __m256i s_and_m = _mm256_shuffle_epi8(edge_transform->left[0], two);
	const __m256i e_and_flip = _mm256_xor_si256(_mm256_shuffle_epi8(edge_transform->left[1], two),
	                                            _mm256_and_si256(_mm256_slli_epi16(two, 3), is_flipped));
	const uint32_t low = (uint32_t)_mm256_movemask_epi8(s_and_m), high = (uint32_t)_mm256_movemask_epi8(e_and_flip);
	return (struct coset_edge_masks){low | (uint64_t)(uint16_t)high << 32, coset_flips_thrice(high >> 16)};
#endif
}

static inline struct coset_edge_index coset_edge_index(coset_edges edges, const struct coset_edge_transform *edge_transform,
                                                       unsigned flip_bits)
{
	const struct coset_edge_masks masks = coset_edge_masks(edges, edge_transform);
	return (struct coset_edge_index){coset_masks_slices(masks.slices), coset_masks_flips(masks.slices, masks.flips, flip_bits)};
}
#else
typedef struct { uint8_t byte[16]; } coset_edges;

static inline coset_edges coset_edges_load(const uint8_t *edges)
{
	coset_edges e;
	memcpy(e.byte, edges, sizeof e.byte);
	return e;
}

static inline coset_edges coset_edges_after(coset_edges edges, const struct coset_edge_turn *t)
{
	coset_edges after = {{0}};
	for (unsigned i = 0; i < N_EDGES; i++)
		after.byte[i] = edges.byte[t->from[i]] ^ t->flip[i];
	return after;
}

static inline uint64_t coset_corners_after(uint64_t corners, const struct coset_turn *t)
{
	uint64_t after = 0;
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned code = (unsigned)(corners >> 8 * (t->from[16 + i] - 16u) & 31) + t->twist[16 + i];
		after |= (uint64_t)(code >= 3 << 3 ? code - (3 << 3) : code) << 8 * i;
	}
	return after;
}

static inline coset_edges coset_edges_relabelled(coset_edges edges, const uint8_t *relabel)
{
	for (unsigned i = 0; i < N_EDGES; i++)
		edges.byte[i] = relabel[edges.byte[i]];
	return edges;
}

/* The edges in the frame of a transform. */
static inline coset_edges coset_edges_framed(coset_edges edges, uint32_t transform)
{
	const unsigned right = coset_transform_right(transform), left = coset_transform_left(transform);
	const uint8_t *const from = coset_tables.edge_right[right].from, *const flip = coset_tables.edge_right[right].flip;
	coset_edges framed = {{0}};
	for (unsigned i = 0; i < N_EDGES; i++)
		framed.byte[i] = coset_tables.edge_relabel[left][(edges.byte[from[i]] ^ flip[i]) - 32];
	return framed;
}

static inline uint64_t coset_corners_relabelled(uint64_t corners, const uint8_t *relabel)
{
	uint64_t after = 0;
	for (unsigned i = 0; i < N_CORNERS; i++)
		after |= (uint64_t)relabel[corners >> 8 * i & 63] << 8 * i;
	return after;
}

struct coset_edge_transform {
	uint8_t from[N_EDGES], flip[N_EDGES];
	unsigned left;
};

static inline struct coset_edge_transform coset_edge_transform(uint32_t transform)
{
	struct coset_edge_transform edge_transform = {.left = coset_transform_left(transform)};
	memcpy(edge_transform.from, coset_tables.edge_right[coset_transform_right(transform)].from, N_EDGES);
	memcpy(edge_transform.flip, coset_tables.edge_right[coset_transform_right(transform)].flip, N_EDGES);
	return edge_transform;
}

static inline struct coset_edge_transform coset_edge_transform_after(const struct coset_edge_turn *t, uint32_t transform)
{
	struct coset_edge_transform edge_transform = coset_edge_transform(transform);
	for (unsigned i = 0; i < N_EDGES; i++) {
		edge_transform.flip[i] ^= t->flip[edge_transform.from[i]];
		edge_transform.from[i] = t->from[edge_transform.from[i]];
	}
	return edge_transform;
}

static inline struct coset_edge_index coset_edge_index(coset_edges edges, const struct coset_edge_transform *edge_transform,
                                                       unsigned flip_bits)
{
	unsigned m = 0, e_among_others = 0, n_others = 0, by_slice = 0;
	unsigned next = 0x840;  /* a nibble for each slice: the bit of by_slice for its next edge */
	for (unsigned i = 0; i < N_EDGES; i++) {
		const unsigned edge = edges.byte[edge_transform->from[i]] ^ edge_transform->flip[i];
		const unsigned code = coset_tables.edge_left[edge_transform->left][edge];
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

/* The index within the block.  `flip_bits` is the table's; a constant is faster in a loop. */
static inline uint32_t coset_entry_by_transform(coset_edges edges, const struct coset_edge_transform *edge_transform,
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
#endif
