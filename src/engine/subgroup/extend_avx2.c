/* Extension of a page with vectors of 32 bytes: two rows of a tile.  Elsewhere than on x86-64 it is never
 * called.
 *
 * A tile is read once from each source, in the order of the page that is made, so that the page is written
 * once and stays in registers between the sources. */
#include "base/memory.h"
#include "subgroup/extend.h"

#ifdef __AVX2__
#include <immintrin.h>

enum { N_PAIRS = N_ROWS / 2 };

typedef uint8_t rows2 __attribute__((vector_size(2 * N_LANES), may_alias, aligned(N_LANES)));

static inline rows2 rows_of(const uint8_t *low, const uint8_t *high)
{
	return (rows2)_mm256_loadu2_m128i((const void *)high, (const void *)low);
}

/* Bytes of both rows by indices, or indices into two tables of sixteen bytes. */
static inline rows2 look_up(rows2 rows, rows2 index)
{
	return (rows2)_mm256_shuffle_epi8((__m256i)rows, (__m256i)index);
}

uint64_t extend_page_avx2(const struct extension *t, unsigned page, uint8_t *const *pages, uint8_t *made)
{
	struct extend_source sources[N_H_MOVES];
	const unsigned n_sources = extend_sources(t, page, pages, sources);
	/* Bits b of all bytes from bits b ^ x, by two tables of sixteen bytes: one for each half of a byte. */
	union { uint8_t byte[2 * N_LANES]; rows2 both; } half[N_CORNER_BITS][2] = {{{{0}}}};
	for (unsigned x = 0; x < N_CORNER_BITS; x++)
		for (unsigned i = 0; i < 2 * N_LANES; i++)
			for (unsigned b = 0; b < N_CORNER_BITS; b++)
				for (unsigned k = 0; k < 2; k++)
					half[x][k].byte[i] |= (uint8_t)((i % N_LANES << 4 * k >> (b ^ x) & 1) << b);
	uint64_t n_elements = 0;
	for (unsigned tile = 0; tile < N_TILES; tile++) {
		rows2 all[N_PAIRS] = {{0}};
		if (pages[page] != NULL)
			memcpy(all, pages[page] + tile * TILE_BYTES, sizeof all);
		for (const struct extend_source *s = sources; s < sources + n_sources;) {
			const unsigned x = s->exchange;
			rows2 sum[N_PAIRS] = {{0}};
			for (; s < sources + n_sources && s->exchange == x; s++) {
				const uint8_t *const from = s->page + s->tile_from[tile].tile * TILE_BYTES, *const row =
																								s->row_from;
				const uint8_t *const lanes = t->shuffle[s->tile_from[tile].shuffle];
				const rows2 shuffle = rows_of(lanes, lanes);
				for (unsigned i = 0; i < N_PAIRS && s->keeps_rows; i++)
					sum[i] |= look_up(*(const rows2 *)(const void *)(from + 2 * i * N_LANES), shuffle);
				for (unsigned i = 0; i < N_PAIRS && !s->keeps_rows; i++)
					sum[i] |= look_up(rows_of(from + row[2 * i] * N_LANES, from + row[2 * i + 1] * N_LANES),
					                  shuffle);
			}
			for (unsigned i = 0; i < N_PAIRS; i++)
				all[i] |= x == 0 ? sum[i] : (rows2)(look_up(half[x][0].both, sum[i] & 15)
				                                    | look_up(half[x][1].both, sum[i] >> 4));
		}
		memcpy(made + tile * TILE_BYTES, all, sizeof all);
		n_elements += memory_count_bits(all, sizeof all);
	}
	return n_elements;
}
#else
uint64_t extend_page_avx2(const struct extension *t, unsigned page, uint8_t *const *pages, uint8_t *made)
{
	return extend_page_portable(t, page, pages, made);
}
#endif
