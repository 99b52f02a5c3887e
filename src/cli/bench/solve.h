/* Inside bench solve: what was measured of each cube, its record, and the table of it. */
#ifndef SUPERFLIP_CLI_BENCH_SOLVE_H
#define SUPERFLIP_CLI_BENCH_SOLVE_H
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
};

enum { MAX_CONTESTANTS = 8 * BENCH_MAX_THREAD_COUNTS };

/* Those that solve the run's cubes with one heuristic. */
struct contest {
	struct bench_run *run;
	const struct heuristic *heuristic;
	const char *name;                    /* of the heuristic */
	unsigned spec;                       /* its number in the options */
	unsigned n;
	struct contestant contestants[MAX_CONTESTANTS];
};

/** The parameters of the run, and what is noted of it. */
json_t *bench_solve_describe(struct bench_run *run);

/** Take over what the record has of the heuristic: outcomes, and the mean of the limits. */
void bench_solve_take_record(struct contest *c);

/** Keep what all contestants did with a cube, in the record or in the shard. */
void bench_solve_keep(const struct contest *c, size_t cube);

/** Whether a cube is to be solved by this run. */
bool bench_solve_wants(const struct contest *c, size_t cube);

/** The columns of a row for each cube, or for each length. */
const char *const *bench_solve_columns(bool tells_each);

/** @param seconds  space for a number for each cube */
void bench_solve_add_rows(const struct contest *c, double *seconds);
#endif
