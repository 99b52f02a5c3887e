/* Inside superflip_turns. */
#ifndef SUPERFLIP_SESSION_TURNS_H
#define SUPERFLIP_SESSION_TURNS_H
#include "session/options.h"
#include "cube/turn_set.h"

struct superflip_turns {
	enum turn_metric metric;
	struct turn_set set;
};
#endif
