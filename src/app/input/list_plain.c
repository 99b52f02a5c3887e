#include "input/list_plain.h"

#include "base/memory.h"
#include "cube/layout.h"
#include "input/words.h"

/* ---- blocks ---- */
enum { LONGEST_ROW = 12 };                /* in the middle of a net */

/* What one line looks like; of a longer one, and of none, nothing but its length counts. */
struct row {
	unsigned n, n_words, longest_word;
	bool is_digits, is_head;          /* only 0..5; "Face U :" */
	bool are_letters;                 /* or characters that are not ASCII (coloured squares), or stickers that
	                                   * do not matter */
	bool are_faces, are_turns;        /* only letters of faces, or what does not matter; of faces, wide turns,
	                                   * slices, rotations */
};

static struct row look_at(const char *text)
{
	struct layout l;
	layout_collect(text, &l);
	struct row r = {.n = l.n,
	                .n_words = l.n_words,
	                .longest_word = l.longest_word,
	                .is_digits = true,
	                .is_head = l.n_heads == 1 && l.n == 0,
	                .are_letters = true,
	                .are_faces = true,
	                .are_turns = true};
	items_foreach(at, l.at, l.n <= LONGEST_ROW ? l.n : 0) {
		const char c = **at;
		r.is_digits &= c >= '0' && c <= '5';
		r.are_letters &= text_is_letter(c) || c & 0x80 || is_grey(c);
		r.are_faces &= strchr("URFDLBurfdlb", c) != NULL || is_grey(c);
		r.are_turns &= strchr("URFDLBurfdlbMESxyzw", c) != NULL;
	}
	return r;
}

/* The block that a line can begin. */
static enum block_shape shape_of_first(const char *text, unsigned indent)
{
	if (text_begins(text, "[|") > 0)
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
	case SHAPE_REST:
	case SHAPE_NOTHING:
		break;
	}
	return false;
}

/* The lines with line ends up to the number of each and blanks up to its column.
 * @return owned by the caller; NULL without memory */
static char *join(const struct block *b)
{
	char *text = NULL;
	size_t size;
	uint64_t number = b->lines[0].line;
	FILE *const out = memory_stream(&text, &size);
	if (out == NULL)
		return NULL;
	items_foreach(line, b->lines, b->n_lines) {
		for (; number < line->line; number++)
			fputc('\n', out);
		fprintf(out, "%*s%s", (int)line->column - 1, "", line->scramble);
	}
	return memory_stream_end(out, &text);
}

/* Offer a line, which an open block accepts; the block copies what it needs.
 * @return LIST_ENTRY: the block is a cube; LIST_LATER: more must follow; LIST_END: the line stands alone;
 *   LIST_NO_MEMORY */
static enum list_status offer(struct plain *l, const struct list_entry *line)
{
	struct block *const b = &l->block;
	if (b->n_lines == 0)
		b->shape = line->fault == NULL ? shape_of_first(line->scramble, l->indent) : SHAPE_NOTHING;
	if (b->shape == SHAPE_NOTHING && l->may_be_rest && line->fault == NULL)
		b->shape = SHAPE_REST;
	if (b->shape == SHAPE_NOTHING)
		return LIST_END;
	struct list_entry *const added = &b->lines[b->n_lines++];
	*added = *line;
	added->scramble = strdup(line->scramble);
	added->label = line->label != NULL ? strdup(line->label) : NULL;
	if (added->scramble == NULL || (line->label != NULL && added->label == NULL))
		return LIST_NO_MEMORY;
	b->n_rows += !look_at(line->scramble).is_head;
	const bool is_complete = b->shape == SHAPE_VECTOR ? strstr(line->scramble, "|]") != NULL
	                         : b->shape != SHAPE_REST
	                         && b->n_rows == (b->shape == SHAPE_DIGITS ? 18 : b->shape == SHAPE_NET ? 9 : 6);
	return is_complete ? LIST_ENTRY : LIST_LATER;
}

static void clear(struct block *b)
{
	items_foreach(line, b->lines, b->n_lines) {
		free(line->scramble);
		free(line->label);
	}
	*b = (struct block){0};
}

void plain_free(struct plain *l)
{
	clear(&l->block);
	free(l->title);
	free(l->label);
	free(l->text);
}

/* ---- entries ---- */
/* Keep a text for as long as the entry holds it. @return false without memory */
static bool keep(char **owned, char *text)
{
	free(*owned);
	*owned = text;
	return text != NULL;
}

/* A title holds for the lines that follow, and its puzzle until a title that is not of a part. */
static enum list_status take_title(struct plain *l, const char *title)
{
	const enum named_puzzle puzzle = words_name_puzzle(title, l->options);
	l->is_other_puzzle = puzzle == NAMES_PART ? l->is_other_puzzle : puzzle == NAMES_OTHER;
	l->n_titles++;
	l->last_extra = 0;
	return keep(&l->title, strdup(title)) ? LIST_LATER : LIST_NO_MEMORY;
}

/* A line of a block that turned out to be none, as an entry of its own. */
static void give_block_line(struct plain *l, struct list_entry *out)
{
	struct list_entry *const line = &l->block.lines[l->block.n_given++];
	*out = *line;
	keep(&l->text, line->scramble);
	keep(&l->label, line->label);
	line->scramble = line->label = NULL;
	if (l->block.shape == SHAPE_REST && l->has_line && l->parts.label.number != NULL)
		out->fault =
			"two readings: a scramble of its own, or the rest of the line above; give it a number, or "
			"join them";
	if (l->block.n_given < l->block.n_lines)
		return;
	clear(&l->block);
	l->is_block_broken = false;
}

static enum list_status give_block(struct plain *l, struct list_entry *out)
{
	struct position p;
	struct input_error ignored;
	char *const text = join(&l->block);
	if (text == NULL)
		return LIST_NO_MEMORY;
	/* Complete, but its rows could be scrambles as well: six lines of nine turns that are a cube. */
	const bool is_ambiguous = l->block.shape == SHAPE_NINE_APART && position_read(text, 0, &p, &ignored);
	if (l->block.shape == SHAPE_NINE_APART && !is_ambiguous) {
		free(text);
		l->is_block_broken = true;
		give_block_line(l, out);
		return LIST_ENTRY;
	}
	*out = l->block.lines[0];
	out->column = 1;
	out->scramble = text;
	l->block.lines[0].label = NULL;
	keep(&l->text, text);
	keep(&l->label, out->label);
	if (is_ambiguous)
		out->fault =
			"two readings: six scrambles of nine turns, or six rows of one cube; write rows without blanks, or a "
			"turn as R1";
	clear(&l->block);
	return LIST_ENTRY;
}

/* ---- lines ---- */
/* Cut up a line; it may end an open block, which then is none, and its lines stand alone. */
static void take_line(struct plain *l, const struct line *line)
{
	enum { MOST_BLANK_LINES = 64 };
	struct block *const b = &l->block;
	l->indent = (unsigned)strspn(line->text, " \t");
	l->kind = line_parts_read(line, l->options, l->last_extra, &l->parts);
	l->has_line = true;
	const struct label *const label = &l->parts.label;
	l->may_be_rest = l->is_below_number && l->kind == LINE_SCRAMBLE
	                 && label->number == NULL && label->name == NULL && label->time == NULL
	                 && words_begin_scramble(l->parts.entry.scramble, l->options);
	l->is_below_number = l->parts.entry.fault == NULL && (l->may_be_rest || label->number != NULL);
	l->is_block_broken =
		b->n_lines > 0
		&& (b->n_lines == BLOCK_LINES
	        || (b->shape == SHAPE_REST       ? !l->may_be_rest
	            : l->kind == LINE_SCRAMBLE ? l->parts.entry.fault != NULL || !fits(b, l->parts.entry.scramble)
	                || line->number - b->lines[b->n_lines - 1].line > MOST_BLANK_LINES
	                                         : l->kind == LINE_TITLE));
}

/* @return LIST_ENTRY: *out is one; LIST_LATER: not yet */
static enum list_status read_line(struct plain *l, struct list_entry *out)
{
	const struct label *const own = &l->parts.label;
	struct list_entry *const entry = &l->parts.entry;
	l->has_line = false;
	if (l->is_other_puzzle && (words_name_puzzle(own->name, l->options) == NAMES_THIS
	                           || words_name_puzzle(own->comment, l->options) == NAMES_THIS)) {
		l->is_other_puzzle = false;
		keep(&l->title, NULL);
	}
	if (l->kind == LINE_BLANK)
		return LIST_LATER;
	if (l->kind == LINE_TITLE)
		return take_title(l, l->parts.title);
	l->last_extra = l->parts.n_extra;
	/* No cube is skipped below a line that may be a title of any puzzle. */
	if (l->is_other_puzzle && entry->fault == NULL && !words_may_be_turns(entry->scramble))
		return take_title(l, entry->scramble);
	if (l->is_other_puzzle) {
		l->n_other_puzzles++;
		return LIST_LATER;
	}
	l->parts.label.title = l->title;
	if (!label_join(own, &l->label))
		return LIST_NO_MEMORY;
	entry->label = l->label;
	const enum list_status offered = offer(l, entry);
	if (offered != LIST_END)
		return offered == LIST_ENTRY ? give_block(l, out) : offered;
	*out = *entry;
	return LIST_ENTRY;
}

enum list_status plain_next(struct plain *l, struct line_reader *reader, struct list_entry *out)
{
	while (!l->is_block_broken) {
		struct line line;
		enum list_status status = l->has_line ? LIST_ENTRY : line_reader_take(reader, &line);
		if (status == LIST_END && l->block.n_lines > 0) {
			l->is_block_broken = true;
			break;
		}
		if (status != LIST_ENTRY)
			return status;
		if (!l->has_line)
			take_line(l, &line);
		if (!l->is_block_broken && (status = read_line(l, out)) != LIST_LATER)
			return status;
	}
	give_block_line(l, out);
	return LIST_ENTRY;
}

enum list_status plain_read_argument(struct plain *l, const char *argument, struct list_entry *out)
{
	*out = (struct list_entry){.column = 1, .progress = -1};
	if (!keep(&l->text, strdup(argument)))
		return LIST_NO_MEMORY;
	out->scramble = l->text;
	if (strpbrk(argument, "\r\n") != NULL || *line_skip_blanks(l->text) == '\0')
		return LIST_ENTRY;
	const struct line line = {.text = l->text, .size = strlen(l->text)};
	const enum line_kind kind = line_parts_read(&line, l->options, 0, &l->parts);
	if (!label_join(&l->parts.label, &l->label))
		return LIST_NO_MEMORY;
	*out = l->parts.entry;
	out->label = l->label;
	out->progress = -1;
	if (kind != LINE_SCRAMBLE)
		out->fault = kind == LINE_BLANK ? "a comment without a scramble" : "a title without a scramble";
	return LIST_ENTRY;
}
