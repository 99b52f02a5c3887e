/* --method: the ways to solve a cube beside the search for proved shortest solutions. */
#ifndef SUPERFLIP_CLI_METHOD_H
#define SUPERFLIP_CLI_METHOD_H
#include "cli/solve_options.h"

/** All names, "optimal" first, with commas between.
 * @param out  cut to size */
void method_names(char *out, size_t size);

/** Check that the options fit the method they name.
 * @return false, having complained, if one has no meaning for it */
bool method_options_agree(const struct solve_options *o);

/** A line for each method on standard output. */
void method_print_help(void);
#endif
