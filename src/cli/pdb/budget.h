/* What to expect of tables on this machine, in words, and the choice of those to build. */
#ifndef SUPERFLIP_CLI_PDB_BUDGET_H
#define SUPERFLIP_CLI_PDB_BUDGET_H
#include "heuristic/expect.h"

/** Measure this machine, in a fifth of a second. */
struct machine machine_here(unsigned n_build_threads);

/** "0.52 s", "12 s", "3.1 h", "2.4 y"; "-" for INFINITY. */
enum { DURATION_TEXT_MAX = 16 };
const char *duration_text(double seconds, char text[DURATION_TEXT_MAX]);

struct budget {
	uint64_t bytes;                /* limit for the files; 0: no budget, names say what to build */
	double building_s;             /* INFINITY: any time */
};

/** Choose the best spec that fits, and say on standard output which one and why.
 * @param directory  where the tables will be; installed ones need not be built
 * @param rebuilds   installed ones count as if they were not
 * @return EXIT_SOLVED; EXIT_MEMORY if none fits, and complained */
int budget_choose(const struct budget *budget, enum metric metric, const char *directory, bool rebuilds,
                  unsigned n_threads, bool is_quiet, const struct heuristic_spec **out);
#endif
