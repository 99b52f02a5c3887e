/* Files that appear whole or not at all: written under a temporary name, synced, then published.  Locks;
 * reads and writes that are not cut short.  What the C library has for files comes with it. */
#pragma once
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

/** A file that is being written.  A device or a pipe has no temporary name: it is written to directly. */
struct staged_file {
	int fd;               /* open for reading and writing; of a device, for writing */
	char *path;           /* the name it will get: what a symbolic link points to; owned */
	char *temporary;      /* locked as long as fd is open; owned; NULL: a device or a pipe */
	bool may_replace;
};

/** Begin a file.  Temporary files that killed writers of it have left are removed.
 * @param may_replace  a regular file of that name, or a link to nothing, is replaced when this one is
 *   published
 * @param out  on 0 filled, ended by file_publish() or file_discard()
 * @return 0 or errno: EEXIST if there is a file that may not be replaced, EISDIR; ENXIO: a pipe that nobody
 *         reads yet */
int file_stage(const char *path, bool may_replace, struct staged_file *out);

/** Whether file_stage() and file_publish() would succeed now, for whoever has much to do before.  @return 0
 * or errno */
int file_check(const char *path, bool may_replace);

/** Sync the file and give it its name, or remove it.  Unless it may replace one, it never does: of two that
 * are published under one name at the same time, the second gets EEXIST.
 * @return 0 or errno */
int file_publish(struct staged_file *file);
/** Keeps errno. */
void file_discard(struct staged_file *file);

/** What an errno says of a file, which stays it: STATUS_MISSING, STATUS_NO_MEMORY, STATUS_LOCKED, else
 * STATUS_IO. */
enum status file_status(int error);

/** Write a whole file.  @return 0 or errno */
int file_write_whole(const char *path, bool may_replace, const void *data, size_t size);

/** Sync the directory of a path: a new name survives a power cut once its directory is on the disk.  One that
 * may be written to but not read cannot be synced, which is no failure.
 * @return 0 or errno */
int file_sync_directory(const char *path);

/** The files whose names begin with `path` and go on as `pattern` does, in the order of their names.
 * @param found  filled in any case; on true released by globfree()
 * @return false: there is none, and errno is 0; or errno says why that is not known */
bool file_find(const char *path, const char *pattern, glob_t *found);

/** Remove the temporary files of a path, except those that a process is writing. */
void file_remove_temporaries(const char *path);

/** Open a file for reading and writing and lock it against other processes that lock it; it is made if it is
 * not there.  Nothing of it is truncated.  Its name refers to what was locked.
 * @param waits   for a process that has locked it
 * @param is_new  set: this call made it, and nobody has written to it; may be NULL
 * @param out     set on 0 to a descriptor, whose lock ends when it is closed
 * @return 0 or errno: EWOULDBLOCK if another process has locked it, EINTR of a wait */
int file_open_locked(const char *path, bool waits, bool *is_new, int *out);

/** Close a descriptor, unless it is -1; errno stays that of a failure before. */
void file_close(int fd);

/** Read `size` bytes at `offset`, fewer only at the end of the file.  @return how many, -1: errno is set */
ptrdiff_t file_read_at(int fd, void *buffer, size_t size, uint64_t offset);

/** Write all of `size` bytes, at `offset` or where the descriptor stands.  @return false: errno is set */
bool file_write_at(int fd, const void *data, size_t size, uint64_t offset);
bool file_write(int fd, const void *data, size_t size);
