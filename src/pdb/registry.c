#include "pdb/registry.h"

#include "pdb/count.h"
#include "pdb/header.h"

const struct pdb_known *pdb_known_at(unsigned i)
{
	for (uint32_t id = 0; id < pdb_n_families; id++) {
		const struct pdb_family *const family = pdb_families[id];
		if (family == NULL)
			continue;
		if (i < family->n_known)
			return &family->known[i];
		i -= family->n_known;
	}
	return NULL;
}

const struct pdb_known *pdb_known_find(struct coordinate_key coordinate)
{
	const struct pdb_family *const family = pdb_family_of(coordinate.family);
	for (unsigned i = 0; family != NULL && i < family->n_known; i++)
		if (coordinate_equal(family->known[i].coordinate, coordinate))
			return &family->known[i];
	return NULL;
}

bool pdb_known_histogram(struct pdb_key key, struct pdb_histogram *out)
{
	const struct pdb_known *const known = pdb_known_find(key.coordinate);
	if (known == NULL || known->count[key.metric][0] == 0)
		return false;
	*out = pdb_histogram_of(known->count[key.metric]);
	return true;
}

bool pdb_known_agrees(struct pdb_key key, const struct pdb_histogram *histogram)
{
	struct pdb_histogram expected;
	return !pdb_known_histogram(key, &expected) || pdb_histogram_equal(&expected, histogram);
}
