#include "pdb/lock.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

enum pdb_status pdb_lock_take(const char *table_path, bool wait, struct pdb_lock *out)
{
	struct pdb_lock lock;
	if (snprintf(lock.path, sizeof lock.path, "%s.lock", table_path) >= (int)sizeof lock.path) {
		errno = ENAMETOOLONG;
		return PDB_IO;
	}
	const int error = file_open_locked(lock.path, wait, NULL, &lock.fd);
	errno = error;
	if (error != 0)
		return error == EWOULDBLOCK ? PDB_LOCKED : error == EINTR ? PDB_INTERRUPTED : PDB_IO;
	*out = lock;
	return PDB_OK;
}

void pdb_lock_release(struct pdb_lock *lock)
{
	unlink(lock->path);  /* before the lock is given up: afterwards it may be another builder's */
	close(lock->fd);
	lock->fd = -1;
}
