/* How far a list is solved: a record log (base/record_log.h) beside the results that lets a run go on where another one was ended,
 * however it was ended.  doc/record-log.md describes it.  Nothing is believed of the results that does not match it byte for byte. */
#ifndef SUPERFLIP_REPORT_RESUME_H
#define SUPERFLIP_REPORT_RESUME_H
#include "base/record_log.h"

/** What became of a cube: its record counts as one of these. */
enum resume_kind { RESUME_SOLVED, RESUME_UNSOLVED, RESUME_INVALID, N_RESUME_KINDS };

/** What of the results is whole and recorded. */
struct resume_progress {
	uint64_t n_records, bytes;
	uint64_t n_of_kind[N_RESUME_KINDS];
};

struct resume {
	struct record_log log;
	struct resume_progress done;
	uint64_t *cube;           /* checksums of the cubes whose records are there when it is opened, in their order; owned */
	size_t n_cubes, capacity;
	bool is_complete;         /* the list was solved to its end */
	bool is_altered;          /* the results were complete, and have been changed since */
};

/** Begin a log, or open one, compare the results with it from their beginning, and cut both back to what matches.
 * @param identity    as for record_log_open()
 * @param results_fd  open for reading and writing, locked by the caller
 * @param out         on RECORD_LOG_OK filled, released by resume_close(); if out->is_altered, nothing was cut
 * @param detail      of RECORD_LOG_DETAIL_MAX bytes */
enum record_log_status resume_open(const char *path, const char *identity, int results_fd, struct resume *out, char *detail);
void resume_close(struct resume *resume);

/** Note a record that is in the results; it reaches the disk with record_log_flush().
 * @param cube    checksum of the cube that was read
 * @param record  of `size` bytes */
enum record_log_status resume_append(struct resume *resume, uint64_t cube, const char *record, size_t size, enum resume_kind kind);

/** Note that the list was solved to its end, and sync the log. */
enum record_log_status resume_complete(struct resume *resume);
#endif
