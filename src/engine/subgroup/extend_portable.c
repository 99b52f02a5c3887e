/* Extension of a page, byte by byte. */
#include "base/memory.h"
#include "subgroup/extend.h"

uint64_t extend_page_portable(const struct extension *t, unsigned page, uint8_t *const *pages, uint8_t *made)
{
	uint8_t exchanged[N_CORNER_BITS][256] = {{0}};  /* [x][byte]: bit b is bit b ^ x of the byte */
	struct extend_source sources[N_H_MOVES];
	const unsigned n_sources = extend_sources(t, page, pages, sources);
	for (unsigned x = 0; x < N_CORNER_BITS; x++)
		for (unsigned byte = 0; byte < 256; byte++)
			for (unsigned b = 0; b < N_CORNER_BITS; b++)
				exchanged[x][byte] |= (uint8_t)((byte >> (b ^ x) & 1) << b);
	if (pages[page] != NULL)
		memcpy(made, pages[page], PAGE_BYTES);
	else
		memset(made, 0, PAGE_BYTES);
	uint64_t n_elements = 0;
	for (unsigned tile = 0; tile < N_TILES; tile++) {
		uint8_t *const out = made + tile * TILE_BYTES;
		for (const struct extend_source *s = sources; s < sources + n_sources; s++) {
			const uint8_t *const in = s->page + s->tile_from[tile].tile * TILE_BYTES;
			const uint8_t *const shuffle = t->shuffle[s->tile_from[tile].shuffle];
			for (unsigned row = 0; row < N_ROWS; row++)
				for (unsigned lane = 0; lane < N_LANES; lane++)
					out[row * N_LANES + lane] |=
						exchanged[s->exchange][in[s->row_from[row] * N_LANES + shuffle[lane]]];
		}
		n_elements += memory_count_bits(out, TILE_BYTES);
	}
	return n_elements;
}
