/* How far the elements of H = <U, D, R2, L2, F2, B2> are from solved when only these turns are allowed: all
 * of H, by breadth-first search.
 *
 * A element is a permutation of the corners, of the eight edges of U and D, and of the four edges of the
 * slice, whose parity the other two decide: 40,320 * 40,320 * 12.  Corner permutations that the 16 symmetries
 * of the axis, or inversion, turn into each other form 1672 classes, so that 1672 * 40,320 * 12 = 808,980,480
 * entries stand for all.  There is a bit for each: whether it is reached. */
#pragma once
#include "pdb/pdb.h"

enum { N_CORNER_CLASSES = 1672, PHASE2_MAX_LEVELS = 40 };

/** Memory that the search takes. */
size_t phase2_bytes(void);

struct phase2_levels {
	unsigned max;                                 /* the largest distance with any element */
	uint64_t n_elements[PHASE2_MAX_LEVELS];        /* by distance; zeros where the search did not come */
	/* Of these, elements that each of R2 L2 F2 B2 brings nearer. */
	uint64_t n_all_nearer[PHASE2_MAX_LEVELS];
};

/** Count the elements by distance.
 * @param n_threads  at least 1; the result is the same for every number
 * @param progress   told after each level, of how many, stage "phase 2"; may be NULL
 * @param out        filled as far as the search came
 * @return STATUS_OK, STATUS_INTERRUPTED, STATUS_NO_MEMORY */
enum status phase2_search_run(enum metric metric, unsigned n_threads, const struct pdb_progress *progress,
                              struct phase2_levels *out);

/** The bound on all positions that follows from the longest ways of both phases.
 *
 * The last move of phase 1 is a quarter turn of R, L, F or B, and its inverse leads into H as well: to the
 * element that the half turn makes.  So where that half turn brings all of the farthest elements nearer, the
 * longest way of phase 1 need not be followed by the longest of phase 2 (M. Reid, "New upper bounds",
 * Cube-Lovers, 7 January 1995).
 * @param phase1_max  of the cosets, in the same metric */
unsigned phase2_bound(const struct phase2_levels *levels, enum metric metric, unsigned phase1_max);
