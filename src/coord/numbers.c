#include "coord/numbers.h"

#include "coord/permutation.h"
#include "coord/phase1.h"

/* Twists are summed here with the first corner as the lowest digit. */
static unsigned rank_twists(const struct cube *c)
{
	unsigned rank = 0;
	for (unsigned i = N_CORNERS - 1; i-- > 0;)
		rank = rank * 3 + c->corner_ori[i];
	return rank;
}

struct position_numbers numbers_of_cube(const struct cube *c)
{
	return (struct position_numbers){
		.edges = permutation_rank(c->edge_perm, N_EDGES, N_EDGES), .flips = (uint16_t)phase1_rank_flip(c),
		.corners = (uint16_t)permutation_rank(c->corner_perm, N_CORNERS, N_CORNERS),
		.twists = (uint16_t)rank_twists(c),
	};
}
