/* The JSON exports of csTimer (sessions), TNoodle (a competition's scramble sets) and CubeDesk (solves). */
#ifndef SUPERFLIP_INPUT_LIST_EXPORT_H
#define SUPERFLIP_INPUT_LIST_EXPORT_H
#include "input/list.h"

struct export_entry {
	char *scramble, *label;   /* owned; label is never NULL, but may be empty */
};

struct export {
	struct export_entry *entries;
	size_t n_entries, capacity;
	uint64_t n_other_puzzles;
	char fault[200];
};

/** Read a whole export.
 * @param out  filled on LIST_ENTRY, its fault on LIST_BAD_EXPORT; always to be released by export_free()
 * @return LIST_ENTRY (there may still be none), LIST_NO_MEMORY, LIST_BAD_EXPORT */
enum list_status export_read(const char *text, size_t size, enum list_source source, const char *event,
                             struct export *out);
void export_free(struct export *export);
#endif
