/* Named sets of cases, as OLL and PLL: what a step may meet, derived as the orbits of states under free
 * turns. */
#pragma once
#include "goal/goal.h"

enum { CASE_NAME_SIZE = 32 };

/** A case: all cubes that look like one after turns of U before and, of the last layer, after. */
struct case_of_set {
	struct cube cube;           /* one of them */
	unsigned mirror, inverse;   /* numbers of other cases, or its own; 0: it has none */
};

struct case_set {
	const struct case_set_name *about;
	uint64_t seen;              /* the stickers that matter, as in struct position */
	unsigned n;
	struct case_of_set *of;     /* n; case i has the number i + 1 */
};

/** Derive a set; cubes at the goal are no case.  Valid after cube_init().
 * @return false without memory; else released by case_set_free() */
bool case_set_make(const struct case_set_name *about, struct case_set *out);
void case_set_free(struct case_set *set);

/** Write a case's name, "pll-T". */
void case_set_write_name(const struct case_set_name *about, unsigned number, char name[CASE_NAME_SIZE]);

/** Which case a cube is.
 * @param before, after  clockwise quarter turns of U: `before` makes it look like the case's cube, whose
 *   solution, and then `after`, solves it
 * @return the case's number; 0: it is none of the set, or solved */
unsigned case_set_find(const struct case_set *set, const struct cube *c, unsigned *before, unsigned *after);
