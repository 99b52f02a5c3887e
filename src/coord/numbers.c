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

static void unrank_twists(unsigned rank, struct cube *c)
{
	unsigned sum = 0;
	for (unsigned i = 0; i + 1 < N_CORNERS; i++, rank /= 3) {
		c->corner_ori[i] = (uint8_t)(rank % 3);
		sum += c->corner_ori[i];
	}
	c->corner_ori[N_CORNERS - 1] = (uint8_t)((3 - sum % 3) % 3);
}

struct position_numbers numbers_of_cube(const struct cube *c)
{
	return (struct position_numbers){
		.edges = permutation_rank(c->edge_perm, N_EDGES, N_EDGES), .flips = (uint16_t)phase1_rank_flip(c),
		.corners = (uint16_t)permutation_rank(c->corner_perm, N_CORNERS, N_CORNERS),
		.twists = (uint16_t)rank_twists(c),
	};
}

bool numbers_to_cube(struct position_numbers n, struct cube *out)
{
	struct cube c = cube_solved;
	if (n.edges >= NUMBERS_EDGES || n.flips >= NUMBERS_FLIPS || n.corners >= NUMBERS_CORNERS || n.twists >= NUMBERS_TWISTS)
		return false;
	permutation_unrank(n.edges, N_EDGES, N_EDGES, c.edge_perm);
	permutation_unrank(n.corners, N_CORNERS, N_CORNERS, c.corner_perm);
	phase1_unrank_flip(n.flips, &c);
	unrank_twists(n.twists, &c);
	if (cube_check(&c) != CUBE_OK)
		return false;
	*out = c;
	return true;
}
