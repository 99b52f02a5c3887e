/* Cosets mapped one by one; compiled once for every instruction set by coset_map_*.c, which define COSET_MAPPER,
 * COSET_MAPPER_NAME and COSET_MAPPER_RUNS_HERE. */
#include "coord/coset_map.h"
#include "coord/coset_map_tables.h"
#include "coord/coset_packed.h"

static bool runs_here(void)
{
	return COSET_MAPPER_RUNS_HERE;
}

static inline __attribute__((always_inline))
void map_with(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to, unsigned flip_bits)
{
	for (unsigned i = 0; i < n; i++) {
		const uint64_t masks = coset_map_tables.masks[from[i] >> flip_bits];
		const uint64_t by_slice =
			coset_deposit(coset_map_tables.flips[flip_bits - 8][from[i] & ((1u << flip_bits) - 1)], masks);
		const uint64_t m = map->moved[masks >> map->m_shift & 0xFFF], e = map->moved[masks >> map->e_shift & 0xFFF];
		uint32_t flips = map->moved[(by_slice | by_slice >> 16 | by_slice >> 32) & 0xFFF] ^ map->flip;
		if (flip_bits == 9)
			flips ^= (uint32_t)m & map->flip_m;
		const uint64_t after = (m ^ e ^ 0xFFF) | m << 16 | e << 32;
		to[i] = coset_masks_slices(after) << flip_bits | coset_masks_flips(after, coset_flips_thrice(flips), flip_bits);
	}
}

static void map(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	if (map->flip_bits == 9)
		map_with(map, from, n, to, 9);
	else
		map_with(map, from, n, to, 8);
}

const struct coset_mapper COSET_MAPPER = {COSET_MAPPER_NAME, runs_here, map};
