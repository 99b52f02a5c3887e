/* A unit of work: what one thread searches without asking another. */
#pragma once
#include "search/search.h"

/** A node of an iteration's tree: what `prefix` makes of a start, mostly the search's cube.  A plain value
 * without pointers, so that it may wait in a deque, be written to a journal, or be sent to another host. */
struct work_unit {
	uint8_t threshold;                     /* of the iteration */
	uint8_t n_prefix;
	uint8_t spent;                         /* of a turn set: what the prefix costs; else it costs n_prefix */
	uint16_t last;                         /* state of the canonical order after the prefix: of cube/move.h,
	                                        * or of a turn set's automaton */
	uint16_t bound_record;                 /* what the kernel knows of the node's inverse, in its own terms;
	                                        * 0: nothing */
	uint16_t start;                        /* from which of the search's starts (search/starts.c); 0 if there
	                                        * is one cube only */
	uint32_t counter;                      /* the counter to which the work below the node is added */
	uint8_t prefix[SEARCH_MAX_LENGTH];     /* moves of cost 1, as searched; of a turn set, turns of an axis
	                                        * (cube/symmetry.h) */
};
