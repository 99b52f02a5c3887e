/* A cube over several lines of a list: rows of stickers, collected until they are a cube or turn out to be none. */
#ifndef SUPERFLIP_INPUT_LIST_BLOCK_H
#define SUPERFLIP_INPUT_LIST_BLOCK_H
#include "input/list_line.h"

enum block_status {
	BLOCK_NONE,                /* the line is not part of a block: it stands alone */
	BLOCK_GROWS,               /* the line was taken; more must follow */
	BLOCK_COMPLETE,            /* the line was taken, and the block is a cube */
	BLOCK_NO_MEMORY,
};

enum { BLOCK_LINES = 64 };

struct block_line {
	uint64_t number;
	unsigned column;
	char *scramble, *label;    /* owned */
};

struct block {
	enum block_shape { SHAPE_NOTHING, SHAPE_NINE, SHAPE_NINE_APART, SHAPE_NET, SHAPE_DIGITS, SHAPE_VECTOR } shape;
	unsigned n_lines, n_rows;  /* lines: with heads */
	struct block_line lines[BLOCK_LINES];
	char *text;                /* owned: the lines with their line ends, blank ones for those left out */
	size_t size, capacity;
};

/** Whether a line may go on with an open block; if not, the block is none, and its lines stand alone. */
bool block_accepts(const struct block *b, uint64_t number, const struct line_parts *parts);

/** Offer a line, which an open block accepts: with `parts` as line_parts_read() made them and its label. The block copies what it needs.
 * @param indent  columns of blanks before the scramble */
enum block_status block_offer(struct block *b, const struct line *line, const struct line_parts *parts,
                              const char *label, unsigned indent);

/** Whether lines are being collected. */
static inline bool block_is_open(const struct block *b) { return b->n_lines > 0; }

/** Whether the block is complete but its rows could be scrambles as well: six lines of nine turns that are a cube. */
bool block_has_two_readings(const struct block *b);

/** Forget the lines. */
void block_clear(struct block *b);
void block_free(struct block *b);
#endif
