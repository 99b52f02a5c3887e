/* Many entries of a coset table read at once: their locations, then their values.  Compiled with the
 * instructions of the including file; all versions give the same results.
 *
 * An entry is group << 32 | index within the group.  coset_locate() turns it into the byte offset of its
 * filter block and group << 16 | slot. */
#pragma once
#include "coset/math/packed.h"
#include "coset/filter/filter.h"

enum {
	COSET_READ_SPARE = 64,              /* arrays have room for so many more than are read */
	COSET_READ_MAX = 1536,
	COSET_READ_ROOM = COSET_READ_MAX + COSET_READ_SPARE,
};

/* For coset_read_begin() only.  Zeros at first, then for one table only, as stale locations are read
 * speculatively. */
struct coset_scratch {
	_Alignas(64) uint64_t where[COSET_READ_ROOM];  /* of those that have passed so far */
	_Alignas(64) uint32_t slot[COSET_READ_ROOM];
	_Alignas(64) uint16_t number[COSET_READ_ROOM];
	_Alignas(64) uint16_t passing[COSET_READ_ROOM];   /* of those examined last, the numbers of those that
	                                                   * passed */
	_Alignas(64) uint32_t near[COSET_READ_ROOM];   /* the subcosets in which they passed */
	_Alignas(64) uint8_t width[COSET_READ_ROOM];   /* last bytes of filter blocks */
	_Alignas(64) uint16_t subcosets[COSET_READ_ROOM]; /* of those that have passed; COSET_NO_SUBCOSET for one
	                                                   * that has not */
};

/* One or two subcosets of interest: first | second << 8. */
enum { COSET_NO_SUBCOSET = 31 };

static inline uint16_t coset_two_subcosets(unsigned first, unsigned second)
{
	return (uint16_t)(first | second << 8);
}

/** @param where  n entries, replaced by their locations; like `slot` with room for COSET_READ_SPARE more,
 *   whose begin is set
 * to zero, because speculative reads must stay within the table */
static inline void coset_locate(const struct coset_filter *r, uint64_t *restrict where,
                                uint32_t *restrict slot, unsigned n)
{
	const uint32_t reciprocal = r->reciprocal, n_filter_blocks = r->group_filter_blocks;
	const unsigned shift = r->shift;
	for (unsigned i = 0; i < n; i++) {  /* products of 32 bits have vector instructions */
		const uint32_t group = (uint32_t)(where[i] >> 32), entry = (uint32_t)where[i];
		const uint32_t s = (uint32_t)((uint64_t)entry * reciprocal >> shift);
		where[i] =
			((uint64_t)group * n_filter_blocks + (entry - s * n_filter_blocks)) * COSET_FILTER_BLOCK_BYTES;
		slot[i] = group << 16 | s;
	}
	memset(where + n, 0, 16 * sizeof *where);
	memset(slot + n, 0, 16 * sizeof *slot);
}

/* The entry, for the side table. */
static inline uint64_t coset_entry_of(const struct coset_filter *r, uint64_t where, uint32_t slot)
{
	const uint64_t group = slot >> 16,
	               filter_block = where / COSET_FILTER_BLOCK_BYTES - group * r->group_filter_blocks;
	return group << 32 | ((uint64_t)(slot & UINT16_MAX) * r->group_filter_blocks + filter_block);
}

#ifdef COSET_AVX512
#include "coset/filter/thresholds_avx512.h"
#else
#include "coset/filter/thresholds_portable.h"
#endif

/* Append the numbers begin + i of the ones among sixteen bits.  Returns how many numbers there are then. */
static inline unsigned coset_append_numbers(unsigned pass, unsigned begin, uint16_t *number, unsigned n)
{
#ifdef COSET_AVX512
	const __m256i first = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	const __m256i numbers = _mm256_add_epi16(first, _mm256_set1_epi16((short)begin));
	_mm256_storeu_si256((void *)(number + n), _mm256_maskz_compress_epi16((__mmask16)pass, numbers));
	n += (unsigned)_mm_popcnt_u32(pass);
#elif defined VECTOR_EXTRACTS_BITS
	for (unsigned half = 0; half < 2; half++, pass >>= 8, begin += 8) {
		const uint64_t bytes = _pdep_u64(pass & 0xFF, 0x0101010101010101) * 0xFF;
		const __m128i numbers =
			_mm_cvtepu8_epi16(_mm_cvtsi64_si128((long long)_pext_u64(0x0706050403020100, bytes)));
		_mm_storeu_si128((void *)(number + n), _mm_add_epi16(numbers, _mm_set1_epi16((short)begin)));
		n += (unsigned)_mm_popcnt_u32(pass & 0xFF);
	}
#elif defined VECTOR_LOOKS_UP_BYTES
	for (unsigned half = 0; half < 2; half++, pass >>= 8, begin += 8) {
		const bytes8 ones = *(const bytes8 *)&coset_tables.ones_apart[pass & 0xFF][8];
		const shorts8 numbers = __builtin_convertvector(ones, shorts8) + (uint16_t)begin;
		memcpy(number + n, &numbers, sizeof numbers);
		n += (unsigned)__builtin_popcount(pass & 0xFF);
	}
#else
	for (unsigned i = 0; i < 16; i++) {
		number[n] = (uint16_t)(begin + i);
		n += pass >> i & 1;
	}
#endif
	return n;
}

/* Entries whose value is in the side table. */
struct coset_low {
	unsigned n;
	uint16_t number[COSET_READ_MAX];
	uint64_t slot[COSET_READ_MAX];      /* in the side table */
	uint16_t subcosets[COSET_READ_MAX];    /* with subcosets, those whose value it is */
};

/* Of n located entries those that pass a test: their numbers among the n, in s->passing, and, with subcosets,
 * those in which each of the n passes.  Returns how many pass.  `where` and `slot` have room for
 * COSET_READ_SPARE more. */
static ALWAYS_INLINE unsigned coset_list_passing(const struct coset_filter *r, unsigned test,
                                                 const uint64_t *where, const uint32_t *slot, unsigned n,
                                                 bool has_subcosets, struct coset_scratch *s,
                                                 uint32_t *subcosets)
{
	const uint8_t *const last_bytes = r->filter_block + COSET_WIDTH_AT;
	unsigned n_passing = 0;
	for (unsigned i = 0; i < n; i++)  /* a loop of its own overlaps the cache misses */
		s->width[i] = last_bytes[where[i]];
	for (unsigned i = 0; i < n; i += 16) {
		const unsigned pass = coset_sixteen_pass(r, test, where + i, slot + i, s->width + i, n - i,
		                                         has_subcosets, subcosets + i);
		n_passing = coset_append_numbers(pass, i, s->passing, n_passing);
	}
	return n_passing;
}

/** Begin to read entries that were located and prefetched.  All values but those in `low` are complete then;
 * the side table is prefetched for these.
 * @param value  aligned to a cache line
 * @param n      at most COSET_READ_MAX
 * What follows is for tables with subcosets:
 * @param subcosets  of each entry, as coset_two_subcosets() packs them; the second may be COSET_NO_SUBCOSET
 * @param second     values of the second subcosets; those of the first ones are in `value`
 * @param near       all subcosets in which an entry is below the cap, with room for COSET_READ_SPARE more */
static ALWAYS_INLINE void coset_read_begin(const struct coset_filter *r, const uint64_t *where,
                                           const uint32_t *slot, uint8_t *restrict value, unsigned n,
                                           bool has_subcosets, const uint16_t *subcosets,
                                           uint8_t *restrict second, uint32_t *restrict near,
                                           struct coset_scratch *s, struct coset_low *low)
{
	const unsigned cap = r->base + COSET_THRESHOLD_SETS,
	               n_tests = 1 + r->n_equations * (COSET_THRESHOLD_SETS - 1);
	unsigned n_open = n;
	memset(value, (int)cap, n);
	if (has_subcosets)
		memset(second, (int)cap, n);
	for (unsigned test = 0; test < n_tests; test++) {
		const unsigned n_passing = coset_list_passing(r, test, where, slot, n_open, has_subcosets, s, near);
		const bool is_last = test % r->n_equations == 0;  /* of a threshold set */
		n_open = 0;
		for (unsigned i = 0; i < n_passing; i++) {
			const unsigned k = s->passing[i], number = test == 0 ? k : s->number[k];
			const unsigned first = has_subcosets ? subcosets[k] & 255u : 0,
			               second_there = has_subcosets ? subcosets[k] >> 8 : 0;
			const bool is_first = !has_subcosets || near[k] >> first & 1,
			           is_second = has_subcosets && near[k] >> second_there & 1;
			s->where[n_open] = where[k];
			s->slot[n_open] = slot[k];
			s->number[n_open] = (uint16_t)number;
			value[number] = (uint8_t)(value[number] - (is_last && is_first));
			if (has_subcosets) {
				s->subcosets[n_open] = coset_two_subcosets(is_first ? first : COSET_NO_SUBCOSET,
				                                           is_second ? second_there : COSET_NO_SUBCOSET);
				second[number] = (uint8_t)(second[number] - (is_last && is_second));
			}
			n_open += is_first | is_second;
		}
		where = s->where;
		slot = s->slot;
		subcosets = s->subcosets;
		near = s->near;
	}
	low->n = n_open;
	for (unsigned i = 0; i < n_open; i++) {
		low->number[i] = s->number[i];
		low->slot[i] = coset_side_slot(r->side_log2, coset_entry_of(r, s->where[i], s->slot[i]));
		if (has_subcosets)
			low->subcosets[i] = s->subcosets[i];
		__builtin_prefetch(&r->side[low->slot[i] >> 1]);
	}
}

/** Complete the values, as coset_filter_get() gives them. */
static inline void coset_read_end(const struct coset_filter *r, const struct coset_low *low,
                                  bool has_subcosets, uint8_t *restrict value, uint8_t *restrict second)
{
	for (unsigned j = 0; j < low->n; j++) {
		const unsigned x = coset_side_value(r->side, low->slot[j]),
		               low_value = x <= r->base ? x : r->base + 1;
		if (!has_subcosets || (low->subcosets[j] & 255) != COSET_NO_SUBCOSET)
			value[low->number[j]] = (uint8_t)low_value;
		if (has_subcosets && low->subcosets[j] >> 8 != COSET_NO_SUBCOSET)
			second[low->number[j]] = (uint8_t)low_value;
	}
}
