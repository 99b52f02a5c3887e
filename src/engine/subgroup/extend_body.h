/* Extension of a page by vectors of one or two rows of a tile; compiled by extend_*.c, which define
 * EXTEND_PAGE.
 *
 * A tile is read once from each source, in the order of the page that is made, so that the page is written
 * once. */
#include "base/memory.h"
#include "base/vector.h"
#include "subgroup/extend.h"

/* rows_of(): the rows with the next numbers.  look_up(): bytes by indices, or indices into tables of sixteen
 * bytes.  put(): past the caches, which a page that is made leaves to its sources; put_end() after all. */
#ifdef __AVX2__
typedef uint8_t rows __attribute__((vector_size(2 * N_LANES), may_alias));

static inline rows rows_of(const uint8_t *from, const uint8_t *number)
{
	return (rows)_mm256_loadu2_m128i((const void *)(from + number[1] * N_LANES),
	                                 (const void *)(from + number[0] * N_LANES));
}

static inline rows look_up(rows table, rows index)
{
	return (rows)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
}

static inline void put(rows *to, rows value) { _mm256_stream_si256((void *)to, (__m256i)value); }
static inline void put_end(void) { _mm_sfence(); }
#else
typedef bytes16 rows;

static inline rows rows_of(const uint8_t *from, const uint8_t *number)
{
	return *(const bytes16 *)(from + number[0] * N_LANES);
}

static inline rows look_up(rows table, rows index) { return bytes_lookup(table, index); }
static inline void put(rows *to, rows value) { *to = value; }
static inline void put_end(void) {}
#endif
enum { ROWS = sizeof(rows) / N_LANES, N_PARTS = N_ROWS / ROWS };

/* What is joined to a page: in such an order that sources with the same exchange follow each other. */
struct source {
	const uint8_t *page, *row_from;               /* row_from NULL: rows stay where they are */
	const struct tile_from *tile_from;
	unsigned exchange;
};

uint64_t EXTEND_PAGE(const struct extension *t, unsigned page, uint8_t *const *pages, uint8_t *made)
{
	struct source sources[N_H_MOVES], *end = sources;
	/* Bits b of all bytes from bits b ^ x, by two tables of sixteen bytes: one for each half of a byte. */
	_Alignas(N_LANES) uint8_t half[N_CORNER_BITS][2][N_LANES] = {{{0}}};
	for (unsigned x = 0; x < N_CORNER_BITS; x++) {
		for (unsigned k = 0; k < N_H_MOVES; k++)
			if (t->exchange[k][page] == x)
				*end++ = (struct source){pages[t->page_from[k][page]],
					k < N_LAYER_MOVES ? NULL : t->row_from[k], t->tile_from[k], x};
		for (unsigned i = 0; i < N_LANES; i++)
			for (unsigned b = 0; b < N_CORNER_BITS; b++)
				for (unsigned k = 0; k < 2; k++)
					half[x][k][i] |= (uint8_t)((i << 4 * k >> (b ^ x) & 1) << b);
	}
	static const uint8_t same[2] = {0};
	uint64_t n_elements = 0;
	for (unsigned tile = 0; tile < N_TILES; tile++) {
		rows all[N_PARTS], *const to = (rows *)(made + tile * TILE_BYTES);
		memcpy(all, pages[page] + tile * TILE_BYTES, sizeof all);
		for (const struct source *s = sources; s < end;) {
			const unsigned x = s->exchange;
			const rows low = rows_of(half[x][0], same), high = rows_of(half[x][1], same);
			rows sum[N_PARTS] = {{0}};
			for (; s < end && s->exchange == x; s++) {
				const uint8_t *const from = s->page + s->tile_from[tile].tile * TILE_BYTES,
				              *const soon = s->page + s->tile_from[tile + N_TILES_AHEAD].tile * TILE_BYTES;
				const rows shuffle = rows_of(t->shuffle[s->tile_from[tile].shuffle], same);
				for (unsigned i = 0; i < TILE_BYTES; i += 64)
					__builtin_prefetch(soon + i);
				for (unsigned i = 0; i < N_PARTS; i++)
					sum[i] |= look_up(s->row_from == NULL ? ((const rows *)from)[i]
					                                      : rows_of(from, s->row_from + ROWS * i), shuffle);
			}
			for (unsigned i = 0; i < N_PARTS; i++)
				all[i] |= look_up(low, sum[i] & 15) | look_up(high, sum[i] >> 4);
		}
		for (unsigned i = 0; i < N_PARTS; i++)
			put(&to[i], all[i]);
		n_elements += memory_count_bits(all, sizeof all);
	}
	put_end();
	return n_elements;
}
