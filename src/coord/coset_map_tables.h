/* From a coset's index to the positions of its edges; filled by coset_ways_init(). */
#ifndef SUPERFLIP_COORD_COSET_MAP_TABLES_H
#define SUPERFLIP_COORD_COSET_MAP_TABLES_H
#include "coord/coset.h"

struct coset_map_tables {
	uint64_t masks[COSET_SLICES];  /* of the slices S, M, E: 16 bits each */
	/* By flip bits, 8 and 9, and slices: */
	uint16_t flips[2][512];        /* of four edges of each slice in the order of their positions, an even number */
	/* What the flips' part of an index is made of.  Flips add up: for each position what its flip adds, as its lowest
	 * eight bits, and for each bit the position whose flip adds it alone; then, to the end, the one whose flip adds
	 * nothing: it makes the number even. */
	struct { _Alignas(16) uint8_t adds[16]; } flip[2][COSET_SLICES];
	struct { _Alignas(16) uint8_t position[16]; } bit[2][COSET_SLICES];
	/* With nine bits: what a position's flip adds, but for the lowest three. */
	struct { _Alignas(16) uint8_t adds[16]; } flip_high[COSET_SLICES];
};
extern struct coset_map_tables coset_map_tables;
#endif
