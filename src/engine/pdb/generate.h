/* From a key to a sound file: lock, build, compare, write, verify. */
#pragma once
#include "pdb/pdb.h"

struct pdb_generate_options {
	unsigned n_threads;                      /* at least 1 */
	bool force;                              /* build again and replace what is there, sound or not */
	bool wait;                               /* for another builder of the same table, rather than
	                                          * STATUS_LOCKED */
	const struct pdb_progress *progress;     /* stages "waiting", "building", "writing", "verifying"; may be
	                                          * NULL */
};

/** Make sure that a directory has a sound table. An existing file that is not sound is never replaced without
 * `force`.
 * @param directory  created if it is missing
 * @param was_built  whether the table is new; false if a sound one was there, and on any failure
 * @return STATUS_OK, STATUS_LOCKED, STATUS_NO_SPACE, STATUS_NO_MEMORY, STATUS_INTERRUPTED, STATUS_IO (errno
 *         is set),
 *         STATUS_WRONG_DEPTHS (the result is not the published one; nothing is written),
 *         those of pdb_open() for an unsound table or for what was written and does not read back; an older
 *         file is then
 *         as it was
 */
enum status pdb_generate(const char *directory, struct pdb_key key,
                         const struct pdb_generate_options *options,
                             bool *was_built);

/* ---- The lock: keeps two builders of one table apart, in one process or in several ---- */

struct pdb_lock {
	int fd;
	char path[PATH_MAX];
};

/** Lock the table at `table_path` by a file beside it, `table_path`.lock.
 * @param wait  for another builder to finish, instead of returning STATUS_LOCKED at once
 * @param out   on STATUS_OK filled, released by pdb_lock_release(); otherwise untouched
 * @return STATUS_OK, STATUS_LOCKED, STATUS_INTERRUPTED (a signal came while waiting), STATUS_IO (errno is
 *         set)
 */
enum status pdb_lock_take(const char *table_path, bool wait, struct pdb_lock *out);
void pdb_lock_release(struct pdb_lock *lock);

/* ---- What killed builders leave beside a table: temporary files, as large as the table at worst, and lock
 * files ---- */

/** Remove the temporary files that killed writers of `path` have left; only with its lock held. */
void pdb_remove_leftovers(const char *path);

/** Report each leftover in a directory, in order of name, but for those of a builder at work.
 * @param tell  is given the file, its size, and the table that it was to be or to protect */
void pdb_each_leftover(const char *directory,
                       void (*tell)(void *context, const char *path, uint64_t bytes, const char *table),
                       void *context);
