/* Threshold tests, sixteen entries at a time, with AVX-512 (included by read.h). */
#ifndef SUPERFLIP_COSET_FILTER_THRESHOLDS_AVX512_H
#define SUPERFLIP_COSET_FILTER_THRESHOLDS_AVX512_H
#include "coset/filter/locate.h"

/* For sixteen slots: the columns examined, and those whose bit differs. */
struct coset_sixteen_misses {
	__m512i columns, misses;
};

static inline __attribute__((always_inline))
struct coset_sixteen_misses coset_sixteen_misses(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                                 const uint32_t *slot, const uint8_t *width)
{
	const uint8_t *const filter_blocks = r->filter_block;
	/* As in coset_equation(). */
	const __m512i slots = _mm512_and_si512(_mm512_loadu_si512(slot), _mm512_set1_epi32(UINT16_MAX));
	__m512i x = _mm512_add_epi32(slots, _mm512_set1_epi32((int)((test << 16) + 0x7F4A7C15)));
	x = _mm512_mullo_epi32(x, _mm512_set1_epi32((int)0x9E3779B1));
	x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 15));
	x = _mm512_mullo_epi32(x, _mm512_set1_epi32((int)0x85EBCA77));
	x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 13));
	const __m512i y = _mm512_mullo_epi32(x, _mm512_set1_epi32((int)0xC2B2AE3D));
	/* Looked up by width; the permutation uses the low six bits. */
	const __m512i widths = _mm512_castsi128_si512(_mm_loadu_si128((const void *)width));
#define OF_WIDTH(table) \
	_mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_permutexvar_epi8(widths, _mm512_load_si512(table))))
	const __m512i begins = _mm512_mulhi_epu16(_mm512_srli_epi32(y, 16), OF_WIDTH(r->n_begins));
	const __mmask16 is_late = _mm512_cmpge_epu32_mask(begins, OF_WIDTH(r->next));
	__m512i columns = _mm512_mask_mov_epi32(OF_WIDTH(r->columns[0]), is_late, OF_WIDTH(r->columns[1]));
#undef OF_WIDTH
	const __m512i all_widths = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(widths));
	if (test == 0) {
		const __m512i deeper_only = _mm512_set1_epi32(COSET_DEEPER_ONLY);
		columns = _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(all_widths, deeper_only), columns);
	}
	uint32_t words[16], begin[16], bytes_of[16];  /* the last one: offsets in column_bytes */
	_mm512_storeu_si512(bytes_of, _mm512_slli_epi32(_mm512_and_si512(all_widths, _mm512_set1_epi32(COSET_WIDTHS - 1)), 5));
	_mm512_storeu_si512(words, x);
	_mm512_storeu_si512(begin, _mm512_shuffle_epi8(begins, _mm512_set4_epi32(0x0C0C0C0C, 0x08080808, 0x04040404, 0)));
	__asm__("" : "+m"(words), "+m"(begin), "+m"(bytes_of));  /* compilers would extract the numbers one by one */
	const __m256i one = _mm256_set1_epi32(1);
	uint8_t odd[16];
#pragma GCC unroll 16
	for (unsigned i = 0; i < 16; i++) {
		const __m512i filter_block = _mm512_load_si512(filter_blocks + where[i]);
		const __m256i first = _mm256_load_si256((const void *)((const uint8_t *)r->column_bytes + bytes_of[i]));
		const __m256i bytes = _mm256_add_epi8(first, _mm256_set1_epi32((int)begin[i]));
		const __m256i found = _mm512_castsi512_si256(_mm512_permutexvar_epi8(_mm512_castsi256_si512(bytes), filter_block));
		const __m256i sums = _mm256_popcnt_epi32(_mm256_and_si256(found, _mm256_set1_epi32((int)words[i])));
		odd[i] = _mm256_test_epi32_mask(sums, one);
	}
	__asm__("" : "+m"(odd));
	const __m512i misses = _mm512_xor_si512(_mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)odd)), _mm512_srli_epi32(y, 8));
	return (struct coset_sixteen_misses){columns, misses};
}

/* Which of sixteen slots pass a test. */
static inline __mmask16 coset_sixteen_pass(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                           const uint32_t *slot, const uint8_t *width)
{
	const struct coset_sixteen_misses m = coset_sixteen_misses(r, test, where, slot, width);
	return _mm512_testn_epi32_mask(m.misses, m.columns);
}

/* The subcosets, as bits, in which sixteen slots pass a test. */
static inline __m512i coset_sixteen_subcosets(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                              const uint32_t *slot, const uint8_t *width)
{
	const struct coset_sixteen_misses m = coset_sixteen_misses(r, test, where, slot, width);
	const __m512i label_bits = _mm512_set1_epi32((1 << COSET_LABEL_BITS) - 1);
	const __m512i misses = _mm512_and_si512(m.misses, m.columns);
	/* coset_label_seen() */
	const __m512i seen = _mm512_add_epi32(_mm512_and_si512(_mm512_srli_epi32(m.columns, COSET_LABEL_AT), label_bits),
	                                      _mm512_and_si512(_mm512_srli_epi32(misses, COSET_LABEL_AT), label_bits));
	const __m512i others = _mm512_set1_epi32(~(((1 << COSET_LABEL_BITS) - 1) << COSET_LABEL_AT));
	const __m512i low = _mm512_load_si512(r->label_subcosets), high = _mm512_load_si512(r->label_subcosets + 16);
	return _mm512_maskz_permutex2var_epi32(_mm512_testn_epi32_mask(misses, others), low, seen, high);
}

/* Of sixteen pairs of subcosets, which first ones and which second ones are near. */
static inline __mmask32 coset_sixteen_are_near(__m512i near, __m512i two_subcosets)
{
	const __m512i one = _mm512_set1_epi32(1);
	const __m512i first = _mm512_srlv_epi32(near, _mm512_and_si512(two_subcosets, _mm512_set1_epi32(31)));
	const __m512i second = _mm512_srlv_epi32(near, _mm512_srli_epi32(two_subcosets, 8));
	return _mm512_kunpackw(_mm512_test_epi32_mask(second, one), _mm512_test_epi32_mask(first, one));
}

/* The pairs, with COSET_NO_SUBCOSET for what is not near. */
static inline __m256i coset_sixteen_left(__m512i two_subcosets, __mmask32 near)
{
	const __m512i no_first = _mm512_set1_epi32(COSET_NO_SUBCOSET), no_second = _mm512_set1_epi32(COSET_NO_SUBCOSET << 8);
	const __m512i first = _mm512_mask_or_epi32(two_subcosets, (__mmask16)~near, two_subcosets, no_first);
	return _mm512_cvtepi32_epi16(_mm512_mask_or_epi32(first, (__mmask16)(~near >> 16), first, no_second));
}

/* Append those that pass a test to s->where, s->slot and s->number.  Returns how many there are then. */
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

/* Values become the cap, or one less for entries in the first threshold set, which are listed in s.  Returns their
 * number. */
static inline unsigned coset_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                        uint8_t *restrict value, unsigned n, struct coset_scratch *s)
{
	const __m128i cap = _mm_set1_epi8((char)(r->base + COSET_THRESHOLD_SETS));
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	unsigned n_passing = 0;
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __mmask16 pass = coset_sixteen_pass(r, 0, where + i, slot + i, s->width + i) & coset_in_use(n - i);
		_mm_store_si128((void *)(value + i), _mm_mask_sub_epi8(cap, pass, cap, _mm_set1_epi8(1)));
		n_passing = coset_append_sixteen(where + i, slot + i, numbers, pass, s, n_passing);
	}
	return n_passing;
}

/* Entries in s that pass a test stay in s, and their values decrease by `less`.  Returns their number. */
static inline unsigned coset_pass_next(const struct coset_reader *r, unsigned test, unsigned less, uint8_t *restrict value,
                                       unsigned n, struct coset_scratch *s)
{
	unsigned n_passing = 0;
	coset_read_widths(r, s->where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		const __mmask16 pass = coset_sixteen_pass(r, test, s->where + i, s->slot + i, s->width + i) & coset_in_use(n - i);
		const __m256i numbers = _mm256_loadu_si256((const void *)(s->number + i));
		n_passing = coset_append_sixteen(s->where + i, s->slot + i, numbers, pass, s, n_passing);
	}
	for (unsigned i = 0; i < n_passing; i++)
		value[s->number[i]] = (uint8_t)(value[s->number[i]] - less);
	return n_passing;
}
/* The same with subcosets: each entry has two values, one for each subcoset of interest, and `near` gets all
 * subcosets in which it passes. */
static inline unsigned coset_subcosets_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                                  const uint16_t *subcosets, uint8_t *restrict value,
                                                  uint8_t *restrict second, uint32_t *restrict near, unsigned n,
                                                  struct coset_scratch *s)
{
	const __m128i cap = _mm_set1_epi8((char)(r->base + COSET_THRESHOLD_SETS)), one = _mm_set1_epi8(1);
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	unsigned n_passing = 0;
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __m512i all = coset_sixteen_subcosets(r, 0, where + i, slot + i, s->width + i);
		const __m512i two_subcosets = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(subcosets + i)));
		const __mmask32 are = coset_sixteen_are_near(all, two_subcosets);
		const __mmask16 pass = (__mmask16)(are | are >> 16) & coset_in_use(n - i);
		_mm512_storeu_si512(near + i, all);
		_mm_store_si128((void *)(value + i), _mm_mask_sub_epi8(cap, (__mmask16)are, cap, one));
		_mm_store_si128((void *)(second + i), _mm_mask_sub_epi8(cap, (__mmask16)(are >> 16), cap, one));
		const __m256i left = _mm256_maskz_compress_epi16(pass, coset_sixteen_left(two_subcosets, are));
		_mm256_storeu_si256((void *)(s->subcosets + n_passing), left);
		n_passing = coset_append_sixteen(where + i, slot + i, numbers, pass, s, n_passing);
	}
	return n_passing;
}

static inline unsigned coset_subcosets_pass_next(const struct coset_reader *r, unsigned test, unsigned n,
                                                 struct coset_scratch *s)
{
	unsigned n_passing = 0;
	coset_read_widths(r, s->where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		const __m512i all = coset_sixteen_subcosets(r, test, s->where + i, s->slot + i, s->width + i);
		const __m512i two_subcosets = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(s->subcosets + i)));
		const __mmask32 are = coset_sixteen_are_near(all, two_subcosets);
		const __mmask16 pass = (__mmask16)(are | are >> 16) & coset_in_use(n - i);
		const __m256i numbers = _mm256_loadu_si256((const void *)(s->number + i));
		const __m256i left = _mm256_maskz_compress_epi16(pass, coset_sixteen_left(two_subcosets, are));
		_mm256_storeu_si256((void *)(s->subcosets + n_passing), left);
		n_passing = coset_append_sixteen(s->where + i, s->slot + i, numbers, pass, s, n_passing);
	}
	return n_passing;
}

/* Entries in the first threshold set in any subcoset: s->number lists them, near[i] has the subcosets of number i of
 * the list; without subcosets all bits.  Returns how many.
 * @param n  at most COSET_READ_MAX, and `near` has room for a block more */
static inline unsigned coset_near(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot, unsigned n,
                                  bool has_subcosets, struct coset_scratch *s, uint32_t *near)
{
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	unsigned n_near = 0;
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __m512i all = has_subcosets ? coset_sixteen_subcosets(r, 0, where + i, slot + i, s->width + i)
		                               : _mm512_maskz_set1_epi32(coset_sixteen_pass(r, 0, where + i, slot + i, s->width + i), -1);
		const __mmask16 pass = _mm512_test_epi32_mask(all, all) & coset_in_use(n - i);
		_mm256_storeu_si256((void *)(s->number + n_near), _mm256_maskz_compress_epi16(pass, numbers));
		_mm512_storeu_si512(near + n_near, _mm512_maskz_compress_epi32(pass, all));
		n_near += (unsigned)_mm_popcnt_u32(pass);
	}
	return n_near;
}
#endif
