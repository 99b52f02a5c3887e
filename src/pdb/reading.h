/* What writing, opening and verifying share. */
#ifndef SUPERFLIP_PDB_READING_H
#define SUPERFLIP_PDB_READING_H
#include "pdb/header.h"

#include <sys/stat.h>

/** Open for reading; a named pipe does not make it wait.  @return -1 with errno set */
int pdb_open_for_reading(const char *path);

/** Whether nothing was written to a file since `then`.  Its mtime can be put back, its ctime cannot; but that changes, too, where a
 * new file takes the name of one that is in use, or where the file gets another owner or mode. */
static inline bool pdb_is_unwritten(const struct stat *then, const struct stat *now)
{
	const bool is_renamed = now->st_nlink != then->st_nlink || now->st_mode != then->st_mode || now->st_uid != then->st_uid
	                        || now->st_gid != then->st_gid;
	return now->st_size == then->st_size
	       && now->st_mtim.tv_sec == then->st_mtim.tv_sec && now->st_mtim.tv_nsec == then->st_mtim.tv_nsec
	       && (is_renamed || (now->st_ctim.tv_sec == then->st_ctim.tv_sec && now->st_ctim.tv_nsec == then->st_ctim.tv_nsec));
}

/** What errno means after a failed open() or mmap() of a table that exists or not. */
enum pdb_status pdb_status_of_reading(void);

/** pdb_verify() of the file behind a descriptor; the header is filled if it is sound. */
enum pdb_status pdb_verify_open_file(int fd, const struct pdb_progress *progress, struct pdb_header *header);

static inline bool pdb_tell(const struct pdb_progress *progress, const char *stage, uint64_t done, uint64_t total)
{
	return progress == NULL || progress->tell(progress->context, stage, done, total);
}
#endif
