#include "input/list_block.h"

#include "base/array.h"
#include "cube/layout.h"

#include <stdlib.h>
#include <string.h>

/* What one line looks like. */
struct row {
	unsigned n, n_words, longest_word;
	bool is_digits, is_head;          /* only 0..5; "Face U :" */
	bool are_letters;                 /* or characters that are not ASCII (coloured squares) */
	bool are_faces, are_turns;        /* only letters of faces; of faces, wide turns, slices, rotations */
};

static struct row look_at(const char *text)
{
	struct layout l;
	layout_collect(text, &l);
	struct row r = {.n = l.n, .n_words = l.n_words, .longest_word = l.longest_word, .is_digits = l.n > 0,
	                .is_head = l.n_heads == 1 && l.n == 0, .are_letters = l.n > 0, .are_faces = l.n > 0, .are_turns = l.n > 0};
	for (unsigned i = 0; i < l.n && i < LAYOUT_SYMBOLS; i++) {
		r.is_digits &= *l.at[i] >= '0' && *l.at[i] <= '5';
		r.are_letters &= ((*l.at[i] | 0x20) >= 'a' && (*l.at[i] | 0x20) <= 'z') || (*l.at[i] & 0x80) != 0;
		r.are_faces &= strchr("URFDLBurfdlb", *l.at[i]) != NULL;
		r.are_turns &= strchr("URFDLBurfdlbMESxyzw", *l.at[i]) != NULL;
	}
	return r;
}

/* The block that a line can begin. */
static enum block_shape shape_of_first(const char *text, unsigned indent)
{
	if (strncmp(text, "[|", 2) == 0)
		return strstr(text, "|]") == NULL ? SHAPE_VECTOR : SHAPE_NOTHING;
	const struct row r = look_at(text);
	if (r.is_head || (r.is_digits && r.n == 3))
		return SHAPE_DIGITS;
	if (!r.are_letters && !r.is_digits)
		return SHAPE_NOTHING;
	if (r.n == 9 && r.n_words * r.longest_word == 9 && (r.are_faces || !r.are_turns))
		return r.longest_word == 1 && r.are_turns ? SHAPE_NINE_APART : SHAPE_NINE;
	return r.n == 3 && indent >= 3 ? SHAPE_NET : SHAPE_NOTHING;
}

/* Whether a line goes on with the block. */
static bool fits(const struct block *b, const char *text)
{
	const struct row r = look_at(text);
	switch (b->shape) {
	case SHAPE_VECTOR:
		return text[strspn(text, " \t\";[]|ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")] == '\0';
	case SHAPE_DIGITS:
		return r.is_head || (r.n == 3 && (r.is_digits || r.are_letters));
	case SHAPE_NINE:
		return r.n == 9;
	case SHAPE_NINE_APART:
		return r.n == 9 && r.longest_word == 1 && (r.are_letters || r.is_digits);
	case SHAPE_NET:
		return r.n == (b->n_rows / 3 == 1 ? 12 : 3) && (r.are_letters || r.is_digits);
	case SHAPE_NOTHING:
		break;
	}
	return false;
}

static bool is_complete(const struct block *b, const char *text)
{
	switch (b->shape) {
	case SHAPE_VECTOR:
		return strstr(text, "|]") != NULL;
	case SHAPE_DIGITS:
		return b->n_rows == 18;
	case SHAPE_NET:
		return b->n_rows == 9;
	default:
		return b->n_rows == 6;
	}
}

/* Line ends until this line's number, blanks up to its column, then the text. */
static bool append_text(struct block *b, const struct line *line, const struct line_parts *parts)
{
	const uint64_t last = b->n_lines > 0 ? b->lines[b->n_lines - 1].number : line->number;
	const size_t n_ends = (size_t)(line->number - last), n_blanks = parts->column - 1, length = strlen(parts->scramble);
	const size_t needed = b->size + n_ends + n_blanks + length + 1;
	char *const text = array_reserve(b->text, needed, &b->capacity, 1);
	if (text == NULL)
		return false;
	b->text = text;
	memset(b->text + b->size, '\n', n_ends);
	memset(b->text + b->size + n_ends, ' ', n_blanks);
	memcpy(b->text + b->size + n_ends + n_blanks, parts->scramble, length + 1);
	b->size = needed - 1;
	return true;
}

static bool add_line(struct block *b, const struct line *line, const struct line_parts *parts, const char *label)
{
	if (!append_text(b, line, parts))
		return false;
	struct block_line *const added = &b->lines[b->n_lines];
	*added = (struct block_line){.number = line->number, .column = parts->column, .scramble = strdup(parts->scramble),
	                             .label = label != NULL ? strdup(label) : NULL};
	b->n_lines++;
	return added->scramble != NULL && (label == NULL || added->label != NULL);
}

bool block_accepts(const struct block *b, uint64_t number, const struct line_parts *parts)
{
	enum { MOST_BLANK_LINES = 64 };
	return parts->fault == NULL && b->n_lines < BLOCK_LINES &&
	       number - b->lines[b->n_lines - 1].number <= MOST_BLANK_LINES && fits(b, parts->scramble);
}

enum block_status block_offer(struct block *b, const struct line *line, const struct line_parts *parts,
                              const char *label, unsigned indent)
{
	if (!block_is_open(b))
		b->shape = parts->fault == NULL ? shape_of_first(parts->scramble, indent) : SHAPE_NOTHING;
	if (b->shape == SHAPE_NOTHING)
		return BLOCK_NONE;
	if (!add_line(b, line, parts, label))
		return BLOCK_NO_MEMORY;
	b->n_rows += !look_at(parts->scramble).is_head;
	return is_complete(b, parts->scramble) ? BLOCK_COMPLETE : BLOCK_GROWS;
}

bool block_has_two_readings(const struct block *b)
{
	struct position p;
	struct input_error ignored;
	return b->shape == SHAPE_NINE_APART && position_read(b->text, 0, &p, &ignored);
}

void block_clear(struct block *b)
{
	for (unsigned i = 0; i < b->n_lines; i++) {
		free(b->lines[i].scramble);
		free(b->lines[i].label);
	}
	b->n_lines = b->n_rows = 0;
	b->size = 0;
	b->shape = SHAPE_NOTHING;
}

void block_free(struct block *b)
{
	block_clear(b);
	free(b->text);
	b->text = NULL;
	b->capacity = 0;
}
