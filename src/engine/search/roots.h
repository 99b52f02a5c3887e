/* The first moves of a search, as subtrees: all turns of one axis together, since they commute, followed by
 * all turns of another.
 *
 * If a symmetry leaves the cube as it is, it takes every solution to a solution: of first moves that
 * symmetries take to each other one is enough, and the images of what is found are the other solutions.  The
 * same holds after the first axis, with the symmetries that also leave those turns as they are. */
#ifndef SUPERFLIP_SEARCH_ROOTS_H
#define SUPERFLIP_SEARCH_ROOTS_H
#include "cube/symmetry.h"
#include "search/work.h"

/* 3 axes with 4 * 4 - 1 ways to turn two faces; 2 axes after each. */
enum { N_FIRST_ROOTS = 45, MAX_ROOTS = N_FIRST_ROOTS + N_FIRST_ROOTS * 30, MAX_ROOT_PATH = 8 };

struct root {
	uint8_t n_path, last;              /* as a unit's prefix (search/work.h) */
	uint8_t path[MAX_ROOT_PATH];       /* moves of cost 1 */
	uint8_t bound_before, bound;       /* smallest threshold at which it is generated, and expanded */
	uint16_t parent;                   /* number of the root whose turns come before these; its own: the first
	                                    * axis only */
};

struct roots {
	unsigned n;
	struct root root[MAX_ROOTS];       /* each directly followed by those that begin with it */
};

/** The root after one, or after nothing, by turns of another axis (cube/symmetry.h). */
struct root root_after(const struct root *before, enum metric metric, unsigned turns);

/** Of the symmetries that leave what is before an axis' turns as it is those that leave these, too; the turns
 * to which they are taken are covered. */
uint64_t symmetries_after(uint64_t symmetries, unsigned turns, bool is_covered[N_AXIS_TURNS]);

/** One of those first moves that `symmetries` (cube_symmetries()) take to each other, over one axis and over
 * two. Bounds are left 0: see roots_evaluate(). */
void roots_fill(struct roots *roots, enum metric metric, uint64_t symmetries);

/** All first moves over one axis, without bounds. */
void roots_fill_first(struct root roots[N_FIRST_ROOTS], enum metric metric);

/** Fill in a root's bounds, which are those of the moves before so far, as roots_evaluate() does.
 * @param n_before  of its moves that are done
 * @param cube      after these; then after all
 * @return how many cubes were evaluated */
unsigned root_evaluate(struct root *root, unsigned n_before, const struct heuristic *h, unsigned threshold,
                       struct cube *cube);

/** Fill in the bounds for a cube: the largest of a path's prefixes counts.
 * @param threshold  what is certainly within this one, by the largest value that there is, counts as 0 and is
 *                   not evaluated: in the half-turn metric that is all
 * @return how many cubes were evaluated */
unsigned roots_evaluate(struct roots *roots, const struct heuristic *h, const struct cube *c,
                        unsigned threshold);

/** The first iteration that is divided; shorter ones are over before the roots are evaluated: about 1,000
 * lookups and a millisecond. */
unsigned roots_first_threshold(const struct heuristic *h);

/** Whether a root is a unit of work of an iteration: over two axes, with a bound that fits. */
static inline bool root_is_unit(const struct roots *roots, unsigned i, unsigned threshold)
{
	return roots->root[i].parent != i && roots->root[i].bound <= threshold;
}

/** The unit of a root; its counter is the number. */
struct work_unit root_unit(const struct root *root, uint32_t number, unsigned threshold);

/** Add the nodes above the units, the cube among those that are expanded. */
void roots_count(const struct roots *roots, unsigned threshold, uint64_t *n_generated, uint64_t *n_expanded);

/** The image of a solution under a symmetry of the cube, in the canonical order of moves. */
struct search_solution solution_image(const struct search_solution *solution, unsigned symmetry);
#endif
