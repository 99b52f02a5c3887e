/* A position as four numbers (French Wikipedia, "Théorie mathématique sur le Rubik's Cube"): which permutation of the edges,
 * how they are flipped, which permutation of the corners, how they are twisted. */
#ifndef SUPERFLIP_COORD_NUMBERS_H
#define SUPERFLIP_COORD_NUMBERS_H
#include "cube/cube.h"

/* Places are counted in the order of enum edge and enum corner, u_i and v_i are flip and twist in place i, from 1. */
struct position_numbers {
	uint32_t edges;               /* lexicographic rank of edge_perm, below 12! */
	uint16_t flips;               /* the sum of u_i 2^(i-1) for i up to 11 */
	uint16_t corners;             /* lexicographic rank of corner_perm, below 8! */
	uint16_t twists;              /* the sum of v_i 3^(i-1) for i up to 7 */
};

struct position_numbers numbers_of_cube(const struct cube *c);
#endif
