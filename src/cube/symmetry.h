/* The 48 symmetries of the cube: 24 rotations and their mirror images, as (possibly mirrored) cubes. */
#ifndef SUPERFLIP_CUBE_SYMMETRY_H
#define SUPERFLIP_CUBE_SYMMETRY_H
#include "cube/move.h"

enum { N_SYMMETRIES = 48 };

/* Symmetry 0 is the identity.  The first 16 keep the U-D axis; odd numbers are mirror images. */
extern struct cube symmetry_cube[N_SYMMETRIES];
extern uint8_t symmetry_inverse[N_SYMMETRIES];
extern uint8_t symmetry_product[N_SYMMETRIES][N_SYMMETRIES];  /* first the row, then the column */
extern uint8_t symmetry_move[N_SYMMETRIES][N_MOVES];          /* S m S^-1 as a move */

/** S c S^-1: the same pattern seen from another side. */
struct cube cube_conjugate(const struct cube *c, unsigned symmetry);

/** The symmetries that leave c as it is, bit s for symmetry s (bit 0 always). */
uint64_t cube_symmetries(const struct cube *c);

/** Called once by cube_init(), after the moves. */
void symmetry_fill_tables(void);
#endif
