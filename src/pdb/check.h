/* Whether every byte of an open table has been compared with its checksums.
 * A check runs in threads of its own beside whatever uses the table; nothing that rests on the table may be called proved
 * before pdb_check_await() has said PDB_OK.  What was checked once is remembered (pdb/remember.h). */
#ifndef SUPERFLIP_PDB_CHECK_H
#define SUPERFLIP_PDB_CHECK_H
#include "pdb/header.h"

struct pdb_check;

/** Begin to check a table that is being opened, unless it is remembered that its bytes were checked.
 * @param path     of the file, for messages and for the memory of the check
 * @param fd       stays the caller's
 * @param mapping  the whole file; stays mapped until pdb_check_end() or pdb_check_end_with_copy()
 * @param trusts_memory  false: check in any case, and remember nothing
 * @param out      on PDB_OK set; released by pdb_check_end()
 * @return PDB_OK, PDB_IO (errno is set), PDB_BAD_HEADER (the trailer is damaged), PDB_NO_MEMORY
 */
enum pdb_status pdb_check_begin(const char *path, int fd, const struct pdb_header *header, const uint8_t *mapping,
                                bool trusts_memory, struct pdb_check **out);

/** Wait for the end of a check, taking part in it, and look whether the file is still the one that was opened.
 * Any number of threads may wait.
 * @param progress  stage "checking", in bytes; false interrupts the waiting, not the check; may be NULL; with several
 *                  waiting threads called by each of them
 * @return PDB_OK: every byte that was mapped is sound; PDB_INTERRUPTED; PDB_DAMAGED, PDB_UNFINISHED, PDB_TRUNCATED,
 *         PDB_IO (errno is set) of a chunk; PDB_CHANGED: written to since it was opened */
enum pdb_status pdb_check_await(struct pdb_check *check, const struct pdb_progress *progress);

/** A fault that is known by now, without waiting; PDB_OK if there is none yet. */
enum pdb_status pdb_check_fault(struct pdb_check *check);

/** Bytes checked so far, and of how many; all of them once the check is over, or if it is remembered. */
uint64_t pdb_check_done_bytes(const struct pdb_check *check, uint64_t *total);

/** Compare chunk i of a copy of the entries with its checksum.
 * @param chunk  its first byte, in the copy
 * @return PDB_OK, PDB_DAMAGED, PDB_UNFINISHED; what is wrong is noted for pdb_check_message() */
enum pdb_status pdb_check_copied_chunk(struct pdb_check *check, uint32_t i, const uint8_t *chunk);
uint32_t pdb_check_n_chunks(const struct pdb_check *check);
/** Where chunk i begins among the entries, and its bytes. */
uint64_t pdb_check_chunk_at(const struct pdb_check *check, uint32_t i, size_t *size);

/** Stop the threads: the table is used through a copy from now on, whose chunks were all checked; the file no longer
 * matters. */
void pdb_check_end_with_copy(struct pdb_check *check);

/** "pdb/x.pdb: chunk 3 of 19 does not match its checksum; run `superflip pdb build x --force`".
 * @param status  what pdb_check_await() returned, not PDB_OK; errno is that of it
 * @param message  of PDB_MESSAGE_MAX bytes (pdb/message.h) */
void pdb_check_message(const struct pdb_check *check, enum pdb_status status, char *message);

/** The file's path; it lives as long as the check. */
const char *pdb_check_path(const struct pdb_check *check);

/** Stop the threads and release the check; NULL is left alone. */
void pdb_check_end(struct pdb_check *check);

/** Compare bytes with their checksum: PDB_OK, PDB_DAMAGED, or PDB_UNFINISHED if they end with zeros. */
enum pdb_status pdb_check_bytes(const uint8_t *bytes, size_t size, uint64_t checksum);

/** Bring mapped bytes in before they are touched: a read error, or a file that has just become shorter, is then an error and
 * not a SIGBUS.  Systems without MADV_POPULATE_READ (before Linux 5.14) do without.
 * @return false: they cannot be read */
bool pdb_check_populate(const uint8_t *bytes, size_t size);

/** The number of threads that pay off. */
unsigned pdb_check_threads(void);
#endif
