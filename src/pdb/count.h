/* Entries by depth: of a table in memory, or of a file piece by piece. */
#ifndef SUPERFLIP_PDB_COUNT_H
#define SUPERFLIP_PDB_COUNT_H
#include "pdb/pdb.h"

/** The sum of a table's histogram, by its family. */
uint64_t pdb_n_counted(struct pdb_key key);

/** Add the entries that a piece of a table's data has, by depth, as its family counts them.
 * @param offset  of the piece in the data, a multiple of 512 */
void pdb_count(const struct pdb_key *key, const uint8_t *bytes, size_t size, uint64_t offset,
               uint64_t count[PDB_MAX_DEPTHS]);

/** Whether counts of all pieces are those of a histogram, as far as counting can tell the depths apart. */
bool pdb_count_agrees(const struct pdb_key *key, const uint64_t counted[PDB_MAX_DEPTHS],
                      const uint64_t stated[PDB_MAX_DEPTHS]);

/** The histogram of a table in memory. */
struct pdb_histogram pdb_summarize(const struct pdb_image *image);

/** Counts as a histogram: with the largest depth that has any. */
struct pdb_histogram pdb_histogram_of(const uint64_t count[PDB_MAX_DEPTHS]);
#endif
