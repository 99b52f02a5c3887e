/* What the files of ordering hints offer each other (hints.h). */
#ifndef SUPERFLIP_COSET_KERNEL_ORDER_HINTS_H
#define SUPERFLIP_COSET_KERNEL_ORDER_HINTS_H
#include "coset/kernel/bulk.h"
#include "coset/kernel/hints.h"
#include "coset/kernel/joined.h"

enum {
	HINTED_TURNS = 2,                       /* of axes, in prefixes of bulk lookups below which there may be hints */
	HINTS_RECORDED = 1024,                  /* by one thread, until it adds them to those of all */
};

/* What an engine keeps of hints from cube to cube. */
struct hinting {
	uint64_t cube;                          /* search->id of the cube that the hints belong to */
	struct hints *hints;                    /* of the cubes that this thread begins; NULL so far */
	struct joined *joined;                  /* if bulk_units.knows_near: from the sequences of hints to those of the iteration */
	unsigned last;                          /* threshold of the last iteration that has hints */
	/* In the iteration in progress, which other threads may have begun: */
	struct hints *hints_now;                /* NULL: it has none */
	const struct joined *joined_now;
	unsigned recorded_margin;               /* what hints of the next iteration must have; N_MARGINS: it has none */
	unsigned n_recorded;
	struct hint recorded[HINTS_RECORDED];   /* for the next iteration */
};

/** An engine's, made when it is first asked for; k->bulk exists.  @return NULL without memory */
struct hinting *hinting_of(struct engine *k);

/** Priority classes of a record, as bits. */
unsigned hint_classes(const struct engine *k, uint64_t record, unsigned least_margin);

/** A number for an oriented sequence after turns of axes. */
uint32_t hint_where(uint32_t oriented, const uint8_t *turns, unsigned n_turns);

/** bulk_order.follow: nodes of the next hints to the queues. */
bool hints_follow(struct worker *w);
#endif
