/* Choosing the heuristic, and opening or building its tables. */
#ifndef SUPERFLIP_CLI_TABLES_H
#define SUPERFLIP_CLI_TABLES_H
#include "cli/solve_options.h"

/** Open the heuristic that the options name. "auto", or none, takes the strongest that is installed and fits into the
 * memory given; if none is, the default one is built.
 * @param out  on EXIT_SOLVED filled, released by heuristic_close()
 * @return EXIT_SOLVED; else EXIT_TABLE, EXIT_MEMORY or 128 + n after signal n, and complained */
int tables_open(const struct solve_options *options, struct heuristic *out);
#endif
