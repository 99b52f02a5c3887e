/* The memory of a check: a small file beside the table that says which file was checked.
 * It holds for as long as the table's size, times, inode and header are what they were, until the machine is started or the disk is
 * mounted again, and for a week: what rots below the file system changes none of the former. */
#ifndef SUPERFLIP_PDB_REMEMBER_H
#define SUPERFLIP_PDB_REMEMBER_H
#include "pdb/header.h"

#include <sys/stat.h>

/** Whether the bytes of a table were checked before, by what is written beside it, or in the cache directory for a table whose
 * directory cannot be written.
 * @param file  of the open table */
bool pdb_is_remembered(const char *path, const struct pdb_header *header, const struct stat *file);

/** Remember that all bytes of a table were compared with their checksums.  Nothing happens if that cannot be written: then the
 * table is checked again.
 * @param file  as it was both before and after the check
 * @param is_ours  nobody but this process can have written to it; else a file written to a moment ago is not remembered */
void pdb_remember(const char *path, const struct pdb_header *header, const struct stat *file, bool is_ours);

/** Forget a check: the table turned out to be damaged. */
void pdb_forget(const char *path);
#endif
