/* Cosets mapped one by one; compiled once for every instruction set by coset_map_*.c, which define COSET_MAPPER,
 * COSET_MAPPER_NAME and COSET_MAPPER_RUNS_HERE. */
#include "coord/coset_map.h"
#include "coord/coset_map_tables.h"
#include "coord/coset_packed.h"

static bool runs_here(void)
{
	return COSET_MAPPER_RUNS_HERE;
}

static void map(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	for (unsigned i = 0; i < n; i++) {
		const uint64_t masks = coset_map_tables.masks[from[i] >> 8];
		const uint64_t by_slice = coset_deposit(coset_map_tables.flips[from[i] & 255], masks);
		const uint64_t flips = map->moved[(by_slice | by_slice >> 16 | by_slice >> 32) & 0xFFF] ^ map->flip;
		const uint64_t m = map->moved[masks >> map->m_shift & 0xFFF], e = map->moved[masks >> map->e_shift & 0xFFF];
		to[i] = coset_masks_index((m ^ e ^ 0xFFF) | m << 16 | e << 32 | flips << 48);
	}
}

const struct coset_mapper COSET_MAPPER = {COSET_MAPPER_NAME, runs_here, map};
