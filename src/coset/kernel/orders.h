/* Optional orders of an iteration of the coset kernel.  Each stands in files of its own and comes off by deleting these, its line in
 * kernel.c and its pointer in struct engine; completed iterations then visit the same nodes. */
#ifndef SUPERFLIP_COSET_KERNEL_ORDERS_H
#define SUPERFLIP_COSET_KERNEL_ORDERS_H
#include "coset/kernel/engine.h"

struct order {
	/** Search the iteration s->threshold, with the help of all idle threads, if this order is for it.
	 * @return false: it is not for this iteration, or there is no memory for it; nothing was done */
	bool (*iterate)(struct worker *w, struct search *s);
	/** Free what it keeps in an engine. */
	void (*destroy)(struct engine *k);
};

/** Bulk lookups with ordering hints: nodes at the cap are found by the cosets of their inverses (bulk.h, hints.h). */
extern const struct order order_bulk;

/** Units of work in the order of what they took in the iteration before (prefixes.h). */
extern const struct order order_prefixes;
#endif
