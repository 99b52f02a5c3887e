/* A log of what a run has done, on disk, so that a later run goes on from there, however this one ended.
 *
 * The file is text where its records are: a line that names the format, lines "key=value" that identify the
 * run, an empty line, then the records, each as "SIZE CHECKSUM RECORD\n".  SIZE counts the record's bytes,
 * which may be any; CHECKSUM is their XXH3-64 in hex, seeded with the checksum before it, the first with that
 * of the lines above: a record counts only after all that precede it.  Where one does not match, the log
 * ends: it was being written when its writer was ended.  doc/record-log.md describes the logs there are. */
#pragma once
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xxhash.h>

enum { RECORD_LOG_DETAIL_MAX = 600, RECORD_LOG_HEAD_MAX = 1 << 16 };

struct record_log {
	int fd;                   /* -1: nothing is kept on disk */
	uint64_t end;             /* of the last record that is read or written */
	uint64_t checksum;        /* of that record */
	uint64_t last_checksum;   /* of the record appended last, when some are not on disk */
	char *head;               /* the lines of the head, without the empty one; owned */
	char *buffer;             /* when reading, of the file from buffer_at; when writing, records that are not
	                           * on disk, dropped by n_buffer = 0; owned */
	size_t n_buffer, capacity;
	uint64_t buffer_at;
	int error;                /* errno of a write that failed; nothing is written any more */
};

/** Open a log for appending, locked against other processes, or begin one.  Read the records that it has with
 * record_log_next() until STATUS_END, give up the rest with record_log_cut(), then append.
 * @param format    the first line: a name, "/", and a version
 * @param identity  lines "key=value\n" that must be the same for the records to belong together
 * @param out       on STATUS_OK filled, released by record_log_close()
 * @param detail    words about STATUS_FOREIGN and STATUS_DIFFERENT, of RECORD_LOG_DETAIL_MAX bytes */
enum status record_log_open(const char *path, const char *format, const char *identity,
                            struct record_log *out, char *detail);

/** Open a log for reading, also while another process writes it.  @param identity  NULL: any */
enum status record_log_read(const char *path, const char *format, const char *identity,
                            struct record_log *out, char *detail);

/** Write a new log into an open, empty file, which this takes over and closes if it fails.  @param fd  -1:
 * errno says why */
enum status record_log_begin(int fd, const char *format, const char *identity, struct record_log *out);

void record_log_close(struct record_log *log);

/** The value of a key of the head, as long as the log is open: *size bytes, not terminated.  @return NULL:
 * there is none */
const char *record_log_value(const struct record_log *log, const char *key, size_t *size);

/** The next record, with a NUL after it, valid until the next call; log->end is then its end.
 * @return STATUS_OK, STATUS_END, STATUS_IO, STATUS_NO_MEMORY */
enum status record_log_next(struct record_log *log, const char **record, size_t *size);

/** After reading: give up what follows the last record read, such as one that was cut off.  @return
 *         STATUS_OK, STATUS_IO */
enum status record_log_cut(struct record_log *log);

/** Append a record; it reaches the file with record_log_flush().  After a flush that failed it is not kept.
 *         @return STATUS_OK, STATUS_NO_MEMORY */
enum status record_log_append(struct record_log *log, const void *record, size_t size);

/** @param syncs  wait until it is on the disk
 * @return STATUS_OK; STATUS_IO: log->error says why, STATUS_NO_MEMORY */
enum status record_log_flush(struct record_log *log, bool syncs);

/** Skip what two texts have in common, field by field, up to the first field that differs.
 * @param separators  characters that end a field
 * @return whether the texts have the same fields */
bool record_log_skip_common(const char **a, const char **b, const char *separators);

/** Whether a text begins with the line that names a format; a file is told by its first line, also one of
 * another version.
 * @return STATUS_OK; STATUS_FOREIGN: the detail says what it is */
enum status record_log_check_format(const char *text, const char *format, char *detail);

/** Say how two texts of fields "key=value" differ: the first field that does. */
void record_log_describe_difference(const char *there, const char *now, const char *separator, char *detail);

/** Whether two heads of results have the same columns; one of JSON has none.
 * @param detail  on false names the first that differs */
bool record_log_columns_agree(const char *there, const char *now, char *detail);
