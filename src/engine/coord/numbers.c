#include "coord/numbers.h"

#include "coord/permutation.h"
#include "coord/phase1.h"

struct position_numbers numbers_of_cube(const struct cube *c)
{
	unsigned twists = 0;  /* with the first corner as the lowest digit */
	for (unsigned i = N_CORNERS - 1; i-- > 0;)
		twists = twists * 3 + c->corner_ori[i];
	return (struct position_numbers){
		.edges = permutation_rank(c->edge_perm, N_EDGES, N_EDGES), .flips = (uint16_t)phase1_rank_flip(c),
		.corners = (uint16_t)corners_rank_perm(c),
		.twists = (uint16_t)twists,
	};
}
