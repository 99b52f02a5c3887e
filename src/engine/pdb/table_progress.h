/* The progress of tables, told as the library tells it. */
#pragma once
#include "superflip.h"
#include "pdb/pdb.h"

struct table_progress {
	struct pdb_progress callback;
	superflip_notify *notify;
	void *context;
	superflip_progress progress;
};

/** @param p       filled; must outlive the work
 * @param notify  NULL: nobody listens
 * @return what to hand to the work on a table; NULL if `notify` is */
const struct pdb_progress *table_progress_begin(struct table_progress *p, superflip_notify *notify,
                                                void *context, struct coordinate_key table);
