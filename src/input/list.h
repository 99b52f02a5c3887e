/* Lists of scrambles as people keep them: plain lines, csTimer's and TNoodle's exports. */
#ifndef SUPERFLIP_INPUT_LIST_H
#define SUPERFLIP_INPUT_LIST_H
#include <stddef.h>
#include <stdint.h>

enum list_source {
	LIST_RECOGNISE,      /* look at the first line that is not blank */
	LIST_CSTIMER,        /* lines, CSV or JSON as csTimer writes them */
	LIST_TNOODLE,        /* JSON */
};

enum list_status {
	LIST_ENTRY,
	LIST_END,
	LIST_LATER,          /* no complete line arrived in the time given; ask again */
	LIST_IO,             /* errno is set */
	LIST_NO_MEMORY,
	LIST_BAD_EXPORT,     /* list_fault() says what is wrong with the whole file */
};

/** One cube of a list. The texts belong to the list and hold until the next call of list_next(). */
struct list_entry {
	uint64_t line;         /* in the source, from 1; 0 for the JSON exports, which have none */
	unsigned column;       /* of the scramble's first character, from 1, in characters */
	const char *scramble;  /* without number, time, date and comment */
	const char *label;     /* the comment that trails the scramble; NULL if there is none */
	const char *fault;     /* why this is no scramble; NULL if it may be one */
	double progress;       /* how much of the source ends here, 0..1; negative if its size is unknown */
};

struct list;

/** Read a list from a descriptor, which stays the caller's.
 * @param event  what a WCA event must begin with, "333" or "222": exports hold scrambles of many puzzles, and those of
 *               a 4x4x4 can be read as moves of a 3x3x3
 * @return NULL without memory; released by list_close() */
struct list *list_open(int fd, enum list_source source, const char *event);
void list_close(struct list *list);

/** The next cube. Blank lines and comments are none; everything else is an entry, if only one with a fault.
 * Lines need memory for the longest of them, exports in JSON for the whole file.
 * @param timeout_ms  how long to wait for input; negative: for ever */
enum list_status list_next(struct list *list, int timeout_ms, struct list_entry *out);

/** What is wrong with an export, after LIST_BAD_EXPORT; one line. */
const char *list_fault(const struct list *list);

/** Scrambles of other puzzles that were left out of an export. */
uint64_t list_n_other_puzzles(const struct list *list);
#endif
