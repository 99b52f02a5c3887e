/* How many of something have each length, with mean, deviation and, for people, a bar of blocks. */
#pragma once
#include "report/table.h"

/* All zero: none yet. */
struct lengths {
	uint64_t n[SUPERFLIP_MAX_MOVES + 1];
	bool is_sample;        /* of a random sample: how far off its shares may be is told, too */
	double unit;           /* what one of length costs; 0: 1 */
};

/** Print a table of them: facts, their number, mean, deviation, least and most, and a row for each length.
 * @param counted  what has a length, "states"
 * @param facts    an object, which is released; NULL counts as lack of memory
 * @return false without memory */
bool lengths_print(const struct lengths *l, const char *counted, json_t *facts, enum table_format format,
                   FILE *out);
