/* From a key to a sound file: lock, build, compare, write, verify. */
#ifndef SUPERFLIP_PDB_GENERATE_H
#define SUPERFLIP_PDB_GENERATE_H
#include "pdb/pdb.h"

struct pdb_generate_options {
	unsigned n_threads;                      /* at least 1 */
	bool force;                              /* build again and replace what is there, sound or not */
	bool wait;                               /* for another builder of the same table, rather than PDB_LOCKED */
	const struct pdb_progress *progress;     /* stages "building", "writing", "verifying"; may be NULL */
};

/** Make sure that a directory has a sound table. An existing file that is not sound is never replaced without `force`.
 * @param directory  created if it is missing
 * @param was_built  whether the table is new; false if a sound one was there, and on any failure
 * @return PDB_OK, PDB_LOCKED, PDB_NO_SPACE, PDB_NO_MEMORY, PDB_INTERRUPTED, PDB_IO (errno is set),
 *         PDB_WRONG_DEPTHS (the result is not the published one; nothing is written),
 *         those of pdb_open() for an unsound table or for what was written and does not read back; an older file is then
 *         as it was
 */
enum pdb_status pdb_generate(const char *directory, struct pdb_key key, const struct pdb_generate_options *options,
                             bool *was_built);

/** Memory that a build takes, at most, with so many threads. */
uint64_t pdb_generate_memory_bytes(struct pdb_key key, unsigned n_threads);
#endif
