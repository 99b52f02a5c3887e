/* The first moves of a search, as subtrees: all turns of one axis together, since they commute, followed by
 * all turns of another.
 *
 * If a symmetry leaves the cube as it is, it takes every solution to a solution: of first moves that
 * symmetries take to each other one is enough, and the images of what is found are the other solutions.  The
 * same holds after the first axis, with the symmetries that also leave those turns as they are. */
#pragma once
#include "search/work.h"

/* 3 axes with 4 * 4 - 1 ways to turn two faces; 2 axes after each. */
enum { N_FIRST_ROOTS = 45, MAX_ROOTS = N_FIRST_ROOTS * 30, MAX_ROOT_PATH = 8 };

/* A prefix over closed axes. */
struct root {
	uint8_t n_path, last;              /* as a unit's prefix (search/work.h) */
	uint8_t path[MAX_ROOT_PATH];       /* moves of cost 1 */
	uint8_t bound_before, bound;       /* smallest threshold at which it is generated, and expanded */
	uint8_t n_axes;                    /* that it turns, one after the other */
	bool has_half;                     /* that it turns by half turns, too */
	bool is_unit;                      /* else others continue it */
};

/** The root after one, or after nothing, by turns of another axis (cube/symmetry.h). */
struct root root_after(const struct root *before, enum metric metric, unsigned turns);

/** Of the symmetries that leave what is before an axis' turns as it is those that leave these, too; the turns
 * to which they are taken are covered. */
uint64_t symmetries_after(uint64_t symmetries, unsigned turns, bool is_covered[N_AXIS_TURNS]);

/** The first iteration that is divided; shorter ones are over before the roots are evaluated: about 1,000
 * lookups and a millisecond. */
unsigned roots_first_threshold(const struct heuristic *h);

/** The image of a solution under a symmetry of the cube, in the canonical order of moves. */
struct search_solution solution_image(const struct search_solution *solution, unsigned symmetry);
