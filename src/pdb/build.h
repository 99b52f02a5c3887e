/* Inside the builders: one file for each shape of coordinate. */
#ifndef SUPERFLIP_PDB_BUILD_H
#define SUPERFLIP_PDB_BUILD_H
#include "pdb/pdb.h"

/* Nibble of an entry that is not reached yet. */
enum { DEPTH_OPEN = 15 };

/** What every builder is given; image->entries is allocated. */
struct build {
	struct pdb_image *image;
	uint32_t moves;               /* bit m: move m is one step of the metric */
	unsigned n_threads;
	const struct pdb_progress *progress;
};

/** Tell the watcher that n_found entries are known; false to stop. */
bool build_goes_on(const struct build *b, uint64_t n_found);

enum pdb_status build_corners(const struct build *b);
enum pdb_status build_edges(const struct build *b);
/** The slice-free cosets; fills the histogram, too, with a sample. */
enum pdb_status build_coset(const struct build *b);
/** Any coordinate, by unranking and ranking; for the small ones. */
enum pdb_status build_plain(const struct build *b);
#endif
