/* Cubes that are as hard as each other: the 48 symmetries and inversion take each of up to 96 cubes to every
 * other one. */
#pragma once
#include "cube/symmetry.h"

/** A way from a cube c to its canonical one: S c S^-1, or S c^-1 S^-1. */
struct cube_transform {
	uint8_t symmetry;
	bool is_inverted;
};

/** The first of the cubes that are equivalent to c, in an order of our own; the same for all of them.
 * @param how  set to a way from c to it */
struct cube cube_canonical(const struct cube *c, struct cube_transform *how);

enum { MAX_CUBE_TRANSFORMS = 2 * N_SYMMETRIES };
/** The same, with all ways to it.  @return how many */
unsigned cube_canonical_ways(const struct cube *c, struct cube *out,
	struct cube_transform how[MAX_CUBE_TRANSFORMS]);

/** Turn a solution of one cube into one of an equivalent cube.
 * @param from, to  their ways to the canonical cube
 * @param moves     n moves that solve the first; replaced by n moves that solve the second, of the same cost
 *                  in each metric; of two turns of opposite faces that of U, R or F comes first */
void cube_transform_moves(struct cube_transform from, struct cube_transform to, uint8_t *moves, unsigned n);
