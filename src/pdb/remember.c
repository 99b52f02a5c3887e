#include "pdb/remember.h"

#include "pdb/directory.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TEXT_MAX = 256, ATTEMPTS = 16 };

/* What is written, and must be found again byte for byte.  Not the device: its number may change when the machine restarts. */
static void describe(const struct pdb_header *header, const struct stat *file, char text[TEXT_MAX])
{
	snprintf(text, TEXT_MAX, "superflip-checked/1 header %016" PRIx64 " size %" PRIu64 " inode %" PRIu64 " mtime %" PRId64
	         ".%09ld ctime %" PRId64 ".%09ld\n", header->header_checksum, (uint64_t)file->st_size, (uint64_t)file->st_ino,
	         (int64_t)file->st_mtim.tv_sec, file->st_mtim.tv_nsec, (int64_t)file->st_ctim.tv_sec, file->st_ctim.tv_nsec);
}

static bool path_beside(const char *table, char path[PATH_MAX])
{
	return snprintf(path, PATH_MAX, "%s.checked", table) < PATH_MAX;
}

/* In the cache directory tables of one name are told apart by the place where they are. */
static bool path_in_cache(const char *table, char path[PATH_MAX])
{
	char directory[PATH_MAX];
	if (pdb_cache_directory(directory) != PDB_OK)
		return false;
	char *const place = realpath(table, NULL);
	if (place == NULL)
		return false;
	const char *const name = strrchr(place, '/') + 1;
	const uint64_t place_checksum = pdb_checksum(place, strlen(place));
	const int n = snprintf(path, PATH_MAX, "%s/%s.%016" PRIx64 ".checked", directory, name, place_checksum);
	free(place);
	return n < PATH_MAX;
}

static bool holds(const char *path, const char *text)
{
	char found[TEXT_MAX + 1];
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	const ssize_t n = pdb_read_at(fd, found, sizeof found, 0);
	close(fd);
	return n == (ssize_t)strlen(text) && memcmp(found, text, (size_t)n) == 0;
}

/* Under a name of its own first: two processes may write at the same time.  Its name is that of a leftover of a builder, so
 * that the next build removes it if we are killed here. */
static bool write_whole(const char *table, const char *path, const char *text)
{
	char temporary[PATH_MAX];
	int fd = -1;
	for (unsigned attempt = 0; attempt < ATTEMPTS && fd < 0; attempt++) {
		if (snprintf(temporary, sizeof temporary, "%s.tmp%ld-c%u", table, (long)getpid(), attempt) >= PATH_MAX)
			return false;
		fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	}
	if (fd < 0)
		return false;
	const size_t size = strlen(text);
	const bool is_written = write(fd, text, size) == (ssize_t)size && fsync(fd) == 0;
	const bool is_closed = close(fd) == 0;
	if (is_written && is_closed && rename(temporary, path) == 0)
		return true;
	unlink(temporary);
	return false;
}

/* A file that is being written to may get other bytes without another time. */
static bool may_still_change(const struct stat *file)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec - file->st_mtim.tv_sec < 2 && now.tv_sec >= file->st_mtim.tv_sec;
}

bool pdb_is_remembered(const char *path, const struct pdb_header *header, const struct stat *file)
{
	char text[TEXT_MAX], memory[PATH_MAX];
	describe(header, file, text);
	return (path_beside(path, memory) && holds(memory, text)) || (path_in_cache(path, memory) && holds(memory, text));
}

void pdb_remember(const char *path, const struct pdb_header *header, const struct stat *file, bool is_ours)
{
	char text[TEXT_MAX], memory[PATH_MAX], directory[PATH_MAX];
	unsigned n_made;
	if (!is_ours && may_still_change(file))
		return;
	describe(header, file, text);
	if (path_beside(path, memory) && write_whole(path, memory, text))
		return;
	if (pdb_cache_directory(directory) == PDB_OK && pdb_directory_make(directory, &n_made) == PDB_OK && path_in_cache(path, memory))
		write_whole(memory, memory, text);
}

void pdb_forget(const char *path)
{
	char memory[PATH_MAX];
	if (path_beside(path, memory))
		unlink(memory);
	if (path_in_cache(path, memory))
		unlink(memory);
}
