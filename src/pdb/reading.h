/* What writing, opening and verifying share. */
#ifndef SUPERFLIP_PDB_READING_H
#define SUPERFLIP_PDB_READING_H
#include "pdb/header.h"

/** Open for reading; a named pipe does not make it wait.  @return -1 with errno set */
int pdb_open_for_reading(const char *path);

/** What errno means after a failed open() or mmap() of a table that exists or not. */
enum pdb_status pdb_status_of_reading(void);

/** pdb_verify() of the file behind a descriptor; the header is filled if it is sound. */
enum pdb_status pdb_verify_open_file(int fd, const struct pdb_progress *progress, struct pdb_header *header);

static inline bool pdb_tell(const struct pdb_progress *progress, const char *stage, uint64_t done, uint64_t total)
{
	return progress == NULL || progress->tell(progress->context, stage, done, total);
}
#endif
