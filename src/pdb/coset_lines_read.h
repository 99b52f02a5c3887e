/* Many entries of a coset table read at once.  Compiled with the instructions of the including file; all versions give
 * the same results.
 *
 * An entry is group << 32 | index within the group.  coset_locate() makes of it where its line stands, in bytes, and
 * group << 16 | slot. */
#ifndef SUPERFLIP_PDB_COSET_LINES_READ_H
#define SUPERFLIP_PDB_COSET_LINES_READ_H
#include "coord/coset_packed.h"
#include "pdb/coset_lines.h"

enum {
	COSET_READ_BLOCK = 64,              /* arrays have room for a block more than is read */
	COSET_READ_MAX = 1536,
	COSET_READ_ROOM = COSET_READ_MAX + COSET_READ_BLOCK,
};

/* For coset_read_begin() alone: zeros at first, and then for one table only, for what is left in it is read by the way. */
struct coset_scratch {
	_Alignas(64) uint64_t where[COSET_READ_ROOM];  /* of those that have passed so far */
	_Alignas(64) uint32_t slot[COSET_READ_ROOM];
	_Alignas(64) uint16_t number[COSET_READ_ROOM];
};

/** @param where  n entries, which become where these stand; as is `slot`, with room for a block more, whose begin becomes
 *                zeros: what is read by the way must be in the table, too */
static inline void coset_locate(const struct coset_reader *r, uint64_t *restrict where, uint32_t *restrict slot, unsigned n)
{
	const uint32_t reciprocal = r->reciprocal, n_lines = r->group_lines;
	const unsigned shift = r->shift;
	for (unsigned i = 0; i < n; i++) {  /* products of 32 bits: vectors have instructions for these */
		const uint32_t group = (uint32_t)(where[i] >> 32), entry = (uint32_t)where[i];
		const uint32_t s = (uint32_t)((uint64_t)entry * reciprocal >> shift);
		where[i] = ((uint64_t)group * n_lines + (entry - s * n_lines)) * COSET_LINE_BYTES;
		slot[i] = group << 16 | s;
	}
	memset(where + n, 0, 16 * sizeof *where);
	memset(slot + n, 0, 16 * sizeof *slot);
}

/* What the side table is asked for. */
static inline uint64_t coset_entry_of(const struct coset_reader *r, uint64_t where, uint32_t slot)
{
	const uint64_t group = slot >> 16, line = where / COSET_LINE_BYTES - group * r->group_lines;
	return group << 32 | ((uint64_t)(slot & UINT16_MAX) * r->group_lines + line);
}

/* Lines still to be asked for: towards the second-level cache, which has more room for misses. */
struct coset_ahead {
	const uint64_t *where;
	unsigned n;
};

/* Ask for the next ones, up to n.  Best between a few dozen other instructions each: then what they wait for, the
 * translation of addresses, costs nothing; with more of them it holds up the reorder buffer one by one. */
static inline void coset_ask(const struct coset_reader *r, struct coset_ahead *a, unsigned n)
{
	const uint8_t *const lines = r->line;
	const uint64_t *const where = a->where;
	const unsigned n_asked = n < a->n ? n : a->n;
	for (unsigned i = 0; i < n_asked; i++)
		__builtin_prefetch(&lines[where[i]], 0, 2);
	a->where += n_asked;
	a->n -= n_asked;
}

/* All that are left. */
static inline void coset_ask_all(const struct coset_reader *r, struct coset_ahead *a)
{
	coset_ask(r, a, a->n);
}

#ifdef COSET_AVX512
/* Which of sixteen slots pass a filter. */
static inline __mmask16 coset_sixteen_pass(const struct coset_reader *r, const struct coset_filter *f,
                                           const uint64_t *where, const uint32_t *slot)
{
	const __m512i slots = _mm512_and_si512(_mm512_loadu_si512(slot), _mm512_set1_epi32(UINT16_MAX));
	const __m512i n_bits = _mm512_set1_epi32(f->bits), first_bit = _mm512_set1_epi32(f->begin);
	/* One byte for each hash: where in the line, and which bit. */
	__m512i bytes = _mm512_setzero_si512(), bits = _mm512_setzero_si512();
	for (unsigned h = 0; h < f->n_hashes; h++) {
		const __m512i hash = _mm512_mullo_epi16(slots, _mm512_set1_epi32(f->multiplier[h]));
		const __m512i bit = _mm512_add_epi32(_mm512_mulhi_epu16(hash, n_bits), first_bit);
		bytes = _mm512_or_si512(bytes, _mm512_slli_epi32(_mm512_srli_epi32(bit, 3), 8 * h));
		bits = _mm512_or_si512(bits, _mm512_sllv_epi32(_mm512_set1_epi32(1 << 8 * h),
		                                               _mm512_and_si512(bit, _mm512_set1_epi32(7))));
	}
	uint32_t at[16], found[16];
	_mm512_storeu_si512(at, bytes);
	__asm__("" : "+m"(at));  /* compilers would rather extract the numbers one by one */
	const uint8_t *const lines = r->line;
#pragma GCC unroll 16
	for (unsigned i = 0; i < 16; i++) {
		const __m512i line = _mm512_load_si512(lines + where[i]);
		const __m512i bytes_here = _mm512_castsi128_si512(_mm_cvtsi32_si128((int)at[i]));
		found[i] = (uint32_t)_mm_cvtsi128_si32(_mm512_castsi512_si128(_mm512_permutexvar_epi8(bytes_here, line)));
	}
	__asm__("" : "+m"(found));
	return _mm512_cmpeq_epi32_mask(_mm512_and_si512(_mm512_loadu_si512(found), bits), bits);
}

/* Those that pass a filter, to the end of s->where, s->slot and s->number.  Returns how many these are then. */
static inline unsigned coset_append_sixteen(const uint64_t *where, const uint32_t *slot, __m256i numbers, __mmask16 pass,
                                            struct coset_scratch *s, unsigned n)
{
	const unsigned n_low = (unsigned)_mm_popcnt_u32(pass & 0xFF);
	const __m512i low = _mm512_maskz_compress_epi64((__mmask8)pass, _mm512_loadu_si512(where));
	const __m512i high = _mm512_maskz_compress_epi64((__mmask8)(pass >> 8), _mm512_loadu_si512(where + 8));
	const __m512i slots = _mm512_maskz_compress_epi32(pass, _mm512_loadu_si512(slot));
	_mm512_storeu_si512(s->where + n, low);
	_mm512_storeu_si512(s->where + n + n_low, high);
	_mm512_storeu_si512(s->slot + n, slots);
	_mm256_storeu_si256((void *)(s->number + n), _mm256_maskz_compress_epi16(pass, numbers));
	return n + (unsigned)_mm_popcnt_u32(pass);
}

static inline __mmask16 coset_in_use(unsigned n_left)
{
	return (__mmask16)(n_left >= 16 ? 0xFFFF : (1u << n_left) - 1);
}

/* Values are the cap, or one less for those that pass the first filter: these are listed in s.  Returns their number. */
static inline unsigned coset_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                        uint8_t *restrict value, unsigned n, struct coset_scratch *s,
                                        struct coset_ahead *ahead)
{
	const unsigned n_asked = ahead->n * 16 / (n + 16) + 1;
	const __m128i cap = _mm_set1_epi8((char)(r->base + COSET_FILTERS));
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	unsigned n_passing = 0;
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __mmask16 pass = coset_sixteen_pass(r, &r->filter[0], where + i, slot + i) & coset_in_use(n - i);
		_mm_store_si128((void *)(value + i), _mm_mask_sub_epi8(cap, pass, cap, _mm_set1_epi8(1)));
		n_passing = coset_append_sixteen(where + i, slot + i, numbers, pass, s, n_passing);
		coset_ask(r, ahead, n_asked);
	}
	return n_passing;
}

/* Values of those in s that pass a filter are one less: these stay in s.  Returns their number. */
static inline unsigned coset_pass_next(const struct coset_reader *r, unsigned filter, uint8_t *restrict value,
                                       unsigned n, struct coset_scratch *s)
{
	unsigned n_passing = 0;
	for (unsigned i = 0; i < n; i += 16) {
		const __mmask16 pass = coset_sixteen_pass(r, &r->filter[filter], s->where + i, s->slot + i) & coset_in_use(n - i);
		const __m256i numbers = _mm256_loadu_si256((const void *)(s->number + i));
		n_passing = coset_append_sixteen(s->where + i, s->slot + i, numbers, pass, s, n_passing);
	}
	for (unsigned i = 0; i < n_passing; i++)
		value[s->number[i]]--;
	return n_passing;
}
#else
/* Which of up to sixteen slots pass a filter, as bits: without branches, which none could foresee. */
#ifdef COSET_AVX2
static inline unsigned coset_sixteen_pass(const struct coset_reader *r, const struct coset_filter *f,
                                          const uint64_t *where, const uint32_t *slot, unsigned n)
{
	const __m256i low_half = _mm256_set1_epi32(UINT16_MAX);
	const __m256i first = _mm256_and_si256(_mm256_loadu_si256((const void *)slot), low_half);
	const __m256i last = _mm256_and_si256(_mm256_loadu_si256((const void *)(slot + 8)), low_half);
	const __m256i slots = _mm256_permute4x64_epi64(_mm256_packus_epi32(first, last), 0xD8);
	const __m256i n_bits = _mm256_set1_epi16((short)f->bits), first_bit = _mm256_set1_epi16((short)f->begin);
	const __m128i powers = _mm_set1_epi64x((long long)0x8040201008040201);
	const uint8_t *const lines = r->line;
	__m128i misses = _mm_setzero_si128();
	for (unsigned h = 0; h < f->n_hashes; h++) {
		const __m256i hash = _mm256_mullo_epi16(slots, _mm256_set1_epi16((short)f->multiplier[h]));
		const __m256i bit = _mm256_add_epi16(_mm256_mulhi_epu16(hash, n_bits), first_bit);
		const __m256i in_byte = _mm256_and_si256(bit, _mm256_set1_epi16(7));
		const __m128i number = _mm_packus_epi16(_mm256_castsi256_si128(in_byte), _mm256_extracti128_si256(in_byte, 1));
		uint16_t at[16];
		uint8_t found[16];
		_mm256_storeu_si256((void *)at, _mm256_srli_epi16(bit, 3));
		__asm__("" : "+m"(at));  /* compilers would rather extract the numbers one by one */
#pragma GCC unroll 16
		for (unsigned i = 0; i < 16; i++)
			found[i] = lines[where[i] + at[i]];
		__asm__("" : "+m"(found));
		const __m128i bits = _mm_shuffle_epi8(powers, number);
		misses = _mm_or_si128(misses, _mm_andnot_si128(_mm_loadu_si128((const void *)found), bits));
	}
	const unsigned pass = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(misses, _mm_setzero_si128()));
	return n >= 16 ? pass : pass & ((1u << n) - 1);
}
#else
static inline unsigned coset_sixteen_pass(const struct coset_reader *r, const struct coset_filter *f,
                                          const uint64_t *where, const uint32_t *slot, unsigned n)
{
	unsigned pass = 0;
	for (unsigned i = 0; i < 16 && i < n; i++) {
		unsigned misses = 0;
		for (unsigned h = 0; h < f->n_hashes; h++) {
			const unsigned bit = coset_filter_bit(f, h, slot[i] & UINT16_MAX);
			misses |= ~(unsigned)r->line[where[i] + (bit >> 3)] >> (bit & 7);
		}
		pass |= (~misses & 1) << i;
	}
	return pass;
}
#endif

/* Append the numbers begin + i of the ones among sixteen bits.  Returns how many numbers there are then. */
#ifdef COSET_AVX2
static inline unsigned coset_append_numbers(unsigned pass, unsigned begin, uint16_t *number, unsigned n)
{
	for (unsigned half = 0; half < 2; half++, pass >>= 8, begin += 8) {
		const uint64_t bytes = _pdep_u64(pass & 0xFF, 0x0101010101010101) * 0xFF;
		const __m128i numbers = _mm_cvtepu8_epi16(_mm_cvtsi64_si128((long long)_pext_u64(0x0706050403020100, bytes)));
		_mm_storeu_si128((void *)(number + n), _mm_add_epi16(numbers, _mm_set1_epi16((short)begin)));
		n += (unsigned)_mm_popcnt_u32(pass & 0xFF);
	}
	return n;
}
#else
static inline unsigned coset_append_numbers(unsigned pass, unsigned begin, uint16_t *number, unsigned n)
{
	for (unsigned i = 0; i < 16; i++) {
		number[n] = (uint16_t)(begin + i);
		n += pass >> i & 1;
	}
	return n;
}
#endif

/* Values are the cap, or one less for those that pass the first filter: these are listed in s.  Returns their number. */
static inline unsigned coset_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                        uint8_t *restrict value, unsigned n, struct coset_scratch *s,
                                        struct coset_ahead *ahead)
{
	const unsigned n_asked = ahead->n * 16 / (n + 16) + 1;
	unsigned n_passing = 0;
	memset(value, (int)(r->base + COSET_FILTERS), n);
	for (unsigned i = 0; i < n; i += 16) {
		const unsigned pass = coset_sixteen_pass(r, &r->filter[0], where + i, slot + i, n - i);
		n_passing = coset_append_numbers(pass, i, s->number, n_passing);
		coset_ask(r, ahead, n_asked);
	}
	for (unsigned j = 0; j < n_passing; j++) {
		const unsigned number = s->number[j];
		s->where[j] = where[number];
		s->slot[j] = slot[number];
		value[number]--;
	}
	return n_passing;
}

/* Values of those in s that pass a filter are one less: these stay in s.  Returns their number. */
static inline unsigned coset_pass_next(const struct coset_reader *r, unsigned filter, uint8_t *restrict value,
                                       unsigned n, struct coset_scratch *s)
{
	unsigned n_passing = 0;
	for (unsigned i = 0; i < n; i += 16) {
		unsigned pass = coset_sixteen_pass(r, &r->filter[filter], s->where + i, s->slot + i, n - i);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = i + (unsigned)__builtin_ctz(pass);
			s->where[n_passing] = s->where[k];
			s->slot[n_passing] = s->slot[k];
			s->number[n_passing] = s->number[k];
			value[s->number[n_passing++]]--;
		}
	}
	return n_passing;
}
#endif

/* Entries of which more must be read than their lines. */
struct coset_low {
	unsigned n;
	uint16_t number[COSET_READ_MAX];
	uint64_t slot[COSET_READ_MAX];      /* in the side table */
};

/** Begin to read entries that were located and prefetched: all values but those in `low` are complete then, and these
 * have been asked for.
 * @param value  on a cache line
 * @param n      at most COSET_READ_MAX
 * @param ahead  is asked for meanwhile, all of it */
static inline void coset_read_begin(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                    uint8_t *restrict value, unsigned n, struct coset_scratch *s, struct coset_low *low,
                                    struct coset_ahead *ahead)
{
	unsigned n_open = coset_pass_first(r, where, slot, value, n, s, ahead);
	coset_ask_all(r, ahead);
	for (unsigned filter = 1; filter < COSET_FILTERS; filter++)
		n_open = coset_pass_next(r, filter, value, n_open, s);
	low->n = n_open;
	for (unsigned i = 0; i < n_open; i++) {
		low->number[i] = s->number[i];
		low->slot[i] = coset_side_slot(r->side_log2, coset_entry_of(r, s->where[i], s->slot[i]));
		__builtin_prefetch(&r->side[low->slot[i] >> 1]);
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
