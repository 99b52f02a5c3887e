/* Cubes that a command makes itself, solved by all threads and taken in the order in which they were made. */
#pragma once
#include "cli/tables.h"
#include "cube/random.h"

/** How many cubes there are. */
#define DRAWN_CUBES 43252003274489856000.0

struct drawn {
	struct cube cube;
	unsigned length;             /* what draw() has to remember until it is solved */
	double chance;
};

/** Where random numbers come from: a seed, or the system. */
extern struct random_source drawn_source;
void drawn_begin(bool has_seed, uint64_t seed);

/** Complain if there were none.  @return the given status, or EXIT_TABLE */
int drawn_end(int status);

/** How many states of a goal's first side have each length.
 * @param solver  for the goal; NULL: none, tables are not asked
 * @return false: it has no table of its own that is exact, nor is it domino reduction, whose cosets have been
 *   counted (`pdb build flipslice-twist` counts them again) */
bool drawn_histogram(const struct goal *goal, unsigned metric, const struct solver *solver,
                     struct pdb_histogram *out);

/** Solve cubes.
 * @param goal    where their solutions lead
 * @param metric  an enum turn_metric
 * @param look  at the solver before the first cube, to set more of `problem`; false: nothing is to be solved
 * @param draw  make one more; false: there are no more
 * @param take  a cube with its solutions; false: it was the last that is wanted
 * @return EXIT_SOLVED; else another status, having complained; 128 + n after signal n */
int drawn_solve(const char *goal, unsigned metric, const struct tables_options *where,
                bool (*look)(const struct solver *solver), bool (*draw)(struct drawn *out),
                bool (*take)(const struct drawn *d, const superflip_result *r));
