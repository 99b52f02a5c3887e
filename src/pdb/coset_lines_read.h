/* Many entries of a coset table read at once, by the widest instructions that the including file is compiled for.  All
 * versions give the same results.  An entry here is place << 32 | index within the place. */
#ifndef SUPERFLIP_PDB_COSET_LINES_READ_H
#define SUPERFLIP_PDB_COSET_LINES_READ_H
#include "coord/coset_packed.h"
#include "pdb/coset_lines.h"

enum { COSET_READ_BLOCK = 64 };   /* arrays have room for a multiple of so many */

/* Where entries stand: line << 32 | slots of a line << 16 | slot. */
static inline void coset_locate(const struct coset_reader *r, const uint64_t *entry, uint64_t *where, unsigned n)
{
	const struct coset_place *const places = r->place;
	for (unsigned i = 0; i < n; i++) {
		const struct coset_place *const p = &places[entry[i] >> 32];
		const uint32_t index = (uint32_t)entry[i];
		const uint32_t slot = (uint32_t)((uint64_t)index * p->reciprocal >> COSET_RECIPROCAL_BITS);
		where[i] = (uint64_t)(p->line + index - slot * p->n_lines) << 32 | p->slots << 16 | slot;
	}
}

static inline const uint8_t *coset_located_line(const uint8_t *lines, uint64_t where)
{
	return lines + (where >> 32) * COSET_LINE_BYTES;
}

/* One dense loop, towards the second-level cache, which has more room for misses: between the arithmetic, prefetches
 * hold up the reorder buffer one by one while their addresses are translated. */
static inline void coset_prefetch(const struct coset_reader *r, const uint64_t *where, unsigned n)
{
	const uint8_t *const lines = r->line;
#pragma GCC unroll 8
	for (unsigned i = 0; i < n; i++)
		__builtin_prefetch(coset_located_line(lines, where[i]), 0, 2);
}

/* Set bits of a line below `bit`, which is at most COSET_LINE_BITS. */
#if defined COSET_AVX512 && defined __AVX512VPOPCNTDQ__
static inline unsigned coset_ones_below(const struct coset_reader *r, const uint8_t *line, unsigned bit)
{
	const __m512i below = _mm512_loadu_si512(&r->below[bit & 7][COSET_LINE_BYTES - (bit >> 3)]);
	const __m512i counts = _mm512_popcnt_epi64(_mm512_and_si512(_mm512_load_si512(line), below));
	return (unsigned)_mm_cvtsi128_si32(_mm_sad_epu8(_mm512_cvtepi64_epi8(counts), _mm_setzero_si128()));
}
#elif defined COSET_AVX512 || defined COSET_AVX2
static inline unsigned coset_ones_below(const struct coset_reader *r, const uint8_t *line, unsigned bit)
{
	(void)r;
	unsigned n = 0;
	for (unsigned w = 0; w < COSET_LINE_BITS / 64; w++) {
		const int below = (int)bit - (int)(64 * w);
		const unsigned n_bits = (unsigned)(below < 0 ? 0 : below > 64 ? 64 : below);
		n += (unsigned)_mm_popcnt_u64(_bzhi_u64(coset_line_word(line, w), n_bits));
	}
	return n;
}
#else
static inline unsigned coset_ones_below(const struct coset_reader *r, const uint8_t *line, unsigned bit)
{
	(void)r;
	return bit - coset_line_next(line, 0, bit);
}
#endif

/* Which entries are not the cap; their values so far are base + 2, of the others base + 3. */
#ifdef COSET_AVX512
static inline __m128i coset_low_bytes(const uint64_t *where)
{
	const __m128i a = _mm512_cvtepi64_epi8(_mm512_loadu_si512(where)), b = _mm512_cvtepi64_epi8(_mm512_loadu_si512(where + 8));
	return _mm_unpacklo_epi64(a, b);
}

static inline unsigned coset_read_caps(const struct coset_reader *r, const uint64_t *where, uint8_t *restrict value,
                                       unsigned n, uint16_t *open)
{
	/* Bytes one by one; which bit of each counts, 64 at a time. */
	const __m512i powers = _mm512_set1_epi64((long long)0x8040201008040201), seven = _mm512_set1_epi8(7);
	const __m512i cap = _mm512_set1_epi8((char)(r->base + 3)), next = _mm512_set1_epi8((char)(r->base + 2));
	const uint8_t *const lines = r->line;
	unsigned n_open = 0;
#pragma GCC unroll 8
	for (unsigned i = 0; i < n; i++)
		value[i] = coset_located_line(lines, where[i])[where[i] >> 3 & 63];
	__m512i number = _mm512_add_epi16(_mm512_set1_epi16(0), _mm512_cvtepu8_epi16(_mm256_setr_epi8(
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31)));
	for (unsigned i = 0; i < n; i += COSET_READ_BLOCK) {
		__m512i low = _mm512_castsi128_si512(coset_low_bytes(where + i));
		low = _mm512_inserti32x4(low, coset_low_bytes(where + i + 16), 1);
		low = _mm512_inserti32x4(low, coset_low_bytes(where + i + 32), 2);
		low = _mm512_inserti32x4(low, coset_low_bytes(where + i + 48), 3);
		const __m512i bits = _mm512_shuffle_epi8(powers, _mm512_and_si512(low, seven));
		const uint64_t in_use = n - i >= 64 ? ~0ull : (1ull << (n - i)) - 1;
		const uint64_t is_open = _mm512_testn_epi8_mask(_mm512_load_si512(value + i), bits) & in_use;
		_mm512_store_si512(value + i, _mm512_mask_blend_epi8(is_open, cap, next));
		_mm512_storeu_si512(open + n_open, _mm512_maskz_compress_epi16((__mmask32)is_open, number));
		n_open += (unsigned)_mm_popcnt_u32((uint32_t)is_open);
		number = _mm512_add_epi16(number, _mm512_set1_epi16(32));
		_mm512_storeu_si512(open + n_open, _mm512_maskz_compress_epi16((__mmask32)(is_open >> 32), number));
		n_open += (unsigned)_mm_popcnt_u32((uint32_t)(is_open >> 32));
		number = _mm512_add_epi16(number, _mm512_set1_epi16(32));
	}
	return n_open;
}
#else
static inline unsigned coset_read_caps(const struct coset_reader *r, const uint64_t *where, uint8_t *restrict value,
                                       unsigned n, uint16_t *open)
{
	unsigned n_open = 0;
	for (unsigned i = 0; i < n; i++) {
		const uint8_t *const line = coset_located_line(r->line, where[i]);
		const unsigned is_cap = line[where[i] >> 3 & 63] >> (where[i] & 7) & 1u;
		value[i] = (uint8_t)(r->base + 2 + is_cap);
		open[n_open] = (uint16_t)i;
		n_open += !is_cap;
	}
	return n_open;
}
#endif

/* The bit of the next level of those that are open.  `bit` has, in the order of `open`, where each one's zero stands.
 * Returns how many stay open; their values so far are one less. */
static inline unsigned coset_read_level(const struct coset_reader *r, const uint64_t *where, uint8_t *restrict value,
                                        uint16_t *restrict open, uint16_t *restrict bit, unsigned n_open)
{
	unsigned n = 0;
	for (unsigned j = 0; j < n_open; j++) {
		const unsigned i = open[j], slots = (unsigned)(where[i] >> 16) & 0xFFFF;
		const uint8_t *const line = coset_located_line(r->line, where[i]);
		const unsigned next = slots + bit[j] - coset_ones_below(r, line, bit[j]);
		const unsigned there = next < COSET_LINE_BITS ? next : COSET_LINE_BITS - 1;
		const unsigned is_here = line[there >> 3] >> (there & 7) & (next < COSET_LINE_BITS);
		value[i] = (uint8_t)(value[i] - !is_here);
		open[n] = (uint16_t)i;
		bit[n] = (uint16_t)(next < COSET_LINE_BITS ? next : COSET_LINE_BITS);
		n += !is_here;
	}
	return n;
}

/** The values of entries whose lines were prefetched: as coset_lines_get().
 * @param value  on a cache line
 * @param open   scratch, as is `bit`: n and a block more */
static inline void coset_read(const struct coset_reader *r, const uint64_t *entry, const uint64_t *where,
                              uint8_t *restrict value, unsigned n, uint16_t *restrict open, uint16_t *restrict bit)
{
	unsigned n_open = coset_read_caps(r, where, value, n, open);
	for (unsigned j = 0; j < n_open; j++)
		bit[j] = (uint16_t)(where[open[j]] & 0xFFFF);
	for (unsigned level = 1; level < COSET_LEVELS; level++)
		n_open = coset_read_level(r, where, value, open, bit, n_open);
	/* Code 0 is rare except near the leaves. */
	for (unsigned j = 0; j < n_open; j++) {
		const uint64_t e = entry[open[j]], index = (e >> 32) * r->place_entries + (uint32_t)e;
		__builtin_prefetch(&r->side[coset_side_slot(r->side_log2, index) >> 1]);
	}
	for (unsigned j = 0; j < n_open; j++) {
		const uint64_t e = entry[open[j]], index = (e >> 32) * r->place_entries + (uint32_t)e;
		const unsigned low = coset_side_value(r->side, coset_side_slot(r->side_log2, index));
		value[open[j]] = (uint8_t)(low <= r->base ? low : r->base + 1);
	}
}
#endif
