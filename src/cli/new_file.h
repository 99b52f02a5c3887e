/* A file that is there whole or not at all: written under a temporary name, synced, renamed. */
#ifndef SUPERFLIP_CLI_NEW_FILE_H
#define SUPERFLIP_CLI_NEW_FILE_H
#include <stdbool.h>
#include <stdio.h>

struct new_file {
	const char *path;
	char *temporary;              /* owned; NULL: a device or a pipe, which is written to directly */
	FILE *file;
};

/** Whether a file could be begun now, for whoever has much to do before: it is not there, or may be replaced, and its directory
 * can be written to.
 * @return EXIT_SOLVED; else another status, having complained */
int new_file_check(const char *path, bool may_overwrite);

/** Begin a file.
 * @param may_overwrite  replace a file of that name
 * @param out  on EXIT_SOLVED filled, to be ended by new_file_end()
 * @return EXIT_SOLVED; else another status, having complained */
int new_file_begin(const char *path, bool may_overwrite, struct new_file *out);

/** End it: give it its name, or remove it.
 * @param keeps  false: what was to be written could not be made
 * @return EXIT_SOLVED; EXIT_TABLE or EXIT_MEMORY, having complained, if it could not be written */
int new_file_end(struct new_file *f, bool keeps);
#endif
