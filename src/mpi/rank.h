/* A rank other than 0: searches units and cubes that rank 0 gives it, with all its threads. */
#ifndef SUPERFLIP_MPI_RANK_H
#define SUPERFLIP_MPI_RANK_H
#include "cli/solve_options.h"

/** Serve rank 0 until it says that the job is over.
 * @param argc, argv  of the command, as rank 0 has them: threads and the directory of tables are options of every rank
 * @param user  the command */
void rank_run(enum option_users user, int argc, char **argv, int rank);
#endif
