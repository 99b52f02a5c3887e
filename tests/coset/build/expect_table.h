/* What holds of every coset table: tested against a breadth-first search that keeps all, and walks of whole
 * cubes. */
#ifndef SUPERFLIP_TESTS_COSET_BUILD_EXPECT_TABLE_H
#define SUPERFLIP_TESTS_COSET_BUILD_EXPECT_TABLE_H
#include "coset/family.h"

/** The key of a table with steps of a metric (enum coset_metric). */
struct pdb_key key_of(struct coordinate_key coordinate, unsigned metric);

/** Its steps: bit t is turn t of coset_tables. */
uint64_t turns_of(struct pdb_key key);

/** Whether an index is the canonical one of its coset. */
bool is_canonical(struct coset_shape shape, uint64_t index);

/** The width of an entry's filter block. */
unsigned width_of(const struct coset_filter *t, unsigned p, uint32_t coset);

/** All up to cap - 2; and of depth cap - 1 what moves make of some of these. */
void expect_bounds_by_parents(const struct pdb *table);

/** All of four moves, of whole cubes, without frames or levels: their lengths, but for equal hashes. */
void expect_depths_of_walks(const struct pdb *table);

/** No entry on 5000 walks of 12 turns is more than the turns made. */
void expect_bounds_of_walks(const struct pdb *table);

/** The histogram counts every entry of the sampled filter blocks once. */
void expect_counts_of_sample(const struct pdb *table);
#endif
