/* Symbols of members (coset/filter/filter.h) by their definition, for tests. */
#ifndef TESTS_PDB_SYMBOLS_H
#define TESTS_PDB_SYMBOLS_H
#include "coset/filter/filter.h"

#include <math.h>

/* The layers that one stands for: 4 * i + flips is that of the layer with even permutation number i of the axes. */
static inline uint32_t symbol_layers(unsigned symbol)
{
	uint32_t layers = 0;
	if (symbol >= 12)
		return symbol == 12 ? 0xFFFFFF : 0;
	for (unsigned axes = 0, i = 0; axes < 6; axes++) {
		if (coset_tables.even_axes[axes] == COSET_ODD_AXES)
			continue;
		const unsigned layer = 4 * axes + symbol % 4;
		if (i++ != symbol / 4)
			continue;
		layers = 1u << layer;
		for (unsigned slice = 0; slice < 3; slice++)
			layers |= 1u << coset_tables.neighbour[layer][slice];
	}
	return layers;
}

/* Those of all symbols of which some planes look so: the first two are no symbol's, the next four are. */
static inline uint32_t symbol_layers_seen(unsigned n_planes, unsigned bits)
{
	const unsigned n_bits = n_planes < 2 ? 0 : n_planes < 6 ? n_planes - 2 : 4;
	uint32_t layers = 0;
	for (unsigned symbol = 0; symbol < 16; symbol++)
		if ((symbol ^ bits) % (1u << n_bits) == 0)
			layers |= symbol_layers(symbol);
	return layers;
}

/* The share of others that pass in a layer, by the planes that are looked at: those before and behind the symbol's must
 * be right, and of the symbols that may be read there so many have the layer. */
static inline double symbol_share(unsigned width, unsigned layer)
{
	if (width == 0)
		return 1;
	const unsigned n_begins = width - COSET_ROW_BYTES + 1;
	double share = 0;
	for (unsigned begin = 0; begin < n_begins; begin++) {
		const unsigned n_planes = coset_row_planes(width, begin);
		unsigned n_passing = 0;
		for (unsigned misses = 0; misses < 1u << n_planes; misses++)
			n_passing += (misses & 0xC3) == 0 && (symbol_layers_seen(n_planes, misses >> 2) >> layer & 1) != 0;
		share += n_passing * exp2(-(double)n_planes) / n_begins;
	}
	return share;
}
#endif
