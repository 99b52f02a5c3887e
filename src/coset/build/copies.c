/* Copies of cosets by stabilisers, of which the table has the least. */
#include "coset/build/build.h"

#include <stdlib.h>

bool making_find_copies(struct making *m)
{
	struct copies *const c = &m->copies;
	unsigned n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		n += coset_tables.n_stabilizers[class] - 1u;
	c->of = malloc(n * sizeof *c->of);
	if (c->of == NULL)
		return false;
	n = 0;
	for (unsigned class = 0; class < COSET_CLASSES; class++) {
		c->begin[class] = n;
		for (unsigned s = 1; s < coset_tables.n_stabilizers[class]; s++) {
			const struct coset_way way = coset_copy(class, s);
			c->of[n].part_map = way.map;
			coset_map_fill(&c->of[n++].map, &way, m->parts.flip_bits);
		}
	}
	c->begin[COSET_CLASSES] = n;
	return true;
}

unsigned making_keep_least(const struct making *m, unsigned p, uint32_t *cosets, unsigned n)
{
	const struct coset_place place = coset_place(&m->parts, p);
	const unsigned class = place.class, part = place.part;
	for (unsigned i = m->copies.begin[class]; i < m->copies.begin[class + 1]; i++) {
		const struct copy *const copy = &m->copies.of[i];
		const unsigned part_after = m->parts.part_map[copy->part_map][part];
		uint32_t after[MAPPED_AT_ONCE];
		unsigned n_kept = 0;
		if (part_after != part) {
			n = part_after < part ? 0 : n;
			continue;
		}
		coset_mapper_best()->map(&copy->map, cosets, n, after);
		for (unsigned k = 0; k < n; k++) {
			const uint32_t coset = cosets[k];
			cosets[n_kept] = coset;
			n_kept += entry_of(m, after[k]) >= entry_of(m, coset);
		}
		n = n_kept;
	}
	return n;
}
