/* The turn set of a command: --metric, --moves and --cost. */
#ifndef SUPERFLIP_CLI_TURN_OPTIONS_H
#define SUPERFLIP_CLI_TURN_OPTIONS_H
#include "superflip.h"

/** Of --metric: those of enum superflip_metric, then those that only turn sets have. */
enum { N_TURN_OPTION_METRICS = 6 };
extern const char *const turn_option_metrics[N_TURN_OPTION_METRICS];

struct turn_options {
	unsigned metric;
	const char *moves, *costs;       /* NULL: not given */
	char costs_read[2048];           /* of --cost @FILE */
};

/** Read the file of --cost @FILE; `costs` is then what it says.  @return false, having complained */
bool turn_options_read_file(struct turn_options *o);

/** @param out  released by superflip_turns_free()
 * @return false, having complained */
bool turn_options_open(const struct turn_options *o, superflip_turns **out);
#endif
