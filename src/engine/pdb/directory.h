/* Where tables live, and what their files are called. */
#pragma once
#include "pdb/pdb.h"

/** The directory that new tables are written to: `named` (--pdb-dir) if not NULL, else $SUPERFLIP_PDB_DIR,
 * else pdb/ of the source tree if the program lies in its build/ (in build/release/ or one deeper), else
 * superflip/ in $XDG_CACHE_HOME or ~/.cache.  It need not exist.
 * @return STATUS_OK, STATUS_IO (errno is set): the path is too long, or there is no home directory
 *         (ENOENT) */
enum status pdb_directory(const char *named, char path[PATH_MAX]);

/** superflip/ in $XDG_CACHE_HOME or ~/.cache.  It need not exist.
 * @return STATUS_OK, STATUS_IO (errno is set): the path is too long, or there is no home directory
 *         (ENOENT) */
enum status pdb_cache_directory(char path[PATH_MAX]);

/** The read-only copy of the system, ../share/superflip seen from the directory of the program, or of the
 * shared library; false if there is none. */
bool pdb_system_directory(char path[PATH_MAX]);

/** A table's file in a directory, e.g. "pdb/edges-URUFULUBFRFL-htm.pdb"; of a turn set it ends with eight
 * digits that follow from the costs.
 * @return STATUS_OK, STATUS_IO (errno is ENAMETOOLONG) */
enum status pdb_path(const char *directory, struct pdb_key key, char path[PATH_MAX]);

/** The file of a table to read: in pdb_directory(), else, if no directory was named, in
 * pdb_system_directory().
 * @return STATUS_OK, STATUS_MISSING (`path` is where a build would write it), STATUS_IO (errno is set) */
enum status pdb_find(const char *named, struct pdb_key key, char path[PATH_MAX]);

/** Create a directory and those above it, as far as they are missing.
 * @param n_made  set to how many were created
 * @return STATUS_OK, STATUS_IO (errno is set) */
enum status pdb_directory_make(const char *path, unsigned *n_made);

/** Remove what pdb_directory_make() created, as far as it is empty. */
void pdb_directory_unmake(const char *path, unsigned n_made);
