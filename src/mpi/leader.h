/* Rank 0, the leader: the commands `solve` and `batch` in a thread of their own, and beside it, in the thread that may talk to MPI, what
 * the other ranks get of their work. */
#ifndef SUPERFLIP_MPI_LEADER_H
#define SUPERFLIP_MPI_LEADER_H
#include "cli/searcher.h"

/** Run a command over all ranks.
 * @param command  solve_with() or batch_with()
 * @return its exit status */
int leader_run(int (*command)(const struct searcher *searcher, int argc, char **argv), int argc, char **argv);
#endif
