/* Two builders of one table are kept apart by a lock file; what killed ones leave beside it is found and removed. */
#include "base/file.h"
#include "pdb/generate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the lock ---- */

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

/* ---- leftovers ---- */

bool pdb_has_leftovers(const char *path)
{
	glob_t found;
	if (!file_find(path, ".tmp*", &found) && !file_find(path, ".lock", &found) && !file_find(path, ".checked.tmp*", &found))
		return false;
	globfree(&found);
	return true;
}

void pdb_remove_leftovers(const char *path)
{
	file_remove_found(path, ".tmp*");
	file_remove_found(path, ".checked.tmp*");  /* of pdb_stamp_write() */
}

static bool is_being_built(const char *table)
{
	char lock[PATH_MAX];
	if (snprintf(lock, sizeof lock, "%s.lock", table) >= PATH_MAX)
		return false;
	const int fd = open(lock, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	const bool is_locked = flock(fd, LOCK_SH | LOCK_NB) != 0;
	close(fd);
	return is_locked;
}

static void tell_of_each(const char *directory, const char *ending,
                         void (*tell)(void *context, const char *path, uint64_t bytes, const char *table), void *context)
{
	glob_t found;
	if (!file_find(directory, ending, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char table[PATH_MAX];
		struct stat file;
		snprintf(table, sizeof table, "%s", found.gl_pathv[i]);
		*strrchr(table, '.') = '\0';
		if (stat(found.gl_pathv[i], &file) == 0 && !is_being_built(table))
			tell(context, found.gl_pathv[i], (uint64_t)file.st_size, table);
	}
	globfree(&found);
}

void pdb_each_leftover(const char *directory, void (*tell)(void *context, const char *path, uint64_t bytes, const char *table),
                       void *context)
{
	tell_of_each(directory, "/*.pdb.lock", tell, context);
	tell_of_each(directory, "/*.pdb.tmp*", tell, context);
}
