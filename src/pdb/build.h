/* Inside the builders: one file for each shape of coordinate. */
#ifndef SUPERFLIP_PDB_BUILD_H
#define SUPERFLIP_PDB_BUILD_H
#include "pdb/pdb.h"

/* Nibble of an entry that is not reached yet. */
enum { DEPTH_OPEN = 15 };

/** What every builder is given; image->entries is allocated, for cosets more than they will have: build_coset() sets
 * image->size_bytes. */
struct build {
	struct pdb_image *image;
	uint64_t room_bytes;          /* build_room_bytes(), of image->entries */
	uint32_t moves;               /* bit m: move m is one step of the metric */
	unsigned n_threads;
	const struct pdb_progress *progress;
};

/** Tell the watcher that n_found entries are known; false to stop. */
bool build_goes_on(const struct build *b, uint64_t n_found);

/** How much of the entries may be in memory at once while they are built: of cosets more than they will have, for most of
 * them stand there in two bits each before they get their lines.  What is left of pdb_generate_memory_bytes() is for the
 * lists of cosets. */
uint64_t build_room_bytes(struct pdb_key key);

/** pdb_build() with another room for cosets: the less, the more often they are searched, for a part of the table each
 * time. */
enum pdb_status pdb_build_within(struct pdb_key key, unsigned n_threads, const struct pdb_progress *progress,
                                 uint64_t room_bytes, struct pdb_image *out);

enum pdb_status build_corners(const struct build *b);
enum pdb_status build_edges(const struct build *b);
/** The slice-free cosets; fills the histogram, too. */
enum pdb_status build_coset(const struct build *b);
/** Any coordinate, by unranking and ranking; for the small ones. */
enum pdb_status build_plain(const struct build *b);
#endif
