#include "subgroup/extend.h"

#include "base/once.h"
#include "base/processor.h"

static struct extension tables;

static struct bit_position position_after(struct bit_position at, unsigned k)
{
	const struct cube c = element_cube(at), after = cube_after(&c, h_moves[k]);
	return bit_position_of_cube(&after);
}

static void fill_tiles(unsigned k)
{
	for (unsigned tile = 0; tile < N_TILES; tile++) {
		uint8_t shuffle[N_LANES];
		for (unsigned lane = 0; lane < N_LANES; lane++) {
			const struct bit_position from =
				position_after((struct bit_position){.byte = tile * TILE_BYTES + lane}, k);
			tables.tile_from[k][tile].tile = (uint16_t)(from.byte / TILE_BYTES);
			shuffle[lane] = from.byte % N_LANES;
		}
		/* The number of the shuffle, a new one if it is new. */
		unsigned n = 0;
		while (n < tables.n_shuffles && memcmp(tables.shuffle[n], shuffle, N_LANES) != 0)
			n++;
		if (n == tables.n_shuffles)
			memcpy(tables.shuffle[tables.n_shuffles++], shuffle, N_LANES);
		tables.tile_from[k][tile].shuffle = (uint16_t)n;
	}
}

static void fill_tables(void)
{
	for (unsigned k = 0; k < N_H_MOVES; k++) {
		for (unsigned page = 0; page < N_PAGES; page++) {
			const unsigned from = element_tables()->corners_after[page * N_CORNER_BITS][h_moves[k]];
			tables.page_from[k][page] = (uint16_t)(from / N_CORNER_BITS);
			tables.exchange[k][page] = from % N_CORNER_BITS;
		}
		fill_tiles(k);
		for (unsigned row = 0; row < N_ROWS; row++) {
			const struct bit_position from = position_after((struct bit_position){.byte = row * N_LANES}, k);
			tables.row_from[k][row] = (uint8_t)(from.byte / N_LANES % N_ROWS);
		}
	}
	bool is_listed[N_PAGES] = {[0] = true};
	unsigned n = 1;
	items_foreach(page, tables.order, n)
		items_foreach(from, tables.page_from, N_H_MOVES) {
			const unsigned next = (*from)[*page];
			if (!is_listed[next]) {
				is_listed[next] = true;
				tables.order[n++] = (uint16_t)next;
			}
		}
}

const struct extension *extension_tables(void)
{
	ONCE(fill_tables);
	return &tables;
}

extend_page_fn *extend_page_best(void)
{
	return processor_level() <= PROCESSOR_AVX2 ? extend_page_avx2 : extend_page_portable;
}
