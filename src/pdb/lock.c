#include "pdb/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The previous holder removes its file, so the name may no longer refer to the file that we locked. */
static bool is_current(int fd, const char *path)
{
	struct stat locked, named;
	return fstat(fd, &locked) == 0 && stat(path, &named) == 0 && locked.st_dev == named.st_dev
	       && locked.st_ino == named.st_ino;
}

enum pdb_status pdb_lock_take(const char *table_path, bool wait, struct pdb_lock *out)
{
	struct pdb_lock lock;
	if (snprintf(lock.path, sizeof lock.path, "%s.lock", table_path) >= (int)sizeof lock.path) {
		errno = ENAMETOOLONG;
		return PDB_IO;
	}
	for (;;) {
		lock.fd = open(lock.path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
		if (lock.fd < 0)
			return PDB_IO;
		if (flock(lock.fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
			const int error = errno;
			close(lock.fd);
			errno = error;
			return error == EWOULDBLOCK ? PDB_LOCKED : error == EINTR ? PDB_INTERRUPTED : PDB_IO;
		}
		if (is_current(lock.fd, lock.path))
			break;
		close(lock.fd);
	}
	*out = lock;
	return PDB_OK;
}

void pdb_lock_release(struct pdb_lock *lock)
{
	unlink(lock->path);  /* before the lock is given up: afterwards it may be another builder's */
	close(lock->fd);
	lock->fd = -1;
}
