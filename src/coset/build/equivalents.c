/* Equivalent indices of cosets under stabilisers; the table stores the canonical one. */
#include "coset/build/build.h"

#include <stdlib.h>

bool build_find_equivalents(struct coset_build *m)
{
	struct equivalents *const c = &m->equivalents;
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
			const struct coset_transition transition = coset_stabilizer_transition(class, s);
			c->of[n].corner_coset_map = transition.map;
			coset_map_fill(&c->of[n++].map, &transition, m->resolution.flip_bits);
		}
	}
	c->begin[COSET_CLASSES] = n;
	return true;
}

unsigned build_keep_canonical(const struct coset_build *m, unsigned p, uint32_t *cosets, unsigned n)
{
	const struct coset_cell cell = coset_cell(&m->resolution, p);
	const unsigned class = cell.class, corner_coset = cell.corner_coset;
	for (unsigned i = m->equivalents.begin[class]; i < m->equivalents.begin[class + 1]; i++) {
		const struct equivalent *const equivalent = &m->equivalents.of[i];
		const unsigned corner_coset_after = m->resolution.corner_coset_map[equivalent->corner_coset_map][corner_coset];
		uint32_t after[MAPPED_AT_ONCE];
		unsigned n_kept = 0;
		if (corner_coset_after != corner_coset) {
			n = corner_coset_after < corner_coset ? 0 : n;
			continue;
		}
		coset_mapper_best()->map(&equivalent->map, cosets, n, after);
		for (unsigned k = 0; k < n; k++) {
			const uint32_t coset = cosets[k];
			cosets[n_kept] = coset;
			n_kept += entry_of(m, after[k]) >= entry_of(m, coset);
		}
		n = n_kept;
	}
	return n;
}
