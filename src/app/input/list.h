/* Lists of scrambles as people keep them: plain lines, sheets of the WCA, and the files of csTimer, TNoodle,
 * CubeDesk, Twisty Timer and Cube Explorer. */
#pragma once
#include "cube/position.h"

#include <strings.h>

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
	LIST_BAD_EXPORT,     /* list_fault() says what is wrong with the whole source */
};

/** One cube of a list. The texts belong to the list and hold until the next call of list_next(). */
struct list_entry {
	uint64_t number;       /* counts the entries of the source from 1, also those that list_select() leaves
	                        * out */
	uint64_t line;         /* in the source, from 1, the first if there are several; 0 for exports in JSON and
	                        * arguments: none */
	unsigned column;       /* of the scramble's first character, from 1, in characters */
	char *scramble;        /* without number, time, date and comment; may be several lines */
	char *label;           /* title, number, name, time, comment and date, as label_join() has them; NULL if
	                        * there are none */
	char *solution;        /* of an export of csTimer: the turns of the solve, with their times; NULL: none */
	const char *fault;     /* why this is no scramble; NULL if it may be one */
	double progress;       /* how much of the source ends here, 0..1; negative if its size is unknown */
};

struct list;

/** Read a list from a descriptor, which stays the caller's.
 * @param options  READ_FRENCH: which letters are turns; READ_CENTERS: states may be followed by marks of
 *                 centres; READ_POCKET: which scrambles of an export are meant, since those of a 4x4x4 can be
 *                 read as moves of a 3x3x3; others count for nothing here
 * @return NULL without memory; released by list_close() */
struct list *list_open(int fd, enum list_source source, unsigned options);

/** The same of arguments, which stay the caller's: each is an entry, read as a line of a list is. Those of
 * several lines are taken as they are. */
struct list *list_open_arguments(char *const *arguments, uint64_t n, unsigned options);
void list_close(struct list *list);

/** From now on give only every n-th block of so many entries, beginning with block `first`, from 0; all
 * others are read and left out.  Call it before the first list_next(). */
void list_select(struct list *list, uint32_t block_entries, uint32_t first, uint32_t n);

/** The next cube. Blank lines and comments are none, titles and scrambles of other puzzles are skipped and
 * counted; everything else is an entry, if only one with a fault. Rows of stickers (six of nine, a net,
 * eighteen of three, a vector) are one entry. Lines need memory for the longest of them, exports in JSON for
 * the whole file.
 * @param timeout_ms  how long to wait for input; negative: for ever
 * @return LIST_END after one entry at least: a source without any is LIST_BAD_EXPORT */
enum list_status list_next(struct list *list, int timeout_ms, struct list_entry *out);

/** What is wrong with a source, after LIST_BAD_EXPORT: not the export that it seems to be, or no scramble in
 * it; one line. */
const char *list_fault(const struct list *list);

enum { LIST_SKIPPED_SIZE = 160 };

/** Say what was neither an entry nor blank nor a comment: "1 title, 3 scrambles of other puzzles".
 * @return how many there were */
uint64_t list_describe_skipped(const struct list *list, char out[LIST_SKIPPED_SIZE]);
