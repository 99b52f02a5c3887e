/* Sets of turns: which solutions may have, and what each costs. */
#pragma once
#include "superflip.h"
#include "cube/turn_set.h"

struct turns {
	enum turn_metric metric;
	struct turn_set set;
	uint32_t moves;                      /* if they are turns of faces at their costs in htm or qtm, which is
	                                      * then `metric`: bit m for move m; else 0 */
};

/** Read a set (doc/turns.md).
 * @param metric   what turns cost that `costs` does not name
 * @param turns    "M U", "R U r"; NULL: those of the metric
 * @param costs    "U=1 U2=1.5"; NULL: as in the metric
 * @param out      released by free()
 * @return SUPERFLIP_OK, SUPERFLIP_BAD_TEXT, SUPERFLIP_NO_MEMORY */
superflip_status turns_parse(enum turn_metric metric, const char *turns, const char *costs, unsigned options,
                             struct turns **out, superflip_error *error);
/** Costs as they were given, of the whole units in which lengths of results are. */
double turns_cost(const struct turns *turns, unsigned units);
/** What moves of a metric cost.  @param turns  NULL: all are permitted  @return false: not all of them are */
bool turns_measure(const struct turns *turns, enum metric metric, const uint8_t *moves, unsigned n,
                   unsigned *cost);
/** Write moves, a solution that was found with this set, as they are turned by hand, at the least cost.
 * @param units  set to what they cost; may be NULL
 * @return false if the set has no turns for them, or without memory */
bool turns_write(const struct turns *turns, const uint8_t *moves, unsigned n, unsigned *units, char *out,
                 size_t size);
