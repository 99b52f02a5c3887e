/* superflip bench methods: its options, and the tables that it prints; each has a file of its own, methods_*.c. */
#ifndef SUPERFLIP_CLI_BENCH_METHODS_H
#define SUPERFLIP_CLI_BENCH_METHODS_H
#include "cli/bench/bench.h"

/* The first three are those of Chen and Li's report. */
enum { N_CHEN_LI_TABLES = 3 };
enum methods_table { METHODS_LAYERS = N_CHEN_LI_TABLES, METHODS_PEOPLE, METHODS_LISTS, METHODS_ALL_CHEN_LI };

/** Print a table of Chen and Li's: 0 heuristics, 1 single databases, 2 methods. */
void methods_chen_li(struct bench_run *run, unsigned number);

/** Print how long the solutions of layer by layer are, stage by stage, before and after the filter. */
void methods_layers(struct bench_run *run);

/** Print how long the solutions of each method are, and how long it takes; METHODS_LISTS: lists of steps beside the others. */
void methods_people(struct bench_run *run);

/** What layers and people print of a distribution: columns for its mean, standard error, deviation, extremes and percentiles. */
#define METHODS_TALLY_COLUMNS \
	"mean", "standard_error", "deviation", "min", "p1", "p25", "median", "p75", "p99", "max"

struct tally;
/** Add the cells of those columns. */
void methods_add_tally(struct table *table, const struct tally *t);

/** Add rows from the least to the largest number that came up: the number, then how often in each of n tallies. */
void methods_add_distribution(struct table *table, const struct tally *const *tallies, unsigned n);
#endif
