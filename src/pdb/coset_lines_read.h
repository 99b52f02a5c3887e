/* Many entries of a coset table read at once, by the widest instructions that the including file is compiled for.  All
 * versions give the same results.
 *
 * An entry is place << 32 | index within the place.  coset_locate() makes of it where it stands: the byte of the lines
 * that has the bit of its slot, and place << 19 | slots of the place's lines << 9 | slot. */
#ifndef SUPERFLIP_PDB_COSET_LINES_READ_H
#define SUPERFLIP_PDB_COSET_LINES_READ_H
#include "coord/coset_packed.h"
#include "pdb/coset_lines.h"

enum {
	COSET_READ_BLOCK = 64,              /* arrays have room for a block more than is read */
	COSET_READ_MAX = 1536,
	COSET_SLOT_MASK = COSET_LINE_BITS - 1,
};

/* For coset_read_begin() alone. */
struct coset_scratch {
	_Alignas(64) uint64_t where[COSET_READ_MAX + COSET_READ_BLOCK];  /* of those that are open */
	_Alignas(64) uint32_t slot[COSET_READ_MAX + COSET_READ_BLOCK];
	_Alignas(64) uint16_t open[COSET_READ_MAX + COSET_READ_BLOCK];   /* their numbers */
	_Alignas(64) uint16_t bit[COSET_READ_MAX + COSET_READ_BLOCK];    /* where each one's zero stands */
};

static inline unsigned coset_slots_of(uint32_t slot)
{
	return slot >> 9 & 1023;
}

static inline unsigned coset_place_of(uint32_t slot)
{
	return slot >> 19;
}

static inline const uint8_t *coset_line_of(const uint8_t *lines, uint64_t where)
{
	return lines + (where & ~(uint64_t)(COSET_LINE_BYTES - 1));
}

static inline void coset_locate_one(const struct coset_reader *r, uint64_t *where, uint32_t *slot)
{
	const unsigned place = (unsigned)(*where >> 32);
	const struct coset_place *const p = &r->place[place];
	const uint32_t index = (uint32_t)*where, s = (uint32_t)((uint64_t)index * p->reciprocal >> COSET_RECIPROCAL_BITS);
	*where = (uint64_t)(p->line + index - s * p->n_lines) * COSET_LINE_BYTES + (s >> 3);
	*slot = place << 19 | p->slots << 9 | s;
}

/* The index in the whole table. */
static inline uint64_t coset_index_of(const struct coset_reader *r, uint64_t where, uint32_t slot)
{
	const struct coset_place *const p = &r->place[coset_place_of(slot)];
	const uint32_t line = (uint32_t)(where / COSET_LINE_BYTES) - p->line;
	return (uint64_t)coset_place_of(slot) * r->place_entries + (slot & COSET_SLOT_MASK) * p->n_lines + line;
}

#ifdef COSET_AVX512
/* Four entries, twice each, and their places: twice eight bytes each. */
static inline __m512i coset_locate_four(const struct coset_reader *r, const uint64_t *entry, __m512i *slots)
{
	const struct coset_place *const places = r->place;
	__m512i p = _mm512_castsi128_si512(_mm_load_si128((const void *)&places[entry[0] >> 32]));
	p = _mm512_inserti32x4(p, _mm_load_si128((const void *)&places[entry[1] >> 32]), 1);
	p = _mm512_inserti32x4(p, _mm_load_si128((const void *)&places[entry[2] >> 32]), 2);
	p = _mm512_inserti32x4(p, _mm_load_si128((const void *)&places[entry[3] >> 32]), 3);
	const __m512i four = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)entry));
	const __m512i e = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 0, 1, 1, 2, 2, 3, 3), four);
	/* In the first half of each: slot = index * reciprocal, line = first line + index - slot * lines. */
	const __m512i s = _mm512_srli_epi64(_mm512_mul_epu32(e, p), COSET_RECIPROCAL_BITS);
	const __m512i before = _mm512_mul_epu32(s, _mm512_srli_epi64(p, 32));
	const __m512i first_and_slots = _mm512_shuffle_epi32(p, (_MM_PERM_ENUM)0xEE);
	const __m512i line = _mm512_add_epi32(_mm512_sub_epi32(e, before), first_and_slots);
	const __m512i only_low = _mm512_set1_epi64(0xFFFFFFFF);
	*slots = _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi64(_mm512_srli_epi64(first_and_slots, 32), 9), s),
	                         _mm512_slli_epi64(_mm512_srli_epi64(e, 32), 19));
	return _mm512_or_si512(_mm512_slli_epi64(_mm512_and_si512(line, only_low), 6), _mm512_srli_epi64(s, 3));
}

/** @param where  n entries, which become where these stand; as is `slot`, with room for a block more, which may be used */
static inline void coset_locate(const struct coset_reader *r, uint64_t *where, uint32_t *slot, unsigned n)
{
	unsigned i = 0;
	for (; i + 8 <= n; i += 8) {
		__m512i slots[2];
		const __m512i a = coset_locate_four(r, where + i, &slots[0]);
		const __m512i b = coset_locate_four(r, where + i + 4, &slots[1]);
		const __m512i firsts = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
		_mm512_storeu_si512(where + i, _mm512_permutex2var_epi64(a, firsts, b));
		_mm256_storeu_si256((void *)(slot + i), _mm512_cvtepi64_epi32(_mm512_permutex2var_epi64(slots[0], firsts, slots[1])));
	}
	for (; i < n; i++)
		coset_locate_one(r, &where[i], &slot[i]);
}
#else
/** @param where  n entries, which become where these stand; as is `slot`, with room for a block more, which may be used */
static inline void coset_locate(const struct coset_reader *r, uint64_t *where, uint32_t *slot, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		coset_locate_one(r, &where[i], &slot[i]);
}
#endif

/* One dense loop, towards the second-level cache, which has more room for misses: between the arithmetic, prefetches
 * hold up the reorder buffer one by one while their addresses are translated. */
static inline void coset_prefetch(const struct coset_reader *r, const uint64_t *where, unsigned n)
{
	const uint8_t *const lines = r->line;
#pragma GCC unroll 8
	for (unsigned i = 0; i < n; i++)
		__builtin_prefetch(&lines[where[i]], 0, 2);
}

/* Set bits of a line below `bit`, which is at most COSET_LINE_BITS. */
#if defined COSET_AVX512 || defined COSET_AVX2
static inline unsigned coset_ones_below(const uint8_t *line, unsigned bit)
{
	unsigned n = 0;
	for (unsigned w = 0; w < COSET_LINE_BITS / 64; w++) {
		const int below = (int)bit - (int)(64 * w);
		const unsigned n_bits = (unsigned)(below < 0 ? 0 : below > 64 ? 64 : below);
		n += (unsigned)_mm_popcnt_u64(_bzhi_u64(coset_line_word(line, w), n_bits));
	}
	return n;
}
#else
static inline unsigned coset_ones_below(const uint8_t *line, unsigned bit)
{
	return bit - coset_line_next(line, 0, bit);
}
#endif

/* The bit of the next level of those that are open: a one means `value_here`, a zero one less so far.  Returns how many
 * stay open. */
static inline unsigned coset_read_level(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                        uint8_t *restrict value, unsigned value_here, struct coset_scratch *s,
                                        unsigned n_open)
{
	unsigned n = 0;
	for (unsigned j = 0; j < n_open; j++) {
		const unsigned i = s->open[j], bit = s->bit[j];
		const uint8_t *const line = coset_line_of(r->line, where[i]);
		const unsigned next = coset_slots_of(slot[i]) + bit - coset_ones_below(line, bit);
		const unsigned there = next < COSET_LINE_BITS ? next : COSET_LINE_BITS - 1;
		const unsigned is_here = line[there >> 3] >> (there & 7) & (next < COSET_LINE_BITS);
		value[i] = (uint8_t)(value_here - !is_here);
		s->open[n] = (uint16_t)i;
		s->bit[n] = (uint16_t)(next < COSET_LINE_BITS ? next : COSET_LINE_BITS);
		n += !is_here;
	}
	return n;
}

/* The first two levels.  Returns how many are less than cap - 1: s->open, s->bit. */
#ifdef COSET_AVX512
/* What compilers would rather extract from a vector number by number. */
#define COSET_STORED(array) __asm__("" : "+m"(array))

/* Set bits of eight lines, each below a bit. */
static inline __m256i coset_ones_below_eight(const struct coset_reader *r, const uint64_t *where, __m256i bit)
{
	uint32_t mask[8];  /* where in r->below */
	const __m256i row = _mm256_slli_epi32(_mm256_and_si256(bit, _mm256_set1_epi32(7)), 7);
	_mm256_storeu_si256((void *)mask, _mm256_sub_epi32(_mm256_add_epi32(row, _mm256_set1_epi32(COSET_LINE_BYTES)),
	                                                   _mm256_srli_epi32(bit, 3)));
	COSET_STORED(mask);
	const uint8_t *const below = r->below[0], *const lines = r->line;
#define COUNTS(k) \
	_mm512_popcnt_epi64(_mm512_and_si512(_mm512_load_si512(coset_line_of(lines, where[k])), \
	                                     _mm512_loadu_si512(below + mask[k])))
	/* Four counts, of at most 64, in each word; then all eight words are added. */
	__m512i a = _mm512_or_si512(COUNTS(0), _mm512_slli_epi64(COUNTS(1), 16));
	__m512i b = _mm512_or_si512(COUNTS(4), _mm512_slli_epi64(COUNTS(5), 16));
	a = _mm512_ternarylogic_epi64(a, _mm512_slli_epi64(COUNTS(2), 32), _mm512_slli_epi64(COUNTS(3), 48), 0xFE);
	b = _mm512_ternarylogic_epi64(b, _mm512_slli_epi64(COUNTS(6), 32), _mm512_slli_epi64(COUNTS(7), 48), 0xFE);
#undef COUNTS
	const __m512i halves = _mm512_add_epi16(_mm512_shuffle_i64x2(a, b, 0x44), _mm512_shuffle_i64x2(a, b, 0xEE));
	const __m512i quarters = _mm512_add_epi16(halves, _mm512_shuffle_i64x2(halves, halves, 0xB1));
	const __m512i sums = _mm512_add_epi16(quarters, _mm512_shuffle_epi32(quarters, (_MM_PERM_ENUM)0x4E));
	const __m512i both = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 0, 4, 0, 4, 0, 4), sums);
	return _mm256_cvtepu16_epi32(_mm512_castsi512_si128(both));
}

/* Of s->where etc. only those that stay open.  No branch depends on them. */
static inline unsigned coset_read_second(const struct coset_reader *r, struct coset_scratch *s, unsigned n_open)
{
	const __m256i most = _mm256_set1_epi32(COSET_LINE_BITS), last = _mm256_set1_epi32(COSET_LINE_BITS - 1);
	const uint8_t *const lines = r->line;
	unsigned n = 0;
	for (unsigned j = 0; j < n_open; j += 8) {
		const __m256i slot = _mm256_load_si256((const void *)(s->slot + j));
		const __m256i bit = _mm256_and_si256(slot, last);
		const __m256i slots = _mm256_and_si256(_mm256_srli_epi32(slot, 9), _mm256_set1_epi32(1023));
		const __m256i ones = coset_ones_below_eight(r, s->where + j, bit);
		const __m256i next = _mm256_min_epu32(_mm256_sub_epi32(_mm256_add_epi32(slots, bit), ones), most);
		uint32_t byte[8];
		uint8_t bytes[8];
		_mm256_storeu_si256((void *)byte, _mm256_srli_epi32(_mm256_min_epu32(next, last), 3));
		COSET_STORED(byte);
#pragma GCC unroll 8
		for (unsigned k = 0; k < 8; k++)
			bytes[k] = coset_line_of(lines, s->where[j + k])[byte[k]];
		COSET_STORED(bytes);
		const __m256i has = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)bytes));
		const __m256i which = _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_and_si256(next, _mm256_set1_epi32(7)));
		const __mmask8 in_use = (__mmask8)(n_open - j >= 8 ? 0xFF : (1u << (n_open - j)) - 1);
		const __mmask8 is_here = _mm256_mask_test_epi32_mask(_mm256_cmplt_epu32_mask(next, most), has, which);
		const __mmask8 is_open = (__mmask8)(in_use & ~is_here);
		const __m128i number = _mm_load_si128((const void *)(s->open + j));
		_mm_storeu_si128((void *)(s->open + n), _mm_maskz_compress_epi16(is_open, number));
		_mm_storeu_si128((void *)(s->bit + n), _mm_maskz_compress_epi16(is_open, _mm256_cvtepi32_epi16(next)));
		n += (unsigned)_mm_popcnt_u32(is_open);
	}
	return n;
}

static inline unsigned coset_read_two(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                      uint8_t *restrict value, unsigned n, struct coset_scratch *s)
{
	/* Bytes one by one; which bit of each counts, 64 at a time. */
	const __m512i powers = _mm512_set1_epi64((long long)0x8040201008040201), seven = _mm512_set1_epi8(7);
	const __m512i cap = _mm512_set1_epi8((char)(r->base + 3)), next = _mm512_set1_epi8((char)(r->base + 2));
	const uint8_t *const lines = r->line;
	unsigned n_open = 0;
#pragma GCC unroll 8
	for (unsigned i = 0; i < n; i++)
		value[i] = lines[where[i]];
	__m128i number = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
	for (unsigned i = 0; i < n; i += COSET_READ_BLOCK) {
		__m512i low = _mm512_castsi128_si512(_mm512_cvtepi32_epi8(_mm512_loadu_si512(slot + i)));
		low = _mm512_inserti32x4(low, _mm512_cvtepi32_epi8(_mm512_loadu_si512(slot + i + 16)), 1);
		low = _mm512_inserti32x4(low, _mm512_cvtepi32_epi8(_mm512_loadu_si512(slot + i + 32)), 2);
		low = _mm512_inserti32x4(low, _mm512_cvtepi32_epi8(_mm512_loadu_si512(slot + i + 48)), 3);
		const __m512i bits = _mm512_shuffle_epi8(powers, _mm512_and_si512(low, seven));
		const uint64_t in_use = n - i >= COSET_READ_BLOCK ? ~0ull : (1ull << (n - i)) - 1;
		const uint64_t is_open = _mm512_testn_epi8_mask(_mm512_load_si512(value + i), bits) & in_use;
		_mm512_store_si512(value + i, _mm512_mask_blend_epi8(is_open, cap, next));
#pragma GCC unroll 8
		for (unsigned k = 0; k < COSET_READ_BLOCK; k += 8) {
			const __mmask8 eight = (__mmask8)(is_open >> k);
			_mm512_storeu_si512(s->where + n_open, _mm512_maskz_compress_epi64(eight, _mm512_loadu_si512(where + i + k)));
			_mm256_storeu_si256((void *)(s->slot + n_open),
			                    _mm256_maskz_compress_epi32(eight, _mm256_loadu_si256((const void *)(slot + i + k))));
			_mm_storeu_si128((void *)(s->open + n_open), _mm_maskz_compress_epi16(eight, number));
			number = _mm_add_epi16(number, _mm_set1_epi16(8));
			n_open += (unsigned)_mm_popcnt_u32(eight);
		}
	}
	/* The last eight are complete. */
	_mm512_storeu_si512(s->where + n_open, _mm512_setzero_si512());
	_mm256_storeu_si256((void *)(s->slot + n_open), _mm256_setzero_si256());
	return coset_read_second(r, s, n_open);
}
#else
static inline unsigned coset_read_two(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                      uint8_t *restrict value, unsigned n, struct coset_scratch *s)
{
	unsigned n_open = 0;
	for (unsigned i = 0; i < n; i++) {
		const unsigned is_cap = r->line[where[i]] >> (slot[i] & 7) & 1u;
		value[i] = (uint8_t)(r->base + 2 + is_cap);
		s->open[n_open] = (uint16_t)i;
		s->bit[n_open] = slot[i] & COSET_SLOT_MASK;
		n_open += !is_cap;
	}
	return coset_read_level(r, where, slot, value, r->base + 2, s, n_open);
}
#endif

/* Entries of which more must be read than their lines: code 0, which is rare except near the leaves. */
struct coset_low {
	unsigned n;
	uint16_t number[COSET_READ_MAX];
	uint64_t slot[COSET_READ_MAX];      /* in the side table */
};

/** Begin to read entries that were located and prefetched: all values but those in `low` are complete then, and these
 * have been asked for.
 * @param value  on a cache line
 * @param n      at most COSET_READ_MAX */
static inline void coset_read_begin(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                    uint8_t *restrict value, unsigned n, struct coset_scratch *s, struct coset_low *low)
{
	const unsigned n_open = coset_read_two(r, where, slot, value, n, s);
	low->n = coset_read_level(r, where, slot, value, r->base + 1, s, n_open);
	for (unsigned j = 0; j < low->n; j++) {
		const unsigned i = s->open[j];
		low->number[j] = (uint16_t)i;
		low->slot[j] = coset_side_slot(r->side_log2, coset_index_of(r, where[i], slot[i]));
		__builtin_prefetch(&r->side[low->slot[j] >> 1]);
	}
}

/** Complete the values: as coset_lines_get() has them. */
static inline void coset_read_end(const struct coset_reader *r, const struct coset_low *low, uint8_t *restrict value)
{
	for (unsigned j = 0; j < low->n; j++) {
		const unsigned x = coset_side_value(r->side, low->slot[j]);
		value[low->number[j]] = (uint8_t)(x <= r->base ? x : r->base + 1);
	}
}
#endif
