/* One scramble of the 2x2x2, what became of it, and how it is printed. */
#ifndef SUPERFLIP_CLI_POCKET_RECORD_H
#define SUPERFLIP_CLI_POCKET_RECORD_H
#include "cli/pocket/options.h"

struct pocket_record {
	const char *scramble;
	unsigned number;              /* line of standard input, or which argument, from 1 */
	const char *status;           /* "optimal", "solved", "limit", "error" */
	uint64_t length;
	char *moves;                  /* NULL without a solution */
	const char *message;          /* why there is none */
};

/** One line on standard output: `length  moves`, or JSON. */
void pocket_record_print(const struct pocket_record *record, const struct pocket_options *options);
#endif
