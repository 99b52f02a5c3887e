#include "cube/centres.h"

const struct cube cube_solved = {
	.corner_perm = {URF, UFL, ULB, UBR, DFR, DLF, DBL, DRB},
	.edge_perm = {UR, UF, UL, UB, DR, DF, DL, DB, FR, FL, BL, BR},
};

const char *const cubie_name[N_CUBIES] = {
	"URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB",
	"UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR",
};
const char *const *const corner_name = cubie_name, *const *const edge_name = cubie_name + N_CORNERS;

/* Twists form the dihedral group of order 6: 0..2 are rotations, 3..5 the mirrored ones. */
static const uint8_t twist_sum[6][6] = {
	{0, 1, 2, 3, 4, 5}, {1, 2, 0, 4, 5, 3}, {2, 0, 1, 5, 3, 4},
	{3, 5, 4, 0, 2, 1}, {4, 3, 5, 1, 0, 2}, {5, 4, 3, 2, 1, 0},
};

struct cube cube_product(const struct cube *a, const struct cube *b)
{
	struct cube c;
	c.centres = centres_sum(a->centres, b->centres);
	for (unsigned i = 0; i < N_CORNERS; i++) {
		c.corner_perm[i] = a->corner_perm[b->corner_perm[i]];
		c.corner_ori[i] = twist_sum[a->corner_ori[b->corner_perm[i]]][b->corner_ori[i]];
	}
	for (unsigned i = 0; i < N_EDGES; i++) {
		c.edge_perm[i] = a->edge_perm[b->edge_perm[i]];
		c.edge_ori[i] = a->edge_ori[b->edge_perm[i]] ^ b->edge_ori[i];
	}
	return c;
}

/* The product with a move, of the cubies that it moves alone: a third of the instructions. */
struct cube cube_after(const struct cube *c, unsigned move)
{
	static const uint16_t corners_of[N_FACES] = {0x0F, 0x99, 0x33, 0xF0, 0x66, 0xCC},
	                      edges_of[N_FACES] = {0x00F, 0x911, 0x322, 0x0F0, 0x644, 0xC88};
	const struct cube *const turn = &move_cube[move];
	struct cube after = *c;
	after.centres = centres_after(c->centres, move);
	set_foreach(i, corners_of[move_face(move)]) {
		after.corner_perm[i] = c->corner_perm[turn->corner_perm[i]];
		after.corner_ori[i] = twist_sum[c->corner_ori[turn->corner_perm[i]]][turn->corner_ori[i]];
	}
	set_foreach(i, edges_of[move_face(move)]) {
		after.edge_perm[i] = c->edge_perm[turn->edge_perm[i]];
		after.edge_ori[i] = c->edge_ori[turn->edge_perm[i]] ^ turn->edge_ori[i];
	}
	return after;
}

struct cube cube_inverse(const struct cube *a)
{
	struct cube c;
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const unsigned twist = a->corner_ori[i];
		c.corner_perm[a->corner_perm[i]] = (uint8_t)i;
		/* a reflection is its own inverse */
		c.corner_ori[a->corner_perm[i]] = (uint8_t)(twist < 3 ? (3 - twist) % 3 : twist);
	}
	for (unsigned i = 0; i < N_EDGES; i++) {
		c.edge_perm[a->edge_perm[i]] = (uint8_t)i;
		c.edge_ori[a->edge_perm[i]] = a->edge_ori[i];
	}
	c.centres = centres_inverse(a->centres);
	return c;
}

unsigned cube_order(const struct cube *c)
{
	struct cube power = *c;
	unsigned order = 1;
	for (; !cube_is_solved(&power); order++)
		power = cube_product(&power, c);
	return order;
}

bool cube_equal(const struct cube *a, const struct cube *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

bool cube_is_solved(const struct cube *c)
{
	return memcmp(c, &cube_solved, offsetof(struct cube, centres)) == 0 && centres_are_upright(c->centres);
}

bool permutation_is_odd(const uint8_t *perm, unsigned n)
{
	bool odd = false;
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			odd ^= perm[i] > perm[j];
	return odd;
}

bool cube_is_odd(const struct cube *c)
{
	return permutation_is_odd(c->corner_perm, N_CORNERS);
}

/* Each of 0..n-1 exactly once in perm, and every orientation below n_ori. */
static bool is_arrangement(const uint8_t *perm, const uint8_t *ori, unsigned n, unsigned n_ori)
{
	unsigned seen = 0;
	for (unsigned i = 0; i < n; i++) {
		if (perm[i] >= n || ori[i] >= n_ori)
			return false;
		seen |= 1u << perm[i];
	}
	return seen == (1u << n) - 1;
}

static unsigned sum(const uint8_t *ori, unsigned n)
{
	unsigned total = 0;
	items_foreach(o, ori, n)
		total += *o;
	return total;
}

enum cube_fault cube_check(const struct cube *c)
{
	if (!is_arrangement(c->corner_perm, c->corner_ori, N_CORNERS, 3))
		return CUBE_CORNER_RANGE;
	if (!is_arrangement(c->edge_perm, c->edge_ori, N_EDGES, 2))
		return CUBE_EDGE_RANGE;
	if (sum(c->corner_ori, N_CORNERS) % 3 != 0)
		return CUBE_TWIST;
	if (sum(c->edge_ori, N_EDGES) % 2 != 0)
		return CUBE_FLIP;
	if (cube_is_odd(c) != permutation_is_odd(c->edge_perm, N_EDGES))
		return CUBE_PARITY;
	if (c->centres != 0 && centres_are_odd(c->centres) != cube_is_odd(c))
		return CUBE_CENTRES;
	return CUBE_OK;
}
