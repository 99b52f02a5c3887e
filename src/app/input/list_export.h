/* The JSON exports of csTimer (sessions), TNoodle (a competition's scramble sets) and CubeDesk (solves). */
#pragma once
#include "input/list.h"

#include <jansson.h>

struct export {
	struct list_entry *entries;   /* without number and progress; their texts are owned */
	size_t n_entries, capacity;
	uint64_t n_other_puzzles;
	const char *event;            /* which scrambles are meant, "333" or "222" */
};

enum { LIST_FAULT_SIZE = 300 };

/** Read a whole export.
 * @param out    with its event; filled on LIST_ENTRY; its entries are the caller's in any case
 * @param fault  filled on LIST_BAD_EXPORT
 * @return LIST_ENTRY (there may still be none), LIST_NO_MEMORY, LIST_BAD_EXPORT */
enum list_status export_read(const char *text, size_t size, enum list_source source, struct export *out,
                              char fault[LIST_FAULT_SIZE]);

void export_free(struct export *e);
