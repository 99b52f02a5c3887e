/* Sets of cosets moved row by row; compiled once for every instruction set by coset_marker_*.c, which define
 * COSET_MARKER, COSET_MARKER_NAME and COSET_MARKER_RUNS_HERE. */
#include "coord/coset_map_tables.h"
#include "coord/coset_packed.h"
#include "pdb/coset_marker.h"

#include <assert.h>

enum { BLOCK_ROWS = 70, ROW_WORDS = 4, ROW_BYTES = 64 };
static_assert(COSET_SLICES % BLOCK_ROWS == 0, "no block is cut short");

static bool runs_here(void)
{
	return COSET_MARKER_RUNS_HERE;
}

/* From where the rows of a block come. */
static void find_rows(const struct coset_map *back, unsigned begin, const uint64_t *bits, uint16_t before[BLOCK_ROWS])
{
	const unsigned m_shift = back->m_shift, e_shift = back->e_shift;
	for (unsigned i = 0; i < BLOCK_ROWS; i++) {
		const uint64_t masks = coset_map_tables.masks[begin + i];
		const uint64_t m = back->moved[masks >> m_shift & 0xFFF], e = back->moved[masks >> e_shift & 0xFFF];
		before[i] = (uint16_t)coset_masks_slices(m << 16 | e << 32);
	}
	for (unsigned i = 0; i < BLOCK_ROWS; i++) {
		__builtin_prefetch(&bits[before[i] * ROW_WORDS]);
		__builtin_prefetch(&coset_map_tables.flip[before[i]]);
	}
}

#ifdef COSET_AVX512
/* What each byte of 64 is in 0, 1, 2, 3 of these is its bit: where it comes from is the sum of one of sixteen values
 * for the low half of its number and one of sixteen for the high half. */
static inline __mmask64 moved_bits(__m512i low, __m512i high, __m512i row, unsigned quarter)
{
	const __m512i bit_of = _mm512_set1_epi64((long long)0x8040201008040201);
	const __m512i sixteens = _mm512_set_epi64(0x0303030303030303, 0x0303030303030303, 0x0202020202020202,
	                                          0x0202020202020202, 0x0101010101010101, 0x0101010101010101, 0, 0);
	const __m512i which = _mm512_add_epi8(sixteens, _mm512_set1_epi8((char)(4 * quarter)));
	const __m512i from = _mm512_xor_si512(low, _mm512_shuffle_epi8(high, which));
	const __m512i bytes = _mm512_permutexvar_epi8(_mm512_srli_epi16(from, 3), row);
	return _mm512_test_epi8_mask(bytes, _mm512_permutexvar_epi8(from, bit_of));
}

static void mark(const struct coset_way *way, const uint64_t *bits, uint8_t *part, unsigned code)
{
	struct coset_map back;
	coset_map_fill_back(&back, way);
	const __m128i to = _mm_load_si128((const void *)back.to);
	const uint64_t flip = (uint64_t)back.flip << 48;
	/* Sixteen sums of four bits each, those of bits 0-3 and those of bits 4-7: which of them take part. */
	const __m256i take0 = _mm256_broadcastsi128_si256(_mm_set1_epi16(0x0080));
	const __m256i take1 = _mm256_broadcastsi128_si256(_mm_set1_epi32(0x01018080));
	const __m256i take2 = _mm256_broadcastsi128_si256(_mm_set1_epi64x(0x0202020280808080));
	const __m256i take3 = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0303030303030303, (long long)0x8080808080808080));
	const __m256i fours = _mm256_set_epi64x(0x0404040404040404, 0x0404040404040404, 0, 0);
	const __m256i sel0 = _mm256_or_si256(take0, fours), sel1 = _mm256_or_si256(take1, fours);
	const __m256i sel2 = _mm256_or_si256(take2, fours), sel3 = _mm256_or_si256(take3, fours);
	uint16_t blocks[2][BLOCK_ROWS];
	find_rows(&back, 0, bits, blocks[0]);
	for (unsigned begin = 0; begin < COSET_SLICES; begin += BLOCK_ROWS) {
		const uint16_t *const before = blocks[begin / BLOCK_ROWS % 2];
		if (begin + BLOCK_ROWS < COSET_SLICES)  /* on their way while this block is marked */
			find_rows(&back, begin + BLOCK_ROWS, bits, blocks[(begin / BLOCK_ROWS + 1) % 2]);
		for (unsigned i = 0; i < BLOCK_ROWS; i++) {
			const unsigned s = before[i];
			/* The columns of the matrix: what the bits after are made of. */
			const __m128i position = _mm_load_si128((const void *)coset_map_tables.bit[begin + i].position);
			const __m128i adds = _mm_load_si128((const void *)coset_map_tables.flip[s].adds);
			const __m128i two = _mm_shuffle_epi8(adds, _mm_shuffle_epi8(to, position));
			const __m256i columns = _mm256_broadcastsi128_si256(_mm_xor_si128(two, _mm_srli_si128(two, 8)));
			const __m256i sum01 = _mm256_xor_si256(_mm256_shuffle_epi8(columns, sel0), _mm256_shuffle_epi8(columns, sel1));
			const __m256i sum = _mm256_ternarylogic_epi64(sum01, _mm256_shuffle_epi8(columns, sel2),
			                                              _mm256_shuffle_epi8(columns, sel3), 0x96);
			const uint32_t first = coset_masks_flips(coset_map_tables.masks[s] | flip);
			const __m512i low = _mm512_broadcast_i32x4(
				_mm_xor_si128(_mm256_castsi256_si128(sum), _mm_set1_epi8((char)first)));
			const __m512i high = _mm512_broadcast_i32x4(_mm256_extracti128_si256(sum, 1));
			const __m512i row = _mm512_broadcast_i64x4(_mm256_load_si256((const void *)&bits[s * ROW_WORDS]));
			const __m256i moved = _mm256_set_epi64x(
				(long long)moved_bits(low, high, row, 3), (long long)moved_bits(low, high, row, 2),
				(long long)moved_bits(low, high, row, 1), (long long)moved_bits(low, high, row, 0));
			/* Spread to the even bits. */
			__m512i x = _mm512_cvtepu8_epi16(moved);
			x = _mm512_ternarylogic_epi64(x, _mm512_slli_epi16(x, 4), _mm512_set1_epi8(0x0F), 0xA8);
			x = _mm512_ternarylogic_epi64(x, _mm512_slli_epi16(x, 2), _mm512_set1_epi8(0x33), 0xA8);
			x = _mm512_ternarylogic_epi64(x, _mm512_slli_epi16(x, 1), _mm512_set1_epi8(0x55), 0xA8);
			uint8_t *const line = part + (size_t)(begin + i) * ROW_BYTES;
			const __m512i entries = _mm512_load_si512(line);
			const __m512i large = _mm512_and_si512(_mm512_srli_epi64(entries, 1), x);  /* 2 or 3 */
			const __m512i without = _mm512_andnot_si512(code == 2 ? large : _mm512_slli_epi64(large, 1), entries);
			_mm512_store_si512(line, code == 2 ? without : _mm512_or_si512(without, large));
		}
	}
}
#else
/* A byte of four entries, one of which is to become `code`, 1 or 2, if it is larger. */
static inline uint8_t lowered(unsigned byte, unsigned i, unsigned code)
{
	const unsigned large = byte >> 1 & 1u << i * 2;  /* 2 or 3 */
	return (uint8_t)(code == 2 ? byte & ~large : (byte & ~(large << 1)) | large);
}

/* The sum of the columns that the ones of x choose. */
static inline unsigned sum_of(uint64_t columns, unsigned x)
{
	uint64_t sum = columns & coset_map_tables.bytes_of_bits[x];
	sum ^= sum >> 32;
	sum ^= sum >> 16;
	return (unsigned)(sum ^ sum >> 8) & 255;
}

static void mark(const struct coset_way *way, const uint64_t *bits, uint8_t *part, unsigned code)
{
	struct coset_map back, map;
	coset_map_fill_back(&back, way);
	coset_map_fill(&map, way);
	for (unsigned begin = 0; begin < COSET_SLICES; begin += BLOCK_ROWS) {
		uint16_t before[BLOCK_ROWS];
		find_rows(&back, begin, bits, before);
		for (unsigned i = 0; i < BLOCK_ROWS; i++) {
			const uint64_t *const row = &bits[before[i] * ROW_WORDS];
			if ((row[0] | row[1] | row[2] | row[3]) == 0)
				continue;
			const uint8_t *const adds = coset_map_tables.flip[begin + i].adds;
			const uint8_t *const position = coset_map_tables.bit[before[i]].position;
			uint64_t columns = 0;
			for (unsigned bit = 0; bit < 8; bit++)
				columns |= (uint64_t)adds[map.to[position[bit]]] << 8 * bit;
			columns ^= adds[map.to[position[8]]] * UINT64_C(0x0101010101010101);
			const unsigned first = coset_masks_flips(coset_map_tables.masks[begin + i] | (uint64_t)map.flip << 48);
			uint8_t *const line = part + (size_t)(begin + i) * ROW_BYTES;
			for (unsigned w = 0; w < ROW_WORDS; w++)
				for (uint64_t word = row[w]; word != 0; word &= word - 1) {
					const unsigned y = first ^ sum_of(columns, w * 64 + (unsigned)__builtin_ctzll(word));
					line[y >> 2] = lowered(line[y >> 2], y & 3, code);
				}
		}
	}
}
#endif

const struct coset_marker COSET_MARKER = {COSET_MARKER_NAME, runs_here, mark};
