#include "coord/numbers.h"

#include "coord/permutation.h"

/* ori[0] is the lowest digit; the last one follows from the others. */
static unsigned rank_ori(const uint8_t *ori, unsigned n, unsigned n_ori)
{
	unsigned rank = 0;
	for (unsigned i = n - 1; i-- > 0;)
		rank = rank * n_ori + ori[i];
	return rank;
}

static void unrank_ori(unsigned rank, unsigned n, unsigned n_ori, uint8_t *ori)
{
	unsigned sum = 0;
	for (unsigned i = 0; i + 1 < n; i++, rank /= n_ori) {
		ori[i] = (uint8_t)(rank % n_ori);
		sum += ori[i];
	}
	ori[n - 1] = (uint8_t)((n_ori - sum % n_ori) % n_ori);
}

struct position_numbers numbers_of_cube(const struct cube *c)
{
	return (struct position_numbers){
		.edges = permutation_rank(c->edge_perm, N_EDGES, N_EDGES), .flips = (uint16_t)rank_ori(c->edge_ori, N_EDGES, 2),
		.corners = (uint16_t)permutation_rank(c->corner_perm, N_CORNERS, N_CORNERS),
		.twists = (uint16_t)rank_ori(c->corner_ori, N_CORNERS, 3),
	};
}

bool numbers_to_cube(struct position_numbers n, struct cube *out)
{
	struct cube c;
	if (n.edges >= NUMBERS_EDGES || n.flips >= NUMBERS_FLIPS || n.corners >= NUMBERS_CORNERS || n.twists >= NUMBERS_TWISTS)
		return false;
	permutation_unrank(n.edges, N_EDGES, N_EDGES, c.edge_perm);
	permutation_unrank(n.corners, N_CORNERS, N_CORNERS, c.corner_perm);
	unrank_ori(n.flips, N_EDGES, 2, c.edge_ori);
	unrank_ori(n.twists, N_CORNERS, 3, c.corner_ori);
	if (cube_check(&c) != CUBE_OK)
		return false;
	*out = c;
	return true;
}
