/* The tables that the families name, and their entries by depth as published or computed before. */
#ifndef SUPERFLIP_PDB_REGISTRY_H
#define SUPERFLIP_PDB_REGISTRY_H
#include "pdb/pdb.h"

/** The known tables of all families, number i of them; NULL if there are no more. */
const struct pdb_known *pdb_known_at(unsigned i);

/** NULL if the table is not a known one; it may still be built and used. */
const struct pdb_known *pdb_known_find(struct coordinate_key coordinate);

/** The expected entries by depth; false if no source has them. */
bool pdb_known_histogram(struct pdb_key key, struct pdb_histogram *out);

/** Whether entries by depth are the expected ones, as far as these are known. */
bool pdb_known_agrees(struct pdb_key key, const struct pdb_histogram *histogram);
#endif
