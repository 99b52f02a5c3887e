/* Threshold tests with AVX2 or portable C (included by read.h). */
#ifndef SUPERFLIP_COSET_FILTER_THRESHOLDS_PORTABLE_H
#define SUPERFLIP_COSET_FILTER_THRESHOLDS_PORTABLE_H
#include "coset/filter/locate.h"

/* The columns, as bits, whose product with an equation's coefficients is odd; bits beyond the last column are
 * arbitrary. */
#ifdef COSET_AVX2
static inline unsigned coset_odd_columns(const struct coset_reader *r, const uint8_t *filter_block, unsigned width,
                                         unsigned begin, uint32_t coefficients)
{
	const __m256i bytes = _mm256_load_si256((const void *)r->column_bytes[width]);
	const __m256i at = _mm256_add_epi32(_mm256_and_si256(bytes, _mm256_set1_epi32(255)), _mm256_set1_epi32((int)begin));
	__m256i x = _mm256_i32gather_epi32((const int *)(const void *)filter_block, at, 1);
	x = _mm256_and_si256(x, _mm256_set1_epi32((int)coefficients));
	x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 16));
	x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 8));
	x = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi32(x, 4)), _mm256_set1_epi32(15));
	/* Bit i of 6996h is the parity of i; it becomes the sign. */
	x = _mm256_sllv_epi32(_mm256_srlv_epi32(_mm256_set1_epi32(0x6996), x), _mm256_set1_epi32(31));
	return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(x));
}
#else
static inline unsigned coset_odd_columns(const struct coset_reader *r, const uint8_t *filter_block, unsigned width,
                                         unsigned begin, uint32_t coefficients)
{
	unsigned odd = 0;
	for (unsigned p = 0; p < COSET_MAX_COLUMNS; p++) {
		const uint32_t solution = coset_coefficients_of_bytes(filter_block + r->column_bytes[width][p][0] + begin);
		odd |= ((unsigned)__builtin_popcount(solution & coefficients) & 1) << p;
	}
	return odd;
}
#endif

/* Columns examined first: more where an instruction counts bits. */
#ifdef COSET_AVX2
enum { COSET_FIRST_COLUMNS = COSET_MAX_FIRST_COLUMNS };
#else
enum { COSET_FIRST_COLUMNS = 2 };
#endif

/* The equations of sixteen slots, and the columns examined for them. */
struct coset_sixteen {
	_Alignas(32) uint32_t coefficients[16];
	_Alignas(16) uint8_t bits[16], begin[16], columns[16];
	_Alignas(16) uint8_t first_byte[COSET_FIRST_COLUMNS][16];  /* of the equation's bytes in a column */
};

#ifdef COSET_AVX2
/* Sixteen lookups in a table of COSET_WIDTHS bytes. */
static inline __m128i coset_of_widths(const uint8_t *table, __m128i widths)
{
	static_assert(COSET_WIDTHS == 64, "two bits choose among four tables of sixteen bytes");
	const __m128i *const quarter = (const void *)table;
	const __m128i bit_4 = _mm_slli_epi16(widths, 3), bit_5 = _mm_slli_epi16(widths, 2);
	const __m128i low = _mm_blendv_epi8(_mm_shuffle_epi8(quarter[0], widths), _mm_shuffle_epi8(quarter[1], widths), bit_4);
	const __m128i high = _mm_blendv_epi8(_mm_shuffle_epi8(quarter[2], widths), _mm_shuffle_epi8(quarter[3], widths), bit_4);
	return _mm_blendv_epi8(low, high, bit_5);
}

/* As coset_equation().  Returns its y: the starts << 16, and the bits << 8. */
static inline __m256i coset_eight_equations(const uint32_t *slot, unsigned test, __m256i *coefficients)
{
	const __m256i slots = _mm256_and_si256(_mm256_loadu_si256((const void *)slot), _mm256_set1_epi32(UINT16_MAX));
	__m256i x = _mm256_add_epi32(slots, _mm256_set1_epi32((int)((test << 16) + 0x7F4A7C15)));
	x = _mm256_mullo_epi32(x, _mm256_set1_epi32((int)0x9E3779B1));
	x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 15));
	x = _mm256_mullo_epi32(x, _mm256_set1_epi32((int)0x85EBCA77));
	*coefficients = x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 13));
	return _mm256_mullo_epi32(x, _mm256_set1_epi32((int)0xC2B2AE3D));
}

/* The equations of sixteen slots for a test; n_columns columns are examined first. */
static inline void coset_sixteen_equations(const struct coset_reader *r, unsigned test, const uint32_t *slot,
                                           const uint8_t *width, unsigned n_columns, struct coset_sixteen *s)
{
	__m256i *const coefficients = (void *)s->coefficients;
	const __m256i low = coset_eight_equations(slot, test, &coefficients[0]);
	const __m256i high = coset_eight_equations(slot + 8, test, &coefficients[1]);
	const __m256i byte = _mm256_set1_epi32(255);
	const __m256i low_bits = _mm256_and_si256(_mm256_srli_epi32(low, 8), byte);
	const __m256i high_bits = _mm256_and_si256(_mm256_srli_epi32(high, 8), byte);
	enum { IN_ORDER = 0xD8 };  /* after packing, numbers 4 to 7 follow 8 to 11 */
	const __m256i packed_starts = _mm256_packus_epi32(_mm256_srli_epi32(low, 16), _mm256_srli_epi32(high, 16));
	const __m256i starts = _mm256_permute4x64_epi64(packed_starts, IN_ORDER);
	const __m256i bits = _mm256_permute4x64_epi64(_mm256_packus_epi32(low_bits, high_bits), IN_ORDER);
	const __m128i all_widths = _mm_loadu_si128((const void *)width);
	const __m128i w = _mm_and_si128(all_widths, _mm_set1_epi8(COSET_WIDTHS - 1));
	const __m256i begins = _mm256_mulhi_epu16(starts, _mm256_cvtepu8_epi16(coset_of_widths(r->n_begins, w)));
	const __m128i begin = _mm_packus_epi16(_mm256_castsi256_si128(begins), _mm256_extracti128_si256(begins, 1));
	const __m128i is_late = _mm_cmpeq_epi8(_mm_max_epu8(begin, coset_of_widths(r->next, w)), begin);
	__m128i columns = _mm_blendv_epi8(coset_of_widths(r->columns[0], w), coset_of_widths(r->columns[1], w), is_late);
	if (test == 0)  /* the bit of COSET_DEEPER_ONLY becomes the sign */
		columns = _mm_blendv_epi8(columns, _mm_setzero_si128(), _mm_slli_epi16(all_widths, 1));
	_mm_store_si128((void *)s->bits, _mm_packus_epi16(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1)));
	_mm_store_si128((void *)s->begin, begin);
	_mm_store_si128((void *)s->columns, columns);
	_mm_store_si128((void *)s->first_byte[0], begin);
	for (unsigned p = 1; p < n_columns; p++)
		_mm_store_si128((void *)s->first_byte[p], _mm_add_epi8(begin, coset_of_widths(r->first_byte[p], w)));
}

/* The slots, as bits, that pass in the first columns, given the odd products. */
static inline unsigned coset_first_columns_pass(const struct coset_sixteen *s, uint8_t odd[][16], unsigned n_columns)
{
	__m128i misses = _mm_setzero_si128();
	for (unsigned p = 0; p < n_columns; p++)
		misses = _mm_or_si128(misses, _mm_slli_epi16(_mm_load_si128((const void *)odd[p]), (int)p));
	misses = _mm_xor_si128(misses, _mm_load_si128((const void *)s->bits));
	misses = _mm_and_si128(_mm_and_si128(misses, _mm_load_si128((const void *)s->columns)),
	                       _mm_set1_epi8((char)((1 << n_columns) - 1)));
	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(misses, _mm_setzero_si128()));
}

/* The slots, as bits, that have further columns to examine. */
static inline unsigned coset_have_more_columns(const struct coset_sixteen *s, unsigned n_columns)
{
	const __m128i first = _mm_set1_epi8((char)((1 << n_columns) - 1)), columns = _mm_load_si128((const void *)s->columns);
	return 0xFFFF ^ (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(columns, first), first));
}
#else
static inline void coset_sixteen_equations(const struct coset_reader *r, unsigned test, const uint32_t *slot,
                                           const uint8_t *width, unsigned n_columns, struct coset_sixteen *s)
{
	for (unsigned i = 0; i < 16; i++) {
		const struct coset_equation equation = coset_equation(slot[i] & UINT16_MAX, test);
		const unsigned w = width[i] % COSET_WIDTHS;
		const bool is_asked = test != 0 || (width[i] & COSET_DEEPER_ONLY) == 0;
		s->coefficients[i] = equation.coefficients;
		s->bits[i] = equation.bits;
		s->begin[i] = (uint8_t)((uint32_t)equation.start * r->n_begins[w] >> 16);
		s->columns[i] = r->columns[s->begin[i] >= r->next[w]][w] & (uint8_t)-is_asked;
		for (unsigned p = 0; p < n_columns; p++)
			s->first_byte[p][i] = (uint8_t)(s->begin[i] + r->first_byte[p][w]);
	}
}

static inline unsigned coset_first_columns_pass(const struct coset_sixteen *s, uint8_t odd[][16], unsigned n_columns)
{
	unsigned pass = 0;
	for (unsigned i = 0; i < 16; i++) {
		unsigned misses = s->bits[i];
		for (unsigned p = 0; p < n_columns; p++)
			misses ^= (unsigned)odd[p][i] << p;
		pass |= (unsigned)((misses & s->columns[i] & ((1u << n_columns) - 1)) == 0) << i;
	}
	return pass;
}

static inline unsigned coset_have_more_columns(const struct coset_sixteen *s, unsigned n_columns)
{
	unsigned have = 0;
	for (unsigned i = 0; i < 16; i++)
		have |= (unsigned)(s->columns[i] >> n_columns != 0) << i;
	return have;
}
#endif

/* The slots, as bits, that pass in the first columns of a test; examined without branches, which would be
 * mispredicted. */
static inline __attribute__((always_inline))
unsigned coset_sixteen_begin(const struct coset_reader *r, unsigned test, const uint64_t *where, const uint32_t *slot,
                             const uint8_t *width, unsigned n, unsigned n_columns, struct coset_sixteen *s)
{
	_Alignas(16) uint8_t odd[COSET_FIRST_COLUMNS][16] = {0};
	coset_sixteen_equations(r, test, slot, width, n_columns, s);
	for (unsigned i = 0; i < 16 && i < n; i++) {
		const uint8_t *const filter_block = r->filter_block + where[i];
#pragma GCC unroll 4
		for (unsigned p = 0; p < n_columns; p++) {
			const uint32_t there = coset_coefficients_of_bytes(filter_block + s->first_byte[p][i]) & s->coefficients[i];
			odd[p][i] = (uint8_t)__builtin_popcount(there) & 1;
		}
	}
	return coset_first_columns_pass(s, odd, n_columns) & (n < 16 ? (1u << n) - 1 : 0xFFFF);
}

/* The examined columns in which number i fails. */
static inline unsigned coset_misses(const struct coset_reader *r, const uint64_t *where, const uint8_t *width,
                                    const struct coset_sixteen *s, unsigned i)
{
	const unsigned all = coset_odd_columns(r, r->filter_block + where[i], width[i] % COSET_WIDTHS, s->begin[i], s->coefficients[i]);
	return (all ^ s->bits[i]) & s->columns[i];
}

/* Which of up to sixteen slots pass a test, as bits. */
static inline unsigned coset_sixteen_pass(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                          const uint32_t *slot, const uint8_t *width, unsigned n)
{
	struct coset_sixteen s;
	unsigned pass = coset_sixteen_begin(r, test, where, slot, width, n, COSET_FIRST_COLUMNS, &s);
	for (unsigned left = pass & coset_have_more_columns(&s, COSET_FIRST_COLUMNS); left != 0; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		pass ^= (unsigned)(coset_misses(r, where, width, &s, i) != 0) << i;
	}
	return pass;
}

/* The subcosets, as bits, in which slots pass a test.  Returns, as bits, the slots that may have any.  Label columns
 * never fail a slot, so all columns are examined for slots that pass in the others. */
static inline unsigned coset_sixteen_subcosets(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                               const uint32_t *slot, const uint8_t *width, unsigned n, uint32_t near[16])
{
	const unsigned label_bits = (1 << COSET_LABEL_BITS) - 1;
	struct coset_sixteen s;
	memset(near, 0, 16 * sizeof *near);
	const unsigned pass = coset_sixteen_begin(r, test, where, slot, width, n, COSET_LABEL_AT, &s);
	for (unsigned left = pass; left != 0; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left), misses = coset_misses(r, where, width, &s, i);
		if ((misses & ~(label_bits << COSET_LABEL_AT)) == 0)  /* coset_label_seen() */
			near[i] = r->label_subcosets[(s.columns[i] >> COSET_LABEL_AT & label_bits) + (misses >> COSET_LABEL_AT)];
	}
	return pass;
}

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

/* Values become the cap, or one less for entries in the first threshold set, which are listed in s.  Returns their
 * number. */
static inline unsigned coset_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                        uint8_t *restrict value, unsigned n, struct coset_scratch *s)
{
	unsigned n_passing = 0;
	memset(value, (int)(r->base + COSET_THRESHOLD_SETS), n);
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		const unsigned pass = coset_sixteen_pass(r, 0, where + i, slot + i, s->width + i, n - i);
		n_passing = coset_append_numbers(pass, i, s->number, n_passing);
	}
	for (unsigned j = 0; j < n_passing; j++) {
		const unsigned number = s->number[j];
		s->where[j] = where[number];
		s->slot[j] = slot[number];
		value[number]--;
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
		unsigned pass = coset_sixteen_pass(r, test, s->where + i, s->slot + i, s->width + i, n - i);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = i + (unsigned)__builtin_ctz(pass);
			s->where[n_passing] = s->where[k];
			s->slot[n_passing] = s->slot[k];
			s->number[n_passing] = s->number[k];
			value[s->number[n_passing]] = (uint8_t)(value[s->number[n_passing]] - less);
			n_passing++;
		}
	}
	return n_passing;
}
/* Of two subcosets those that are near; COSET_NO_SUBCOSET for the others. */
static inline uint16_t coset_subcosets_left(uint32_t near, uint16_t subcosets)
{
	const unsigned first = subcosets & 255, second = subcosets >> 8;
	return coset_two_subcosets(near >> first & 1 ? first : COSET_NO_SUBCOSET, near >> second & 1 ? second : COSET_NO_SUBCOSET);
}

/* The same with subcosets: each entry has two values, one for each subcoset of interest, and `near` gets all
 * subcosets in which it passes. */
static inline unsigned coset_subcosets_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                                  const uint16_t *subcosets, uint8_t *restrict value,
                                                  uint8_t *restrict second, uint32_t *restrict near, unsigned n,
                                                  struct coset_scratch *s)
{
	const unsigned cap = r->base + COSET_THRESHOLD_SETS;
	unsigned n_passing = 0;
	memset(value, (int)cap, n);
	memset(second, (int)cap, n);
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		unsigned pass = coset_sixteen_subcosets(r, 0, where + i, slot + i, s->width + i, n - i, near + i);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = i + (unsigned)__builtin_ctz(pass);
			const uint16_t left = coset_subcosets_left(near[k], subcosets[k]);
			const bool is_first = (left & 255) != COSET_NO_SUBCOSET, is_second = left >> 8 != COSET_NO_SUBCOSET;
			value[k] = (uint8_t)(cap - is_first);
			second[k] = (uint8_t)(cap - is_second);
			s->number[n_passing] = (uint16_t)k;
			s->where[n_passing] = where[k];
			s->slot[n_passing] = slot[k];
			s->subcosets[n_passing] = left;
			n_passing += is_first | is_second;
		}
	}
	return n_passing;
}

static inline unsigned coset_subcosets_pass_next(const struct coset_reader *r, unsigned test, unsigned n,
                                                 struct coset_scratch *s)
{
	unsigned n_passing = 0;
	coset_read_widths(r, s->where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		uint32_t near[16];
		unsigned pass = coset_sixteen_subcosets(r, test, s->where + i, s->slot + i, s->width + i, n - i, near);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = i + (unsigned)__builtin_ctz(pass);
			const uint16_t left = coset_subcosets_left(near[k - i], s->subcosets[k]);
			s->number[n_passing] = s->number[k];
			s->where[n_passing] = s->where[k];
			s->slot[n_passing] = s->slot[k];
			s->subcosets[n_passing] = left;
			n_passing += left != coset_two_subcosets(COSET_NO_SUBCOSET, COSET_NO_SUBCOSET);
		}
	}
	return n_passing;
}

/* Entries in the first threshold set in any subcoset: s->number lists them, near[i] has the subcosets of number i of
 * the list; without subcosets all bits.  Returns how many.
 * @param n  at most COSET_READ_MAX, and `near` has room for a block more */
static inline unsigned coset_near(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot, unsigned n,
                                  bool has_subcosets, struct coset_scratch *s, uint32_t *near)
{
	unsigned n_near = 0;
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		uint32_t all[16];
		unsigned pass = has_subcosets ? coset_sixteen_subcosets(r, 0, where + i, slot + i, s->width + i, n - i, all)
		                           : coset_sixteen_pass(r, 0, where + i, slot + i, s->width + i, n - i);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = (unsigned)__builtin_ctz(pass);
			s->number[n_near] = (uint16_t)(i + k);
			near[n_near] = has_subcosets ? all[k] : UINT32_MAX;
			n_near += near[n_near] != 0;
		}
	}
	return n_near;
}
#endif
