#include "pdb/leftovers.h"

#include "base/file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool pdb_has_leftovers(const char *path)
{
	glob_t found;
	if (!file_find(path, ".tmp*", &found) && !file_find(path, ".lock", &found) && !file_find(path, ".checked.tmp*", &found))
		return false;
	globfree(&found);
	return true;
}

static void remove_each(const char *path, const char *ending)
{
	glob_t found;
	if (!file_find(path, ending, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++)
		unlink(found.gl_pathv[i]);
	globfree(&found);
}

void pdb_remove_leftovers(const char *path)
{
	remove_each(path, ".tmp*");
	remove_each(path, ".checked.tmp*");  /* of pdb_remember() */
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
