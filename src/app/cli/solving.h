/* Solving every cube of a source: several at once, the records written in the order of the input. */
#pragma once
#include "cli/solve_options.h"

/** Where the cubes come from: arguments, or a list if there are none. */
extern struct source {
	char *const *arguments;
	uint64_t n_arguments;
	uint64_t n_cubes;           /* of the list; UINT64_MAX: not known */
	int fd;                     /* that the list is read from */
	const char *name;           /* of the list, in messages */
} source;

/** What became of the cubes. */
extern struct totals {
	uint64_t n_cubes, n_complete, n_bad;   /* n_complete: everything requested was found */
	uint64_t n_duplicates;                 /* of these: answered by another cube's search */
	char skipped[LIST_SKIPPED_SIZE];       /* list_describe_skipped() */
	double seconds;
} totals;

/** A record counts for batch --stats (batch_stats.c). */
void batch_stats_add(const struct record *r);

/** Print them: on standard output, unless the records are there.  @return false without memory */
bool batch_stats_print(void);

/** The list of a file.  @return NULL without memory */
struct list *solving_open_list(int fd);

/** What tells one cube of a list from another: XXH3-64 of its scramble; with a label XXH3-64 of that, seeded
 * with the former. */
uint64_t solving_checksum(const char *scramble, const char *label);

/** Write each record to `output` as soon as those before it are there; what that has from an earlier run is
 * not solved again.
 * @return EXIT_SOLVED (see totals), EXIT_TABLE or EXIT_MEMORY (complained), 128 + n after signal n */
int solve_source(void);
