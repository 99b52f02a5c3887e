/* The list of methods: the search for shortest solutions, those of src/engine/steps, and the searches of the
 * textbooks. */
#include "session/session.h"

static const superflip_method optimal = {
	.name = "optimal",
	.summary = "proved shortest solutions, by all threads (the default)",
	.is_optimal = true,
	.takes_tables = true,
	.counts_nodes = true,
	.counts_quarter_turns = true,
	.searches = true,
};

const superflip_method *superflip_method_at(unsigned i)
{
	if (i == 0)
		return &optimal;
	for (const struct method *const *m = methods; *m != NULL; m++)
		if (--i == 0)
			return &(*m)->about;
	return NULL;
}

const superflip_method *method_named(const char *name)
{
	const struct method *const method = name != NULL ? method_find(name) : NULL;
	return method != NULL                                    ? &method->about
	       : name != NULL && strcmp(name, optimal.name) == 0 ? &optimal
	                                                         : NULL;
}
