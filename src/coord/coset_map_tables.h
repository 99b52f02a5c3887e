/* From a coset's index to the positions of its edges; filled by coset_ways_init(). */
#ifndef SUPERFLIP_COORD_COSET_MAP_TABLES_H
#define SUPERFLIP_COORD_COSET_MAP_TABLES_H
#include "coord/coset.h"

struct coset_map_tables {
	uint64_t masks[COSET_SLICES];  /* of the slices S, M, E: 16 bits each */
	/* By flip bits, 8 and 9: of four edges of each slice in the order of their positions, an even number. */
	uint16_t flips[2][512];
};
extern struct coset_map_tables coset_map_tables;
#endif
