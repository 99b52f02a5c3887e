#include "cluster/part.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_BYTES = 1 << 16, NAMES_MAX = 10000 };

/* Copy a file that may still grow. */
static int copy_bytes(int from, int to)
{
	char buffer[COPY_BYTES];
	ptrdiff_t n;
	for (uint64_t at = 0; (n = file_read_at(from, buffer, sizeof buffer, at)) > 0; at += (uint64_t)n)
		if (!file_write_at(to, buffer, (size_t)n, at))
			return errno;
	return n < 0 ? errno : 0;
}

/* A part that vanishes meanwhile was somebody's who is done with it. */
static int adopt(const char *from_path, int own)
{
	const int from = open(from_path, O_RDONLY | O_CLOEXEC);
	if (from < 0)
		return errno == ENOENT || errno == ESTALE ? 0 : errno;
	int error = copy_bytes(from, own);
	close(from);
	if (error == 0 && fdatasync(own) != 0)  /* a power cut must not take the copy after the original was removed */
		error = errno;
	/* Nobody needs it beside its copy.  Where locks do not reach other hosts, one may be removed that is still written there: its owner
	 * fails or finds the shard complete, and nothing is lost. */
	if (error == 0)
		file_remove_unlocked(from_path);
	return error == ESTALE ? 0 : error;
}

static int adopt_longest(const char *shard_path, int own)
{
	glob_t found;
	const char *longest = NULL;
	off_t size = 0;
	if (!file_find(shard_path, ".part-*", &found))
		return 0;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct stat part;
		if (stat(found.gl_pathv[i], &part) != 0 || part.st_size <= size)
			continue;
		longest = found.gl_pathv[i];
		size = part.st_size;
	}
	const int error = longest != NULL ? adopt(longest, own) : 0;
	globfree(&found);
	return error;
}

/* The host's name tells people where a part comes from; that the name is new makes it ours. */
static int create_own(const char *shard_path, char path[PATH_MAX])
{
	char host[65] = "";
	gethostname(host, sizeof host - 1);
	for (char *c = host; *c != '\0'; c++)
		*c = *c == '/' ? '-' : *c;
	for (unsigned i = 0; i < NAMES_MAX; i++) {
		errno = ENAMETOOLONG;
		if (snprintf(path, PATH_MAX, "%s.part-%s-%ld-%u", shard_path, host, (long)getpid(), i) >= PATH_MAX)
			return -1;
		const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

int part_begin(const char *shard_path, char path[PATH_MAX])
{
	const int own = create_own(shard_path, path);
	if (own < 0)
		return errno;
	const int error = adopt_longest(shard_path, own);
	close(own);
	if (error != 0)
		unlink(path);  /* on a full disk no copies gather */
	return error;
}

static void remove_found(const char *shard_path, const char *pattern)
{
	glob_t found;
	if (!file_find(shard_path, pattern, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++)
		unlink(found.gl_pathv[i]);
	globfree(&found);
}

void part_remove_all(const char *shard_path)
{
	remove_found(shard_path, ".part-*");
	remove_found(shard_path, ".tmp*");
}
