/* Tables are built, written and verified under a lock, which keeps two builders of one table apart; what
 * killed ones leave beside it is found and removed. */
#include "pdb/generate.h"

#include "base/file.h"
#include "base/memory.h"
#include "pdb/check.h"
#include "pdb/directory.h"
#include "pdb/file.h"

#include <sys/file.h>
#include <time.h>

/* ---- the lock ---- */

enum status pdb_lock_take(const char *table_path, bool wait, struct pdb_lock *out)
{
	if (snprintf(out->path, sizeof out->path, "%s.lock", table_path) >= (int)sizeof out->path) {
		errno = ENAMETOOLONG;
		return STATUS_IO;
	}
	errno = file_open_locked(out->path, wait, NULL, &out->fd);
	return errno == 0 ? STATUS_OK : errno == EWOULDBLOCK ? STATUS_LOCKED
	       : errno == EINTR ? STATUS_INTERRUPTED : STATUS_IO;
}

void pdb_lock_release(struct pdb_lock *lock)
{
	unlink(lock->path);  /* before the lock is given up: afterwards it may be another builder's */
	close(lock->fd);
	lock->fd = -1;
}

/* ---- leftovers ---- */

void pdb_remove_leftovers(const char *path)
{
	char stamp[PATH_MAX];
	file_remove_temporaries(path);
	if (snprintf(stamp, sizeof stamp, "%s.checked", path) < PATH_MAX)  /* of pdb_stamp_write() */
		file_remove_temporaries(stamp);
}

void pdb_each_leftover(const char *directory,
                       void (*tell)(void *context, const char *path, uint64_t bytes, const char *table),
                       void *context)
{
	for (unsigned kind = 0; kind < 2; kind++) {
		glob_t found;
		if (!file_find(directory, kind == 0 ? "/*.pdb.lock" : "/*.pdb.tmp*", &found))
			continue;
		items_foreach(name, found.gl_pathv, found.gl_pathc) {
			char table[PATH_MAX], lock[sizeof table + 5];
			struct stat file;
			snprintf(table, sizeof table, "%s", *name);
			*strrchr(table, '.') = '\0';
			snprintf(lock, sizeof lock, "%s.lock", table);
			const int fd = open(lock, O_RDONLY | O_CLOEXEC);
			const bool is_being_built = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0;
			file_close(fd);
			if (stat(*name, &file) == 0 && !is_being_built)
				tell(context, *name, (uint64_t)file.st_size, table);
		}
		globfree(&found);
	}
}

/* ---- building ---- */

static enum status check_existing(const char *path, struct pdb_key key, const struct pdb_progress *progress)
{
	struct pdb pdb;
	const enum status status = pdb_open(path, key, true, progress, &pdb);
	if (status == STATUS_OK)
		pdb_close(&pdb);
	return status;
}

static enum status generate_locked(const char *directory, const char *path, struct pdb_key key,
                                       const struct pdb_generate_options *options, bool *was_built)
{
	pdb_remove_leftovers(path);
	/* Another builder may have finished it before the lock was ours. */
	enum status status = options->force ? STATUS_MISSING : check_existing(path, key, options->progress);
	if (status != STATUS_MISSING)
		return status;
	/* All checks that can be made before the work starts. */
	status = pdb_check_space(directory, pdb_key_file_bytes(key));
	if (status == STATUS_OK && memory_available_bytes() < pdb_generate_memory_bytes(key, options->n_threads))
		status = STATUS_NO_MEMORY;
	struct pdb image;
	if (status == STATUS_OK)
		status = pdb_build(key, options->n_threads, options->progress, &image);
	if (status != STATUS_OK)
		return status;
	status = pdb_known_agrees(key, &image.histogram) ? pdb_write(path, &image, options->progress)
	    : STATUS_WRONG_DEPTHS;
	const int error = errno;
	pdb_close(&image);
	/* pdb_write() has read back every byte, under a name that nobody else knew. */
	struct pdb_header header;
	struct stat file;
	if (status == STATUS_OK && pdb_describe(path, &header) == STATUS_OK
	    && header.data_bytes >= PDB_CHECKED_BYTES
	    && stat(path, &file) == 0)
		pdb_stamp_write(path, &header, &file, true);
	else if (status == STATUS_OK)
		pdb_stamp_remove(path);
	*was_built = status == STATUS_OK;
	errno = error;
	return status;
}

/* Another builder may take minutes, in which whoever is told of progress may give up. */
static enum status take_lock(const char *path, const struct pdb_generate_options *options,
                                 struct pdb_lock *out)
{
	const struct timespec pause = {.tv_nsec = 50000000};
	for (;;) {
		const enum status status = pdb_lock_take(path, options->wait && options->progress == NULL, out);
		if (status != STATUS_LOCKED || !options->wait)
			return status;
		if (!pdb_tell(options->progress, "waiting", 0, 1))
			return STATUS_INTERRUPTED;
		nanosleep(&pause, NULL);
	}
}

enum status pdb_generate(const char *directory, struct pdb_key key,
                         const struct pdb_generate_options *options,
                             bool *was_built)
{
	char path[PATH_MAX];
	*was_built = false;
	enum status status = pdb_path(directory, key, path);
	if (status != STATUS_OK)
		return status;
	/* A sound table is enough, even in a directory that cannot be written, not even with a lock. */
	if (!options->force) {
		status = check_existing(path, key, options->progress);
		/* What a killed builder left, unless another one is at work. */
		glob_t found;
		struct pdb_lock leftover;
		bool has_leftovers = false;
		for (unsigned i = 0; i < 3 && status == STATUS_OK && !has_leftovers; i++) {
			has_leftovers = file_find(path, (const char *[]){".tmp*", ".lock", ".checked.tmp*"}[i], &found);
			globfree(&found);
		}
		if (has_leftovers && pdb_lock_take(path, false, &leftover) == STATUS_OK) {
			pdb_remove_leftovers(path);
			pdb_lock_release(&leftover);
		}
		if (status != STATUS_MISSING)
			return status;
	}
	unsigned n_made;
	struct pdb_lock lock;
	status = pdb_directory_make(directory, &n_made);
	if (status == STATUS_OK)
		status = take_lock(path, options, &lock);
	const bool is_locked = status == STATUS_OK;
	if (is_locked)
		status = generate_locked(directory, path, key, options, was_built);
	const int error = errno;
	if (is_locked)
		pdb_lock_release(&lock);
	if (status != STATUS_OK)
		pdb_directory_unmake(directory, n_made);
	errno = error;
	return status;
}
