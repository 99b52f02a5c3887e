/* Inside bench solve: what its parts share. */
#ifndef SUPERFLIP_CLI_BENCH_SOLVE_H
#define SUPERFLIP_CLI_BENCH_SOLVE_H
#include "cli/bench/solve_rows.h"

/** What the run and all pieces of its record have in common, and where it runs; NULL without memory. */
void bench_solve_describe(const struct bench_options *o, const struct bench_cubes *cubes, int n_files, char **files,
                          json_t **parameters, json_t **about);

/** Take over what a record has of a heuristic: outcomes, and the mean of the limits. */
void bench_solve_take_record(json_t *lines, const char *heuristic, struct contestant *contestants, unsigned n, unsigned n_cubes);

/** Keep what all contestants did with a cube, in the record or in the shard.
 * @return EXIT_SOLVED; else complained */
int bench_solve_keep(struct bench_run *run, unsigned spec, unsigned cube, unsigned n_cubes, const struct contestant *contestants,
                     unsigned n);

/** Whether a cube is to be solved by this run with the heuristic of this number. */
bool bench_solve_wants(const struct bench_run *run, unsigned spec, unsigned cube, unsigned n_cubes,
                       const struct contestant *contestants, unsigned n);
#endif
