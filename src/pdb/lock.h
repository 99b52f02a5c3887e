/* Keeps two builders of one table apart, in one process or in several. */
#ifndef SUPERFLIP_PDB_LOCK_H
#define SUPERFLIP_PDB_LOCK_H
#include "pdb/pdb.h"

#include <limits.h>

struct pdb_lock {
	int fd;
	char path[PATH_MAX];
};

/** Lock the table at `table_path` by a file beside it, `table_path`.lock.
 * @param wait  for another builder to finish, instead of returning PDB_LOCKED at once
 * @param out   on PDB_OK filled, released by pdb_lock_release(); otherwise untouched
 * @return PDB_OK, PDB_LOCKED, PDB_INTERRUPTED (a signal came while waiting), PDB_IO (errno is set)
 */
enum pdb_status pdb_lock_take(const char *table_path, bool wait, struct pdb_lock *out);
void pdb_lock_release(struct pdb_lock *lock);
#endif
