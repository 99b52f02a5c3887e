/* Where a search begins: at the cube itself or, for a symmetric cube, behind the first turns that are different.
 *
 * If a symmetry s leaves the cube as it is, it takes every solution to a solution: of first turns that s takes to each other,
 * one is enough, and the images of what is found are the other solutions.  All turns of one axis that a solution begins with
 * are taken together, since their order means nothing. */
#ifndef SUPERFLIP_SEARCH_ROOTS_H
#define SUPERFLIP_SEARCH_ROOTS_H
#include "cube/symmetry.h"
#include "search/kernel.h"

enum { MAX_ROOTS = 45, MAX_ROOT_PATH = 4 };

struct roots {
	unsigned n;
	struct root {
		uint8_t n_path, last;              /* as in struct subtree */
		uint8_t path[MAX_ROOT_PATH];       /* moves of cost 1 */
	} root[MAX_ROOTS];
};

/** Every way to begin with turns of one axis, one of those that `symmetries` (cube_symmetries()) take to each other. */
void roots_fill(struct roots *roots, enum metric metric, uint64_t symmetries);

/** The image of a solution under a symmetry of the cube, in the canonical order of moves. */
struct search_solution solution_image(const struct search_solution *solution, unsigned symmetry);
#endif
