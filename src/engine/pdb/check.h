/* Whether every byte of an open table has been compared with its checksums.
 * A check runs in threads of its own beside whatever uses the table; nothing that rests on the table may be
 * called proved before pdb_check_await() has said STATUS_OK.  A large table that was checked gets a stamp,
 * and is not checked again. */
#pragma once
#include "pdb/header.h"

#include <sys/stat.h>

struct pdb_check;

/** Begin to check a table that is being opened, unless it has a valid stamp.
 * @param path     of the file, for messages and for the stamp
 * @param fd       stays the caller's
 * @param mapping  the whole file; stays mapped until pdb_check_end() or pdb_check_copy()
 * @param uses_stamp  false: check in any case, and leave no stamp
 * @param out      on STATUS_OK set; released by pdb_check_end()
 * @return STATUS_OK, STATUS_IO (errno is set), STATUS_BAD_HEADER (the trailer is damaged),
 *         STATUS_NO_MEMORY */
enum status pdb_check_begin(const char *path, int fd, const struct pdb_header *header, const uint8_t *mapping,
                                bool uses_stamp, struct pdb_check **out);

/** Wait for the end of a check, taking part in it, and look whether the file is still the one that was
 * opened. Any number of threads may wait.
 * @param progress  stage "checking", in bytes; false interrupts the waiting, not the check; may be NULL; with
 *                  several waiting threads called by each of them
 * @return STATUS_OK: every byte that was mapped is sound; STATUS_INTERRUPTED; STATUS_DAMAGED,
 *         STATUS_UNFINISHED, STATUS_TRUNCATED,
 *         STATUS_IO (errno is set) of a chunk; STATUS_CHANGED: written to since it was opened */
enum status pdb_check_await(struct pdb_check *check, const struct pdb_progress *progress);

/** A fault that is known by now, without waiting; STATUS_OK if there is none yet. */
enum status pdb_check_fault(struct pdb_check *check);

/** Bytes checked so far, and of how many; all of them once the check is over, or if there is a stamp. */
uint64_t pdb_check_done_bytes(const struct pdb_check *check, uint64_t *total);

/** Copy the entries, compare the copy with the checksums, and end the check: on STATUS_OK the mapping and the
 * file no longer matter.
 * What was copied is dropped from the page tables at once: the process never holds much more than the table.
 * @return STATUS_OK, STATUS_DAMAGED, STATUS_UNFINISHED, STATUS_TRUNCATED, STATUS_IO (errno is set); else
 *         STATUS_CHANGED, if that is known */
enum status pdb_check_copy(struct pdb_check *check, uint8_t *copy);

/** "pdb/x.pdb: chunk 3 of 19 does not match its checksum; run `superflip pdb build x --force`".
 * @param status  what pdb_check_await() returned, not STATUS_OK; errno is that of it
 * @param message  of PDB_MESSAGE_MAX bytes (pdb/message.h) */
void pdb_check_message(const struct pdb_check *check, enum status status, char *message);

/** The file's path; it lives as long as the check. */
const char *pdb_check_path(const struct pdb_check *check);

/** Stop the threads and release the check; NULL is left alone. */
void pdb_check_end(struct pdb_check *check);

/** The number of threads that pay off. */
unsigned pdb_check_threads(void);

/** Whether nothing was written to a file since `then`.  Its mtime can be put back, its ctime cannot; but that
 * changes, too, where a new file takes the name of one that is in use, or where the file gets another owner
 * or mode. */
static inline bool pdb_is_unwritten(const struct stat *then, const struct stat *now)
{
	const bool is_renamed = now->st_nlink != then->st_nlink || now->st_mode != then->st_mode
	                        || now->st_uid != then->st_uid || now->st_gid != then->st_gid;
	return now->st_size == then->st_size && now->st_mtim.tv_sec == then->st_mtim.tv_sec
	       && now->st_mtim.tv_nsec == then->st_mtim.tv_nsec
	       && (is_renamed
	           || (now->st_ctim.tv_sec == then->st_ctim.tv_sec
	               && now->st_ctim.tv_nsec == then->st_ctim.tv_nsec));
}

/* ---- The stamp: a small file beside the table, or in the cache directory where that cannot be written
 * ---- */

/** Whether the bytes of a table were checked before, by its stamp.  A stamp is valid for as long as the
 * table's size, times, inode and header are what they were, until the machine is started or the disk is
 * mounted again, and for a week: what rots below the file system changes none of the former.
 * @param file  of the open table */
bool pdb_stamp_is_valid(const char *path, const struct pdb_header *header, const struct stat *file);

/** All bytes of a table were compared with their checksums.  Nothing happens if the stamp cannot be written.
 * @param file  as it was both before and after the check
 * @param is_ours  nobody but this process can have written to it; else a file written to a moment ago gets no
 *   stamp */
void pdb_stamp_write(const char *path, const struct pdb_header *header, const struct stat *file,
                     bool is_ours);

/** The table turned out to be damaged. */
void pdb_stamp_remove(const char *path);
