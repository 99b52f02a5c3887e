/* Plain lines of a list, one after the other: what a title says of those that follow, and cubes over several
 * lines. */
#pragma once
#include "input/list_line.h"

enum { BLOCK_LINES = 64 };

/** A cube over several lines: rows of stickers, collected until they are a cube or turn out to be none; or
 * turns that may be the rest of a wrapped scramble if a numbered line follows. */
struct block {
	enum block_shape {
		SHAPE_NOTHING, SHAPE_NINE, SHAPE_NINE_APART, SHAPE_NET, SHAPE_DIGITS, SHAPE_VECTOR, SHAPE_REST
	} shape;
	unsigned n_lines, n_rows;  /* lines: with heads */
	unsigned n_given;          /* lines of a broken block that were given out */
	struct list_entry lines[BLOCK_LINES];  /* their texts are owned */
};

struct plain {
	unsigned options;          /* as for list_open() */
	unsigned last_extra;       /* as for line_parts_read() */
	char *title, *label;       /* owned; of the lines that follow, and of the last entry */
	char *text;                /* owned; the scramble of the last entry, if it is not in the reader's
	                            * buffer */
	bool is_other_puzzle;      /* as the title says */
	bool is_below_number;      /* the next line, directly or below such a rest */
	bool may_be_rest;          /* the line taken last: turns alone, below a number */
	struct block block;
	bool is_block_broken;      /* its lines come before anything else, */
	bool has_line;             /* such as the line that broke it: */
	struct line_parts parts;   /* the line taken last, in the reader's buffer */
	enum line_kind kind;
	unsigned indent;           /* columns of blanks before it */
	uint64_t n_titles, n_other_puzzles;
};

/** As list_next(), without number and progress. */
enum list_status plain_next(struct plain *plain, struct line_reader *reader, struct list_entry *out);

/** An argument as an entry; it is copied. @return LIST_ENTRY or LIST_NO_MEMORY */
enum list_status plain_read_argument(struct plain *plain, const char *argument, struct list_entry *out);

void plain_free(struct plain *plain);
