/* One scramble of the 2x2x2, what became of it, and how it is printed. */
#ifndef SUPERFLIP_CLI_POCKET_RECORD_H
#define SUPERFLIP_CLI_POCKET_RECORD_H
#include "cli/pocket/options.h"
#include "cube/position.h"

struct pocket_record {
	const char *scramble;
	uint64_t id;                  /* counts the scrambles from 1 */
	unsigned line;                /* of standard input, from 1; 0 for an argument */
	const char *status;           /* "optimal", "solved", "bound", "error", as in doc/json-lines.md */
	uint64_t length;
	char *moves;                  /* NULL without a solution */
	const char *message;          /* why there is none */
	const struct input_error *error;  /* of status "error" */
	double seconds;
};

/** One line on standard output: `length  moves`, with * after a length that is proved optimal; or JSON of the schema that
 * `superflip solve` has. */
void pocket_record_print(const struct pocket_record *record, const struct pocket_options *options);
#endif
