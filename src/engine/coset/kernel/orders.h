/* Optional orders of an iteration of the coset kernel.  Each stands in files of its own and comes off by
 * deleting these and its line in kernel.c (doc/contributing.md); completed iterations then visit the same
 * nodes, but for a few per cent that bulk lookups prune (kernels.h). */
#pragma once
#include "coset/kernel/engine.h"

struct order {
	/** Search the iteration s->threshold, with the help of all idle threads, if this order is for it.
	 * @return false: it is not for this iteration, or there is no memory for it; nothing was done */
	bool (*iterate)(struct worker *w, struct search *s);
	/** Free what it keeps in an engine. */
	void (*destroy)(struct engine *k);
};

/** Bulk lookups: nodes at the cap are found by the cosets of their inverses (bulk.h), and ordering hints say
 * where to begin (hints.h). */
extern const struct order order_bulk;

/** Units of work in the order of what they took in the iteration before (order_prefixes.c). */
extern const struct order order_prefixes;
