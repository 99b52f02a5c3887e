/* Solutions that the symmetries of a position take to each other.
 *
 * If a symmetry S leaves a cube c as it is, it takes each solution of c to one.  If it takes the inverse of c
 * to c, it takes each solution, read backwards with every turn inverted, to a solution. */
#pragma once
#include "search/search.h"

/** What takes solutions of a cube to solutions; bit s for symmetry s (cube/symmetry.h). */
struct solution_group {
	uint64_t symmetries;          /* S c S^-1 = c; the identity is one, so 0: no group */
	uint64_t antisymmetries;      /* S c^-1 S^-1 = c */
	uint32_t permitted;           /* moves, which all of these take to permitted ones */
};

/** Those of a cube that also take permitted moves to permitted moves.
 * @param goal  of the solutions: what counts is then what it sees of the cube, from sides that are the same
 *   to it; NULL: the solved cube */
struct solution_group solution_group_of(const struct cube *c, uint32_t permitted, const struct goal *goal);

/** How many different solutions a solution is taken to, itself among them. */
unsigned solution_n_images(const struct search_solution *s, const struct solution_group *group);

/** Keep of all solutions of a cube one of each class, the first in the order of moves.
 * @return how many stay, in their order */
uint64_t solution_classes_keep(struct search_solution *solutions, uint64_t n,
                               const struct solution_group *group);
