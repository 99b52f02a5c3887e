/* Reading journals of units.  What does not match its checksum ends a file: it was being written when its writer was ended. */
#include "cluster/unit_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { READ_RECORDS = 4096 };

uint64_t unit_record_checksum(const void *record, uint64_t seed)
{
	return XXH3_64bits_withSeed((const char *)record + sizeof(uint64_t), UNIT_RECORD_BYTES - sizeof(uint64_t), seed);
}

bool unit_journal_make_room(void **items, uint64_t n, uint64_t *capacity, size_t size)
{
	if (n < *capacity)
		return true;
	const uint64_t more = *capacity == 0 ? 1024 : 2 * *capacity;
	void *const moved = realloc(*items, more * size);
	if (moved == NULL)
		return false;
	*items = moved;
	*capacity = more;
	return true;
}

/* ---- the header ---- */
static bool read_word(const char **at, const char *name, char *out, size_t size)
{
	const size_t n_name = strlen(name);
	if (strncmp(*at, name, n_name) != 0 || (*at)[n_name] != ' ')
		return false;
	const char *const word = *at + n_name + 1, *const end = strchr(word, '\n');
	if (end == NULL || (size_t)(end - word) >= size)
		return false;
	memcpy(out, word, (size_t)(end - word));
	out[end - word] = '\0';
	*at = end + 1;
	return true;
}

static bool read_header(const char text[UNIT_JOURNAL_HEADER_BYTES], struct unit_journal *out)
{
	char copy[UNIT_JOURNAL_HEADER_BYTES + 1], again[UNIT_JOURNAL_HEADER_BYTES];
	memcpy(copy, text, UNIT_JOURNAL_HEADER_BYTES);
	copy[UNIT_JOURNAL_HEADER_BYTES] = '\0';
	const char *at = copy;
	const size_t n_schema = strlen(UNIT_JOURNAL_SCHEMA);
	if (strncmp(at, UNIT_JOURNAL_SCHEMA "\n", n_schema + 1) != 0)
		return false;
	at += n_schema + 1;
	if (!read_word(&at, "heuristic", out->heuristic, sizeof out->heuristic)
	    || !read_word(&at, "metric", out->metric, sizeof out->metric)
	    || !read_word(&at, "tables", out->tables, sizeof out->tables))
		return false;
	unit_journal_header(out, again);  /* nothing else is in it */
	out->seed = XXH3_64bits(text, UNIT_JOURNAL_HEADER_BYTES);
	return memcmp(text, again, sizeof again) == 0;
}

/* ---- records ---- */
static enum unit_journal_status add_cube(struct unit_journal *j, const struct unit_record_cube *record)
{
	uint64_t capacity = j->cubes_capacity;
	void *cubes = j->cube;
	if (!unit_journal_make_room(&cubes, j->n_cubes, &capacity, sizeof *j->cube))
		return UNIT_JOURNAL_NO_MEMORY;
	j->cube = cubes;
	j->cubes_capacity = (uint32_t)capacity;
	struct unit_journal_cube *const c = &j->cube[j->n_cubes++];
	memcpy(&c->cube, record->cube, sizeof c->cube);
	c->min_moves = record->min_moves;
	return cube_check(&c->cube) == CUBE_OK ? UNIT_JOURNAL_OK : UNIT_JOURNAL_FOREIGN;
}

static enum unit_journal_status add_unit(struct unit_journal *j, const struct unit_record_unit *record)
{
	void *entries = j->entry;
	if (!unit_journal_make_room(&entries, j->n_entries, &j->entries_capacity, sizeof *j->entry))
		return UNIT_JOURNAL_NO_MEMORY;
	j->entry = entries;
	j->entry[j->n_entries++] = (struct unit_entry){
		.cube = record->cube, .threshold = record->threshold, .unit = record->unit,
		.account = {{record->n_generated, record->n_expanded, record->n_lookups}, record->cpu_ns},
	};
	return record->cube < j->n_cubes && record->threshold <= SEARCH_MAX_LENGTH ? UNIT_JOURNAL_OK : UNIT_JOURNAL_FOREIGN;
}

static enum unit_journal_status add_solution(struct unit_journal *j, const struct unit_record_solution *record)
{
	void *solutions = j->solution;
	if (!unit_journal_make_room(&solutions, j->n_solutions, &j->solutions_capacity, sizeof *j->solution))
		return UNIT_JOURNAL_NO_MEMORY;
	j->solution = solutions;
	struct unit_solution *const s = &j->solution[j->n_solutions++];
	*s = (struct unit_solution){.cube = record->cube, .threshold = record->threshold};
	memcpy(s->path, record->path, sizeof s->path);
	bool is_sound = s->cube < j->n_cubes && s->threshold <= SEARCH_MAX_LENGTH;
	for (unsigned i = 0; is_sound && i < s->threshold; i++)
		is_sound = s->path[i] < N_MOVES;
	return is_sound ? UNIT_JOURNAL_OK : UNIT_JOURNAL_FOREIGN;
}

/* UNIT_JOURNAL_FOREIGN: the checksum is right, but this program has not written it. */
static enum unit_journal_status add_record(struct unit_journal *j, const unsigned char *bytes)
{
	struct unit_record_head head;
	union {
		struct unit_record_cube cube;
		struct unit_record_unit unit;
		struct unit_record_solution solution;
	} body;
	memcpy(&head, bytes, sizeof head);
	memcpy(&body, bytes + sizeof head, sizeof body);
	switch (head.kind) {
	case UNIT_RECORD_CUBE:     return add_cube(j, &body.cube);
	case UNIT_RECORD_UNIT:     return add_unit(j, &body.unit);
	case UNIT_RECORD_SOLUTION: return add_solution(j, &body.solution);
	default:                   return UNIT_JOURNAL_FOREIGN;
	}
}

static bool is_whole(const unsigned char *bytes, uint64_t seed)
{
	struct unit_record_head head;
	memcpy(&head, bytes, sizeof head);
	return head.n_bytes == UNIT_RECORD_BYTES - sizeof head && head.checksum == unit_record_checksum(bytes, seed);
}

/* As many bytes as there are, up to size.  @return -1: errno is set */
static ssize_t read_at(int fd, void *buffer, size_t size, uint64_t offset)
{
	size_t n_read = 0;
	while (n_read < size) {
		const ssize_t n = pread(fd, (char *)buffer + n_read, size - n_read, (off_t)(offset + n_read));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		n_read += (size_t)n;
	}
	return (ssize_t)n_read;
}

static enum unit_journal_status load_records(int fd, struct unit_journal *out, unsigned char *buffer, uint64_t *end, char *detail)
{
	for (*end = UNIT_JOURNAL_HEADER_BYTES;;) {
		const ssize_t n = read_at(fd, buffer, READ_RECORDS * UNIT_RECORD_BYTES, *end);
		if (n < 0)
			return UNIT_JOURNAL_IO;
		for (ssize_t at = 0; at + UNIT_RECORD_BYTES <= n; at += UNIT_RECORD_BYTES, *end += UNIT_RECORD_BYTES) {
			if (!is_whole(buffer + at, out->seed))
				return UNIT_JOURNAL_OK;
			const enum unit_journal_status status = add_record(out, buffer + at);
			if (status == UNIT_JOURNAL_FOREIGN)
				snprintf(detail, UNIT_JOURNAL_DETAIL_MAX, "the record at byte %" PRIu64 " makes no sense", *end);
			if (status != UNIT_JOURNAL_OK)
				return status;
		}
		if (n < READ_RECORDS * UNIT_RECORD_BYTES)
			return UNIT_JOURNAL_OK;
	}
}

enum unit_journal_status unit_journal_load(int fd, struct unit_journal *out, uint64_t *end, char *detail)
{
	char header[UNIT_JOURNAL_HEADER_BYTES];
	const ssize_t n = read_at(fd, header, sizeof header, 0);
	if (n < 0)
		return UNIT_JOURNAL_IO;
	if (n < (ssize_t)sizeof header || !read_header(header, out)) {
		snprintf(detail, UNIT_JOURNAL_DETAIL_MAX, "it is no journal of units of this version (%s)", UNIT_JOURNAL_SCHEMA);
		return UNIT_JOURNAL_FOREIGN;
	}
	unsigned char *const buffer = malloc(READ_RECORDS * UNIT_RECORD_BYTES);
	if (buffer == NULL)
		return UNIT_JOURNAL_NO_MEMORY;
	const enum unit_journal_status status = load_records(fd, out, buffer, end, detail);
	free(buffer);
	const off_t size = lseek(fd, 0, SEEK_END);
	out->n_torn_bytes = size > (off_t)*end ? (uint64_t)size - *end : 0;
	return status;
}

enum unit_journal_status unit_journal_read(const char *path, struct unit_journal *out, char *detail)
{
	struct unit_journal journal = {.fd = -1};
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? UNIT_JOURNAL_MISSING : UNIT_JOURNAL_IO;
	uint64_t end;
	const enum unit_journal_status status = unit_journal_load(fd, &journal, &end, detail);
	const int error = errno;
	close(fd);
	if (status != UNIT_JOURNAL_OK)
		unit_journal_close(&journal);
	else
		*out = journal;
	errno = error;
	return status;
}
