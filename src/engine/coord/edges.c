#include "coord/edges.h"

#include "base/once.h"
#include "coord/permutation.h"

uint8_t edge_place_after[N_MOVES][16];

unsigned edges_members(uint16_t set, uint8_t members[N_EDGES])
{
	unsigned n = 0;
	set_foreach(e, set)
		members[n++] = (uint8_t)e;
	return n;
}

static struct edge_ranker the_ranker;

static void fill_ranker(void)
{
	struct edge_ranker *const r = &the_ranker;
	for (unsigned m = 0; m < N_MOVES; m++)
		for (unsigned p = 0; p < N_EDGES; p++)
			edge_place_after[m][move_cube[m].edge_perm[p]] =
				(uint8_t)(p | (move_cube[m].edge_ori[p] ? EDGE_FLIP_BIT : 0u));
	for (unsigned mask = 0; mask < 1u << 12; mask++)
		r->free_below[mask] = (uint8_t)__builtin_popcount(mask);
	uint8_t set_number[1u << 12];
	unsigned n_sets = 0;
	for (unsigned mask = 0; mask < 1u << 12; mask++) {
		if (__builtin_popcount(mask) != 3)
			continue;
		for (unsigned p = 0; p < 12; p++)
			r->squeeze[n_sets][p] = (uint8_t)(p - (unsigned)__builtin_popcount(mask & ((1u << p) - 1)));
		set_number[mask] = (uint8_t)n_sets++;
	}
	for (uint32_t rank = 0; rank < permutation_count(12, 3); rank++) {
		uint8_t p[3];
		permutation_unrank(rank, 12, 3, p);
		r->first[p[0] | p[1] << 4 | p[2] << 8] =
			rank * 504 | (uint32_t)set_number[1u << p[0] | 1u << p[1] | 1u << p[2]] << 20;
	}
	for (uint32_t rank = 0; rank < permutation_count(9, 3); rank++) {
		uint8_t q[3];
		permutation_unrank(rank, 9, 3, q);
		r->second[q[0] | q[1] << 4 | q[2] << 8] = (uint16_t)rank;
	}
}

const struct edge_ranker *edge_ranker(void)
{
	cube_init();
	ONCE(fill_ranker);
	return &the_ranker;
}
