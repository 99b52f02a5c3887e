#include "input/line_reader.h"

#include <poll.h>
#include <unistd.h>

enum { READ_BYTES = 1 << 16 };

enum list_status line_reader_fill(struct line_reader *r)
{
	if (r->start > 0) {
		memmove(r->buffer, r->buffer + r->start, r->end - r->start);
		r->end -= r->start;
		r->start = 0;
	}
	/* Room for one more read() and a closing NUL. */
	char *const buffer = array_reserve(r->buffer, r->end + READ_BYTES + 1, &r->capacity, 1);
	if (buffer == NULL)
		return LIST_NO_MEMORY;
	r->buffer = buffer;
	struct pollfd input = {.fd = r->fd, .events = POLLIN};
	const int n_ready = poll(&input, 1, r->timeout_ms);
	if (n_ready == 0 || (n_ready < 0 && errno == EINTR))
		return LIST_LATER;
	const ssize_t n_read = n_ready < 0 ? -1 : read(r->fd, r->buffer + r->end, READ_BYTES);
	if (n_read < 0)
		return errno == EINTR || errno == EAGAIN ? LIST_LATER : LIST_IO;
	r->end += (size_t)n_read;
	r->n_read += (uint64_t)n_read;
	r->is_at_end = n_read == 0;
	return r->is_at_end ? LIST_END : LIST_ENTRY;
}

/* The line end of the line at `start`, or in CSV of the record; its bytes go to *n_bytes.
 * @return NULL if there is none, or if a \r is the last byte so far and a \n may follow */
static char *find_line_end(struct line_reader *r, size_t *n_bytes)
{
	char *p = r->buffer + r->start + r->scanned, *const end = r->buffer + r->end, *found = NULL;
	if (r->separator == '\0' && p < end) {
		found = memchr(p, '\n', (size_t)(end - p));
		char *const carriage_return = memchr(p, '\r', (size_t)((found != NULL ? found : end) - p));
		found = carriage_return != NULL ? carriage_return : found;
	}
	for (; r->separator != '\0' && found == NULL && p < end; p++) {
		r->quoting = quoting_after(r->quoting, *p, r->separator);
		found = (*p == '\n' || *p == '\r') && r->quoting != QUOTING_OPEN ? p : NULL;
	}
	r->scanned = (size_t)((found != NULL ? found : end) - (r->buffer + r->start));
	if (found == NULL || (*found == '\r' && found + 1 == end && !r->is_at_end))
		return NULL;
	*n_bytes = *found == '\r' && found + 1 < end && found[1] == '\n' ? 2 : 1;
	return found;
}

enum list_status line_reader_take(struct line_reader *r, struct line *out)
{
	char *line_end = NULL;
	size_t n_end = 0;
	while (r->buffer == NULL || (line_end = find_line_end(r, &n_end)) == NULL) {
		if (r->is_at_end && r->start == r->end)
			return LIST_END;
		if (r->is_at_end)
			break;
		const enum list_status status = line_reader_fill(r);
		if (status != LIST_ENTRY && status != LIST_END)
			return status;
	}
	*out = (struct line){.text = r->buffer + r->start, .size = r->scanned, .number = r->n_lines + 1};
	out->n_lines = line_end != NULL;
	for (const char *p = out->text; r->separator != '\0' && p < line_end; p++)  /* those within the record */
		out->n_lines += *p == '\n' || (*p == '\r' && p[1] != '\n');
	out->end = line_end != NULL ? *line_end : '\0';
	r->n_lines += out->n_lines;
	r->start += out->size + n_end;
	r->scanned = 0;
	r->quoting = QUOTING_BEFORE;
	out->text[out->size] = '\0';
	return LIST_ENTRY;
}

void line_reader_give_back(struct line_reader *r, const struct line *line)
{
	line->text[line->size] = line->end;
	r->n_lines -= line->n_lines;
	r->start = (size_t)(line->text - r->buffer);
	r->scanned = 0;
}
