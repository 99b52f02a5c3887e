/* From a coset's index to the positions of its edges; filled by coset_ways_init(). */
#ifndef SUPERFLIP_COORD_COSET_MAP_TABLES_H
#define SUPERFLIP_COORD_COSET_MAP_TABLES_H
#include "coord/coset.h"

struct coset_map_tables {
	uint64_t masks[COSET_SLICES];  /* of the slices S, M, E: 16 bits each */
	uint16_t flips[256];           /* of four edges of each slice in the order of their positions, an even number */
	/* By slices, what the flips' part of an index is made of.  Flips add up: for each position what its flip adds, and
	 * for each bit 0-7 the position whose flip adds it alone; then, eight times, the one whose flip adds nothing: it
	 * makes the number even. */
	struct { _Alignas(16) uint8_t adds[16]; } flip[COSET_SLICES];
	struct { _Alignas(16) uint8_t position[16]; } bit[COSET_SLICES];
	uint64_t bytes_of_bits[256];   /* a byte of ones for each bit */
};
extern struct coset_map_tables coset_map_tables;
#endif
