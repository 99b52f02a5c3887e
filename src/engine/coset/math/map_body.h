/* Cosets mapped run by run: those with one slice pattern follow each other in lists that are mostly sorted.
 * Compiled once for every instruction set by map_*.c, which define COSET_MAPPER. */
#include "coset/math/map.h"
#include "coset/math/map_tables.h"
#include "coset/math/packed.h"

/* What cosets with one slice pattern share: the effect of the map on each slice's flips
 * (coset_quartet_flips()), and the rest of the index. */
struct run {
	uint16_t s, m, e;
	uint32_t index;
};

static ALWAYS_INLINE struct run run_of(const struct coset_map *map, uint32_t pattern, unsigned flip_bits)
{
	const uint32_t quartets = coset_map_tables.quartets[pattern], mask = (1u << COSET_QUARTET_BITS) - 1;
	const uint32_t s = map->quartet_transition[quartets >> COSET_QUARTET_BITS * map->s_before & mask];
	const uint32_t m = map->quartet_transition[quartets >> COSET_QUARTET_BITS * map->m_before & mask];
	const uint32_t e = map->quartet_transition[quartets >> COSET_QUARTET_BITS * map->e_before & mask];
	const uint32_t m_after = coset_quartet_after(m), e_after = coset_quartet_after(e);
	const uint32_t slices = coset_slices(m_after, coset_extract(e_after, ~m_after & 0xFFF));
	return (struct run){
		coset_quartet_flips(s),
		coset_quartet_flips(m),
		coset_quartet_flips(e),
		slices << flip_bits ^ map->flips,
	};
}

#ifdef __AVX512VPOPCNTDQ__
/* The flips of eight cosets at a time are multiplied by matrices, one of each run. */
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
	uint64_t low[COSET_MAPPED_AT_ONCE + 8], high[COSET_MAPPED_AT_ONCE + 8], rest[COSET_MAPPED_AT_ONCE + 8];
};

static ALWAYS_INLINE void fill_runs(const struct coset_map *map, const uint32_t *patterns, unsigned n,
                                    unsigned flip_bits, struct runs *runs)
{
	const unsigned kind = coset_flip_kind(flip_bits);
	const struct coset_flip_transition *transitions_s =
		coset_map_tables.flip_transition[kind][map->s_before][0];
	const struct coset_flip_transition *transitions_m =
		coset_map_tables.flip_transition[kind][map->m_before][1];
	const struct coset_flip_transition *transitions_e =
		coset_map_tables.flip_transition[kind][map->e_before][2];
	__asm__("" : "+r"(transitions_s), "+r"(transitions_m), "+r"(transitions_e));  /* gcc 12 would recompute the sums for each run */
	for (unsigned i = 0; i < n; i++) {
		const struct run run = run_of(map, patterns[i], flip_bits);
		const __m256i transition = _mm256_ternarylogic_epi64(
			_mm256_load_si256((const void *)&transitions_s[run.s]),
			_mm256_load_si256((const void *)&transitions_m[run.m]),
			_mm256_load_si256((const void *)&transitions_e[run.e]), 0x96);
		const __m128i rest = _mm256_extracti128_si256(transition, 1);
		_mm_storel_epi64((void *)&runs->low[i], _mm256_castsi256_si128(transition));
		_mm_storeh_pd((void *)&runs->high[i], _mm_castsi128_pd(_mm256_castsi256_si128(transition)));
		runs->rest[i] = (uint64_t)_mm_cvtsi128_si64(rest) ^ run.index;
	}
}

/* Map eight cosets, in runs that begin where `begins` has bits; the first run is number `first`. */
static ALWAYS_INLINE __m256i eight_after(__m256i from, const struct runs *runs, unsigned first,
                                         unsigned begins, unsigned flip_bits)
{
	const __m512i at = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(
		(long long)(_pdep_u64(begins, 0x0101010101010100) * 0x0101010101010101)));
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

static ALWAYS_INLINE void map_some(const struct coset_map *map, const uint32_t *from, unsigned n,
                                   uint32_t *to, unsigned flip_bits)
{
	struct runs runs;
	uint32_t patterns[COSET_MAPPED_AT_ONCE + 16];
	uint16_t begins[COSET_MAPPED_AT_ONCE / 16];
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
#else
static ALWAYS_INLINE void map_some(const struct coset_map *map, const uint32_t *from, unsigned n,
                                   uint32_t *to, unsigned flip_bits)
{
	const uint16_t *const s_after =
		coset_map_tables.flips_after[coset_flip_kind(flip_bits)][map->s_before][0];
	const uint16_t *const m_after =
		coset_map_tables.flips_after[coset_flip_kind(flip_bits)][map->m_before][1];
	const uint16_t *const e_after =
		coset_map_tables.flips_after[coset_flip_kind(flip_bits)][map->e_before][2];
	const unsigned s_shift = 4u * map->s_before, m_shift = 4u * map->m_before, e_shift = 4u * map->e_before;
	uint32_t pattern[COSET_MAPPED_AT_ONCE];
	struct run run[COSET_MAPPED_AT_ONCE];
	uint8_t run_at[COSET_MAPPED_AT_ONCE];
	unsigned last = 0;
	pattern[0] = from[0] >> flip_bits;
	for (unsigned i = 0; i < n; i++) {  /* without branches: run lengths are unpredictable */
		last += from[i] >> flip_bits != pattern[last];
		pattern[last] = from[i] >> flip_bits;
		run_at[i] = (uint8_t)last;
	}
	for (unsigned r = 0; r <= last; r++)
		run[r] = run_of(map, pattern[r], flip_bits);
	for (unsigned i = 0; i < n; i++) {
		const struct run *const r = &run[run_at[i]];
		const unsigned x =
			coset_map_tables.flips[coset_flip_kind(flip_bits)][from[i] & ((1u << flip_bits) - 1)];
		to[i] = r->index ^ s_after[r->s ^ (x >> s_shift & 15)] ^ m_after[r->m ^ (x >> m_shift & 15)]
		        ^ e_after[r->e ^ (x >> e_shift & 15)];
	}
}
#endif

void COSET_MAPPER(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	if (map->flip_bits == COSET_FLIP_BITS_WITH_SUBCOSET)
		map_some(map, from, n, to, COSET_FLIP_BITS_WITH_SUBCOSET);
	else
		map_some(map, from, n, to, COSET_FLIP_BITS);
}
