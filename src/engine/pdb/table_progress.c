#include "pdb/table_progress.h"

static bool tell(void *context, const char *stage, uint64_t done, uint64_t total)
{
	struct table_progress *const p = context;
	p->progress.stage = stage;
	p->progress.share = total > 0 ? (double)done / (double)total : 0;
	return p->notify(p->context, &p->progress);
}

const struct pdb_progress *table_progress_begin(struct table_progress *p, superflip_notify *notify,
                                                void *context, struct coordinate_key table)
{
	*p = (struct table_progress){
		.callback = {tell, p}, .notify = notify, .context = context, .progress.size = sizeof p->progress,
	};
	coordinate_name(table, p->progress.table);
	return notify != NULL ? &p->callback : NULL;
}
