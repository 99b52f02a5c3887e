/* Lists are mostly sorted, so there are runs of cosets with the same slice pattern.  The action on the
 * pattern, and how the flips move, is found once a run; then the flips of eight cosets at a time are
 * multiplied by matrices. */
#define COSET_MAPPER coset_mapper_avx512
#ifdef __AVX512VPOPCNTDQ__
#include "coset/math/map.h"
#include "coset/math/map_tables.h"
#include "coset/math/packed.h"

enum { AT_ONCE = 256 };

/* Where runs begin, a bit for each coset, and their patterns; returns how many there are. */
static inline unsigned find_runs(const uint32_t *from, unsigned n, unsigned flip_bits, uint16_t *begins,
                                 uint32_t *patterns)
{
	unsigned n_runs = 0;
	__m512i last = _mm512_set1_epi32(-1);
	for (unsigned i = 0; i < n; i += 16) {
		const __mmask16 valid = (__mmask16)_bzhi_u32(0xFFFF, n - i < 16 ? n - i : 16);
		const __m512i here = _mm512_srli_epi32(_mm512_maskz_loadu_epi32(valid, from + i), flip_bits);
		const __mmask16 begin =
			_mm512_mask_cmpneq_epi32_mask(valid, here, _mm512_alignr_epi32(here, last, 15));
		_mm512_storeu_si512(patterns + n_runs, _mm512_maskz_compress_epi32(begin, here));
		n_runs += (unsigned)__builtin_popcount(begin);
		begins[i / 16] = (uint16_t)begin;
		last = here;
	}
	return n_runs;
}

/* The flip transition of each run; `rest` combined with its pattern after the map. */
struct runs {
	uint64_t low[AT_ONCE + 8], high[AT_ONCE + 8], rest[AT_ONCE + 8];
};

static inline __attribute__((always_inline)) void fill_runs(const struct coset_map *map,
                                                            const uint32_t *patterns, unsigned n,
                                                            unsigned flip_bits, struct runs *runs)
{
	const unsigned s = map->s_before, m = map->m_before, e = map->e_before, kind = coset_flip_kind(flip_bits);
	const struct coset_flip_transition *transitions_s = coset_map_tables.flip_transition[kind][s][0];
	const struct coset_flip_transition *transitions_m = coset_map_tables.flip_transition[kind][m][1];
	const struct coset_flip_transition *transitions_e = coset_map_tables.flip_transition[kind][e][2];
	__asm__("" : "+r"(transitions_s), "+r"(transitions_m), "+r"(transitions_e));  /* gcc 12 would recompute the sums for each run */
	const uint32_t *const quartet_transition = map->quartet_transition;
	const uint32_t s_shift = COSET_QUARTET_BITS * s, m_shift = COSET_QUARTET_BITS * m,
	               e_shift = COSET_QUARTET_BITS * e;
	for (unsigned i = 0; i < n; i++) {
		const uint32_t quartets = coset_map_tables.quartets[patterns[i]],
		               mask = (1u << COSET_QUARTET_BITS) - 1;
		const uint32_t transition_s = quartet_transition[quartets >> s_shift & mask];
		const uint32_t transition_m = quartet_transition[quartets >> m_shift & mask];
		const uint32_t transition_e = quartet_transition[quartets >> e_shift & mask];
		const __m256i transition = _mm256_ternarylogic_epi64(
			_mm256_load_si256((const void *)&transitions_s[coset_quartet_flips(transition_s)]),
			_mm256_load_si256((const void *)&transitions_m[coset_quartet_flips(transition_m)]),
			_mm256_load_si256((const void *)&transitions_e[coset_quartet_flips(transition_e)]), 0x96);
		const uint32_t m_after = coset_quartet_after(transition_m),
		               e_after = coset_quartet_after(transition_e);
		const uint32_t slices = coset_slices(m_after, coset_extract(e_after, ~m_after));
		const __m128i rest = _mm256_extracti128_si256(transition, 1);
		_mm_storel_epi64((void *)&runs->low[i], _mm256_castsi256_si128(transition));
		_mm_storeh_pd((void *)&runs->high[i], _mm_castsi128_pd(_mm256_castsi256_si128(transition)));
		runs->rest[i] = (uint64_t)_mm_cvtsi128_si64(rest) ^ slices << flip_bits ^ map->flips;
	}
}

/* Map eight cosets, in runs that begin where `begins` has bits; the first run is number `first`. */
static inline __attribute__((always_inline)) __m256i eight_after(
	__m256i from, const struct runs *runs, unsigned first, unsigned begins, unsigned flip_bits)
{
	const uint64_t numbers = _pdep_u64(begins, 0x0101010101010100) * 0x0101010101010101;
	const __m512i at = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128((long long)numbers));
	const __m512i low = _mm512_permutexvar_epi64(at, _mm512_loadu_si512(runs->low + first));
	const __m512i high = _mm512_permutexvar_epi64(at, _mm512_loadu_si512(runs->high + first));
	const __m512i rest = _mm512_permutexvar_epi64(at, _mm512_loadu_si512(runs->rest + first));
	const __m512i x = _mm512_cvtepu32_epi64(from), byte = _mm512_and_si512(x, _mm512_set1_epi64(0xFF));
	const __m512i flips = _mm512_set1_epi64((1 << COSET_FLIP_BITS_WITH_SUBCOSET) - 1);
	__m512i after = _mm512_xor_si512(rest, _mm512_gf2p8affine_epi64_epi8(byte, low, 0));
	after = _mm512_xor_si512(after, _mm512_slli_epi64(_mm512_gf2p8affine_epi64_epi8(byte, high, 0), 8));
#pragma GCC unroll 3
	for (unsigned i = 8; i < flip_bits; i++)
		after = _mm512_mask_xor_epi64(after, _mm512_test_epi64_mask(x, _mm512_set1_epi64(1 << i)), after,
		                              _mm512_and_si512(_mm512_srli_epi64(rest, 27 + 11 * (i - 8)), flips));
	return _mm512_cvtepi64_epi32(_mm512_and_si512(after, _mm512_set1_epi64((1 << 27) - 1)));
}

static inline __attribute__((always_inline))
void map_some(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to, unsigned flip_bits)
{
	struct runs runs;
	uint32_t patterns[AT_ONCE + 16];
	uint16_t begins[AT_ONCE / 16];
	fill_runs(map, patterns, find_runs(from, n, flip_bits, begins, patterns), flip_bits, &runs);
	const uint8_t *const begins_8 = (const uint8_t *)begins;
	unsigned next = 0;  /* the first run that has not begun */
	for (unsigned i = 0; i < n; i += 8) {
		const __mmask8 valid = (__mmask8)_bzhi_u32(0xFF, n - i < 8 ? n - i : 8);
		const unsigned here = begins_8[i / 8], first = next + (here & 1) - 1;
		const __m256i after =
			eight_after(_mm256_maskz_loadu_epi32(valid, from + i), &runs, first, here >> 1, flip_bits);
		_mm256_mask_storeu_epi32(to + i, valid, after);
		next += (unsigned)__builtin_popcount(here);
	}
}

void COSET_MAPPER(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	for (unsigned i = 0; i < n; i += AT_ONCE) {
		const unsigned n_here = n - i < AT_ONCE ? n - i : AT_ONCE;
		if (map->flip_bits == COSET_FLIP_BITS_WITH_SUBCOSET)
			map_some(map, from + i, n_here, to + i, COSET_FLIP_BITS_WITH_SUBCOSET);
		else
			map_some(map, from + i, n_here, to + i, COSET_FLIP_BITS);
	}
}
#else
#include "coset/math/map_body.h"
#endif
