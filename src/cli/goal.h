/* --goal, --moves, --exclude: another position than the solved one to reach, and fewer turns to reach it. */
#ifndef SUPERFLIP_CLI_GOAL_H
#define SUPERFLIP_CLI_GOAL_H
#include "cli/solve_options.h"

#include <stdio.h>

/** Read the texts of the options, and check that the others go with them.
 * @return false, having complained */
bool goal_options_agree(struct solve_options *o);

/** Whether only some of the turns are permitted. */
static inline bool goal_restricts(const struct solve_options *o) { return o->permitted != SUPERFLIP_ALL_MOVES; }

/** The position to reach.
 * @param out  NULL: the solved cube; else released by superflip_cube_free()
 * @return false, having complained, if the text is none */
bool goal_read(const struct solve_options *o, superflip_cube **out);

/** Lines of the identity of a run, of its struct solve_options: the position itself, since two texts may mean the same, and the turns
 * that are permitted. */
void goal_tell(const void *options, FILE *out);
void goal_tell_moves(const void *options, FILE *out);
#endif
