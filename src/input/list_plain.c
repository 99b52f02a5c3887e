#include "input/list_plain.h"

#include "input/words.h"

#include <stdlib.h>
#include <string.h>

void plain_free(struct plain *l)
{
	block_free(&l->block);
	free(l->title);
	free(l->label);
	free(l->text);
}

/* Keep a text for as long as the entry holds it. @return false without memory */
static bool keep(char **owned, char *text)
{
	free(*owned);
	*owned = text;
	return text != NULL;
}

/* A title holds for the lines that follow; the puzzle until another one is named. */
static enum list_status take_title(struct plain *l, const char *title)
{
	const enum named_puzzle puzzle = words_name_puzzle(title, l->options);
	l->is_other_puzzle = puzzle == NAMES_NONE ? l->is_other_puzzle : puzzle == NAMES_OTHER;
	l->n_titles++;
	l->last_extra = 0;
	return keep(&l->title, strdup(title)) ? LIST_ENTRY : LIST_NO_MEMORY;
}

/* ---- blocks ---- */
/* A line of a block that turned out to be none, as an entry of its own. */
static void give_block_line(struct plain *l, struct list_entry *out)
{
	const struct block_line *const line = &l->block.lines[l->n_block_given++];
	keep(&l->text, line->scramble);
	keep(&l->label, line->label);
	*out = (struct list_entry){.line = line->number, .column = line->column, .scramble = l->text, .label = l->label};
	l->block.lines[l->n_block_given - 1] = (struct block_line){0};
	if (l->n_block_given < l->block.n_lines)
		return;
	block_clear(&l->block);
	l->n_block_given = 0;
	l->is_block_broken = false;
}

static enum list_status give_block(struct plain *l, struct list_entry *out)
{
	const bool has_two_readings = block_has_two_readings(&l->block);
	if (l->block.shape == SHAPE_NINE_APART && !has_two_readings) {
		l->is_block_broken = true;
		give_block_line(l, out);
		return LIST_ENTRY;
	}
	char *const label = l->block.lines[0].label;
	l->block.lines[0].label = NULL;
	*out = (struct list_entry){.line = l->block.lines[0].number, .column = 1};
	if (!keep(&l->text, strdup(l->block.text)))
		return LIST_NO_MEMORY;
	keep(&l->label, label);
	out->scramble = l->text;
	out->label = label;
	if (has_two_readings)
		out->fault = "two readings: six scrambles of nine turns, or six rows of one cube; write rows without blanks, or a "
		             "turn as R1";
	block_clear(&l->block);
	return LIST_ENTRY;
}

/* ---- lines ---- */
/* @return LIST_ENTRY: *out is one; LIST_LATER: not yet */
static enum list_status read_line(struct plain *l, const struct line *line, struct list_entry *out)
{
	struct line_parts parts;
	const size_t indent = strspn(line->text, " \t");
	const enum line_kind kind = line_parts_read(line, l->options, l->last_extra, &parts);
	if (kind == LINE_BLANK)
		return LIST_LATER;
	if (kind == LINE_TITLE) {
		const enum list_status status = take_title(l, parts.title);
		return status == LIST_ENTRY ? LIST_LATER : status;
	}
	l->last_extra = parts.n_extra;
	if (l->is_other_puzzle) {
		l->n_other_puzzles++;
		return LIST_LATER;
	}
	parts.label.title = l->title;
	if (!keep(&l->label, label_join(&parts.label)))
		return LIST_NO_MEMORY;
	const char *const label = *l->label != '\0' ? l->label : NULL;
	switch (block_offer(&l->block, line, &parts, label, (unsigned)indent)) {
	case BLOCK_GROWS:     return LIST_LATER;
	case BLOCK_COMPLETE:  return give_block(l, out);
	case BLOCK_NO_MEMORY: return LIST_NO_MEMORY;
	default:              break;
	}
	*out = (struct list_entry){.line = line->number, .column = parts.column, .scramble = parts.scramble, .label = label,
	                           .fault = parts.fault};
	return LIST_ENTRY;
}

/* Whether a line ends an open block: then the block is none. The line is left whole. */
static bool breaks_block(const struct plain *l, const struct line *line)
{
	if (!block_is_open(&l->block))
		return false;
	struct line looked_at = *line;
	struct line_parts parts;
	looked_at.text = malloc(line->size + 1);
	if (looked_at.text == NULL)
		return true;
	memcpy(looked_at.text, line->text, line->size + 1);
	const enum line_kind kind = line_parts_read(&looked_at, l->options, l->last_extra, &parts);
	const bool breaks = kind == LINE_TITLE || (kind == LINE_SCRAMBLE && !block_accepts(&l->block, line->number, &parts));
	free(looked_at.text);
	return breaks;
}

enum list_status plain_next(struct plain *l, struct line_reader *reader, int timeout_ms, struct list_entry *out)
{
	while (!l->is_block_broken) {
		struct line line;
		enum list_status status = line_reader_take(reader, timeout_ms, &line);
		if (status == LIST_END)
			l->is_block_broken = block_is_open(&l->block);
		if (l->is_block_broken)
			break;
		if (status != LIST_ENTRY)
			return status;
		l->is_block_broken = breaks_block(l, &line);
		if (l->is_block_broken) {
			line_reader_give_back(reader, &line);
			break;
		}
		status = read_line(l, &line, out);
		if (status != LIST_LATER)
			return status;
	}
	give_block_line(l, out);
	return LIST_ENTRY;
}

enum list_status plain_read_argument(struct plain *l, const char *argument, struct list_entry *out)
{
	struct line_parts parts = {.column = 1};
	*out = (struct list_entry){.column = 1, .progress = -1};
	if (!keep(&l->text, strdup(argument)))
		return LIST_NO_MEMORY;
	out->scramble = l->text;
	if (strpbrk(argument, "\r\n") != NULL || *line_skip_blanks(l->text) == '\0')
		return LIST_ENTRY;
	const struct line line = {.text = l->text, .size = strlen(l->text)};
	const enum line_kind kind = line_parts_read(&line, l->options, 0, &parts);
	if (!keep(&l->label, label_join(&parts.label)))
		return LIST_NO_MEMORY;
	out->column = parts.column;
	out->scramble = parts.scramble;
	out->label = *l->label != '\0' ? l->label : NULL;
	out->fault = kind == LINE_BLANK ? "a comment without a scramble" : kind == LINE_TITLE ? "a title without a scramble" : parts.fault;
	return LIST_ENTRY;
}
