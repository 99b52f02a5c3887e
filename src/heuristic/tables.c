#include "heuristic/heuristic.h"

unsigned heuristic_largest_entry(const struct heuristic *h, const struct cube *c)
{
	unsigned bound = 0;
	for (unsigned i = 0; i < h->spec->n_tables; i++) {
		const unsigned entry = pdb_value(&h->table[i], c);
		bound = entry > bound ? entry : bound;
	}
	return bound;
}
