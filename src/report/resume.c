/* A record is "CUBE END CHECKSUM KIND", for one of the results, which ends at byte END; or "complete". */
#include "report/resume.h"

#include "base/array.h"
#include "base/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define RESUME_FORMAT "superflip-resume/2"

static const char complete[] = "complete";
enum { ENTRY_MAX = 80, READ_BYTES = 1 << 20 };

struct entry {
	uint64_t cube, end, checksum;
	unsigned kind;
};

/* Reading results beside a log. */
struct comparison {
	int fd;
	char *buffer;             /* of READ_BYTES; owned */
	XXH3_state_t *state;
};

static bool parse(const char *record, size_t size, struct entry *out)
{
	int end = 0;
	return sscanf(record, "%" SCNx64 " %" SCNu64 " %" SCNx64 " %u%n", &out->cube, &out->end, &out->checksum,
	              &out->kind, &end) == 4
	       && (size_t)end == size && out->kind < N_RESUME_KINDS;
}

/* Whether the bytes from `begin` on are those that the entry is about. */
static bool is_whole(const struct comparison *c, uint64_t begin, const struct entry *entry)
{
	if (entry->end <= begin)
		return false;
	XXH3_64bits_reset(c->state);
	for (uint64_t at = begin; at < entry->end;) {
		const uint64_t left = entry->end - at;
		const size_t n = left < READ_BYTES ? (size_t)left : READ_BYTES;
		if (file_read_at(c->fd, c->buffer, n, at) != (ptrdiff_t)n)
			return false;
		XXH3_64bits_update(c->state, c->buffer, n);
		at += n;
	}
	return XXH3_64bits_digest(c->state) == entry->checksum;
}

static bool keep(struct resume *r, const struct entry *entry)
{
	if (!array_append(&r->cube, &r->n_cubes, &r->capacity, &entry->cube, sizeof entry->cube))
		return false;
	r->done.n_records++;
	r->done.bytes = entry->end;
	r->done.n_of_kind[entry->kind]++;
	return true;
}

/* Keep the entries up to the first that the results do not match; the log then ends before it.  Also the rest is read: whether the
 * list was complete is what the last entry says. */
static enum record_log_status compare(struct resume *r, const struct comparison *c)
{
	bool matches = true;
	uint64_t end = r->log.end, checksum = r->log.checksum;
	enum record_log_status status;
	const char *record;
	size_t size;
	while ((status = record_log_next(&r->log, &record, &size)) == RECORD_LOG_OK) {
		struct entry entry;
		r->is_complete = size == strlen(complete) && memcmp(record, complete, size) == 0;
		if (!r->is_complete)
			matches = matches && parse(record, size, &entry) && is_whole(c, r->done.bytes, &entry);
		if (!matches)
			continue;
		if (!r->is_complete && !keep(r, &entry))
			return RECORD_LOG_NO_MEMORY;
		end = r->log.end;
		checksum = r->log.checksum;
	}
	r->is_altered = r->is_complete && !matches;
	r->log.end = end;
	r->log.checksum = checksum;
	return status == RECORD_LOG_END ? RECORD_LOG_OK : status;
}

static enum record_log_status recover(struct resume *r, const struct comparison *c)
{
	struct stat results;
	const enum record_log_status status = compare(r, c);
	if (status != RECORD_LOG_OK)
		return status;
	if (fstat(c->fd, &results) != 0)
		return RECORD_LOG_IO;
	r->is_altered |= r->is_complete && (uint64_t)results.st_size != r->done.bytes;
	if (r->is_altered)
		return RECORD_LOG_OK;
	return ftruncate(c->fd, (off_t)r->done.bytes) == 0 ? record_log_cut(&r->log) : RECORD_LOG_IO;
}

enum record_log_status resume_open(const char *path, const char *identity, int results_fd, struct resume *out, char *detail)
{
	struct resume r = {.n_cubes = 0};
	enum record_log_status status = record_log_open(path, RESUME_FORMAT, identity, &r.log, detail);
	if (status != RECORD_LOG_OK)
		return status;
	struct comparison c = {results_fd, malloc(READ_BYTES), XXH3_createState()};
	status = c.buffer != NULL && c.state != NULL ? recover(&r, &c) : RECORD_LOG_NO_MEMORY;
	free(c.buffer);
	XXH3_freeState(c.state);
	if (status == RECORD_LOG_OK)
		*out = r;
	else
		resume_close(&r);
	return status;
}

void resume_close(struct resume *resume)
{
	record_log_close(&resume->log);
	free(resume->cube);
	resume->cube = NULL;
}

enum record_log_status resume_append(struct resume *r, uint64_t cube, const char *record, size_t size, enum resume_kind kind)
{
	char text[ENTRY_MAX];
	r->is_complete = false;
	r->done.n_records++;
	r->done.bytes += size;
	r->done.n_of_kind[kind]++;
	const int n = snprintf(text, sizeof text, "%016" PRIx64 " %" PRIu64 " %016" PRIx64 " %u", cube, r->done.bytes,
	                       (uint64_t)XXH3_64bits(record, size), (unsigned)kind);
	return record_log_append(&r->log, text, (size_t)n);
}

enum record_log_status resume_complete(struct resume *resume)
{
	if (resume->is_complete)
		return RECORD_LOG_OK;
	resume->is_complete = true;
	const enum record_log_status status = record_log_append(&resume->log, complete, strlen(complete));
	return status == RECORD_LOG_OK ? record_log_flush(&resume->log, true) : status;
}
