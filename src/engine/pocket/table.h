/* Distances of all states of the 2x2x2, and the table of distances mod 3 that is enough to solve it
 * optimally. */
#pragma once
#include "pdb/pdb.h"
#include "pocket/pocket.h"

enum {
	POCKET_TABLE_BYTES = POCKET_STATES / 4,
	POCKET_MAX_LENGTH = 14        /* the largest distance: 11 in HTM, 14 in QTM (tests/pocket) */
};
static_assert(POCKET_STATES % 4 == 0, "the last byte of the table is full");

/** Breadth-first search of all states.
 * @param distance  filled: POCKET_STATES bytes, the moves from each state to the solved one
 * @param histogram  filled
 */
void pocket_distances(enum metric metric, uint8_t *distance, struct pdb_histogram *histogram);

/* Distance mod 3, two bits a state, index 4i in the low bits of byte i.  One step changes the distance by at
 * most 1, so the neighbours whose entry is one less (mod 3) are exactly those that are closer. */
struct pocket_table {
	enum metric metric;
	uint8_t mod3[POCKET_TABLE_BYTES];
};

static inline unsigned pocket_table_get(const struct pocket_table *table, uint32_t index)
{
	return (unsigned)table->mod3[index / 4] >> index % 4 * 2 & 3u;
}

/** @return a table to be released by free(), NULL without memory */
struct pocket_table *pocket_table_build(enum metric metric);

/** Write a table; ferror(out) says whether all of it could be written. */
void pocket_table_write(const struct pocket_table *table, FILE *out);

/** XXH3-64 of the table. */
uint64_t pocket_table_checksum(const struct pocket_table *table);
