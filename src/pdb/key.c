#include "pdb/key.h"

#include "pdb/family.h"

#include <stdio.h>

uint64_t coordinate_size(struct coordinate_key key)
{
	return pdb_family_of(key.family)->size(key.parameter);
}

uint64_t coordinate_rank(struct coordinate_key key, const struct cube *c)
{
	return pdb_family_of(key.family)->rank(key.parameter, c);
}

struct cube coordinate_unrank(struct coordinate_key key, uint64_t index)
{
	return pdb_family_of(key.family)->unrank(key.parameter, index);
}

void coordinate_name(struct coordinate_key key, char name[COORDINATE_NAME_MAX])
{
	const struct pdb_family *const family = pdb_family_of(key.family);
	if (family->only_name != NULL)
		snprintf(name, COORDINATE_NAME_MAX, "%s", family->only_name);
	else
		family->name(key.parameter, name);
}

bool coordinate_parse(const char *name, struct coordinate_key *out)
{
	for (uint32_t id = 0; id < pdb_n_families; id++) {
		const struct pdb_family *const family = pdb_families[id];
		struct coordinate_key key = {.family = id};
		if (family == NULL)
			continue;
		if (family->only_name != NULL ? strcmp(family->only_name, name) == 0 : family->parse(name, key.parameter)) {
			*out = key;
			return true;
		}
	}
	return false;
}
