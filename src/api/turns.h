/* Inside superflip_turns. */
#ifndef SUPERFLIP_API_TURNS_H
#define SUPERFLIP_API_TURNS_H
#include "api/options.h"
#include "cube/turn_set.h"

struct superflip_turns {
	enum turn_metric metric;
	struct turn_set set;
};
#endif
