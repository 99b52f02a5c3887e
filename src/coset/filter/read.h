/* Many entries of a coset table read at once.  Compiled with the instructions of the including file; all versions give
 * the same results.
 *
 * An entry is group << 32 | index within the group.  coset_locate() makes of it where its line stands, in bytes, and
 * group << 16 | slot. */
#ifndef SUPERFLIP_COSET_FILTER_READ_H
#define SUPERFLIP_COSET_FILTER_READ_H
#include "coset/math/packed.h"
#include "coset/filter/filter.h"

#include <assert.h>

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
	_Alignas(64) uint8_t width[COSET_READ_ROOM];   /* last bytes of lines */
	_Alignas(64) uint16_t layers[COSET_READ_ROOM]; /* of those that have passed: COSET_NO_LAYER where one has not */
};

/* One or two layers that are asked for: the first one | the second << 8. */
enum { COSET_NO_LAYER = 31 };

static inline uint16_t coset_two_layers(unsigned first, unsigned second)
{
	return (uint16_t)(first | second << 8);
}

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

/* The last bytes of lines: in a loop of their own, which has most of the lines under way to the first cache. */
static inline void coset_read_widths(const struct coset_reader *r, const uint64_t *where, unsigned n, uint8_t *width)
{
	const uint8_t *const last_bytes = r->line + COSET_WIDTH_AT;
	for (unsigned i = 0; i < n; i++)
		width[i] = last_bytes[where[i]];
}

#ifdef COSET_AVX512
/* What is looked at for sixteen slots, as bits, and which of these are not as they should be. */
struct coset_sixteen_misses {
	__m512i planes, misses;
};

static inline __attribute__((always_inline))
struct coset_sixteen_misses coset_sixteen_misses(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                                 const uint32_t *slot, const uint8_t *width)
{
	const uint8_t *const lines = r->line;
	/* As in coset_row(). */
	const __m512i slots = _mm512_and_si512(_mm512_loadu_si512(slot), _mm512_set1_epi32(UINT16_MAX));
	__m512i x = _mm512_add_epi32(slots, _mm512_set1_epi32((int)((test << 16) + 0x7F4A7C15)));
	x = _mm512_mullo_epi32(x, _mm512_set1_epi32((int)0x9E3779B1));
	x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 15));
	x = _mm512_mullo_epi32(x, _mm512_set1_epi32((int)0x85EBCA77));
	x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 13));
	const __m512i y = _mm512_mullo_epi32(x, _mm512_set1_epi32((int)0xC2B2AE3D));
	/* By width, of which permutations look at the low six bits. */
	const __m512i widths = _mm512_castsi128_si512(_mm_loadu_si128((const void *)width));
#define OF_WIDTH(table) \
	_mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_permutexvar_epi8(widths, _mm512_load_si512(table))))
	const __m512i begins = _mm512_mulhi_epu16(_mm512_srli_epi32(y, 16), OF_WIDTH(r->n_begins));
	const __mmask16 is_late = _mm512_cmpge_epu32_mask(begins, OF_WIDTH(r->next));
	__m512i planes = _mm512_mask_mov_epi32(OF_WIDTH(r->planes[0]), is_late, OF_WIDTH(r->planes[1]));
#undef OF_WIDTH
	const __m512i all_widths = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(widths));
	if (test == 0) {
		const __m512i deeper_only = _mm512_set1_epi32(COSET_DEEPER_ONLY);
		planes = _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(all_widths, deeper_only), planes);
	}
	uint32_t words[16], begin[16], bytes_of[16];  /* the last one: where in plane_bytes */
	_mm512_storeu_si512(bytes_of, _mm512_slli_epi32(_mm512_and_si512(all_widths, _mm512_set1_epi32(COSET_WIDTHS - 1)), 5));
	_mm512_storeu_si512(words, x);
	_mm512_storeu_si512(begin, _mm512_shuffle_epi8(begins, _mm512_set4_epi32(0x0C0C0C0C, 0x08080808, 0x04040404, 0)));
	__asm__("" : "+m"(words), "+m"(begin), "+m"(bytes_of));  /* compilers would rather extract the numbers one by one */
	const __m256i one = _mm256_set1_epi32(1);
	uint8_t odd[16];
#pragma GCC unroll 16
	for (unsigned i = 0; i < 16; i++) {
		const __m512i line = _mm512_load_si512(lines + where[i]);
		const __m256i first = _mm256_load_si256((const void *)((const uint8_t *)r->plane_bytes + bytes_of[i]));
		const __m256i bytes = _mm256_add_epi8(first, _mm256_set1_epi32((int)begin[i]));
		const __m256i found = _mm512_castsi512_si256(_mm512_permutexvar_epi8(_mm512_castsi256_si512(bytes), line));
		const __m256i sums = _mm256_popcnt_epi32(_mm256_and_si256(found, _mm256_set1_epi32((int)words[i])));
		odd[i] = _mm256_test_epi32_mask(sums, one);
	}
	__asm__("" : "+m"(odd));
	const __m512i misses = _mm512_xor_si512(_mm512_cvtepu8_epi32(_mm_loadu_si128((const void *)odd)), _mm512_srli_epi32(y, 8));
	return (struct coset_sixteen_misses){planes, misses};
}

/* Which of sixteen slots pass a test. */
static inline __mmask16 coset_sixteen_pass(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                           const uint32_t *slot, const uint8_t *width)
{
	const struct coset_sixteen_misses m = coset_sixteen_misses(r, test, where, slot, width);
	return _mm512_testn_epi32_mask(m.misses, m.planes);
}

/* The layers, as bits, in which they do. */
static inline __m512i coset_sixteen_layers(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                           const uint32_t *slot, const uint8_t *width)
{
	const struct coset_sixteen_misses m = coset_sixteen_misses(r, test, where, slot, width);
	const __m512i symbol_bits = _mm512_set1_epi32((1 << COSET_SYMBOL_BITS) - 1);
	const __m512i misses = _mm512_and_si512(m.misses, m.planes);
	/* coset_symbol_seen() */
	const __m512i seen = _mm512_add_epi32(_mm512_and_si512(_mm512_srli_epi32(m.planes, COSET_SYMBOL_AT), symbol_bits),
	                                      _mm512_and_si512(_mm512_srli_epi32(misses, COSET_SYMBOL_AT), symbol_bits));
	const __m512i others = _mm512_set1_epi32(~(((1 << COSET_SYMBOL_BITS) - 1) << COSET_SYMBOL_AT));
	const __m512i low = _mm512_load_si512(r->symbol_layers), high = _mm512_load_si512(r->symbol_layers + 16);
	return _mm512_maskz_permutex2var_epi32(_mm512_testn_epi32_mask(misses, others), low, seen, high);
}

/* Of sixteen pairs of layers, which first ones are among those, and which second ones. */
static inline __mmask32 coset_sixteen_are_near(__m512i near, __m512i two_layers)
{
	const __m512i one = _mm512_set1_epi32(1);
	const __m512i first = _mm512_srlv_epi32(near, _mm512_and_si512(two_layers, _mm512_set1_epi32(31)));
	const __m512i second = _mm512_srlv_epi32(near, _mm512_srli_epi32(two_layers, 8));
	return _mm512_kunpackw(_mm512_test_epi32_mask(second, one), _mm512_test_epi32_mask(first, one));
}

/* The pairs with COSET_NO_LAYER for what is not near. */
static inline __m256i coset_sixteen_left(__m512i two_layers, __mmask32 near)
{
	const __m512i no_first = _mm512_set1_epi32(COSET_NO_LAYER), no_second = _mm512_set1_epi32(COSET_NO_LAYER << 8);
	const __m512i first = _mm512_mask_or_epi32(two_layers, (__mmask16)~near, two_layers, no_first);
	return _mm512_cvtepi32_epi16(_mm512_mask_or_epi32(first, (__mmask16)(~near >> 16), first, no_second));
}

/* Those that pass at a level, to the end of s->where, s->slot and s->number.  Returns how many these are then. */
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

/* Values are the cap, or one less for those that pass at level 0: these are listed in s.  Returns their number. */
static inline unsigned coset_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                        uint8_t *restrict value, unsigned n, struct coset_scratch *s)
{
	const __m128i cap = _mm_set1_epi8((char)(r->base + COSET_LEVELS));
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

/* Those in s that pass a test stay in s, their values are less.  Returns their number. */
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
/* The same with layers: of each entry there are two values, of the layers asked for, and `near` are all layers in which
 * it passes. */
static inline unsigned coset_layers_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                               const uint16_t *layers, uint8_t *restrict value, uint8_t *restrict second,
                                               uint32_t *restrict near, unsigned n, struct coset_scratch *s)
{
	const __m128i cap = _mm_set1_epi8((char)(r->base + COSET_LEVELS)), one = _mm_set1_epi8(1);
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	unsigned n_passing = 0;
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __m512i all = coset_sixteen_layers(r, 0, where + i, slot + i, s->width + i);
		const __m512i two_layers = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(layers + i)));
		const __mmask32 are = coset_sixteen_are_near(all, two_layers);
		const __mmask16 pass = (__mmask16)(are | are >> 16) & coset_in_use(n - i);
		_mm512_storeu_si512(near + i, all);
		_mm_store_si128((void *)(value + i), _mm_mask_sub_epi8(cap, (__mmask16)are, cap, one));
		_mm_store_si128((void *)(second + i), _mm_mask_sub_epi8(cap, (__mmask16)(are >> 16), cap, one));
		const __m256i left = _mm256_maskz_compress_epi16(pass, coset_sixteen_left(two_layers, are));
		_mm256_storeu_si256((void *)(s->layers + n_passing), left);
		n_passing = coset_append_sixteen(where + i, slot + i, numbers, pass, s, n_passing);
	}
	return n_passing;
}

static inline unsigned coset_layers_pass_next(const struct coset_reader *r, unsigned test, unsigned n,
                                              struct coset_scratch *s)
{
	unsigned n_passing = 0;
	coset_read_widths(r, s->where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		const __m512i all = coset_sixteen_layers(r, test, s->where + i, s->slot + i, s->width + i);
		const __m512i two_layers = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(s->layers + i)));
		const __mmask32 are = coset_sixteen_are_near(all, two_layers);
		const __mmask16 pass = (__mmask16)(are | are >> 16) & coset_in_use(n - i);
		const __m256i numbers = _mm256_loadu_si256((const void *)(s->number + i));
		const __m256i left = _mm256_maskz_compress_epi16(pass, coset_sixteen_left(two_layers, are));
		_mm256_storeu_si256((void *)(s->layers + n_passing), left);
		n_passing = coset_append_sixteen(s->where + i, s->slot + i, numbers, pass, s, n_passing);
	}
	return n_passing;
}
#else
/* The planes, as bits, in which the solutions times a row's coefficients are odd; what is no plane counts as some other. */
#ifdef COSET_AVX2
static inline unsigned coset_odd_planes(const struct coset_reader *r, const uint8_t *line, unsigned width, unsigned begin,
                                        uint32_t coefficients)
{
	const __m256i bytes = _mm256_load_si256((const void *)r->plane_bytes[width]);
	const __m256i at = _mm256_add_epi32(_mm256_and_si256(bytes, _mm256_set1_epi32(255)), _mm256_set1_epi32((int)begin));
	__m256i x = _mm256_i32gather_epi32((const int *)(const void *)line, at, 1);
	x = _mm256_and_si256(x, _mm256_set1_epi32((int)coefficients));
	x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 16));
	x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 8));
	x = _mm256_and_si256(_mm256_xor_si256(x, _mm256_srli_epi32(x, 4)), _mm256_set1_epi32(15));
	/* Bit i of 6996h is the parity of i; it becomes the sign. */
	x = _mm256_sllv_epi32(_mm256_srlv_epi32(_mm256_set1_epi32(0x6996), x), _mm256_set1_epi32(31));
	return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(x));
}
#else
static inline unsigned coset_odd_planes(const struct coset_reader *r, const uint8_t *line, unsigned width, unsigned begin,
                                        uint32_t coefficients)
{
	unsigned odd = 0;
	for (unsigned p = 0; p < COSET_MAX_PLANES; p++) {
		const uint32_t solution = coset_row_of_bytes(line + r->plane_bytes[width][p][0] + begin);
		odd |= ((unsigned)__builtin_popcount(solution & coefficients) & 1) << p;
	}
	return odd;
}
#endif

/* Planes that are looked at first: more of them where bits are counted by an instruction. */
#ifdef COSET_AVX2
enum { COSET_FIRST_PLANES = COSET_MAX_FIRST_PLANES };
#else
enum { COSET_FIRST_PLANES = 2 };
#endif

/* Rows of sixteen slots, and what is looked at for them. */
struct coset_sixteen {
	_Alignas(32) uint32_t coefficients[16];
	_Alignas(16) uint8_t bits[16], begin[16], planes[16];
	_Alignas(16) uint8_t first_byte[COSET_FIRST_PLANES][16];  /* of its row in a plane */
};

#ifdef COSET_AVX2
/* What a table of COSET_WIDTHS bytes has for widths. */
static inline __m128i coset_of_widths(const uint8_t *table, __m128i widths)
{
	static_assert(COSET_WIDTHS == 64, "two bits choose among four tables of sixteen bytes");
	const __m128i *const quarter = (const void *)table;
	const __m128i bit_4 = _mm_slli_epi16(widths, 3), bit_5 = _mm_slli_epi16(widths, 2);
	const __m128i low = _mm_blendv_epi8(_mm_shuffle_epi8(quarter[0], widths), _mm_shuffle_epi8(quarter[1], widths), bit_4);
	const __m128i high = _mm_blendv_epi8(_mm_shuffle_epi8(quarter[2], widths), _mm_shuffle_epi8(quarter[3], widths), bit_4);
	return _mm_blendv_epi8(low, high, bit_5);
}

/* As coset_row().  Returns its y: the starts << 16, and the bits << 8. */
static inline __m256i coset_eight_rows(const uint32_t *slot, unsigned test, __m256i *coefficients)
{
	const __m256i slots = _mm256_and_si256(_mm256_loadu_si256((const void *)slot), _mm256_set1_epi32(UINT16_MAX));
	__m256i x = _mm256_add_epi32(slots, _mm256_set1_epi32((int)((test << 16) + 0x7F4A7C15)));
	x = _mm256_mullo_epi32(x, _mm256_set1_epi32((int)0x9E3779B1));
	x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 15));
	x = _mm256_mullo_epi32(x, _mm256_set1_epi32((int)0x85EBCA77));
	*coefficients = x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 13));
	return _mm256_mullo_epi32(x, _mm256_set1_epi32((int)0xC2B2AE3D));
}

/* Sixteen slots, a test, and how many planes are looked at first. */
static inline void coset_sixteen_rows(const struct coset_reader *r, unsigned test, const uint32_t *slot,
                                      const uint8_t *width, unsigned n_planes, struct coset_sixteen *s)
{
	__m256i *const coefficients = (void *)s->coefficients;
	const __m256i low = coset_eight_rows(slot, test, &coefficients[0]);
	const __m256i high = coset_eight_rows(slot + 8, test, &coefficients[1]);
	const __m256i byte = _mm256_set1_epi32(255);
	const __m256i low_bits = _mm256_and_si256(_mm256_srli_epi32(low, 8), byte);
	const __m256i high_bits = _mm256_and_si256(_mm256_srli_epi32(high, 8), byte);
	enum { IN_ORDER = 0xD8 };  /* packed, numbers 4 to 7 stand behind 8 to 11 */
	const __m256i packed_starts = _mm256_packus_epi32(_mm256_srli_epi32(low, 16), _mm256_srli_epi32(high, 16));
	const __m256i starts = _mm256_permute4x64_epi64(packed_starts, IN_ORDER);
	const __m256i bits = _mm256_permute4x64_epi64(_mm256_packus_epi32(low_bits, high_bits), IN_ORDER);
	const __m128i all_widths = _mm_loadu_si128((const void *)width);
	const __m128i w = _mm_and_si128(all_widths, _mm_set1_epi8(COSET_WIDTHS - 1));
	const __m256i begins = _mm256_mulhi_epu16(starts, _mm256_cvtepu8_epi16(coset_of_widths(r->n_begins, w)));
	const __m128i begin = _mm_packus_epi16(_mm256_castsi256_si128(begins), _mm256_extracti128_si256(begins, 1));
	const __m128i is_late = _mm_cmpeq_epi8(_mm_max_epu8(begin, coset_of_widths(r->next, w)), begin);
	__m128i planes = _mm_blendv_epi8(coset_of_widths(r->planes[0], w), coset_of_widths(r->planes[1], w), is_late);
	if (test == 0)  /* the bit of COSET_DEEPER_ONLY becomes the sign */
		planes = _mm_blendv_epi8(planes, _mm_setzero_si128(), _mm_slli_epi16(all_widths, 1));
	_mm_store_si128((void *)s->bits, _mm_packus_epi16(_mm256_castsi256_si128(bits), _mm256_extracti128_si256(bits, 1)));
	_mm_store_si128((void *)s->begin, begin);
	_mm_store_si128((void *)s->planes, planes);
	_mm_store_si128((void *)s->first_byte[0], begin);
	for (unsigned p = 1; p < n_planes; p++)
		_mm_store_si128((void *)s->first_byte[p], _mm_add_epi8(begin, coset_of_widths(r->first_byte[p], w)));
}

/* Those whose first planes are as they should be, as bits, by which of these are odd. */
static inline unsigned coset_first_planes_pass(const struct coset_sixteen *s, uint8_t odd[][16], unsigned n_planes)
{
	__m128i misses = _mm_setzero_si128();
	for (unsigned p = 0; p < n_planes; p++)
		misses = _mm_or_si128(misses, _mm_slli_epi16(_mm_load_si128((const void *)odd[p]), (int)p));
	misses = _mm_xor_si128(misses, _mm_load_si128((const void *)s->bits));
	misses = _mm_and_si128(_mm_and_si128(misses, _mm_load_si128((const void *)s->planes)),
	                       _mm_set1_epi8((char)((1 << n_planes) - 1)));
	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(misses, _mm_setzero_si128()));
}

/* Those of which more planes are looked at. */
static inline unsigned coset_have_more_planes(const struct coset_sixteen *s, unsigned n_planes)
{
	const __m128i first = _mm_set1_epi8((char)((1 << n_planes) - 1)), planes = _mm_load_si128((const void *)s->planes);
	return 0xFFFF ^ (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(planes, first), first));
}
#else
static inline void coset_sixteen_rows(const struct coset_reader *r, unsigned test, const uint32_t *slot,
                                      const uint8_t *width, unsigned n_planes, struct coset_sixteen *s)
{
	for (unsigned i = 0; i < 16; i++) {
		const struct coset_row row = coset_row(slot[i] & UINT16_MAX, test);
		const unsigned w = width[i] % COSET_WIDTHS;
		const bool is_asked = test != 0 || (width[i] & COSET_DEEPER_ONLY) == 0;
		s->coefficients[i] = row.coefficients;
		s->bits[i] = row.bits;
		s->begin[i] = (uint8_t)((uint32_t)row.start * r->n_begins[w] >> 16);
		s->planes[i] = r->planes[s->begin[i] >= r->next[w]][w] & (uint8_t)-is_asked;
		for (unsigned p = 0; p < n_planes; p++)
			s->first_byte[p][i] = (uint8_t)(s->begin[i] + r->first_byte[p][w]);
	}
}

static inline unsigned coset_first_planes_pass(const struct coset_sixteen *s, uint8_t odd[][16], unsigned n_planes)
{
	unsigned pass = 0;
	for (unsigned i = 0; i < 16; i++) {
		unsigned misses = s->bits[i];
		for (unsigned p = 0; p < n_planes; p++)
			misses ^= (unsigned)odd[p][i] << p;
		pass |= (unsigned)((misses & s->planes[i] & ((1u << n_planes) - 1)) == 0) << i;
	}
	return pass;
}

static inline unsigned coset_have_more_planes(const struct coset_sixteen *s, unsigned n_planes)
{
	unsigned have = 0;
	for (unsigned i = 0; i < 16; i++)
		have |= (unsigned)(s->planes[i] >> n_planes != 0) << i;
	return have;
}
#endif

/* Which pass the first planes of a test, as bits: these are looked at without branches, which none could foresee. */
static inline __attribute__((always_inline))
unsigned coset_sixteen_begin(const struct coset_reader *r, unsigned test, const uint64_t *where, const uint32_t *slot,
                             const uint8_t *width, unsigned n, unsigned n_planes, struct coset_sixteen *s)
{
	_Alignas(16) uint8_t odd[COSET_FIRST_PLANES][16] = {0};
	coset_sixteen_rows(r, test, slot, width, n_planes, s);
	for (unsigned i = 0; i < 16 && i < n; i++) {
		const uint8_t *const line = r->line + where[i];
#pragma GCC unroll 4
		for (unsigned p = 0; p < n_planes; p++) {
			const uint32_t there = coset_row_of_bytes(line + s->first_byte[p][i]) & s->coefficients[i];
			odd[p][i] = (uint8_t)__builtin_popcount(there) & 1;
		}
	}
	return coset_first_planes_pass(s, odd, n_planes) & (n < 16 ? (1u << n) - 1 : 0xFFFF);
}

/* Of what is looked at for number i, what is not as it should be. */
static inline unsigned coset_misses(const struct coset_reader *r, const uint64_t *where, const uint8_t *width,
                                    const struct coset_sixteen *s, unsigned i)
{
	const unsigned all = coset_odd_planes(r, r->line + where[i], width[i] % COSET_WIDTHS, s->begin[i], s->coefficients[i]);
	return (all ^ s->bits[i]) & s->planes[i];
}

/* Which of up to sixteen slots pass a test, as bits. */
static inline unsigned coset_sixteen_pass(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                          const uint32_t *slot, const uint8_t *width, unsigned n)
{
	struct coset_sixteen s;
	unsigned pass = coset_sixteen_begin(r, test, where, slot, width, n, COSET_FIRST_PLANES, &s);
	for (unsigned left = pass & coset_have_more_planes(&s, COSET_FIRST_PLANES); left != 0; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		pass ^= (unsigned)(coset_misses(r, where, width, &s, i) != 0) << i;
	}
	return pass;
}

/* The layers, as bits, in which they do.  Returns, as bits, of which slots there may be any.  What tells of layers can be
 * no miss, so all planes are looked at of what passes those before. */
static inline unsigned coset_sixteen_layers(const struct coset_reader *r, unsigned test, const uint64_t *where,
                                            const uint32_t *slot, const uint8_t *width, unsigned n, uint32_t near[16])
{
	const unsigned symbol_bits = (1 << COSET_SYMBOL_BITS) - 1;
	struct coset_sixteen s;
	memset(near, 0, 16 * sizeof *near);
	const unsigned pass = coset_sixteen_begin(r, test, where, slot, width, n, COSET_SYMBOL_AT, &s);
	for (unsigned left = pass; left != 0; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left), misses = coset_misses(r, where, width, &s, i);
		if ((misses & ~(symbol_bits << COSET_SYMBOL_AT)) == 0)  /* coset_symbol_seen() */
			near[i] = r->symbol_layers[(s.planes[i] >> COSET_SYMBOL_AT & symbol_bits) + (misses >> COSET_SYMBOL_AT)];
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

/* Values are the cap, or one less for those that pass at level 0: these are listed in s.  Returns their number. */
static inline unsigned coset_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                        uint8_t *restrict value, unsigned n, struct coset_scratch *s)
{
	unsigned n_passing = 0;
	memset(value, (int)(r->base + COSET_LEVELS), n);
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

/* Those in s that pass a test stay in s, their values are less.  Returns their number. */
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
/* Of the two layers those that are near: COSET_NO_LAYER for the others. */
static inline uint16_t coset_layers_left(uint32_t near, uint16_t layers)
{
	const unsigned first = layers & 255, second = layers >> 8;
	return coset_two_layers(near >> first & 1 ? first : COSET_NO_LAYER, near >> second & 1 ? second : COSET_NO_LAYER);
}

/* The same with layers: of each entry there are two values, of the layers asked for, and `near` are all layers in which
 * it passes. */
static inline unsigned coset_layers_pass_first(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                               const uint16_t *layers, uint8_t *restrict value, uint8_t *restrict second,
                                               uint32_t *restrict near, unsigned n, struct coset_scratch *s)
{
	const unsigned cap = r->base + COSET_LEVELS;
	unsigned n_passing = 0;
	memset(value, (int)cap, n);
	memset(second, (int)cap, n);
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		unsigned pass = coset_sixteen_layers(r, 0, where + i, slot + i, s->width + i, n - i, near + i);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = i + (unsigned)__builtin_ctz(pass);
			const uint16_t left = coset_layers_left(near[k], layers[k]);
			const bool is_first = (left & 255) != COSET_NO_LAYER, is_second = left >> 8 != COSET_NO_LAYER;
			value[k] = (uint8_t)(cap - is_first);
			second[k] = (uint8_t)(cap - is_second);
			s->number[n_passing] = (uint16_t)k;
			s->where[n_passing] = where[k];
			s->slot[n_passing] = slot[k];
			s->layers[n_passing] = left;
			n_passing += is_first | is_second;
		}
	}
	return n_passing;
}

static inline unsigned coset_layers_pass_next(const struct coset_reader *r, unsigned test, unsigned n,
                                              struct coset_scratch *s)
{
	unsigned n_passing = 0;
	coset_read_widths(r, s->where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		uint32_t near[16];
		unsigned pass = coset_sixteen_layers(r, test, s->where + i, s->slot + i, s->width + i, n - i, near);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = i + (unsigned)__builtin_ctz(pass);
			const uint16_t left = coset_layers_left(near[k - i], s->layers[k]);
			s->number[n_passing] = s->number[k];
			s->where[n_passing] = s->where[k];
			s->slot[n_passing] = s->slot[k];
			s->layers[n_passing] = left;
			n_passing += left != coset_two_layers(COSET_NO_LAYER, COSET_NO_LAYER);
		}
	}
	return n_passing;
}
#endif

/* The entries that pass at level 0, in any layer, and in which: s->number lists the former, near[i] is of number i of the list.
 * Without layers they do in all or in none.  Returns how many.
 * @param n  at most COSET_READ_MAX, and `near` has room for a block more */
#ifdef COSET_AVX512
static inline unsigned coset_near(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot, unsigned n,
                                  bool has_layers, struct coset_scratch *s, uint32_t *near)
{
	__m256i numbers = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
	unsigned n_near = 0;
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16, numbers = _mm256_add_epi16(numbers, _mm256_set1_epi16(16))) {
		const __m512i all = has_layers ? coset_sixteen_layers(r, 0, where + i, slot + i, s->width + i)
		                               : _mm512_maskz_set1_epi32(coset_sixteen_pass(r, 0, where + i, slot + i, s->width + i), -1);
		const __mmask16 pass = _mm512_test_epi32_mask(all, all) & coset_in_use(n - i);
		_mm256_storeu_si256((void *)(s->number + n_near), _mm256_maskz_compress_epi16(pass, numbers));
		_mm512_storeu_si512(near + n_near, _mm512_maskz_compress_epi32(pass, all));
		n_near += (unsigned)_mm_popcnt_u32(pass);
	}
	return n_near;
}
#else
static inline unsigned coset_near(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot, unsigned n,
                                  bool has_layers, struct coset_scratch *s, uint32_t *near)
{
	unsigned n_near = 0;
	coset_read_widths(r, where, n, s->width);
	for (unsigned i = 0; i < n; i += 16) {
		uint32_t all[16];
		unsigned pass = has_layers ? coset_sixteen_layers(r, 0, where + i, slot + i, s->width + i, n - i, all)
		                           : coset_sixteen_pass(r, 0, where + i, slot + i, s->width + i, n - i);
		for (; pass != 0; pass &= pass - 1) {
			const unsigned k = (unsigned)__builtin_ctz(pass);
			s->number[n_near] = (uint16_t)(i + k);
			near[n_near] = has_layers ? all[k] : UINT32_MAX;
			n_near += near[n_near] != 0;
		}
	}
	return n_near;
}
#endif

/* Entries of which more must be read than their lines. */
struct coset_low {
	unsigned n;
	uint16_t number[COSET_READ_MAX];
	uint64_t slot[COSET_READ_MAX];      /* in the side table */
	uint16_t layers[COSET_READ_MAX];    /* with layers, those that the value is of */
};

/** Begin to read entries that were located and prefetched: all values but those in `low` are complete then, and these
 * have been asked for.
 * @param value  on a cache line
 * @param n      at most COSET_READ_MAX */
static inline void coset_read_begin(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                    uint8_t *restrict value, unsigned n, struct coset_scratch *s, struct coset_low *low)
{
	unsigned n_open = coset_pass_first(r, where, slot, value, n, s);
	const unsigned n_rows = r->n_rows;
	for (unsigned test = 1; test <= n_rows * (COSET_LEVELS - 1); test++)
		n_open = coset_pass_next(r, test, test % n_rows == 0, value, n_open, s);
	low->n = n_open;
	for (unsigned i = 0; i < n_open; i++) {
		low->number[i] = s->number[i];
		low->slot[i] = coset_side_slot(r->side_log2, coset_entry_of(r, s->where[i], s->slot[i]));
		__builtin_prefetch(&r->side[low->slot[i] >> 1]);
	}
}

/** The same for a table with layers.
 * @param layers  of each entry, as coset_two_layers() has them; the second may be COSET_NO_LAYER
 * @param value   of the first layers, @param second of the second, both on cache lines
 * @param near    all layers in which an entry is nearer than the cap, with room for a block more */
static inline void coset_layers_read_begin(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                           const uint16_t *layers, uint8_t *restrict value, uint8_t *restrict second,
                                           uint32_t *restrict near, unsigned n, struct coset_scratch *s,
                                           struct coset_low *low)
{
	unsigned n_open = coset_layers_pass_first(r, where, slot, layers, value, second, near, n, s);
	const unsigned n_rows = r->n_rows;
	for (unsigned test = 1; test <= n_rows * (COSET_LEVELS - 1); test++) {
		n_open = coset_layers_pass_next(r, test, n_open, s);
		for (unsigned i = 0; i < n_open && test % n_rows == 0; i++) {
			value[s->number[i]] = (uint8_t)(value[s->number[i]] - ((s->layers[i] & 255) != COSET_NO_LAYER));
			second[s->number[i]] = (uint8_t)(second[s->number[i]] - (s->layers[i] >> 8 != COSET_NO_LAYER));
		}
	}
	low->n = n_open;
	for (unsigned i = 0; i < n_open; i++) {
		low->number[i] = s->number[i];
		low->layers[i] = s->layers[i];
		low->slot[i] = coset_side_slot(r->side_log2, coset_entry_of(r, s->where[i], s->slot[i]));
		__builtin_prefetch(&r->side[low->slot[i] >> 1]);
	}
}

static inline void coset_layers_read_end(const struct coset_reader *r, const struct coset_low *low,
                                         uint8_t *restrict value, uint8_t *restrict second)
{
	for (unsigned j = 0; j < low->n; j++) {
		const unsigned x = coset_side_value(r->side, low->slot[j]), low_value = x <= r->base ? x : r->base + 1;
		if ((low->layers[j] & 255) != COSET_NO_LAYER)
			value[low->number[j]] = (uint8_t)low_value;
		if (low->layers[j] >> 8 != COSET_NO_LAYER)
			second[low->number[j]] = (uint8_t)low_value;
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
