/* Inside `superflip batch`: a list as a whole, or one shard of it. */
#ifndef SUPERFLIP_CLI_BATCH_H
#define SUPERFLIP_CLI_BATCH_H
#include "cli/output.h"
#include "cli/solving.h"

/** The list, or the shard of it that the options select. @return NULL without memory */
struct list *batch_open_list(const struct solve_options *o, int fd);

/** Solve the list and print a summary; the output stays open.
 * @return EXIT_SOLVED: see *totals; else complained */
int batch_solve_list(const struct solve_options *o, int fd, const char *name, struct output *out, struct totals *totals);

/** --shard: solve a part of the list into a file of its own. @return the exit status */
int batch_shard(const struct solve_options *o, int fd, const char *name);
#endif
