/* Extension of a page with vectors of 32 bytes: two rows of a tile.  Elsewhere than on x86-64 it is never
 * called.
 *
 * A tile is read once from each source, in the order of the page that is made, so that the page is written
 * once and stays
 * in registers between the sources. */
#include "base/memory.h"
#include "subgroup/extend.h"

#ifdef __AVX2__
#include <immintrin.h>

enum { N_PAIRS = N_ROWS / 2 };

/* Bits b of all bytes from bits b ^ x, by two tables of sixteen bytes: one for each half of a byte. */
struct exchange {
	__m256i low, high;
};

static struct exchange exchange_by(unsigned x)
{
	uint8_t half[2][16];
	for (unsigned i = 0; i < 16; i++) {
		half[0][i] = half[1][i] = 0;
		for (unsigned b = 0; b < N_CORNER_BITS; b++) {
			half[0][i] |= (uint8_t)((i >> (b ^ x) & 1) << b);
			half[1][i] |= (uint8_t)((i << 4 >> (b ^ x) & 1) << b);
		}
	}
	return (struct exchange){
		_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)half[0])),
		_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)half[1])),
	};
}

static inline __m256i exchanged(__m256i v, const struct exchange *x)
{
	const __m256i nibbles = _mm256_set1_epi8(15);
	const __m256i low = _mm256_shuffle_epi8(x->low, _mm256_and_si256(v, nibbles));
	const __m256i high = _mm256_shuffle_epi8(x->high, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibbles));
	return _mm256_or_si256(low, high);
}

static inline const __m128i *row_at(const uint8_t *tile, unsigned row)
{
	return (const __m128i *)(const void *)(tile + row * N_LANES);
}

/* Join what a tile of a source brings. */
static inline void join(__m256i sum[N_PAIRS], const struct extend_source *s, const uint8_t *tile,
	__m256i shuffle)
{
	if (s->keeps_rows) {
		for (unsigned i = 0; i < N_PAIRS; i++) {
			const __m256i rows = _mm256_loadu_si256((const __m256i *)(const void *)row_at(tile, 2 * i));
			sum[i] = _mm256_or_si256(sum[i], _mm256_shuffle_epi8(rows, shuffle));
		}
		return;
	}
	for (unsigned i = 0; i < N_PAIRS; i++) {
		const __m256i rows = _mm256_loadu2_m128i(row_at(tile, s->row_from[2 * i + 1]), row_at(tile,
			s->row_from[2 * i]));
		sum[i] = _mm256_or_si256(sum[i], _mm256_shuffle_epi8(rows, shuffle));
	}
}

uint64_t extend_page_avx2(const struct extension *t, unsigned page, uint8_t *const *pages, uint8_t *made)
{
	struct extend_source sources[N_H_MOVES];
	struct exchange by[N_CORNER_BITS];
	const unsigned n_sources = extend_sources(t, page, pages, sources);
	for (unsigned x = 0; x < N_CORNER_BITS; x++)
		by[x] = exchange_by(x);
	uint64_t n_elements = 0;
	for (unsigned tile = 0; tile < N_TILES; tile++) {
		__m256i all[N_PAIRS];
		for (unsigned i = 0; i < N_PAIRS; i++)
			all[i] = pages[page] == NULL ? _mm256_setzero_si256()

				: _mm256_loadu_si256((const __m256i *)(const void *)row_at(pages[page] + tile * TILE_BYTES,
					2 * i));
		const struct extend_source *s = sources;
		while (s < sources + n_sources) {
			const unsigned x = s->exchange;
			__m256i sum[N_PAIRS] = {0};
			for (; s < sources + n_sources && s->exchange == x; s++) {
				const struct tile_from from = s->tile_from[tile];
				const __m128i *const shuffle = (const __m128i *)(const void *)t->shuffle[from.shuffle];
				join(sum, s, s->page + from.tile * TILE_BYTES,
					_mm256_broadcastsi128_si256(_mm_loadu_si128(shuffle)));
			}
			for (unsigned i = 0; i < N_PAIRS; i++)
				all[i] = _mm256_or_si256(all[i], x == 0 ? sum[i] : exchanged(sum[i], &by[x]));
		}
		for (unsigned i = 0; i < N_PAIRS; i++)
			_mm256_storeu_si256((__m256i *)(void *)(made + tile * TILE_BYTES + 2 * i * N_LANES), all[i]);
		n_elements += memory_count_bits(made + tile * TILE_BYTES, TILE_BYTES);
	}
	return n_elements;
}
#else
uint64_t extend_page_avx2(const struct extension *t, unsigned page, uint8_t *const *pages, uint8_t *made)
{
	return extend_page_portable(t, page, pages, made);
}
#endif
