#include "input/line_reader.h"

#include "base/array.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16 };

/* Room for one more read() and a closing NUL. */
static bool make_room(struct line_reader *r)
{
	if (r->start > 0) {
		memmove(r->buffer, r->buffer + r->start, r->end - r->start);
		r->end -= r->start;
		r->start = 0;
	}
	char *const buffer = array_reserve(r->buffer, r->end + READ_BYTES + 1, &r->capacity, 1);
	if (buffer != NULL)
		r->buffer = buffer;
	return buffer != NULL;
}

enum list_status line_reader_fill(struct line_reader *r, int timeout_ms)
{
	if (!make_room(r))
		return LIST_NO_MEMORY;
	struct pollfd input = {.fd = r->fd, .events = POLLIN};
	const int n_ready = poll(&input, 1, timeout_ms);
	if (n_ready == 0 || (n_ready < 0 && errno == EINTR))
		return LIST_LATER;
	const ssize_t n_read = n_ready < 0 ? -1 : read(r->fd, r->buffer + r->end, READ_BYTES);
	if (n_read < 0)
		return errno == EINTR || errno == EAGAIN ? LIST_LATER : LIST_IO;
	r->end += (size_t)n_read;
	r->is_at_end = n_read == 0;
	return r->is_at_end ? LIST_END : LIST_ENTRY;
}

/* The bytes of the line end at p; 0 if there is none, or if a \r is the last byte so far and a \n may follow. */
static size_t line_end_bytes(const struct line_reader *r, const char *p)
{
	const char *const end = r->buffer + r->end;
	if (*p == '\n')
		return 1;
	if (p + 1 < end)
		return p[1] == '\n' ? 2 : 1;
	return r->is_at_end ? 1 : 0;
}

static char *find_plain_end(char *from, char *end)
{
	char *const newline = from < end ? memchr(from, '\n', (size_t)(end - from)) : NULL;
	char *const limit = newline != NULL ? newline : end;
	char *const carriage_return = from < limit ? memchr(from, '\r', (size_t)(limit - from)) : NULL;
	return carriage_return != NULL ? carriage_return : newline;
}

/* The line end of the line at `start`, or in CSV of the record; its bytes go to *n_bytes. */
static char *find_line_end(struct line_reader *r, size_t *n_bytes)
{
	char *const unseen = r->buffer + r->start + r->scanned, *const end = r->buffer + r->end;
	char *found = NULL, *p = unseen;
	if (!r->is_csv)
		found = find_plain_end(unseen, end);
	for (; r->is_csv && found == NULL && p < end; p++) {
		r->is_quoted ^= *p == '"';
		found = (*p == '\n' || *p == '\r') && !r->is_quoted ? p : NULL;
	}
	r->scanned = (size_t)((found != NULL ? found : end) - (r->buffer + r->start));
	*n_bytes = found != NULL ? line_end_bytes(r, found) : 0;
	return *n_bytes > 0 ? found : NULL;
}

static uint64_t count_line_ends(const char *p, const char *end)
{
	uint64_t n = 0;
	for (; p < end; p++)
		n += *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] != '\n'));
	return n;
}

enum list_status line_reader_take(struct line_reader *r, int timeout_ms, struct line *out)
{
	char *line_end = NULL;
	size_t n_end = 0;
	while (r->buffer == NULL || (line_end = find_line_end(r, &n_end)) == NULL) {
		if (r->is_at_end && r->start == r->end)
			return LIST_END;
		if (r->is_at_end)
			break;
		const enum list_status status = line_reader_fill(r, timeout_ms);
		if (status != LIST_ENTRY && status != LIST_END)
			return status;
	}
	*out = (struct line){.text = r->buffer + r->start, .size = r->scanned, .number = r->n_lines + 1, .n_end = n_end};
	if (line_end != NULL)
		out->n_lines = r->is_csv ? count_line_ends(out->text, out->text + out->size + n_end) : 1;
	out->end = line_end != NULL ? *line_end : '\0';
	r->n_lines += out->n_lines;
	r->start += out->size + n_end;
	r->n_bytes += out->size + n_end;
	r->scanned = 0;
	r->is_quoted = false;
	out->text[out->size] = '\0';
	return LIST_ENTRY;
}

void line_reader_give_back(struct line_reader *r, const struct line *line)
{
	if (line->n_end > 0)
		line->text[line->size] = line->end;
	r->n_lines -= line->n_lines;
	r->n_bytes -= (uint64_t)(r->buffer + r->start - line->text);
	r->start = (size_t)(line->text - r->buffer);
	r->scanned = 0;
}

void line_reader_free(struct line_reader *r)
{
	free(r->buffer);
	r->buffer = NULL;
}
