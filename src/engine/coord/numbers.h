/* A position as four numbers (French Wikipedia, "Théorie mathématique sur le Rubik's Cube"): which
 * permutation of the edges, how they are flipped, which permutation of the corners, how they are twisted. */
#pragma once
#include "cube/cube.h"

/* Places are counted in the order of enum edge and enum corner, u_i and v_i are flip and twist in place i,
 * from 1. */
struct position_numbers {
	uint32_t edges;               /* lexicographic rank of edge_perm, below 12! */
	uint16_t flips;               /* the sum of u_i 2^(i-1) for i up to 11 */
	uint16_t corners;             /* lexicographic rank of corner_perm, below 8! */
	uint16_t twists;              /* the sum of v_i 3^(i-1) for i up to 7 */
};

struct position_numbers numbers_of_cube(const struct cube *c);

/* A position as two words, five bits a cubie; never two zeros. */
struct position_bits {
	uint64_t corners, edges;
};

static inline struct position_bits bits_of_cube(const struct cube *c)
{
	struct position_bits bits = {0, 0};
	for (unsigned i = 0; i < N_CORNERS; i++)
		bits.corners = bits.corners << 5 | (uint64_t)(c->corner_perm[i] << 2 | c->corner_ori[i]);
	for (unsigned i = 0; i < N_EDGES; i++)
		bits.edges = bits.edges << 5 | (uint64_t)(c->edge_perm[i] << 1 | c->edge_ori[i]);
	return bits;
}

static inline struct cube cube_of_bits(struct position_bits bits)
{
	struct cube c = {.centres = 0};
	for (unsigned i = N_CORNERS; i-- > 0; bits.corners >>= 5) {
		c.corner_perm[i] = bits.corners >> 2 & 7;
		c.corner_ori[i] = bits.corners & 3;
	}
	for (unsigned i = N_EDGES; i-- > 0; bits.edges >>= 5) {
		c.edge_perm[i] = bits.edges >> 1 & 15;
		c.edge_ori[i] = bits.edges & 1;
	}
	return c;
}
