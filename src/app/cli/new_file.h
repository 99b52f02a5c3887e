/* The files that commands write (base/file.h), with messages, and as streams. */
#pragma once
#include "base/file.h"
#include "base/record_log.h"

struct new_file {
	const char *path;
	struct staged_file staged;
	FILE *file;
};

/** Say why an output could not be opened or written.  @param error  errno, as base/file.h returns it
 * @return EXIT_TABLE or EXIT_MEMORY; 128 + n, and nothing is said, after signal n */
int new_file_complain(const char *path, int error);

/** What is said of a log that is not read or written, by its status: a format of its path and of the
 * detail. */
struct log_words {
	int exit_status;
	const char *format;  /* NULL: what errno or the lack of memory is told with */
};
/** Complain of a log.  @return EXIT_SOLVED of STATUS_OK; else the exit status */
int new_file_complain_of_log(const struct log_words words[N_STATUS], const char *path, enum status status,
                             const char *detail);

/** Whether a file could be begun now, for whoever has much to do before: it is not there, or may be replaced,
 * and its directory can be written to.
 * @return EXIT_SOLVED; else another status, having complained */
int new_file_check(const char *path, bool may_overwrite);

/** Begin a file without a stream; an interrupt ends the wait for the reader of a pipe.
 * @return 0 or errno, as file_stage() */
int new_file_stage(const char *path, bool may_overwrite, struct staged_file *out);

/** Begin a file.
 * @param may_overwrite  replace a file of that name
 * @param out  on EXIT_SOLVED filled, to be ended by new_file_end()
 * @return EXIT_SOLVED; else another status, having complained */
int new_file_begin(const char *path, bool may_overwrite, struct new_file *out);

/** End it: give it its name, or remove it.
 * @param keeps  false: what was to be written could not be made
 * @return EXIT_SOLVED; EXIT_TABLE or EXIT_MEMORY, having complained, if it could not be written */
int new_file_end(struct new_file *f, bool keeps);
