/* Inside superflip_turns. */
#ifndef SUPERFLIP_API_TURNS_H
#define SUPERFLIP_API_TURNS_H
#include "api/options.h"
#include "cube/turn_set.h"

struct superflip_turns {
	enum turn_metric metric;
	struct turn_set set;
};

/** The set that a caller has. */
const struct turn_set *turns_of_caller(const superflip_turns *turns);
#endif
