#include "base/file.h"

#include "base/array.h"

#include <dirent.h>
#include <fnmatch.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

enum { TEMPORARY_ATTEMPTS = 1000 };

/* ---- reading and writing ---- */

ptrdiff_t file_read_at(int fd, void *buffer, size_t size, uint64_t offset)
{
	size_t n_read = 0;
	while (n_read < size) {
		const size_t left = size - n_read, most = 1 << 30;  /* WebAssembly reads less than 2 GiB at once */
		const ssize_t n =
			pread(fd, (char *)buffer + n_read, left < most ? left : most, (off_t)(offset + n_read));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		n_read += (size_t)n;
	}
	return (ptrdiff_t)n_read;
}

bool file_write_at(int fd, const void *data, size_t size, uint64_t offset)
{
	for (size_t n_written = 0; n_written < size;) {
		const char *const at = (const char *)data + n_written;
		const size_t left = size - n_written;
		const ssize_t n =
			offset == UINT64_MAX ? write(fd, at, left) : pwrite(fd, at, left, (off_t)(offset + n_written));
		if (n < 0 && errno != EINTR)
			return false;
		n_written += n > 0 ? (size_t)n : 0;
	}
	return true;
}

bool file_write(int fd, const void *data, size_t size)
{
	return file_write_at(fd, data, size, UINT64_MAX);
}

void file_close(int fd)
{
	const int error = errno;
	if (fd >= 0)
		close(fd);
	errno = error;
}

enum status file_status(int error)
{
	errno = error;
	return error == ENOMEM ? STATUS_NO_MEMORY : error == ENOENT ? STATUS_MISSING : error == EWOULDBLOCK
	    ? STATUS_LOCKED
	       : STATUS_IO;
}

/* ---- names ---- */

/* A regular file, or nothing, or a device or pipe, which is written to directly.  A symbolic link to nothing
 * has the name, too. */
static int look_at(const char *path, bool may_replace, bool *is_regular)
{
	struct stat there;
	const bool exists = stat(path, &there) == 0;
	*is_regular = false;
	if (!exists && errno != ENOENT)
		return errno;
	if (!exists && !may_replace && lstat(path, &there) == 0)
		return EEXIST;
	*is_regular = !exists || S_ISREG(there.st_mode);
	if (exists && S_ISDIR(there.st_mode))
		return EISDIR;
	return exists && *is_regular && !may_replace ? EEXIST : 0;
}

/* What is renamed over is the file, not a symbolic link to it; only a link to nothing is replaced itself. */
static char *name_of(const char *path)
{
	struct stat there;
	const bool is_link = lstat(path, &there) == 0 && S_ISLNK(there.st_mode) && stat(path, &there) == 0;
	return is_link ? realpath(path, NULL) : strdup(path);
}

/* Whoever held the lock may have removed or replaced the file, so the name may no longer refer to what we
 * have locked. */
static bool is_current(int fd, const char *path)
{
	struct stat locked, named;
	return fstat(fd, &locked) == 0 && stat(path, &named) == 0 && locked.st_dev == named.st_dev
	       && locked.st_ino == named.st_ino;
}

void file_remove_temporaries(const char *path)
{
	glob_t found;
	if (!file_find(path, ".tmp[0-9]*-[0-9]*", &found))
		return;
	items_foreach(name, found.gl_pathv, found.gl_pathc) {
		const char *const numbers = *name + strlen(path) + strlen(".tmp");
		if (numbers[strspn(numbers, "0123456789-")] != '\0')
			continue;
		const int fd = open(*name, O_RDWR | O_CLOEXEC | O_NONBLOCK);
		if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)  /* else a process is writing it */
			unlink(*name);
		file_close(fd);
	}
	globfree(&found);
}

/* O_EXCL makes the name ours, also where process numbers repeat (containers that share a directory).  The
 * lock keeps others from removing it; one that was removed before it was locked is made again. */
static int create_temporary(const char *path, char **temporary)
{
	file_remove_temporaries(path);
	for (unsigned attempt = 0; attempt < TEMPORARY_ATTEMPTS; attempt++) {
		if (asprintf(temporary, "%s.tmp%ld-%u", path, (long)getpid(), attempt) < 0) {
			*temporary = NULL;
			return -1;
		}
		const int fd = open(*temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666), error = errno;
		if (fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		    && is_current(fd, *temporary))
			return fd;
		file_close(fd);
		free(*temporary);
		*temporary = NULL;
		errno = error;
		if (fd < 0 && error != EEXIST)
			break;
	}
	return -1;
}

static void release(struct staged_file *file)
{
	file_close(file->fd);
	free(file->temporary);
	free(file->path);
	*file = (struct staged_file){.fd = -1};
}

int file_stage(const char *path, bool may_replace, struct staged_file *out)
{
	bool is_regular;
	int error = look_at(path, may_replace, &is_regular);
	if (error != 0)
		return error;
	struct staged_file file = {
		.fd = -1, .path = is_regular ? name_of(path) : strdup(path), .may_replace = may_replace};
	if (file.path != NULL)
		file.fd = is_regular ? create_temporary(file.path, &file.temporary)
		                     : open(file.path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
	if (file.fd >= 0 && (is_regular || fcntl(file.fd, F_SETFL, 0) == 0)) {
		*out = file;
		return 0;
	}
	error = errno;
	release(&file);
	return error;
}

int file_check(const char *path, bool may_replace)
{
	bool is_regular;
	const int error = look_at(path, may_replace, &is_regular);
	char *const name = error == 0 && is_regular ? name_of(path) : NULL;
	if (error != 0 || !is_regular)
		return error;
	const bool is_writable = name != NULL && access(dirname(name), W_OK) == 0;
	const int why = errno;
	free(name);
	return is_writable ? 0 : why;
}

/* ---- publishing ---- */

int file_sync_directory(const char *path)
{
	char *const copy = strdup(path);
	const int fd = copy != NULL ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	const bool is_synced = fd >= 0 ? fsync(fd) == 0 || errno == EINVAL : errno == EACCES;
	file_close(fd);
	free(copy);
	return is_synced ? 0 : errno;
}

int file_publish(struct staged_file *file)
{
	/* EINVAL: a device or a pipe has no disk to be synced to. */
	int error = fsync(file->fd) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
	if (error == 0 && file->temporary != NULL) {
		/* Before the lock ends.  Some file systems have no links, and there the name is looked up first.
		 * Once the file has its name, another one that stays is no failure. */
		struct stat there;
		if (!file->may_replace && link(file->temporary, file->path) == 0)
			unlink(file->temporary);
		else if (!file->may_replace && (errno == EEXIST || stat(file->path, &there) == 0))
			error = EEXIST;
		else
			error = rename(file->temporary, file->path) == 0 ? 0 : errno;
	}
	if (close(file->fd) != 0 && error == 0)
		error = errno;
	file->fd = -1;
	if (error == 0 && file->temporary != NULL)
		error = file_sync_directory(file->path);
	else if (file->temporary != NULL)
		unlink(file->temporary);
	release(file);
	return error;
}

void file_discard(struct staged_file *file)
{
	const int error = errno;
	if (file->temporary != NULL)
		unlink(file->temporary);
	release(file);
	errno = error;
}

int file_write_whole(const char *path, bool may_replace, const void *data, size_t size)
{
	struct staged_file file;
	const int error = file_stage(path, may_replace, &file);
	if (error != 0)
		return error;
	if (file_write(file.fd, data, size))
		return file_publish(&file);
	file_discard(&file);
	return errno;
}

/* ---- files beside a file ---- */

static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Not by glob(), which frees names twice where memory ends (glibc 2.36). */
bool file_find(const char *path, const char *pattern, glob_t *found)
{
	const bool is_directory = *pattern == '/';
	const char *const slash = strrchr(path, '/');
	const char *const prefix = is_directory ? "" : slash != NULL ? slash + 1 : path;
	const size_t n_prefix = strlen(prefix), n_parent = strlen(path) - n_prefix;
	char parent[PATH_MAX];
	*found = (glob_t){.gl_pathc = 0};
	snprintf(parent, sizeof parent, "%.*s%s", (int)n_parent, path, is_directory ? "/" : "");
	struct dirent **entry = NULL;
	const int n = scandir(*parent != '\0' ? parent : ".", &entry, NULL, compare_names);
	int error = n < 0 ? errno : 0;
	for (int i = 0; i < n; free(entry[i++])) {
		const char *const name = entry[i]->d_name;
		if (error != 0 || strncmp(name, prefix, n_prefix) != 0
		    || fnmatch(pattern + is_directory, name + n_prefix, n_prefix == 0 ? FNM_PERIOD : 0) != 0)
			continue;
		char **const names = realloc(found->gl_pathv, (found->gl_pathc + 1) * sizeof *names);
		found->gl_pathv = names != NULL ? names : found->gl_pathv;
		if (names == NULL || asprintf(&names[found->gl_pathc], "%s%s", parent, name) < 0)
			error = ENOMEM;
		else
			found->gl_pathc++;
	}
	free(entry);
	if (error != 0) {
		globfree(found);
		*found = (glob_t){.gl_pathc = 0};
	}
	errno = error;
	return found->gl_pathc > 0;
}

/* ---- locks ---- */

int file_open_locked(const char *path, bool waits, bool *is_new, int *out)
{
	for (;;) {
		/* A symbolic link to nothing exists, but cannot be opened without O_CREAT. */
		int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		const bool is_there = fd < 0 && errno == EEXIST && (fd = open(path, O_RDWR | O_CLOEXEC)) >= 0;
		if (fd < 0 && errno == ENOENT)
			fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0)
			return errno;
		const int error = flock(fd, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
		if (error == 0 && is_current(fd, path)) {
			*out = fd;
			/* Another process may have locked it, written to it and closed it before we did. */
			struct stat file;
			if (is_new != NULL)
				*is_new = !is_there && fstat(fd, &file) == 0 && file.st_size == 0;
			return 0;
		}
		close(fd);
		if (error != 0)
			return error;
	}
}
