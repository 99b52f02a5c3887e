/* Inside `superflip bench solve`: what was measured of each cube, and the table of it. */
#ifndef SUPERFLIP_CLI_BENCH_SOLVE_ROWS_H
#define SUPERFLIP_CLI_BENCH_SOLVE_ROWS_H
#include "cli/bench/bench.h"
#include "search/kernel.h"

/* One cube, solved by one contestant. */
struct outcome {
	bool is_known;                       /* from this run or from the record of an earlier one */
	bool is_solved;
	unsigned length;
	uint64_t n_generated, n_expanded, n_lookups;
	double seconds, processor_s;
};

/* A kernel with a number of threads. */
struct contestant {
	const struct kernel *kernel;
	struct pool *pool;
	struct outcome *outcomes;            /* one for each cube */
	double limit_before, limit_after;    /* random reads a second; NAN without tables */
};

/** The columns of a row for each cube, or for each length. */
const char *const *solve_columns(bool tells_each);

/** Add the rows of n contestants.
 * @param seconds  space for n_cubes numbers */
void solve_add_rows(struct table *table, bool tells_each, const char *heuristic, const struct contestant *contestants, unsigned n,
                    unsigned n_cubes, double *seconds);
#endif
