/* Pattern databases on disk: written whole or not at all, checked, mapped. */
#pragma once
#include "pdb/header.h"

/* Smaller tables are checked whole at every open; larger ones unless it is remembered that they were
 * (pdb/check.h). */
#define PDB_CHECKED_BYTES (UINT64_C(256) << 20)

/** Write an image under a temporary name in the same directory, sync it, verify what was written, and give it
 * its name. Whatever fails, no temporary file is left and an older file at `path` is as it was.
 * @param progress  stages "writing" and "verifying", in bytes; may be NULL
 * @return STATUS_OK, STATUS_NO_SPACE, STATUS_NO_MEMORY, STATUS_INTERRUPTED, STATUS_IO (errno is set), those
 *         of pdb_verify()
 */
enum status pdb_write(const char *path, const struct pdb *image, const struct pdb_progress *progress);

/** The same with another size of chunk, a power of two, PDB_CHUNK_BYTES_MIN to PDB_CHUNK_BYTES_MAX, and
 * perhaps without verifying. */
enum status pdb_write_chunked(const char *path, const struct pdb *image, uint32_t chunk_bytes,
                              bool is_verified, const struct pdb_progress *progress);

/** Check that a file of this size fits on the disk of a directory.
 * @return STATUS_OK, STATUS_NO_SPACE, STATUS_IO (errno is set) */
enum status pdb_check_space(const char *directory, uint64_t file_bytes);

/** Map a pattern database read-only, and check all of its bytes, unless it is large and remembered to have
 * been checked.
 * @param want  coordinate and metric that the caller will index with
 * @param waits  for the check of a large table, too; else it goes on beside the caller, who may state nothing
 *               that rests on the entries before pdb_check_await(out->check) has said STATUS_OK
 * @param progress  of the check: stage "checking", in bytes; may be NULL
 * @param out   on STATUS_OK filled, owned by the caller and released by pdb_close(); otherwise untouched
 * @return STATUS_OK, STATUS_MISSING, STATUS_IO (errno is set), STATUS_FOREIGN, STATUS_BAD_VERSION,
 *         STATUS_BAD_HEADER, STATUS_DIFFERENT,
 *         STATUS_TRUNCATED, STATUS_UNFINISHED, STATUS_DAMAGED, STATUS_CHANGED, STATUS_INTERRUPTED,
 *         STATUS_NO_MEMORY
 * Entries are lower bounds in moves of want.metric, indices 0 .. n_entries - 1.  Threads may share *out.
 */
enum status pdb_open(const char *path, struct pdb_key want, bool waits, const struct pdb_progress *progress,
                     struct pdb *out);

/** Copy the entries into anonymous huge pages of this process, comparing the copy with the checksums, and
 * give up the mapping of the file.  A check in progress ends with it.
 * @return STATUS_OK; else *pdb is as it was: STATUS_NO_MEMORY, STATUS_DAMAGED, STATUS_UNFINISHED, STATUS_IO
 *         (errno is set) */
enum status pdb_preload(struct pdb *pdb);

/** Check a file of any size and any known table: header, all checksums, and the entries, or a sample, counted
 * again by depth.
 * @param progress  stage "verifying", in bytes; may be NULL
 * @param out       what the header says, whenever that much is sound; may be NULL
 * @return those of pdb_open(), STATUS_WRONG_DEPTHS, STATUS_INTERRUPTED
 */
enum status pdb_verify(const char *path, const struct pdb_progress *progress, struct pdb_header *out);

/** Size of a table's file before there is one: the header and pdb_data_bytes(), without the few bytes of a
 * trailer. */
uint64_t pdb_key_file_bytes(struct pdb_key key);
