/* The primitives of the stages: for AVX-512, and one source for all else (base/vector.h).  Both give the same
 * results; coset/math/packed.h has those for packed cubes, coset/filter/read.h those for filter blocks. */
#ifndef SUPERFLIP_COSET_KERNEL_SIMD_H
#define SUPERFLIP_COSET_KERNEL_SIMD_H
#include "coord/corners.h"
#include "coset/filter/read.h"
#include "coset/kernel/batch.h"
#include "coset/math/packed.h"

/* ---- relabel_inverse(): a node after a move: the codes of the inverse's cubies are mapped, all else is
 * copied ---- */
static inline void relabel_inverse(const struct node *from, const struct coset_turn *t, struct node *to)
{
	uint64_t corners;
	memcpy(&corners, from->inverse_corners, sizeof corners);
	const coset_edges edges = coset_edges_relabelled(coset_edges_load(from->inverse_edges), t->relabel);
	corners = coset_corners_relabelled(corners, t->relabel);
	*to = *from;
	memcpy(to->inverse_edges, &edges, sizeof to->inverse_edges);
	memcpy(to->inverse_corners, &corners, sizeof to->inverse_corners);
}

/* ---- corner_states_*(): corners after left factors, and the states that coset_corner_state() gives ----
 * A factor is given by the codes of the eight labels; twists are added.  Arrays have room for eight more. */
#ifdef COSET_AVX512
/* Eight factors; vectors look up bytes within sixteen. */
static inline __attribute__((always_inline))
void eight_corner_states(__m512i before, __m512i labels, uint64_t *corners, uint32_t *state)
{
	const __m512i second = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0),
	              three_twists = _mm512_set1_epi8(3 << 3);
	const __m512i at = _mm512_or_si512(_mm512_and_si512(before, _mm512_set1_epi8(7)), second);
	const __m512i sums =
		_mm512_add_epi8(_mm512_shuffle_epi8(labels, at), _mm512_and_si512(before, three_twists));
	const __m512i codes = _mm512_min_epu8(sums, _mm512_sub_epi8(sums, three_twists));
	_mm512_store_si512(corners, codes);
	const __m128i masks = _mm_cvtsi64_si128((long long)_mm512_test_epi8_mask(codes, _mm512_set1_epi8(4)));
	const __m512i twists = _mm512_and_si512(_mm512_srli_epi16(codes, 3), _mm512_set1_epi8(3));
	const __m512i pairs = _mm512_maddubs_epi16(twists, _mm512_set1_epi64(0x0001030103010301));
	/* 729, 81, 9, 1 */
	const __m512i halves = _mm512_madd_epi16(pairs, _mm512_set1_epi64(0x02D9005100090001));
	const __m512i all = _mm512_add_epi32(halves, _mm512_srli_epi64(halves, 32));
	const __m512i tetrads = _mm512_mul_epu32(_mm512_cvtepu8_epi64(masks), _mm512_set1_epi64(N_TWISTS));
	_mm256_store_si256((void *)state, _mm512_cvtepi64_epi32(_mm512_add_epi32(all, tetrads)));
}

/* Two factors for each of n nodes, by its last axis. */
static inline void corner_states_of_nodes(const struct node *node, unsigned n,
                                          const uint8_t (*labels)[N_AXES_LEFT * N_CORNERS], uint64_t *corners,
                                          uint32_t *state)
{
	for (unsigned i = 0; i < n; i += 4) {
		__m512i before = _mm512_setzero_si512(), all = _mm512_setzero_si512();
#define NODE(lane) \
		do { \
			const struct node *const from = &node[i + (lane)]; \
			const __m128i both = _mm_castpd_si128(_mm_loaddup_pd((const double *)(const void *)from->inverse_corners)); \
			before = _mm512_inserti32x4(before, both, lane); \
			all = _mm512_inserti32x4(all, _mm_load_si128((const void *)labels[from->axis & 3]), lane); \
		} while (0)
		NODE(0);
		NODE(1);
		NODE(2);
		NODE(3);
#undef NODE
		eight_corner_states(before, all, corners + 2 * i, state + 2 * i);
	}
}

/* n factors for the same corners. */
static inline void corner_states_of_one(uint64_t before, const uint8_t (*labels)[N_CORNERS], unsigned n,
                                        uint64_t *corners, uint32_t *state)
{
	for (unsigned i = 0; i < n; i += 8)
		eight_corner_states(_mm512_set1_epi64((long long)before), _mm512_load_si512(labels[i]), corners + i,
		                    state + i);
}
#else
/* Two factors. */
static inline __attribute__((always_inline))
void two_corner_states(bytes16 before, const uint8_t *labels, uint64_t *corners, uint32_t *state)
{
	const bytes16 second = {0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8};
	const shorts8 even = {1, 9, 81, 729, 1, 9, 81, 729}, odd = {3, 27, 243, 0, 3, 27, 243, 0};
	const bytes16 sums = bytes_lookup(*(const bytes16 *)labels, (before & 7) | second) + (before & 3 << 3);
	const bytes16 codes = bytes_min(sums, sums - (3 << 3));
	const shorts8 twists = (shorts8)(codes >> 3 & 3);
	longs2 all = (longs2)((twists & 255) * even + (twists >> 8) * odd);
	all += all >> 32;
	all += all >> 16;
	const unsigned tetrads = bytes_signs((bytes16)((shorts8)codes << 5));
	memcpy(corners, &codes, sizeof codes);
	state[0] = (uint16_t)all[0] + (tetrads & 255) * N_TWISTS;
	state[1] = (uint16_t)all[1] + (tetrads >> 8) * N_TWISTS;
}

static inline bytes16 twice(uint64_t corners)
{
	return (bytes16)(longs2){corners, corners};
}

static inline void corner_states_of_nodes(const struct node *node, unsigned n,
                                          const uint8_t (*labels)[N_AXES_LEFT * N_CORNERS], uint64_t *corners,
                                          uint32_t *state)
{
	for (unsigned i = 0; i < n; i++) {
		uint64_t before;
		memcpy(&before, node[i].inverse_corners, sizeof before);
		two_corner_states(twice(before), labels[node[i].axis & 3], corners + 2 * i, state + 2 * i);
	}
}

static inline void corner_states_of_one(uint64_t before, const uint8_t (*labels)[N_CORNERS], unsigned n,
                                        uint64_t *corners, uint32_t *state)
{
	for (unsigned i = 0; i < n; i += 2)
		two_corner_states(twice(before), labels[i], corners + i, state + i);
}
#endif
#endif
