/* Long measurements on disk: JSON Lines, first what is measured and where, then a line for each finished
 * piece. A second run with the same file continues where the first one ended, however it ended. */
#pragma once
#include "base/record_log.h"

#include "report/json.h"

#define RUN_LOG_SCHEMA "superflip-bench/1"

struct run_log {
	int fd;               /* -1: nothing is kept on disk */
	json_t *lines;        /* array of the finished pieces, old and new; owned */
};

/** Begin a record or continue one. A last line that a crash cut off is removed.
 * @param path        NULL: keep the lines in memory only
 * @param parameters  what must be the same for the pieces to belong together; borrowed
 * @param about       where and when it was measured: written into a new file, not compared; borrowed
 * @param out         on STATUS_OK filled, released by run_log_close()
 * @param detail      words about STATUS_FOREIGN and STATUS_DIFFERENT, of RECORD_LOG_DETAIL_MAX bytes */
enum status run_log_open(const char *path, json_t *parameters, json_t *about, struct run_log *out,
                         char *detail);
void run_log_close(struct run_log *log);

/** Append a finished piece; it is on the disk when this returns.
 * @param line  a reference that this function takes over; NULL counts as lack of memory */
enum status run_log_append(struct run_log *log, json_t *line);

/** The first line of a record. */
char *run_log_head(json_t *parameters, json_t *about);

/** Version, date, machine, system, threads: what every record says about itself. NULL without memory. */
json_t *run_about(unsigned n_threads);
