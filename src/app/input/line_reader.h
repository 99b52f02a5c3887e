/* Lines of a descriptor as they arrive, ended by \n, \r\n or \r; records of CSV may hold line ends within
 * quotes. */
#pragma once
#include "input/list.h"

/** How a place in a record of a table stands to quotation marks. */
enum quoting { QUOTING_BEFORE, QUOTING_PLAIN, QUOTING_OPEN, QUOTING_CLOSED };

/** The place after a character.  Between tabs a quotation mark is a character like others unless it begins a
 * field: spreadsheets quote few fields there, the WCA and Google none. */
static inline enum quoting quoting_after(enum quoting before, char c, char separator)
{
	if (c == '"')
		return before == QUOTING_OPEN                         ? QUOTING_CLOSED
		       : before == QUOTING_PLAIN && separator == '\t' ? QUOTING_PLAIN
		                                                      : QUOTING_OPEN;
	return before == QUOTING_OPEN ? QUOTING_OPEN : c == separator ? QUOTING_BEFORE : QUOTING_PLAIN;
}

struct line_reader {
	int fd;
	int timeout_ms;            /* how long to wait for input, as for list_next() */
	char separator;            /* of a table, where a line end within quotes is none; '\0': lines */
	char *buffer;              /* owned, released by free(); bytes start .. end - 1 are read from fd but not
	                            * yet consumed */
	size_t start, end, capacity;
	size_t scanned;            /* bytes of them that hold no line end */
	enum quoting quoting;      /* where `scanned` ends, in a table */
	bool is_at_end;            /* of the input; the buffer may still hold some */
	uint64_t n_lines;          /* consumed */
	uint64_t n_read;           /* bytes that were read, consumed or not */
};

/** A line without its end, closed by NUL; `size` tells of NULs within it. It holds until the next call. */
struct line {
	char *text;
	size_t size;
	uint64_t number;           /* from 1 */
	char end;                  /* what the closing NUL took the place of */
	uint64_t n_lines;          /* that it ends: 1, more in CSV, 0 at the end of the input without a line
	                            * end */
};

/** Read some more bytes. @return LIST_ENTRY if there are any, else LIST_END, LIST_LATER, LIST_IO,
 * LIST_NO_MEMORY */
enum list_status line_reader_fill(struct line_reader *r);

/** Take the next line. @return LIST_ENTRY, or as line_reader_fill() */
enum list_status line_reader_take(struct line_reader *r, struct line *out);

/** Give back the line that was taken last; its text must still be whole. */
void line_reader_give_back(struct line_reader *r, const struct line *line);
