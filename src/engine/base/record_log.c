#include "base/record_log.h"

#include "base/array.h"
#include "base/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MAX = 40, READ_BYTES = 1 << 16 };

static bool reserve(struct record_log *log, size_t size)
{
	char *const buffer = array_reserve(log->buffer, size, &log->capacity, 1);
	if (buffer != NULL)
		log->buffer = buffer;
	return buffer != NULL;
}

/* ---- the head ---- */

bool record_log_skip_common(const char **a, const char **b, const char *separators)
{
	while (**a != '\0') {
		const size_t n = strcspn(*a, separators);
		if (n != strcspn(*b, separators) || memcmp(*a, *b, n) != 0)
			return false;
		*a += n + ((*a)[n] != '\0');
		*b += n + ((*b)[n] != '\0');
	}
	return **b == '\0';
}

bool record_log_columns_agree(const char *there, const char *now, char *detail)
{
	static const char separators[] = ",\t\n";
	if (*now == '{' || record_log_skip_common(&there, &now, separators))
		return true;
	there = *there != '\0' ? there : "none";
	now = *now != '\0' ? now : "none";
	snprintf(detail, RECORD_LOG_DETAIL_MAX,
	         "written by another version of superflip, with other columns: %.*s in place of %.*s",
	         (int)strcspn(there, separators), there, (int)strcspn(now, separators), now);
	return false;
}

void record_log_describe_difference(const char *there, const char *now, const char *separator, char *detail)
{
	record_log_skip_common(&now, &there, separator);
	const size_t n = strcspn(now, separator), m = strcspn(there, separator), n_key = strcspn(now, "=\n");
	if (n_key < n && n_key < m && memcmp(now, there, n_key + 1) == 0)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "%.*s was %.*s, is %.*s now", (int)n_key, now,
		         (int)(m - n_key - 1), there + n_key + 1, (int)(n - n_key - 1), now + n_key + 1);
	else
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "%.*s now, %.*s there", n > 0 ? (int)n : 11,
		         n > 0 ? now : "the default", m > 0 ? (int)m : 11, m > 0 ? there : "the default");
}

static void take_head(struct record_log *log, char *head)
{
	free(log->head);
	log->head = head;
	log->end = strlen(head) + 1;
	log->checksum = XXH3_64bits(head, strlen(head));
}

enum status record_log_check_format(const char *text, const char *format, char *detail)
{
	const size_t n_line = strcspn(text, "\n"), n_name = strcspn(format, "/") + 1;
	if (n_line == strlen(format) && memcmp(text, format, n_line) == 0)
		return STATUS_OK;
	if (strncmp(text, format, n_name) == 0)
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "written by another version of superflip (%.*s, this one has %s)",
		         (int)(n_line < 40 ? n_line : 40), text, format);
	else
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "not a file of this kind (%s)", format);
	return STATUS_FOREIGN;
}

/* @param identity  that it must have; NULL: any */
static enum status read_head(struct record_log *log, const char *format, const char *identity, char *detail)
{
	if (!reserve(log, RECORD_LOG_HEAD_MAX + 1))
		return STATUS_NO_MEMORY;
	const ptrdiff_t n = file_read_at(log->fd, log->buffer, RECORD_LOG_HEAD_MAX, 0);
	if (n < 0)
		return file_status(errno);
	log->buffer[n] = '\0';
	const enum status status = record_log_check_format(log->buffer, format, detail);
	if (status != STATUS_OK)
		return status;
	const char *const blank = strstr(log->buffer, "\n\n");
	if (blank == NULL) {
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "cut off at its beginning");
		return STATUS_FOREIGN;
	}
	char *const head = strndup(log->buffer, (size_t)(blank + 1 - log->buffer));
	if (head == NULL)
		return STATUS_NO_MEMORY;
	take_head(log, head);
	if (identity == NULL || strcmp(head + strlen(format) + 1, identity) == 0)
		return STATUS_OK;
	record_log_describe_difference(head + strlen(format) + 1, identity, "\n", detail);
	return STATUS_DIFFERENT;
}

/* @return false without memory: errno is set */
static bool make_head(struct record_log *log, const char *format, const char *identity)
{
	char *head;
	if (asprintf(&head, "%s\n%s", format, identity) < 0)
		return false;
	take_head(log, head);
	return true;
}

static enum status write_head(struct record_log *log)
{
	const bool is_written = file_write_at(log->fd, log->head, log->end - 1, 0)
	                        && file_write_at(log->fd, "\n", 1, log->end - 1)
	                        && ftruncate(log->fd, (off_t)log->end) == 0 && fdatasync(log->fd) == 0;
	return is_written ? STATUS_OK : file_status(errno);
}

const char *record_log_value(const struct record_log *log, const char *key, size_t *size)
{
	const size_t n_key = strlen(key);
	for (const char *line = log->head; *line != '\0'; line += strcspn(line, "\n") + 1) {
		if (strncmp(line, key, n_key) != 0 || line[n_key] != '=')
			continue;
		*size = strcspn(line, "\n") - n_key - 1;
		return line + n_key + 1;
	}
	return NULL;
}

/* ---- opening ---- */

enum status record_log_open(const char *path, const char *format, const char *identity,
                            struct record_log *out, char *detail)
{
	*out = (struct record_log){.fd = -1};
	*detail = '\0';
	const int error = file_open_locked(path, false, NULL, &out->fd);
	if (error != 0)
		return file_status(error);
	/* What a writer that was ended early can have left is the beginning of this very head. */
	const ptrdiff_t n = make_head(out, format, identity) && reserve(out, out->end)
	                    ? file_read_at(out->fd, out->buffer, out->end, 0) : -1;
	enum status status;
	if (n < 0) {
		status = file_status(errno);
	} else if ((uint64_t)n < out->end && memcmp(out->buffer, out->head, (size_t)n) == 0) {
		status = write_head(out);
		if (status == STATUS_OK)
			file_sync_directory(path);
	} else {
		status = read_head(out, format, identity, detail);
	}
	if (status != STATUS_OK)
		record_log_close(out);
	return status;
}

enum status record_log_read(const char *path, const char *format, const char *identity,
                            struct record_log *out, char *detail)
{
	/* a pipe is no log: do not wait for its writer */
	*out = (struct record_log){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
	*detail = '\0';
	if (out->fd < 0)
		return file_status(errno);
	const enum status status = read_head(out, format, identity, detail);
	if (status != STATUS_OK)
		record_log_close(out);
	return status;
}

enum status record_log_begin(int fd, const char *format, const char *identity, struct record_log *out)
{
	*out = (struct record_log){.fd = fd};
	const enum status status =
		fd >= 0 && make_head(out, format, identity) ? write_head(out) : file_status(errno);
	if (status != STATUS_OK)
		record_log_close(out);
	return status;
}

void record_log_close(struct record_log *log)
{
	file_close(log->fd);
	free(log->head);
	free(log->buffer);
	*log = (struct record_log){.fd = -1};
}

/* ---- reading ---- */

/* Bytes of the file from log->end on, at least `size` unless it ends before.  @return how many there are, -1:
 * errno is set */
static ptrdiff_t look(struct record_log *log, size_t size, const char **bytes)
{
	if (log->end < log->buffer_at || log->end + size > log->buffer_at + log->n_buffer) {
		const size_t wanted = size > READ_BYTES ? size : READ_BYTES;
		if (!reserve(log, wanted + 1)) {
			errno = ENOMEM;
			return -1;
		}
		const ptrdiff_t n = file_read_at(log->fd, log->buffer, wanted, log->end);
		if (n < 0)
			return -1;
		log->n_buffer = (size_t)n;
		log->buffer_at = log->end;
		log->buffer[n] = '\0';
	}
	*bytes = log->buffer + (log->end - log->buffer_at);
	return (ptrdiff_t)(log->buffer_at + log->n_buffer - log->end);
}

/* "SIZE CHECKSUM " @return the bytes of it, 0: it is none */
static size_t read_frame(const char *bytes, size_t *size, uint64_t *checksum)
{
	char *end;
	if (*bytes < '0' || *bytes > '9')
		return 0;
	*size = strtoul(bytes, &end, 10);
	if (*end != ' ' || end - bytes > FRAME_MAX - 18 || strspn(end + 1, "0123456789abcdef") != 16
	    || end[17] != ' ')
		return 0;
	*checksum = strtoull(end + 1, NULL, 16);
	return (size_t)(end + 18 - bytes);
}

enum status record_log_next(struct record_log *log, const char **record, size_t *size)
{
	const char *bytes;
	uint64_t checksum;
	ptrdiff_t n = log->fd >= 0 ? look(log, FRAME_MAX, &bytes) : 0;
	if (n < 0)
		return file_status(errno);
	const size_t n_frame = n > 0 ? read_frame(bytes, size, &checksum) : 0;
	struct stat file;
	if (n_frame == 0 || (*size > READ_BYTES && (fstat(log->fd, &file) != 0
		|| *size >= (uint64_t)file.st_size)))
		return STATUS_END;
	n = look(log, n_frame + *size + 1, &bytes);
	if (n < 0)
		return file_status(errno);
	if ((size_t)n < n_frame + *size + 1 || bytes[n_frame + *size] != '\n'
	    || XXH3_64bits_withSeed(bytes + n_frame, *size, log->checksum) != checksum)
		return STATUS_END;
	*record = bytes + n_frame;
	log->end += n_frame + *size + 1;
	log->checksum = checksum;
	log->buffer[log->end - log->buffer_at - 1] = '\0';
	return STATUS_OK;
}

enum status record_log_cut(struct record_log *log)
{
	log->n_buffer = 0;
	return log->fd < 0 || ftruncate(log->fd, (off_t)log->end) == 0 ? STATUS_OK : file_status(errno);
}

/* ---- writing ---- */

enum status record_log_append(struct record_log *log, const void *record, size_t size)
{
	if (log->fd < 0 || log->error != 0)
		return STATUS_OK;
	if (!reserve(log, log->n_buffer + FRAME_MAX + size + 1))
		return STATUS_NO_MEMORY;
	log->last_checksum = XXH3_64bits_withSeed(record, size, log->n_buffer == 0 ? log->checksum
		: log->last_checksum);
	char *const at = log->buffer + log->n_buffer;
	const size_t n_frame = (size_t)sprintf(at, "%zu %016" PRIx64 " ", size, log->last_checksum);
	memcpy(at + n_frame, record, size);
	at[n_frame + size] = '\n';
	log->n_buffer += n_frame + size + 1;
	return STATUS_OK;
}

enum status record_log_flush(struct record_log *log, bool syncs)
{
	if (log->fd < 0)
		return STATUS_OK;
	if (log->error == 0 && log->n_buffer > 0 && !file_write_at(log->fd, log->buffer, log->n_buffer, log->end))
		log->error = errno;
	if (log->error == 0 && syncs && fdatasync(log->fd) != 0)
		log->error = errno;
	if (log->error != 0)
		return file_status(log->error);
	log->end += log->n_buffer;
	log->checksum = log->n_buffer > 0 ? log->last_checksum : log->checksum;
	log->n_buffer = 0;
	return STATUS_OK;
}
