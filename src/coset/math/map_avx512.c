/* Lists are mostly sorted, so there are runs of cosets with the same slice pattern.  The action on the pattern, and
 * how the flips move, is found once a run; then the flips of eight cosets at a time are multiplied by matrices. */
#ifdef __AVX512VPOPCNTDQ__
#include "coset/math/map.h"
#include "coset/math/map_tables.h"
#include "coset/math/packed.h"
#include "base/processor.h"

enum { BLOCK = 256 };

static bool runs_here(void)
{
	return processor_has_avx512() && __builtin_cpu_supports("gfni");
}

/* Where runs begin, a bit for each coset, and their patterns; returns how many there are. */
static inline unsigned find_runs(const uint32_t *from, unsigned n, unsigned flip_bits, uint16_t *begins, uint32_t *patterns)
{
	unsigned n_runs = 0;
	__m512i last = _mm512_set1_epi32(-1);
	for (unsigned i = 0; i < n; i += 16) {
		const __mmask16 valid = (__mmask16)_bzhi_u32(0xFFFF, n - i < 16 ? n - i : 16);
		const __m512i here = _mm512_srli_epi32(_mm512_maskz_loadu_epi32(valid, from + i), flip_bits);
		const __mmask16 begin = _mm512_mask_cmpneq_epi32_mask(valid, here, _mm512_alignr_epi32(here, last, 15));
		_mm512_storeu_si512(patterns + n_runs, _mm512_maskz_compress_epi32(begin, here));
		n_runs += (unsigned)__builtin_popcount(begin);
		begins[i / 16] = (uint16_t)begin;
		last = here;
	}
	return n_runs;
}

static inline __m128i flip_transition(const uint8_t *transitions, uint32_t quartet_transition)
{
	return _mm_load_si128((const void *)(transitions + coset_quartet_flip_transition(quartet_transition)));
}

/* The flip transition of each run, combined with its pattern after the map. */
static inline __attribute__((always_inline))
void fill_runs(const struct coset_map *map, const uint32_t *patterns, unsigned n, __m128i *runs)
{
	const unsigned s = map->s_before, m = map->m_before, e = map->e_before;
	const uint8_t *transitions_s = (const void *)coset_map_tables.flip_transition[s][0];
	const uint8_t *transitions_m = (const void *)coset_map_tables.flip_transition[m][1];
	const uint8_t *transitions_e = (const void *)coset_map_tables.flip_transition[e][2];
	__asm__("" : "+r"(transitions_s), "+r"(transitions_m), "+r"(transitions_e));  /* gcc 12 would recompute the sums for each run */
	const uint32_t *const quartet_transition = map->quartet_transition;
	const uint32_t s_shift = COSET_QUARTET_BITS * s, m_shift = COSET_QUARTET_BITS * m, e_shift = COSET_QUARTET_BITS * e;
	for (unsigned i = 0; i < n; i++) {
		const uint32_t quartets = coset_map_tables.quartets[patterns[i]], mask = (1u << COSET_QUARTET_BITS) - 1;
		const uint32_t transition_s = quartet_transition[quartets >> s_shift & mask];
		const uint32_t transition_m = quartet_transition[quartets >> m_shift & mask];
		const uint32_t transition_e = quartet_transition[quartets >> e_shift & mask];
		const __m128i transition = flip_transition(transitions_s, transition_s) ^ flip_transition(transitions_m, transition_m)
			^ flip_transition(transitions_e, transition_e);
		const uint32_t m_after = coset_quartet_after(transition_m), e_after = coset_quartet_after(transition_e);
		const uint32_t slices = coset_slices(m_after, coset_extract(e_after, ~m_after));
		const __m128i index = _mm_cvtsi32_si128((int)(slices << COSET_FLIP_BITS ^ map->flips));
		runs[i] = transition ^ _mm_slli_si128(index, 8);
	}
}

/* Map eight cosets, in runs that begin where `begins` has bits; the first run is number 0. */
static inline __attribute__((always_inline, target("gfni")))
__m256i eight_after(__m256i from, const __m128i *runs, unsigned begins)
{
	/* A byte each: twice the number of runs that have begun since the first coset. */
	const uint64_t numbers = _pdep_u64(begins, 0x0101010101010100) * 0x0202020202020202;
	const __m512i at = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128((long long)numbers));
	const __m512i low_runs = _mm512_loadu_si512(runs), high_runs = _mm512_loadu_si512(runs + 4);
	const __m512i matrix = _mm512_permutex2var_epi64(low_runs, at, high_runs);
	const __m512i rest = _mm512_permutex2var_epi64(low_runs, _mm512_or_si512(at, _mm512_set1_epi64(1)), high_runs);
	const __m512i x = _mm512_cvtepu32_epi64(from), low = _mm512_and_si512(x, _mm512_set1_epi64(0xFF));
	__m512i after = _mm512_xor_si512(_mm512_gf2p8affine_epi64_epi8(low, matrix, 0), rest);
	const __m512i bit_8 = _mm512_set1_epi64(1 << 8);
	const __m512i sum = _mm512_popcnt_epi64(_mm512_and_si512(_mm512_srli_epi64(rest, 32), low));
	after = _mm512_mask_xor_epi64(after, _mm512_test_epi64_mask(x, bit_8), after, _mm512_srli_epi64(rest, 40));
	after = _mm512_xor_si512(after, _mm512_and_si512(_mm512_slli_epi64(sum, 8), bit_8));
	return _mm512_cvtepi64_epi32(after);
}

static inline __attribute__((always_inline, target("gfni")))
void map_block(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	__m128i runs[BLOCK + 8];
	uint32_t patterns[BLOCK + 16];
	uint16_t begins[BLOCK / 16];
	fill_runs(map, patterns, find_runs(from, n, COSET_FLIP_BITS, begins, patterns), runs);
	const uint8_t *const begins_8 = (const uint8_t *)begins;
	unsigned next = 0;  /* the first run that has not begun */
	for (unsigned i = 0; i < n; i += 8) {
		const __mmask8 valid = (__mmask8)_bzhi_u32(0xFF, n - i < 8 ? n - i : 8);
		const unsigned here = begins_8[i / 8], first = next + (here & 1) - 1;
		const __m256i after = eight_after(_mm256_maskz_loadu_epi32(valid, from + i), runs + first, here >> 1);
		_mm256_mask_storeu_epi32(to + i, valid, after);
		next += (unsigned)__builtin_popcount(here);
	}
}

/* ---- eleven bits ---- */
/* With eleven bits a run's flip transition has three numbers, stored in separate arrays. */
struct runs_11 {
	uint64_t low[BLOCK + 8], high[BLOCK + 8], rest[BLOCK + 8];
};

static inline const struct coset_flip_transition_11 *flip_transition_11(const struct coset_flip_transition_11 *transitions,
                                                                        uint32_t quartet_transition)
{
	return &transitions[coset_quartet_flips(quartet_transition)];
}

static inline void fill_runs_11(const struct coset_map *map, const uint32_t *patterns, unsigned n, struct runs_11 *runs)
{
	const unsigned s = map->s_before, m = map->m_before, e = map->e_before;
	const struct coset_flip_transition_11 *const transitions_s = coset_map_tables.flip_transition_11[s][0];
	const struct coset_flip_transition_11 *const transitions_m = coset_map_tables.flip_transition_11[m][1];
	const struct coset_flip_transition_11 *const transitions_e = coset_map_tables.flip_transition_11[e][2];
	const uint32_t *const quartet_transition = map->quartet_transition;
	const uint32_t s_shift = COSET_QUARTET_BITS * s, m_shift = COSET_QUARTET_BITS * m, e_shift = COSET_QUARTET_BITS * e;
	for (unsigned i = 0; i < n; i++) {
		const uint32_t quartets = coset_map_tables.quartets[patterns[i]], mask = (1u << COSET_QUARTET_BITS) - 1;
		const uint32_t transition_s = quartet_transition[quartets >> s_shift & mask];
		const uint32_t transition_m = quartet_transition[quartets >> m_shift & mask];
		const uint32_t transition_e = quartet_transition[quartets >> e_shift & mask];
		const __m256i transition = _mm256_ternarylogic_epi64(
			_mm256_load_si256((const void *)flip_transition_11(transitions_s, transition_s)),
			_mm256_load_si256((const void *)flip_transition_11(transitions_m, transition_m)),
			_mm256_load_si256((const void *)flip_transition_11(transitions_e, transition_e)), 0x96);
		const uint32_t m_after = coset_quartet_after(transition_m), e_after = coset_quartet_after(transition_e);
		const uint32_t slices = coset_slices(m_after, coset_extract(e_after, ~m_after));
		const __m128i rest = _mm256_extracti128_si256(transition, 1);
		_mm_storel_epi64((void *)&runs->low[i], _mm256_castsi256_si128(transition));
		_mm_storeh_pd((void *)&runs->high[i], _mm_castsi128_pd(_mm256_castsi256_si128(transition)));
		runs->rest[i] = (uint64_t)_mm_cvtsi128_si64(rest) ^ slices << 11 ^ map->flips;
	}
}

static inline __attribute__((always_inline, target("gfni")))
__m256i eight_after_11(__m256i from, const struct runs_11 *runs, unsigned first, unsigned begins)
{
	const uint64_t numbers = _pdep_u64(begins, 0x0101010101010100) * 0x0101010101010101;
	const __m512i at = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128((long long)numbers));
	const __m512i low = _mm512_permutexvar_epi64(at, _mm512_loadu_si512(runs->low + first));
	const __m512i high = _mm512_permutexvar_epi64(at, _mm512_loadu_si512(runs->high + first));
	const __m512i rest = _mm512_permutexvar_epi64(at, _mm512_loadu_si512(runs->rest + first));
	const __m512i x = _mm512_cvtepu32_epi64(from), byte = _mm512_and_si512(x, _mm512_set1_epi64(0xFF));
	__m512i after = _mm512_xor_si512(rest, _mm512_gf2p8affine_epi64_epi8(byte, low, 0));
	after = _mm512_xor_si512(after, _mm512_slli_epi64(_mm512_gf2p8affine_epi64_epi8(byte, high, 0), 8));
	const __m512i flips = _mm512_set1_epi64((1 << 11) - 1);
#define ADD(i) \
	after = _mm512_mask_xor_epi64(after, _mm512_test_epi64_mask(x, _mm512_set1_epi64(1 << (8 + (i)))), after, \
	                              _mm512_and_si512(_mm512_srli_epi64(rest, 27 + 11 * (i)), flips))
	ADD(0);
	ADD(1);
	ADD(2);
#undef ADD
	return _mm512_cvtepi64_epi32(_mm512_and_si512(after, _mm512_set1_epi64((1 << 27) - 1)));
}

static inline __attribute__((always_inline, target("gfni")))
void map_block_11(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	struct runs_11 runs;
	uint32_t patterns[BLOCK + 16];
	uint16_t begins[BLOCK / 16];
	fill_runs_11(map, patterns, find_runs(from, n, COSET_FLIP_BITS_WITH_SUBCOSET, begins, patterns), &runs);
	const uint8_t *const begins_8 = (const uint8_t *)begins;
	unsigned next = 0;
	for (unsigned i = 0; i < n; i += 8) {
		const __mmask8 valid = (__mmask8)_bzhi_u32(0xFF, n - i < 8 ? n - i : 8);
		const unsigned here = begins_8[i / 8], first = next + (here & 1) - 1;
		const __m256i after = eight_after_11(_mm256_maskz_loadu_epi32(valid, from + i), &runs, first, here >> 1);
		_mm256_mask_storeu_epi32(to + i, valid, after);
		next += (unsigned)__builtin_popcount(here);
	}
}

static __attribute__((target("gfni")))
void map(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	for (unsigned i = 0; i < n; i += BLOCK) {
		const unsigned n_here = n - i < BLOCK ? n - i : BLOCK;
		if (map->flip_bits == COSET_FLIP_BITS_WITH_SUBCOSET)
			map_block_11(map, from + i, n_here, to + i);
		else
			map_block(map, from + i, n_here, to + i);
	}
}

const struct coset_mapper coset_mapper_avx512 = {"AVX-512", runs_here, map};
#else
#define COSET_MAPPER coset_mapper_avx512
#define COSET_MAPPER_NAME "AVX-512"
#define COSET_MAPPER_RUNS_HERE false
#include "coset/math/map_body.h"
#endif
