/* Solutions that the symmetries of a position take to each other. */
#ifndef SUPERFLIP_METHOD_SOLUTION_CLASSES_H
#define SUPERFLIP_METHOD_SOLUTION_CLASSES_H
#include "search/search.h"

/** The symmetries of a cube that take permitted moves to permitted moves, bit s for symmetry s. */
uint64_t solution_symmetries(const struct cube *c, uint32_t permitted);

/** How many different solutions a solution is taken to, itself among them. */
unsigned solution_n_images(const struct search_solution *s, uint64_t symmetries);

/** Keep of all solutions of a cube one of each class, the first in the order of moves.
 * @return how many stay, in their order */
uint64_t solution_classes_keep(struct search_solution *solutions, uint64_t n, uint64_t symmetries);
#endif
