/* The tables of a method, for commands that run it without the library. */
#ifndef SUPERFLIP_CLI_METHOD_TABLES_H
#define SUPERFLIP_CLI_METHOD_TABLES_H
#include "cli/solve_options.h"
#include "method/method.h"

/** Make a method's tables from the pattern database that it reads, which is built first if it is missing.
 * @param out  on EXIT_SOLVED what the method's solve() and destroy() take; the caller ends with destroy()
 * @return EXIT_SOLVED; or another status, having complained */
int method_tables_create(const struct method *method, const struct solve_options *o, unsigned n_threads, void **out);
#endif
