/* The tables that are known: what for, and the numbers of entries by depth that were published or computed before. */
#ifndef SUPERFLIP_PDB_REGISTRY_H
#define SUPERFLIP_PDB_REGISTRY_H
#include "pdb/pdb.h"

struct pdb_known {
	struct coordinate_key coordinate;
	const char *summary;                            /* one line for lists */
	uint64_t count[N_METRICS][PDB_MAX_DEPTHS];      /* entries by depth; all 0 where no source has them */
};

extern const struct pdb_known pdb_known[];
extern const unsigned pdb_n_known;

/** NULL if the table is not a known one; it may still be built and used. */
const struct pdb_known *pdb_known_find(struct coordinate_key coordinate);

/** The expected entries by depth; false if no source has them. */
bool pdb_known_histogram(struct pdb_key key, struct pdb_histogram *out);

/** Whether entries by depth are the expected ones, as far as these are known. */
bool pdb_known_agrees(struct pdb_key key, const struct pdb_histogram *histogram);
#endif
