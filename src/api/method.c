/* The list of methods: the search for shortest solutions, those of src/method, and the searches of the textbooks. */
#include "superflip.h"

#include "method/baseline.h"

#include <string.h>

static const superflip_method optimal = {
	.name = "optimal", .summary = "proved shortest solutions, by all threads (the default)",
	.is_optimal = true, .takes_tables = true, .counts_nodes = true, .counts_quarter_turns = true, .searches = true,
};

const superflip_method *superflip_method_at(unsigned i)
{
	unsigned k = 1;
	for (const struct method *const *m = methods; *m != NULL; m++, k++)
		if (i == k)
			return &(*m)->about;
	return i == 0 ? &optimal : i - k < N_BASELINES ? &baselines[i - k].about : NULL;
}

const superflip_method *superflip_method_find(const char *name)
{
	const struct method *const method = name != NULL ? method_find(name) : NULL;
	return method != NULL ? &method->about : name != NULL && strcmp(name, optimal.name) == 0 ? &optimal : NULL;
}
