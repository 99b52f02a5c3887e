/* Lists of scrambles as people keep them: plain lines, sheets of the WCA, and the files of csTimer, TNoodle, CubeDesk,
 * Twisty Timer and Cube Explorer. */
#ifndef SUPERFLIP_INPUT_LIST_H
#define SUPERFLIP_INPUT_LIST_H
#include <stddef.h>
#include <stdint.h>

enum list_source {
	LIST_RECOGNISE,      /* look at the first line that is not blank */
	LIST_CSTIMER,        /* lines, CSV or JSON as csTimer writes them */
	LIST_TNOODLE,        /* JSON */
	LIST_CUBEDESK,       /* JSON */
	LIST_TWISTY_TIMER,   /* quoted fields: its backup, or what it exports for other timers */
	LIST_CUBE_EXPLORER,  /* lines: maneuvers with their lengths, "(18f*)" */
	LIST_LINES,
	N_LIST_SOURCES
};
extern const char *const list_source_name[N_LIST_SOURCES];

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
	uint64_t number;       /* counts the entries of the source from 1, also those that list_select() leaves out */
	uint64_t line;         /* in the source, from 1, the first if there are several; 0 for exports in JSON: none */
	unsigned column;       /* of the scramble's first character, from 1, in characters */
	const char *scramble;  /* without number, time, date and comment; may be several lines */
	const char *label;     /* title, number, time, comment and date, as label_join() has them; NULL if there are none */
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

/** From now on give only every n-th block of so many entries, beginning with block `first`, from 0; all others are read and left
 * out.  Call it before the first list_next(). */
void list_select(struct list *list, uint32_t block_entries, uint32_t first, uint32_t n);

/** The next cube. Blank lines, comments and titles are none; everything else is an entry, if only one with a fault.
 * Rows of stickers (six of nine, a net, eighteen of three, a vector) are one entry.
 * Lines need memory for the longest of them, exports in JSON for the whole file.
 * @param timeout_ms  how long to wait for input; negative: for ever */
enum list_status list_next(struct list *list, int timeout_ms, struct list_entry *out);

/** What is wrong with an export (also that it has no scramble of the puzzle), after LIST_BAD_EXPORT; one line. */
const char *list_fault(const struct list *list);

/** Scrambles of other puzzles that were left out of an export. */
uint64_t list_n_other_puzzles(const struct list *list);
#endif
