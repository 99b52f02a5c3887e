/* Sets of cosets moved row by row; compiled once for every instruction set by coset_marker_*.c, which define
 * COSET_MARKER, COSET_MARKER_NAME and COSET_MARKER_RUNS_HERE. */
#include "coord/coset_map_tables.h"
#include "coord/coset_packed.h"
#include "pdb/coset_marker.h"

#include <assert.h>

enum { BLOCK_ROWS = 70, WORD_BITS = 64, LINE_BYTES = 64 };
static_assert(COSET_SLICES % BLOCK_ROWS == 0, "no block is cut short");

static bool runs_here(void)
{
	return COSET_MARKER_RUNS_HERE;
}

/* From where the rows of a block come. */
static void find_rows(const struct coset_map *back, unsigned begin, const uint64_t *bits, uint16_t before[BLOCK_ROWS])
{
	const unsigned m_shift = back->m_shift, e_shift = back->e_shift, flip_bits = back->flip_bits;
	for (unsigned i = 0; i < BLOCK_ROWS; i++) {
		const uint64_t masks = coset_map_tables.masks[begin + i];
		const uint64_t m = back->moved[masks >> m_shift & 0xFFF], e = back->moved[masks >> e_shift & 0xFFF];
		before[i] = (uint16_t)coset_masks_slices(m << 16 | e << 32);
	}
	for (unsigned i = 0; i < BLOCK_ROWS; i++) {
		__builtin_prefetch(&bits[((size_t)before[i] << flip_bits) / WORD_BITS]);
		__builtin_prefetch(&coset_map_tables.flip[flip_bits - 8][before[i]]);
	}
}

/* Where in a row unflipped edges arrive that come from some other. */
static inline unsigned first_flips(const struct coset_map *map, unsigned slices, unsigned flip_bits)
{
	const uint64_t masks = coset_map_tables.masks[slices];
	const uint32_t flips_m = (uint32_t)(masks >> 16) & map->flip_m;
	return coset_masks_flips(masks, coset_flips_thrice(map->flip ^ flips_m), flip_bits);
}

#ifdef COSET_AVX512
/* Numbers of which each is a sum, from columns: one of sixteen for its bits 0-3, and one for its bits 4-7. */
struct sums {
	__m512i low, high;
};

static inline struct sums sums_of(__m128i columns, unsigned first)
{
	/* Sixteen sums of four columns: which of them take part. */
	const __m256i fours = _mm256_set_epi64x(0x0404040404040404, 0x0404040404040404, 0, 0);
	const __m256i take0 = _mm256_or_si256(_mm256_set1_epi16(0x0080), fours);
	const __m256i take1 = _mm256_or_si256(_mm256_set1_epi32(0x01018080), fours);
	const __m256i take2 = _mm256_or_si256(_mm256_set1_epi64x(0x0202020280808080), fours);
	const __m128i upper_eight = _mm_set_epi64x(0x0303030303030303, (long long)0x8080808080808080);
	const __m256i take3 = _mm256_or_si256(_mm256_broadcastsi128_si256(upper_eight), fours);
	const __m256i x = _mm256_broadcastsi128_si256(columns);
	const __m256i sum01 = _mm256_xor_si256(_mm256_shuffle_epi8(x, take0), _mm256_shuffle_epi8(x, take1));
	const __m256i sum = _mm256_ternarylogic_epi64(sum01, _mm256_shuffle_epi8(x, take2), _mm256_shuffle_epi8(x, take3), 0x96);
	return (struct sums){
		_mm512_broadcast_i32x4(_mm_xor_si128(_mm256_castsi256_si128(sum), _mm_set1_epi8((char)first))),
		_mm512_broadcast_i32x4(_mm256_extracti128_si256(sum, 1)),
	};
}

/* Those of 64 numbers, the first of which is 64 * quarter. */
static inline __m512i numbers(struct sums s, unsigned quarter)
{
	const __m512i sixteens = _mm512_set_epi64(0x0303030303030303, 0x0303030303030303, 0x0202020202020202,
	                                          0x0202020202020202, 0x0101010101010101, 0x0101010101010101, 0, 0);
	const __m512i which = _mm512_add_epi8(sixteens, _mm512_set1_epi8((char)(4 * quarter)));
	return _mm512_xor_si512(s.low, _mm512_shuffle_epi8(s.high, which));
}

/* 64 bits of a row, by the byte of each (six bits count) and the bit in that (three bits count). */
static inline uint64_t moved_bits(__m512i row, __m512i byte, __m512i bit)
{
	const __m512i bit_of = _mm512_set1_epi64((long long)0x8040201008040201);
	return _mm512_test_epi8_mask(_mm512_permutexvar_epi8(byte, row), _mm512_permutexvar_epi8(bit, bit_of));
}

/* Mark the entries of a line that have ones in `moved`. */
static inline void mark_line(uint8_t *line, __m256i moved, unsigned code)
{
	/* Spread to the even bits. */
	__m512i x = _mm512_cvtepu8_epi16(moved);
	x = _mm512_ternarylogic_epi64(x, _mm512_slli_epi16(x, 4), _mm512_set1_epi8(0x0F), 0xA8);
	x = _mm512_ternarylogic_epi64(x, _mm512_slli_epi16(x, 2), _mm512_set1_epi8(0x33), 0xA8);
	x = _mm512_ternarylogic_epi64(x, _mm512_slli_epi16(x, 1), _mm512_set1_epi8(0x55), 0xA8);
	const __m512i entries = _mm512_load_si512(line);
	const __m512i large = _mm512_and_si512(_mm512_srli_epi64(entries, 1), x);  /* 2 or 3 */
	const __m512i without = _mm512_andnot_si512(code == 2 ? large : _mm512_slli_epi64(large, 1), entries);
	_mm512_store_si512(line, code == 2 ? without : _mm512_or_si512(without, large));
}

/* Columns of the matrix by which the numbers before are made of those after: the edges that stand for the bits, and the
 * one that keeps the number of flips even. */
static inline __m128i columns_of(const uint8_t adds[16], __m128i edges)
{
	const __m128i added = _mm_shuffle_epi8(_mm_load_si128((const void *)adds), edges);
	return _mm_xor_si128(added, _mm_shuffle_epi8(added, _mm_set1_epi8(15)));
}

static inline __attribute__((always_inline))
void mark_row(const struct coset_map *back, unsigned after, unsigned before, const uint64_t *bits, uint8_t *part,
              unsigned code, unsigned flip_bits)
{
	const __m128i position = _mm_load_si128((const void *)coset_map_tables.bit[flip_bits - 8][after].position);
	const __m128i edges = _mm_shuffle_epi8(_mm_load_si128((const void *)back->to), position);
	const __m128i columns = columns_of(coset_map_tables.flip[flip_bits - 8][before].adds, edges);
	const unsigned first = first_flips(back, before, flip_bits);
	const struct sums low = sums_of(columns, first & 255);
	if (flip_bits == 8) {
		const __m512i row = _mm512_broadcast_i64x4(_mm256_load_si256((const void *)&bits[before * 4]));
		uint64_t moved[4];
		for (unsigned quarter = 0; quarter < 4; quarter++) {
			const __m512i from = numbers(low, quarter);
			moved[quarter] = moved_bits(row, _mm512_srli_epi16(from, 3), from);
		}
		mark_line(part + (size_t)after * LINE_BYTES, _mm256_set_epi64x((long long)moved[3], (long long)moved[2],
		                                                               (long long)moved[1], (long long)moved[0]), code);
		return;
	}
	/* A number has nine bits, so its upper six are found apart; where bit 8 is one, the last column joins in. */
	const __m128i high_columns = columns_of(coset_map_tables.flip_high[before].adds, edges);
	const struct sums high = sums_of(high_columns, first >> 3);
	const __m512i last_low = _mm512_broadcastb_epi8(_mm_srli_si128(columns, 8));
	const __m512i last_high = _mm512_broadcastb_epi8(_mm_srli_si128(high_columns, 8));
	const __m512i row = _mm512_load_si512(&bits[before * 8]);
	for (unsigned half = 0; half < 2; half++) {
		uint64_t moved[4];
		for (unsigned quarter = 0; quarter < 4; quarter++) {
			const __m512i bit = numbers(low, quarter), byte = numbers(high, quarter);
			moved[quarter] = half == 0 ? moved_bits(row, byte, bit)
			                           : moved_bits(row, _mm512_xor_si512(byte, last_high), _mm512_xor_si512(bit, last_low));
		}
		mark_line(part + (size_t)(after * 2 + half) * LINE_BYTES,
		          _mm256_set_epi64x((long long)moved[3], (long long)moved[2], (long long)moved[1], (long long)moved[0]), code);
	}
}

static inline __attribute__((always_inline))
void mark_rows(const struct coset_way *way, const uint64_t *bits, uint8_t *part, unsigned code, unsigned flip_bits)
{
	struct coset_map back;
	coset_map_fill_back(&back, way, flip_bits);
	uint16_t blocks[2][BLOCK_ROWS];
	find_rows(&back, 0, bits, blocks[0]);
	for (unsigned begin = 0; begin < COSET_SLICES; begin += BLOCK_ROWS) {
		const uint16_t *const before = blocks[begin / BLOCK_ROWS % 2];
		if (begin + BLOCK_ROWS < COSET_SLICES)  /* on their way while this block is marked */
			find_rows(&back, begin + BLOCK_ROWS, bits, blocks[(begin / BLOCK_ROWS + 1) % 2]);
		for (unsigned i = 0; i < BLOCK_ROWS; i++)
			mark_row(&back, begin + i, before[i], bits, part, code, flip_bits);
	}
}
#else
/* A byte of four entries, one of which is to become `code`, 1 or 2, if it is larger. */
static inline uint8_t lowered(unsigned byte, unsigned i, unsigned code)
{
	const unsigned large = byte >> 1 & 1u << i * 2;  /* 2 or 3 */
	return (uint8_t)(code == 2 ? byte & ~large : (byte & ~(large << 1)) | large);
}

/* All 2^n sums of n columns. */
static inline void fill_sums(const uint16_t *columns, unsigned n, uint16_t *sum)
{
	sum[0] = 0;
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < 1u << i; k++)
			sum[(1u << i) + k] = sum[k] ^ columns[i];
}

static inline unsigned adds_of(unsigned slices, unsigned position, unsigned flip_bits)
{
	const unsigned low = coset_map_tables.flip[flip_bits - 8][slices].adds[position];
	return flip_bits == 9 ? low | (coset_map_tables.flip_high[slices].adds[position] & 32u) << 3 : low;
}

static inline __attribute__((always_inline))
void mark_row(const struct coset_map *map, unsigned before, unsigned after, const uint64_t *row, uint8_t *line,
              unsigned code, unsigned flip_bits)
{
	const uint8_t *const position = coset_map_tables.bit[flip_bits - 8][before].position;
	const unsigned even = adds_of(after, map->to[position[15]], flip_bits);
	uint16_t columns[9], low[16], high[32];
	for (unsigned bit = 0; bit < flip_bits; bit++)
		columns[bit] = (uint16_t)(adds_of(after, map->to[position[bit]], flip_bits) ^ even);
	fill_sums(columns, 4, low);
	fill_sums(columns + 4, flip_bits - 4, high);
	const unsigned first = first_flips(map, after, flip_bits);
	for (unsigned w = 0; w < 1u << flip_bits; w += WORD_BITS)
		for (uint64_t word = row[w / WORD_BITS]; word != 0; word &= word - 1) {
			const unsigned x = w + (unsigned)__builtin_ctzll(word), y = first ^ low[x & 15] ^ high[x >> 4];
			line[y >> 2] = lowered(line[y >> 2], y & 3, code);
		}
}

static inline __attribute__((always_inline))
void mark_rows(const struct coset_way *way, const uint64_t *bits, uint8_t *part, unsigned code, unsigned flip_bits)
{
	const unsigned row_words = (1u << flip_bits) / WORD_BITS, row_bytes = (1u << flip_bits) / 4;
	struct coset_map back, map;
	coset_map_fill_back(&back, way, flip_bits);
	coset_map_fill(&map, way, flip_bits);
	for (unsigned begin = 0; begin < COSET_SLICES; begin += BLOCK_ROWS) {
		uint16_t before[BLOCK_ROWS];
		find_rows(&back, begin, bits, before);
		for (unsigned i = 0; i < BLOCK_ROWS; i++) {
			const uint64_t *const row = &bits[before[i] * row_words];
			uint64_t any = 0;
			for (unsigned w = 0; w < row_words; w++)
				any |= row[w];
			if (any != 0)
				mark_row(&map, before[i], begin + i, row, part + (size_t)(begin + i) * row_bytes, code, flip_bits);
		}
	}
}
#endif

static void mark(const struct coset_way *way, unsigned flip_bits, const uint64_t *bits, uint8_t *part, unsigned code)
{
	if (flip_bits == 9)
		mark_rows(way, bits, part, code, 9);
	else
		mark_rows(way, bits, part, code, 8);
}

const struct coset_marker COSET_MARKER = {COSET_MARKER_NAME, runs_here, mark};
