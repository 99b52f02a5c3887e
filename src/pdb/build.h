/* The input of the builders of all families. */
#ifndef SUPERFLIP_PDB_BUILD_H
#define SUPERFLIP_PDB_BUILD_H
#include "pdb/pdb.h"

/* Nibble of an entry that is not reached yet. */
enum { DEPTH_OPEN = 15 };

/** The input of a family's build(), which fills image->entries, zero so far, and must not touch the other members. */
struct build {
	struct pdb_image *image;
	uint32_t moves;               /* bit m: move m is one step of the metric */
	unsigned n_threads;
	const struct pdb_progress *progress;
};

/** Report that n_found entries are known; false: stop. */
bool build_goes_on(const struct build *b, uint64_t n_found);

/** Any coordinate of 4 bits an entry, by unranking and ranking; for the small ones. */
enum pdb_status build_plain(const struct build *b);
#endif
