/* Reid's table and his lower bound: the distances of the cosets of H, seen along three axes.
 * Source: M. Reid, "New upper bounds", Cube-Lovers, 7 January 1995, and his optimal solver. */
#pragma once
#include "heuristic/heuristic.h"
#include "pieces/families.h"

/** flipslice-twist: 64,430 classes * 2187 twists = 140,908,410 entries (coord/phase1.h).  Entries by depth
 * count cosets: an entry counts for as many as its class has flipslices. */
extern const struct pdb_family pdb_family_flipslice_twist;

#define FLIPSLICE_TWIST_COORDINATE {.family = COORDINATE_FLIPSLICE_TWIST}

/** How many classes of cosets under the 16 symmetries that keep the axis there are at each distance, by the
 * entries of a table: 138,639,780 in all. */
void reid_count_classes(const uint8_t *entries, uint64_t n_classes[PDB_MAX_DEPTHS]);

/** The largest of the distances along the three axes, and one more where all three are equal and not 0.
 *
 * One more, because the last move of a solution turns some face, and every turn belongs to the subgroup of
 * some axis: before it the cube is in that subgroup already.  So along that axis the distance is less than
 * the length; if it is as large as the other two, the length is more than all three. */
heuristic_evaluate_fn heuristic_reid;

struct kernel;

/** The search with this bound, on any processor (kernel.c). */
extern const struct kernel kernel_reid;
