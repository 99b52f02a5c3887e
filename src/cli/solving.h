/* Solving every cube of a source: several at once, the records written in the order of the input. */
#ifndef SUPERFLIP_CLI_SOLVING_H
#define SUPERFLIP_CLI_SOLVING_H
#include "cli/solve_options.h"

/** Where the cubes come from: arguments, or a list if there are none. */
struct source {
	char *const *arguments;
	uint64_t n_arguments;
	struct list *list;
	const char *name;           /* of the list, in messages */
};

/** What became of the cubes. */
struct totals {
	uint64_t n_cubes, n_complete, n_bad;   /* n_complete: everything requested was found */
	double seconds;
};

/** @param out  each record is flushed as soon as those before it are written
 * @param shows_progress  a line on stderr that is rewritten repeatedly
 * @param totals  filled
 * @return EXIT_SOLVED (see totals), EXIT_TABLE or EXIT_MEMORY (complained), 128 + n after signal n */
int solve_source(const struct solve_options *options, const struct source *source, FILE *out, bool shows_progress,
                 struct totals *totals);
#endif
