/* Lookups of the inverse: it is as far from solved as the cube itself, but has other entries (A. Felner,
 * U. Zahavi, J. Schaeffer, R. Holte, "Dual lookups in pattern databases", IJCAI-05).  Admissible, but not consistent:
 * one more move after the cube is one more move before its inverse, which brings other cubies into the set of a table. */
#include "heuristic/heuristic.h"

unsigned heuristic_largest_entry_dual(const struct heuristic *h, const struct cube *c)
{
	const struct cube inverse = cube_inverse(c);
	unsigned bound = heuristic_largest_entry(h, c);
	for (unsigned i = 0; i < h->spec->n_tables; i++) {
		if (h->table[i].family->is_same_for_inverse)
			continue;
		const unsigned entry = pdb_value(&h->table[i], &inverse);
		bound = entry > bound ? entry : bound;
	}
	return bound;
}
