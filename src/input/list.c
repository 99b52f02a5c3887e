#include "input/list.h"
#include "cube/text.h"
#include "input/list_export.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16, MAX_FIELDS = 64 };

enum shape {
	SHAPE_UNKNOWN,
	SHAPE_LINES,
	SHAPE_STATISTICS,          /* of csTimer; lines come after "Time List:" */
	SHAPE_CSV,
	SHAPE_JSON,
};

struct list {
	int fd;
	enum list_source source;
	enum shape shape;
	char event[16];
	char *buffer;              /* bytes start .. end - 1 are read from fd but not yet consumed */
	size_t start, end, capacity;
	size_t scanned;            /* bytes of them that hold no end of line (or of a CSV record) */
	bool is_quoted;            /* where `scanned` ends, in CSV */
	bool is_at_end;            /* of the input; the buffer may still hold some */
	uint64_t n_lines;          /* consumed */
	uint64_t n_bytes, size_bytes;  /* consumed; of the whole source, 0 if unknown */
	unsigned scramble_field, comment_field;  /* of CSV */
	struct export export;
	size_t n_given;            /* entries of the export */
	char fault[200];
};

struct list *list_open(int fd, enum list_source source, const char *event)
{
	struct list *const l = calloc(1, sizeof *l);
	if (l == NULL)
		return NULL;
	*l = (struct list){.fd = fd, .source = source};
	snprintf(l->event, sizeof l->event, "%s", event);
	struct stat status;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
		l->size_bytes = (uint64_t)status.st_size;
	return l;
}

void list_close(struct list *l)
{
	if (l == NULL)
		return;
	export_free(&l->export);
	free(l->buffer);
	free(l);
}

const char *list_fault(const struct list *l) { return l->fault; }
uint64_t list_n_other_puzzles(const struct list *l) { return l->export.n_other_puzzles; }

/* Room for one more read() and a closing NUL. */
static bool make_room(struct list *l)
{
	if (l->start > 0) {
		memmove(l->buffer, l->buffer + l->start, l->end - l->start);
		l->end -= l->start;
		l->start = 0;
	}
	if (l->capacity - l->end > READ_BYTES)
		return true;
	const size_t capacity = l->capacity * 2 + 2 * READ_BYTES;
	char *const buffer = realloc(l->buffer, capacity);
	if (buffer == NULL)
		return false;
	l->buffer = buffer;
	l->capacity = capacity;
	return true;
}

/* LIST_ENTRY: there are more bytes than before. */
static enum list_status read_more(struct list *l, int timeout_ms)
{
	if (!make_room(l))
		return LIST_NO_MEMORY;
	struct pollfd input = {.fd = l->fd, .events = POLLIN};
	const int n_ready = poll(&input, 1, timeout_ms);
	if (n_ready == 0 || (n_ready < 0 && errno == EINTR))
		return LIST_LATER;
	const ssize_t n_read = n_ready < 0 ? -1 : read(l->fd, l->buffer + l->end, READ_BYTES);
	if (n_read < 0)
		return errno == EINTR || errno == EAGAIN ? LIST_LATER : LIST_IO;
	l->end += (size_t)n_read;
	l->is_at_end = n_read == 0;
	return l->is_at_end ? LIST_END : LIST_ENTRY;
}

/* The newline that ends the line at `start`, or in CSV the record: a quoted field may hold newlines. */
static char *find_end_of_line(struct list *l)
{
	char *const unseen = l->buffer + l->start + l->scanned, *const end = l->buffer + l->end;
	char *found = NULL;
	if (l->shape != SHAPE_CSV && unseen < end)
		found = memchr(unseen, '\n', (size_t)(end - unseen));
	for (char *p = unseen; l->shape == SHAPE_CSV && found == NULL && p < end; p++) {
		l->is_quoted ^= *p == '"';
		found = *p == '\n' && !l->is_quoted ? p : NULL;
	}
	l->scanned = (size_t)((found != NULL ? found : end) - (l->buffer + l->start));
	return found;
}

/* A line without its newline, closed by NUL; `size` tells of NULs within it. */
struct line {
	char *text;
	size_t size;
	uint64_t number;
};

static enum list_status take_line(struct list *l, int timeout_ms, struct line *out)
{
	char *newline = NULL;
	while (l->buffer == NULL || (newline = find_end_of_line(l)) == NULL) {
		if (l->is_at_end && l->start == l->end)
			return LIST_END;
		if (l->is_at_end)
			break;
		const enum list_status status = read_more(l, timeout_ms);
		if (status != LIST_ENTRY && status != LIST_END)
			return status;
	}
	*out = (struct line){.text = l->buffer + l->start, .size = l->scanned, .number = l->n_lines + 1};
	const size_t n_consumed = l->scanned + (newline != NULL);
	for (const char *p = out->text; (p = memchr(p, '\n', (size_t)(out->text + n_consumed - p))) != NULL; p++)
		l->n_lines++;
	l->start += n_consumed;
	l->n_bytes += n_consumed;
	l->scanned = 0;
	l->is_quoted = false;
	out->text[out->size] = '\0';
	return LIST_ENTRY;
}

/* Give back a line that was taken with a newline after it or at the end of the input. */
static void untake_line(struct list *l, const struct line *line)
{
	char *const end = line->text + line->size;
	if (end < l->buffer + l->start) {
		*end = '\n';
		l->n_lines--;
	}
	l->n_bytes -= (uint64_t)(l->buffer + l->start - line->text);
	l->start = (size_t)(line->text - l->buffer);
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Also the no-break spaces of web pages: a line of them is a blank one. */
static char *skip_blanks(char *p)
{
	return p + (text_skip_space(p) - p);
}

/* Cut the blanks (and the CR of CRLF) off the end of start .. end - 1. */
static void trim_end(const char *start, char *end)
{
	while (end > start && is_blank(end[-1]))
		end--;
	*end = '\0';
}

static unsigned count_characters(const char *start, const char *end)
{
	unsigned n = 0;
	for (; start < end; n++)
		start += *start != '\0' ? text_char_bytes(start) : 1;  /* a comment before `end` may have been cut off by NUL */
	return n;
}

/* The end of "1.", "1)" or "(1)" if a blank or the end of the line follows; else p. */
static char *skip_number(char *p)
{
	char *q = p + (*p == '(');
	char *const digits = q;
	while (*q >= '0' && *q <= '9')
		q++;
	if (q == digits || (*q != ')' && (*p == '(' || *q != '.')))
		return p;
	return is_blank(q[1]) || q[1] == '\0' ? q + 1 : p;
}

/* csTimer's time of a solve: 12.34 1:02.34 12.34+ (12.34) DNF(12.34) DNF, then perhaps a [comment]. If none, p. */
static char *skip_time(char *p, char **comment)
{
	char *q = p + (*p == '(');
	if (strncmp(q, "DNF", 3) == 0) {
		q += 3;
		if (*q == '(' && strchr(q, ')') != NULL)
			q = strchr(q, ')') + 1;
	} else {
		char *const digits = q;
		q += strspn(q, "0123456789:");
		const size_t n_decimals = *q == '.' ? strspn(q + 1, "0123456789") : 0;
		if (q == digits || n_decimals == 0)
			return p;
		q += 1 + n_decimals;
		q += *q == '+';
	}
	if (*p == '(' && *q++ != ')')
		return p;
	char *const bracket = *q == '[' ? strchr(q, ']') : NULL;
	char *const end = bracket != NULL ? bracket + 1 : q;
	if (!is_blank(*end) && *end != '\0')
		return p;
	if (bracket != NULL) {
		*comment = q + 1;
		*bracket = ' ';
		trim_end(q + 1, bracket);
	}
	return end;
}

/* Where the comment begins, or the end of the text. */
static char *find_comment(char *p)
{
	while (*p != '\0' && *p != '#' && !(p[0] == '/' && p[1] == '/'))
		p++;
	return p;
}

/* Where csTimer's " @date" begins, or the end. */
static char *find_date(char *start, char *end)
{
	for (char *p = start; p + 1 < end; p++)
		if (is_blank(p[0]) && p[1] == '@' && p[2] >= '0' && p[2] <= '9')
			return p;
	return end;
}

/* Blank lines and comments give false. */
static bool read_plain_line(const struct line *line, struct list_entry *out)
{
	*out = (struct list_entry){.line = line->number, .column = 1};
	char *p = skip_blanks(line->text);
	if (strlen(line->text) != line->size) {
		trim_end(p, p + strlen(p));
		out->scramble = p;
		out->column = count_characters(line->text, line->text + strlen(line->text)) + 1;
		out->fault = "a NUL byte; scrambles are text";
		return true;
	}
	char *comment = NULL;
	char *const after_number = skip_number(p);
	char *const after_time = skip_time(skip_blanks(after_number), &comment);
	const bool has_prefix = after_time != p;
	p = skip_blanks(has_prefix ? after_time : p);
	char *const end = find_comment(p);
	if (end == p && !has_prefix)
		return false;
	if (*end != '\0') {
		comment = skip_blanks(end + (*end == '#' ? 1 : 2));
		trim_end(comment, comment + strlen(comment));
	}
	trim_end(p, find_date(p, end));
	out->scramble = p;
	out->column = count_characters(line->text, p) + 1;
	out->label = comment != NULL && *comment != '\0' ? comment : NULL;
	out->fault = *p == '\0' ? "no scramble after the number" : NULL;
	return true;
}

/* Split a CSV record in place: ';' between fields, '"' around those that need it and doubled within. */
static unsigned split_fields(char *text, char *field[MAX_FIELDS])
{
	unsigned n_fields = 0;
	for (char *p = text; n_fields < MAX_FIELDS;) {
		char *to = p;
		bool is_quoted = false;
		field[n_fields++] = p;
		for (; *p != '\0' && (is_quoted || *p != ';'); p++) {
			if (*p != '"')
				*to++ = *p;
			else if (is_quoted && p[1] == '"')
				*to++ = *p++;
			else
				is_quoted = !is_quoted;
		}
		const bool is_last = *p == '\0';
		trim_end(field[n_fields - 1], to);
		if (is_last)
			break;
		p++;
	}
	return n_fields;
}

static bool read_csv_record(const struct list *l, const struct line *line, struct list_entry *out)
{
	*out = (struct list_entry){.line = line->number, .column = 1, .scramble = ""};
	if (strlen(line->text) != line->size) {
		out->fault = "a NUL byte; scrambles are text";
		return true;
	}
	if (*skip_blanks(line->text) == '\0')
		return false;
	char *field[MAX_FIELDS];
	const unsigned n_fields = split_fields(line->text, field);
	if (l->scramble_field >= n_fields) {
		out->fault = "a CSV record without the field \"Scramble\"";
		return true;
	}
	out->scramble = skip_blanks(field[l->scramble_field]);
	out->fault = *out->scramble == '\0' ? "the field \"Scramble\" is empty" : NULL;
	if (l->comment_field < n_fields && *field[l->comment_field] != '\0')
		out->label = field[l->comment_field];
	return true;
}

static void find_fields(struct list *l, char *header)
{
	char *field[MAX_FIELDS];
	const unsigned n_fields = split_fields(header, field);
	l->scramble_field = l->comment_field = MAX_FIELDS;
	for (unsigned i = 0; i < n_fields; i++) {
		if (strcmp(field[i], "Scramble") == 0)
			l->scramble_field = i;
		if (strcmp(field[i], "Comment") == 0)
			l->comment_field = i;
	}
}

/* Whether a line may begin a JSON text, an object or an array; "[R: U]" does not. */
static bool begins_json(char *text)
{
	if (*text != '{' && *text != '[')
		return false;
	const char next = *skip_blanks(text + 1);
	return strchr(*text == '{' ? "\"}" : "{[\"]", next) != NULL;  /* or the line ends there */
}

/* Decide by the first line that is not blank; a header is consumed, other lines are given back. */
static enum list_status recognise(struct list *l, int timeout_ms)
{
	struct line line;
	char *text;
	do {
		const enum list_status status = take_line(l, timeout_ms, &line);
		if (status != LIST_ENTRY)
			return status;
		if (line.number == 1 && (strncmp(line.text, "\xFF\xFE", 2) == 0 || strncmp(line.text, "\xFE\xFF", 2) == 0)) {
			snprintf(l->fault, sizeof l->fault, "UTF-16; save the list as UTF-8");
			return LIST_BAD_EXPORT;
		}
		if (line.number == 1 && strncmp(line.text, "\xEF\xBB\xBF", 3) == 0) {  /* byte-order mark */
			line.text += 3;
			line.size -= 3;
		}
		text = skip_blanks(line.text);
	} while (*text == '\0' && strlen(line.text) == line.size);
	if (begins_json(text))
		l->shape = SHAPE_JSON;
	else if (l->source == LIST_TNOODLE) {
		snprintf(l->fault, sizeof l->fault, "line %" PRIu64 ": not JSON, as TNoodle writes it", line.number);
		return LIST_BAD_EXPORT;
	} else if (strncmp(text, "No.;Time;", 9) == 0) {
		l->shape = SHAPE_CSV;
		find_fields(l, text);
		return LIST_ENTRY;
	} else
		l->shape = strncmp(text, "Generated By csTimer", 20) == 0 ? SHAPE_STATISTICS : SHAPE_LINES;
	untake_line(l, &line);
	return LIST_ENTRY;
}

static enum list_status load_export(struct list *l, int timeout_ms)
{
	while (!l->is_at_end) {
		const enum list_status status = read_more(l, timeout_ms);
		if (status != LIST_ENTRY && status != LIST_END)
			return status;
	}
	if (l->start == l->end)
		return LIST_ENTRY;  /* parsed before */
	const char *const text = l->buffer + l->start;
	const enum list_status status = export_read(text, l->end - l->start, l->source, l->event, &l->export);
	memcpy(l->fault, l->export.fault, sizeof l->fault);
	l->start = l->end;
	return status;
}

static enum list_status next_of_export(struct list *l, int timeout_ms, struct list_entry *out)
{
	const enum list_status status = load_export(l, timeout_ms);
	if (status != LIST_ENTRY)
		return status;
	if (l->n_given == l->export.n_entries)
		return LIST_END;
	const struct export_entry *const entry = &l->export.entries[l->n_given++];
	*out = (struct list_entry){
		.column = 1,
		.scramble = entry->scramble,
		.label = entry->label[0] != '\0' ? entry->label : NULL,
		.fault = entry->scramble[strspn(entry->scramble, " \t\r\n")] == '\0' ? "the scramble is empty" : NULL,
		.progress = (double)l->n_given / (double)l->export.n_entries,
	};
	return LIST_ENTRY;
}

static bool read_line(struct list *l, struct line *line, struct list_entry *out)
{
	if (l->shape == SHAPE_CSV)
		return read_csv_record(l, line, out);
	if (l->shape == SHAPE_LINES)
		return read_plain_line(line, out);
	if (strncmp(line->text, "Time List:", 10) == 0)
		l->shape = SHAPE_LINES;
	return false;
}

enum list_status list_next(struct list *l, int timeout_ms, struct list_entry *out)
{
	enum list_status status = l->shape == SHAPE_UNKNOWN ? recognise(l, timeout_ms) : LIST_ENTRY;
	if (status != LIST_ENTRY)
		return status;
	if (l->shape == SHAPE_JSON)
		return next_of_export(l, timeout_ms, out);
	struct line line;
	do {
		status = take_line(l, timeout_ms, &line);
		if (status != LIST_ENTRY)
			return status;
	} while (!read_line(l, &line, out));
	out->progress = l->size_bytes > 0 ? (double)l->n_bytes / (double)l->size_bytes : -1;
	return LIST_ENTRY;
}
