/* --goal, --moves, --exclude: another position than the solved one to reach, and fewer turns to reach it. */
#ifndef SUPERFLIP_CLI_GOAL_H
#define SUPERFLIP_CLI_GOAL_H
#include "cli/solve_options.h"
#include "method/restricted.h"

/** Read the texts of the options, and check that the others go with them.
 * @return false, having complained */
bool goal_options_agree(struct solve_options *o);

/** Whether only some of the turns are permitted. */
static inline bool goal_restricts(const struct solve_options *o) { return o->permitted != SEARCH_ALL_TURNS; }

/** The cube whose solutions lead from this one to the goal. */
struct cube goal_cube(const struct solve_options *o, const struct cube *c);

/** What a search by some of the turns needs. */
struct goal_run {
	struct restricted restricted;
	char turns[N_MOVES * 3 + 1];   /* "U U2 U' R2" */
};

/** @param out  on success filled, released by goal_run_close()
 * @return EXIT_SOLVED; or another status, having complained */
int goal_run_open(const struct solve_options *o, struct goal_run *out);
void goal_run_close(struct goal_run *run);
#endif
