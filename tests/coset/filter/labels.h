/* Labels of members (coset/filter/filter.h) by their definition, for tests. */
#ifndef TESTS_PDB_LABELS_H
#define TESTS_PDB_LABELS_H
#include "coset/filter/filter.h"
#include "coset/filter/slow_reading.h"

#include "support/test.h"

/* Those of all labels of which some solution columns look so: the first two are no label's, the next four
 * are. */
static inline uint32_t label_subcosets_seen(unsigned n_columns, unsigned bits)
{
	const unsigned n_bits = n_columns < 2 ? 0 : n_columns < 6 ? n_columns - 2 : 4;
	uint32_t subcosets = 0;
	for (unsigned label = 0; label < 16; label++)
		if ((label ^ bits) % (1u << n_bits) == 0)
			subcosets |= label_subcosets(label);
	return subcosets;
}

/* The share of others that pass in a subcoset, by the solution columns that are looked at: those before and
 * after the label's must be right, and of the labels that may be read there so many have the subcoset. */
static inline double label_share(unsigned width, unsigned subcoset)
{
	if (width == 0)
		return 1;
	const unsigned n_begins = width - COSET_EQUATION_BYTES + 1;
	double share = 0;
	for (unsigned begin = 0; begin < n_begins; begin++) {
		const unsigned n_columns = coset_equation_columns(width, begin);
		unsigned n_passing = 0;
		for (unsigned misses = 0; misses < 1u << n_columns; misses++)
			n_passing +=
				(misses & 0xC3) == 0 && (label_subcosets_seen(n_columns, misses >> 2) >> subcoset & 1) != 0;
		share += n_passing * exp2(-(double)n_columns) / n_begins;
	}
	return share;
}

/* Whether a slot passes without subcosets. */
static inline bool filter_block_passes(const uint8_t *filter_block, unsigned slot, unsigned test)
{
	const uint32_t subcosets = coset_filter_block_subcosets(false, filter_block, slot, test);
	cr_assert(subcosets == 0 || subcosets == 0xFFFFFF);
	return subcosets != 0;
}
#endif
