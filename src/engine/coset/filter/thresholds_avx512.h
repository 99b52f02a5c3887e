/* coset_sixteen_pass() with AVX-512 (included by read.h). */
#pragma once

/* For sixteen slots: the columns examined, and those whose bit differs. */
struct coset_sixteen_misses {
	__m512i columns, misses;
};

static ALWAYS_INLINE struct coset_sixteen_misses coset_sixteen_misses(
	const struct coset_filter *r, unsigned test, const uint64_t *where, const uint32_t *slot,
	const uint8_t *width)
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
	const __m512i begins = _mm512_mulhi_epu16(_mm512_srli_epi32(y, 16), OF_WIDTH(r->widths->n_begins));
	const __mmask16 is_late = _mm512_cmpge_epu32_mask(begins, OF_WIDTH(r->widths->next));
	__m512i columns = _mm512_mask_mov_epi32(OF_WIDTH(r->widths->columns[0]), is_late,
		OF_WIDTH(r->widths->columns[1]));
#undef OF_WIDTH
	const __m512i all_widths = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(widths));
	if (test == 0) {
		const __m512i deeper_only = _mm512_set1_epi32(COSET_DEEPER_ONLY);
		columns = _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(all_widths, deeper_only), columns);
	}
	uint32_t words[16], begin[16], bytes_of[16];  /* the last one: offsets in column_bytes */
	_mm512_storeu_si512(bytes_of, _mm512_slli_epi32(_mm512_and_si512(all_widths,
		_mm512_set1_epi32(COSET_WIDTHS - 1)), 5));
	_mm512_storeu_si512(words, x);
	_mm512_storeu_si512(begin, _mm512_shuffle_epi8(begins,
		_mm512_set4_epi32(0x0C0C0C0C, 0x08080808, 0x04040404, 0)));
	__asm__("" : "+m"(words), "+m"(begin), "+m"(bytes_of));  /* compilers would extract the numbers one by
	                                                          * one */
	const __m256i one = _mm256_set1_epi32(1);
	uint8_t odd[16];
#pragma GCC unroll 16
	for (unsigned i = 0; i < 16; i++) {
		const __m512i filter_block = _mm512_load_si512(filter_blocks + where[i]);
		const __m256i first = _mm256_load_si256((const void *)((const uint8_t *)r->widths->column_bytes + bytes_of[i]));
		const __m256i bytes = _mm256_add_epi8(first, _mm256_set1_epi32((int)begin[i]));
		const __m256i found = _mm512_castsi512_si256(_mm512_permutexvar_epi8(_mm512_castsi256_si512(bytes),
			filter_block));
		const __m256i sums = _mm256_popcnt_epi32(_mm256_and_si256(found, _mm256_set1_epi32((int)words[i])));
		odd[i] = _mm256_test_epi32_mask(sums, one);
	}
	__asm__("" : "+m"(odd));
	const __m512i misses = _mm512_xor_si512(_mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)odd)),
		_mm512_srli_epi32(y, 8));
	return (struct coset_sixteen_misses){columns, misses};
}

/* As in thresholds_portable.h; slots beyond the n that count are tested, too. */
static ALWAYS_INLINE unsigned coset_sixteen_pass(const struct coset_filter *r, unsigned test,
                                                 const uint64_t *where, const uint32_t *slot,
                                                 const uint8_t *width, unsigned n, bool has_subcosets,
                                                 uint32_t *subcosets)
{
	const struct coset_sixteen_misses m = coset_sixteen_misses(r, test, where, slot, width);
	const unsigned in_use = _bzhi_u32(0xFFFF, n < 16 ? n : 16);
	if (!has_subcosets)
		return _mm512_testn_epi32_mask(m.misses, m.columns) & in_use;
	const __m512i label_bits = _mm512_set1_epi32((1 << COSET_LABEL_BITS) - 1);
	const __m512i misses = _mm512_and_si512(m.misses, m.columns);
	/* coset_label_seen() */
	const __m512i seen =
		_mm512_add_epi32(_mm512_and_si512(_mm512_srli_epi32(m.columns, COSET_LABEL_AT), label_bits),
	                     _mm512_and_si512(_mm512_srli_epi32(misses, COSET_LABEL_AT), label_bits));
	const __m512i others = _mm512_set1_epi32(~(((1 << COSET_LABEL_BITS) - 1) << COSET_LABEL_AT));
	const __m512i low = _mm512_load_si512(r->widths->labels),
	              high = _mm512_load_si512(r->widths->labels + 16);
	const __m512i all =
		_mm512_maskz_permutex2var_epi32(_mm512_testn_epi32_mask(misses, others), low, seen, high);
	_mm512_storeu_si512(subcosets, all);
	return _mm512_test_epi32_mask(all, all) & in_use;
}
