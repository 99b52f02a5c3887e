#include "steps/restricted.h"

#include <stdlib.h>

bool restricted_open(enum metric metric, uint32_t permitted, uint64_t n_positions, struct restricted *out)
{
	*out = (struct restricted){.permitted = permitted, .group = group_generate(permitted)};
	if (out->group != NULL && perimeter_fill(metric, permitted, n_positions, &out->perimeter))
		return true;
	restricted_close(out);
	return false;
}

void restricted_close(struct restricted *r)
{
	free(r->group);
	perimeter_free(&r->perimeter);
}
