/* Estimates of how long searches with coset tables and their building take; the constants were measured with
 * superflip 0.1.0. */
#ifndef SUPERFLIP_COSET_EXPECT_H
#define SUPERFLIP_COSET_EXPECT_H
#include "base/processor.h"
#include "pdb/family.h"

/** As in struct pdb_family. */
double coset_building_reads(const struct pdb_key *key);
double coset_solving_s(const struct pdb_key *key, const struct machine *machine);
#endif
