/* A solution for cubes that a time limit ended without one: short, by the two-phase method, not proved shortest. */
#ifndef SUPERFLIP_CLI_STAND_IN_H
#define SUPERFLIP_CLI_STAND_IN_H
#include "cli/solve_options.h"

/** The method's tables, made when the first cube needs them.  All zero: not yet. */
struct stand_in {
	void *tables;
	int exit_status;              /* why there are none: what method_tables_create() said */
	bool is_tried;
};

/** Add a solution to the result of a search that the time limit ended, if it has none and the options allow one: no least
 * length was asked for, and the solution is no longer than the longest.  If its length is the lower bound, it is proved
 * optimal, and the cube is solved.  Takes as long as the search did, a tenth of a second at most, once the tables are made.
 * Without tables (complained) or memory the result stays as it is. */
void stand_in_add(struct stand_in *s, const struct solve_options *o, const struct cube *c, struct search_result *result);

void stand_in_destroy(struct stand_in *s);
#endif
