
#include "input/csv.h"
#include "input/list_export.h"
#include "input/list_plain.h"
#include "input/words.h"

#include <sys/stat.h>

enum shape {
	SHAPE_UNKNOWN,
	SHAPE_ARGUMENTS,
	SHAPE_LINES,
	SHAPE_STATISTICS,          /* of csTimer; then lines, from the first solve on */
	SHAPE_CSV,
	SHAPE_JSON,
};

struct list {
	enum list_source source;
	enum shape shape;
	unsigned options;
	char *const *arguments;
	uint64_t n_arguments;
	struct line_reader reader;
	uint64_t size_bytes;       /* of the whole source, 0 if unknown */
	struct plain plain;
	struct csv_columns columns;
	struct csv_row row;        /* whose scrambles are given out one by one */
	uint64_t n_statistics, n_other_puzzles;
	struct export export;
	uint64_t n_read;           /* entries, whether they were given or not */
	uint32_t block_entries, first_block, n_blocks;  /* of list_select() */
	char fault[LIST_FAULT_SIZE];
};

const char *const list_source_name[N_LIST_SOURCES] = {
	[LIST_RECOGNISE] = "auto",
	[LIST_CSTIMER] = "cstimer",
	[LIST_TNOODLE] = "tnoodle",
	[LIST_CUBEDESK] = "cubedesk",
	[LIST_TWISTY_TIMER] = "twisty-timer",
	[LIST_CUBE_EXPLORER] = "cube-explorer",
	[LIST_LINES] = "lines",
};

struct list *list_open(int fd, enum list_source source, unsigned options)
{
	cube_init();  /* rows of stickers are looked at as a cube */
	struct list *const l = calloc(1, sizeof *l);
	if (l == NULL)
		return NULL;
	l->reader.fd = fd;
	l->source = source;
	l->options = l->plain.options = options & (READ_FRENCH | READ_POCKET | READ_CENTERS);
	list_select(l, 1, 0, 1);
	struct stat status;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
		l->size_bytes = (uint64_t)status.st_size;
	return l;
}

struct list *list_open_arguments(char *const *arguments, uint64_t n, unsigned options)
{
	struct list *const l = list_open(-1, LIST_LINES, options);
	if (l == NULL)
		return NULL;
	l->shape = SHAPE_ARGUMENTS;
	l->arguments = arguments;
	l->n_arguments = n;
	return l;
}

void list_close(struct list *l)
{
	if (l == NULL)
		return;
	export_free(&l->export);
	plain_free(&l->plain);
	free(l->row.entry.label);
	free(l->reader.buffer);
	free(l);
}

const char *list_fault(const struct list *l) { return l->fault; }

#define FAIL(list, ...) (snprintf((list)->fault, LIST_FAULT_SIZE, __VA_ARGS__), LIST_BAD_EXPORT)

/* ---- what was skipped ---- */
uint64_t list_describe_skipped(const struct list *l, char out[LIST_SKIPPED_SIZE])
{
	const struct { uint64_t n; const char *one, *several;
	} counts[] = {
		{l->plain.n_titles, "title", "titles"},
		{l->n_statistics, "line of statistics", "lines of statistics"},
		{l->n_other_puzzles + l->plain.n_other_puzzles + l->export.n_other_puzzles,
	     "scramble of another puzzle", "scrambles of other puzzles"},
	};
	uint64_t n_all = 0;
	*out = '\0';
	for (size_t i = 0; i < sizeof counts / sizeof *counts; n_all += counts[i++].n)
		if (counts[i].n > 0)
			out += snprintf(out, LIST_SKIPPED_SIZE / 3, "%s%" PRIu64 " %s", n_all > 0 ? ", " : "",
			                counts[i].n, counts[i].n == 1 ? counts[i].one : counts[i].several);
	return n_all;
}

/* ---- the kind of list ---- */
/* Take the first line that is not blank, without a byte-order mark. */
static enum list_status take_first_line(struct list *l, struct line *line)
{
	do {
		const enum list_status status = line_reader_take(&l->reader, line);
		if (status != LIST_ENTRY)
			return status;
		const bool is_first = line->number == 1;
		if (is_first && text_begins(line->text, "\xFF\xFE") + text_begins(line->text, "\xFE\xFF") > 0)
			return FAIL(l, "UTF-16; save the list as UTF-8");
		if (is_first && text_begins(line->text, "\xEF\xBB\xBF") > 0) {
			line->text += 3;
			line->size -= 3;
		}
	} while (*line_skip_blanks(line->text) == '\0' && strlen(line->text) == line->size);
	return LIST_ENTRY;
}

/* Whether solves of csTimer follow below a text in whatever language: the first line of what has arrived that
 * is neither blank nor a comment, and that could be a scramble, is one. */
static bool are_statistics(struct list *l, const char *first)
{
	if (words_begin_scramble(first, l->options) || *first == '#' || text_begins(first, "//") > 0)
		return false;
	if (strcasestr(first, "cstimer") != NULL)
		return true;
	if (words_have_title(first) || text_is_digit(*first))
		return false;
	l->reader.buffer[l->reader.end] = '\0';  /* there is room for it */
	for (const char *at = l->reader.buffer + l->reader.start; *at != '\0'; at += strcspn(at, "\r\n")) {
		at = text_skip_space(at);
		if (words_begin_solve(at))
			return true;
		if (words_begin_scramble(at, l->options))
			return false;
	}
	return false;
}

/* Decide by the first line that is not blank; a header is consumed, other lines are given back. */
static enum list_status recognise(struct list *l)
{
	struct line line;
	const enum list_status status = take_first_line(l, &line);
	if (status != LIST_ENTRY)
		return status;
	char *const text = line_skip_blanks(line.text);
	const bool is_plain = l->source == LIST_LINES || l->source == LIST_CUBE_EXPLORER;
	/* An object or arrays, or the line ends there; "[R: U]" and "[[R, U]: F]" begin none. */
	const char *const after = *text == '{' ? "\"}" : *text == '[' ? "{\"]" : NULL;
	if (!is_plain && after != NULL && strchr(after, text[1 + strspn(text + 1, " \t\r[")]) != NULL)
		l->shape = SHAPE_JSON;
	else if (l->source == LIST_TNOODLE || l->source == LIST_CUBEDESK)
		return FAIL(l, "line %" PRIu64 ": not JSON, as %s writes it", line.number,
		            l->source == LIST_TNOODLE ? "TNoodle" : "CubeDesk");
	else if (!is_plain && csv_recognise(text, l->options, &l->columns))
		l->shape = SHAPE_CSV;
	else if (l->source == LIST_TWISTY_TIMER)
		return FAIL(l, "not a file of Twisty Timer: its first line has no quoted fields");
	else
		l->shape = !is_plain && are_statistics(l, text) ? SHAPE_STATISTICS : SHAPE_LINES;
	if (!l->columns.has_header)
		line_reader_give_back(&l->reader, &line);
	/* The WCA's tables have no quotes: one in them is a character like others, not the begin of many
	 * lines. */
	if (l->shape == SHAPE_CSV && l->columns.place[CSV_EVENT] == CSV_NOWHERE)
		l->reader.separator = l->columns.separator;
	return LIST_ENTRY;
}

/* ---- exports in JSON ---- */
static enum list_status next_of_export(struct list *l, struct list_entry *out)
{
	enum list_status status = LIST_ENTRY;
	while (!l->reader.is_at_end) {
		status = line_reader_fill(&l->reader);
		if (status != LIST_ENTRY && status != LIST_END)
			return status;
	}
	if (l->reader.start < l->reader.end) {  /* else it was parsed before */
		const char *const text = l->reader.buffer + l->reader.start;
		l->export.event = l->options & READ_POCKET ? "222" : "333";
		status = export_read(text, l->reader.end - l->reader.start, l->source, &l->export, l->fault);
		l->reader.start = l->reader.end;
		if (status != LIST_ENTRY)
			return status;
	}
	if (l->n_read == l->export.n_entries)
		return LIST_END;
	*out = l->export.entries[l->n_read];
	out->progress = (double)(l->n_read + 1) / (double)l->export.n_entries;
	return LIST_ENTRY;
}

/* ---- tables ---- */
static enum list_status next_of_table(struct list *l, struct list_entry *out)
{
	while (!csv_row_next(&l->row, out)) {
		struct line line;
		const enum list_status status = line_reader_take(&l->reader, &line);
		if (status != LIST_ENTRY)
			return status;
		*out = (struct list_entry){.line = line.number, .column = 1, .scramble = line.text + line.size,
		                           .fault = "a NUL byte; scrambles are text"};
		if (strlen(line.text) != line.size)
			return LIST_ENTRY;
		if (*line_skip_blanks(line.text) == '\0')
			continue;
		if (!csv_row_read(&l->row, &line, &l->columns, l->options))
			return LIST_NO_MEMORY;
		l->n_other_puzzles += l->row.is_other_puzzle;
	}
	return LIST_ENTRY;
}

/* ---- all ---- */
static enum list_status next_of_all(struct list *l, struct list_entry *out)
{
	enum list_status status = l->shape == SHAPE_UNKNOWN ? recognise(l) : LIST_ENTRY;
	/* Pass over what csTimer says of a session, up to its solves. */
	while (status == LIST_ENTRY && l->shape == SHAPE_STATISTICS) {
		struct line line;
		status = line_reader_take(&l->reader, &line);
		if (status != LIST_ENTRY)
			break;
		const char *const text = line_skip_blanks(line.text);
		if (words_begin_solve(text)) {
			line_reader_give_back(&l->reader, &line);
			l->shape = SHAPE_LINES;
		} else
			l->n_statistics += *text != '\0';
	}
	if (status != LIST_ENTRY)
		return status;
	if (l->shape == SHAPE_JSON)
		return next_of_export(l, out);
	if (l->shape == SHAPE_ARGUMENTS)
		return l->n_read == l->n_arguments ? LIST_END
		                                   : plain_read_argument(&l->plain, l->arguments[l->n_read], out);
	status = l->shape == SHAPE_CSV ? next_of_table(l, out) : plain_next(&l->plain, &l->reader, out);
	const uint64_t n_taken = l->reader.n_read - (l->reader.end - l->reader.start);
	if (status == LIST_ENTRY)
		out->progress = l->size_bytes > 0 ? (double)n_taken / (double)l->size_bytes : -1;
	return status;
}

void list_select(struct list *l, uint32_t block_entries, uint32_t first, uint32_t n)
{
	l->block_entries = block_entries;
	l->first_block = first;
	l->n_blocks = n;
}

enum list_status list_next(struct list *l, int timeout_ms, struct list_entry *out)
{
	enum list_status status;
	uint64_t block;
	if (*l->fault != '\0')
		return LIST_BAD_EXPORT;  /* refused before */
	l->reader.timeout_ms = timeout_ms;
	do {
		status = next_of_all(l, out);
		if (status == LIST_END && l->n_read == 0) {
			/* No empty list: it is another file than was meant, or another puzzle. */
			char skipped[LIST_SKIPPED_SIZE];
			const uint64_t n_skipped = list_describe_skipped(l, skipped);
			return FAIL(l, "no scramble found for the %s%s%s",
			            l->options & READ_POCKET ? "2x2x2" : "3x3x3",
			            n_skipped > 0 ? "; skipped: " : "", skipped);
		}
		if (status != LIST_ENTRY)
			return status;
		block = l->n_read++ / l->block_entries;
	} while (block % l->n_blocks != l->first_block);
	out->number = l->n_read;
	return status;
}
