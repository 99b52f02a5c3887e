/* Cosets mapped run by run.  Compiled once for every instruction set by map_*.c, which define
 * COSET_MAPPER. */
#include "coset/math/map.h"
#include "coset/math/map_tables.h"
#include "coset/math/packed.h"

enum { AT_ONCE = 256 };

/* What cosets with one slice pattern share: the effect of the map on each slice's flips
 * (coset_quartet_flips()), and the rest of the index. */
struct run {
	uint16_t s, m, e;
	uint32_t index;
};

static inline __attribute__((always_inline))
struct run run_of(const struct coset_map *map, uint32_t pattern, unsigned flip_bits)
{
	const uint32_t quartets = coset_map_tables.quartets[pattern], mask = (1u << COSET_QUARTET_BITS) - 1;
	const uint32_t s = map->quartet_transition[quartets >> COSET_QUARTET_BITS * map->s_before & mask];
	const uint32_t m = map->quartet_transition[quartets >> COSET_QUARTET_BITS * map->m_before & mask];
	const uint32_t e = map->quartet_transition[quartets >> COSET_QUARTET_BITS * map->e_before & mask];
	const uint32_t m_after = coset_quartet_after(m), e_after = coset_quartet_after(e);
	const uint32_t slices = coset_slices(m_after, coset_extract(e_after, ~m_after & 0xFFF));
	return (struct run){
		coset_quartet_flips(s),
		coset_quartet_flips(m),
		coset_quartet_flips(e),
		slices << flip_bits ^ map->flips,
	};
}

static inline __attribute__((always_inline))
void map_some(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to, unsigned flip_bits)
{
	const uint16_t *const s_after =
		coset_map_tables.flips_after[coset_flip_kind(flip_bits)][map->s_before][0];
	const uint16_t *const m_after =
		coset_map_tables.flips_after[coset_flip_kind(flip_bits)][map->m_before][1];
	const uint16_t *const e_after =
		coset_map_tables.flips_after[coset_flip_kind(flip_bits)][map->e_before][2];
	const unsigned s_shift = 4u * map->s_before, m_shift = 4u * map->m_before, e_shift = 4u * map->e_before;
	uint32_t pattern[AT_ONCE];
	struct run run[AT_ONCE];
	uint8_t run_at[AT_ONCE];
	unsigned last = 0;
	pattern[0] = from[0] >> flip_bits;
	for (unsigned i = 0; i < n; i++) {  /* without branches: run lengths are unpredictable */
		last += from[i] >> flip_bits != pattern[last];
		pattern[last] = from[i] >> flip_bits;
		run_at[i] = (uint8_t)last;
	}
	for (unsigned r = 0; r <= last; r++)
		run[r] = run_of(map, pattern[r], flip_bits);
	for (unsigned i = 0; i < n; i++) {
		const struct run *const r = &run[run_at[i]];
		const unsigned x =
			coset_map_tables.flips[coset_flip_kind(flip_bits)][from[i] & ((1u << flip_bits) - 1)];
		to[i] = r->index ^ s_after[r->s ^ (x >> s_shift & 15)] ^ m_after[r->m ^ (x >> m_shift & 15)]
		        ^ e_after[r->e ^ (x >> e_shift & 15)];
	}
}

static inline __attribute__((always_inline))
void map_with(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to, unsigned flip_bits)
{
	for (unsigned i = 0; i < n; i += AT_ONCE)
		map_some(map, from + i, n - i < AT_ONCE ? n - i : AT_ONCE, to + i, flip_bits);
}

void COSET_MAPPER(const struct coset_map *map, const uint32_t *from, unsigned n, uint32_t *to)
{
	if (map->flip_bits == COSET_FLIP_BITS_WITH_SUBCOSET)
		map_with(map, from, n, to, COSET_FLIP_BITS_WITH_SUBCOSET);
	else
		map_with(map, from, n, to, COSET_FLIP_BITS);
}
