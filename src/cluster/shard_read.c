#include "cluster/shard_footer.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { READ_BYTES = 1 << 16, HEADER_MAX = 1 << 20 };

static enum shard_status status_of_errno(void)
{
	return errno == ENOMEM ? SHARD_NO_MEMORY : errno == ENOENT ? SHARD_MISSING : SHARD_IO;
}

/* SHARD_TORN: the file ends before. */
static enum shard_status read_at(int fd, void *buffer, size_t size, uint64_t offset)
{
	for (size_t n_read = 0; n_read < size;) {
		const ssize_t n = pread(fd, (char *)buffer + n_read, size - n_read, (off_t)(offset + n_read));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return SHARD_IO;
		if (n == 0)
			return SHARD_TORN;
		n_read += (size_t)n;
	}
	return SHARD_OK;
}

static enum shard_status say(enum shard_status status, char *detail, const char *text)
{
	snprintf(detail, SHARD_DETAIL_MAX, "%s", text);
	return status;
}

/* ---- header ---- */

static bool take_text(json_t *line, const char *key, char *out, size_t size)
{
	const char *const text = json_string_value(json_object_get(line, key));
	return text != NULL && (size_t)snprintf(out, size, "%s", text) < size;
}

static bool take_number(json_t *line, const char *key, uint64_t min, uint64_t max, uint64_t *out)
{
	const json_int_t number = json_integer_value(json_object_get(line, key));
	*out = (uint64_t)number;
	return number >= 0 && *out >= min && *out <= max;
}

static bool take_header(json_t *line, struct shard_about *a)
{
	uint64_t index, n, block_items;
	char source[20];
	int end = 0;
	if (!take_number(line, "shards", 1, SHARDS_MAX, &n) || !take_number(line, "shard", 1, n, &index)
	    || !take_number(line, "items", 0, UINT64_MAX >> 8, &a->n_items)
	    || !take_number(line, "block_items", 1, SHARD_BLOCK_MAX, &block_items)
	    || !take_text(line, "work", a->work, sizeof a->work) || !take_text(line, "options", a->options, sizeof a->options)
	    || !take_text(line, "source", source, sizeof source)
	    || sscanf(source, "%16" SCNx64 "%n", &a->source, &end) != 1 || source[end] != '\0')
		return false;
	a->shard = (struct shard){(uint32_t)index, (uint32_t)n};
	a->block_items = (uint32_t)block_items;
	return a->block_items == shard_block_items(a->n_items, a->shard.n);
}

static enum shard_status read_header(struct shard_file *file, const char *text, char *detail)
{
	json_t *const line = json_loadb(text, file->data_at, 0, NULL);
	const char *const schema = json_string_value(json_object_get(line, "schema"));
	enum shard_status status = SHARD_OK;
	if (schema == NULL || strcmp(schema, SHARD_SCHEMA) != 0 || !take_header(line, &file->about)) {
		status = say(SHARD_FOREIGN, detail, "its first line is not that of a shard of this program (" SHARD_SCHEMA ")");
	} else {
		const char *const head = json_string_value(json_object_get(line, "head"));
		file->about.head = strdup(head != NULL ? head : "");
		status = file->about.head != NULL ? SHARD_OK : SHARD_NO_MEMORY;
	}
	json_decref(line);
	return status;
}

/* ---- footer ---- */

static enum shard_status add_to_checksum(int fd, uint64_t at, uint64_t size, char *buffer, XXH3_state_t *state)
{
	for (uint64_t done = 0; done < size;) {
		const size_t n = size - done < READ_BYTES ? (size_t)(size - done) : READ_BYTES;
		const enum shard_status status = read_at(fd, buffer, n, at + done);
		if (status != SHARD_OK)
			return status;
		XXH3_64bits_update(state, buffer, n);
		done += n;
	}
	return SHARD_OK;
}

static enum shard_status compare_checksum(const struct shard_file *file, const struct shard_footer *footer, const char *header,
                                          char *detail)
{
	char *const buffer = malloc(READ_BYTES);
	XXH3_state_t *const state = XXH3_createState();
	enum shard_status status = buffer != NULL && state != NULL ? SHARD_OK : SHARD_NO_MEMORY;
	if (status == SHARD_OK) {
		XXH3_64bits_reset(state);
		XXH3_64bits_update(state, header, file->data_at);
		status = add_to_checksum(file->fd, file->data_at + file->data_bytes, file->n_blocks * sizeof(struct shard_index_entry), buffer,
		                         state);
		XXH3_64bits_update(state, footer, offsetof(struct shard_footer, checksum));
	}
	if (status == SHARD_OK && XXH3_64bits_digest(state) != le64toh(footer->checksum))
		status = say(SHARD_TORN, detail, "damaged: the checksum of its header and index does not match");
	XXH3_freeState(state);
	free(buffer);
	return status;
}

static bool sizes_agree(const struct shard_file *file, uint64_t size)
{
	uint64_t n_records = 0;
	for (unsigned i = 0; i < N_SHARD_KINDS; i++)
		n_records += file->n_of_kind[i];
	const uint64_t rest = size - sizeof(struct shard_footer);
	return file->data_at <= HEADER_MAX && file->data_at <= rest && file->data_bytes <= rest - file->data_at
	       && (rest - file->data_at - file->data_bytes) / sizeof(struct shard_index_entry) == file->n_blocks
	       && n_records <= rest;
}

static enum shard_status read_frame(struct shard_file *file, const struct shard_footer *footer, char *detail)
{
	char *const header = malloc(file->data_at + 1);
	if (header == NULL)
		return SHARD_NO_MEMORY;
	enum shard_status status = read_at(file->fd, header, file->data_at, 0);
	if (status == SHARD_OK)
		status = compare_checksum(file, footer, header, detail);
	if (status == SHARD_OK)
		status = read_header(file, header, detail);
	free(header);
	uint64_t n_records = 0;
	for (unsigned i = 0; i < N_SHARD_KINDS; i++)
		n_records += file->n_of_kind[i];
	if (status == SHARD_OK && (file->n_blocks != shard_blocks(&file->about) || n_records != shard_items(&file->about)))
		status = say(SHARD_TORN, detail, "damaged: it has not as many records as the shard has items");
	return status;
}

static enum shard_status read_all(struct shard_file *file, char *detail)
{
	struct stat there;
	struct shard_footer footer;
	if (fstat(file->fd, &there) != 0)
		return SHARD_IO;
	if (!S_ISREG(there.st_mode) || (uint64_t)there.st_size < sizeof footer)
		return say(SHARD_TORN, detail, "cut off, or no shard");
	const enum shard_status status = read_at(file->fd, &footer, sizeof footer, (uint64_t)there.st_size - sizeof footer);
	if (status != SHARD_OK)
		return status;
	if (memcmp(footer.magic, SHARD_MAGIC, sizeof footer.magic) != 0)
		return say(SHARD_TORN, detail, "cut off, or no shard");
	file->data_at = le64toh(footer.data_at);
	file->data_bytes = le64toh(footer.data_bytes);
	file->n_blocks = le64toh(footer.n_blocks);
	for (unsigned i = 0; i < N_SHARD_KINDS; i++)
		file->n_of_kind[i] = le64toh(footer.n_of_kind[i]);
	if (!sizes_agree(file, (uint64_t)there.st_size))
		return say(SHARD_TORN, detail, "damaged: its parts do not fit its size");
	return read_frame(file, &footer, detail);
}

enum shard_status shard_open(const char *path, struct shard_file *out, char *detail)
{
	struct shard_file file = {.path = strdup(path), .fd = open(path, O_RDONLY | O_CLOEXEC)};
	*detail = '\0';
	enum shard_status status = file.fd < 0 ? status_of_errno() : file.path == NULL ? SHARD_NO_MEMORY : SHARD_OK;
	if (status == SHARD_OK)
		status = read_all(&file, detail);
	if (status == SHARD_OK) {
		*out = file;
		return SHARD_OK;
	}
	const int error = errno;
	shard_close(&file);
	errno = error;
	return status;
}

void shard_rest(struct shard_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
}

void shard_close(struct shard_file *file)
{
	shard_rest(file);
	free(file->about.head);
	free(file->path);
	*file = (struct shard_file){.fd = -1};
}

/* ---- blocks ---- */

static enum shard_status read_block(const struct shard_file *file, int fd, uint64_t i, char **buffer, size_t *capacity, size_t *size)
{
	struct shard_index_entry entry[2] = {{0, 0}};
	const uint64_t index_at = file->data_at + file->data_bytes;
	const uint64_t n = i > 0 ? 2 : 1;
	enum shard_status status = read_at(fd, &entry[2 - n], n * sizeof *entry, index_at + (i + 1 - n) * sizeof *entry);
	if (status != SHARD_OK)
		return status;
	const uint64_t begin = le64toh(entry[0].end), end = le64toh(entry[1].end);
	if (begin > end || end > file->data_bytes)
		return SHARD_TORN;
	*size = (size_t)(end - begin);
	if (*size > *capacity) {
		char *const more = realloc(*buffer, *size);
		if (more == NULL)
			return SHARD_NO_MEMORY;
		*buffer = more;
		*capacity = *size;
	}
	status = read_at(fd, *buffer, *size, file->data_at + begin);
	if (status != SHARD_OK)
		return status;
	return XXH3_64bits(*buffer, *size) == le64toh(entry[1].checksum) ? SHARD_OK : SHARD_TORN;
}

enum shard_status shard_read_block(const struct shard_file *file, uint64_t i, char **buffer, size_t *capacity, size_t *size)
{
	if (file->fd >= 0)
		return read_block(file, file->fd, i, buffer, capacity, size);
	const int fd = open(file->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return status_of_errno();
	const enum shard_status status = read_block(file, fd, i, buffer, capacity, size);
	const int error = errno;
	close(fd);
	errno = error;
	return status;
}

enum shard_status shard_verify(const struct shard_file *file)
{
	char *buffer = NULL;
	size_t capacity = 0, size;
	enum shard_status status = SHARD_OK;
	for (uint64_t i = 0; i < file->n_blocks && status == SHARD_OK; i++)
		status = shard_read_block(file, i, &buffer, &capacity, &size);
	free(buffer);
	return status;
}
