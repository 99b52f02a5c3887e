/* One complete iteration of IDA*: the unit in which heuristics are compared (Korf, Reid & Edelkamp 2001). */
#pragma once
#include "search/search.h"

/** Whether a complete iteration of this length exists: in QTM half of the lengths have the wrong parity. */
bool iteration_exists(enum metric metric, const struct cube *c, unsigned threshold);

/** Search all of the tree below c within a threshold, solutions or not, also what symmetries of c take to
 * each other. If c's own bound is larger only the root is generated, and nothing expanded.
 * @param threshold  iteration_exists()
 * @param tick       as in struct search_stream; may be NULL
 * @return SEARCH_SOLVED with *out filled, or why the search stopped; *out is then untouched */
enum search_outcome iteration_run(struct pool *pool, const struct cube *c, unsigned threshold,
                                  search_tick_fn *tick, void *context,
                                  superflip_iteration *out);
