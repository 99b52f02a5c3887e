/* The journal of a coset: a record log (base/record_log.h) that names the position, "state ...", then "page NUMBER BITS" for each page of
 * the bitmap that is not empty.  It is written whole, and replaces the one before. */
#include "subgroup/coset.h"

#include "base/file.h"
#include "base/record_log.h"
#include "cube/facelet.h"
#include "subgroup/member.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FORMAT "superflip-coset/2"

enum { STATE_MAX = 128 + 21 * (SUBGROUP_MAX_DEPTH + 1), PREFIX_MAX = 16, IDENTITY_MAX = FACELET_TEXT_SIZE + 16 };

/* The bitmap belongs to the position, not only to its coset. */
static void identify(const struct cube *c, char identity[IDENTITY_MAX])
{
	char facelets[FACELET_TEXT_SIZE];
	facelet_write(c, facelets);
	snprintf(identity, IDENTITY_MAX, "position=%s\n", facelets);
}

static bool tell(const struct subgroup_coset *coset, const char *what, unsigned page)
{
	return coset->progress == NULL || coset->progress->tell(coset->progress->context, what, page, N_PAGES);
}

/* ---- writing ---- */

static bool is_empty(const uint8_t *page)
{
	return page[0] == 0 && memcmp(page, page + 1, PAGE_BYTES - 1) == 0;
}

static enum record_log_status write_state(const struct subgroup_coset *coset, struct record_log *log)
{
	char text[STATE_MAX];
	unsigned n_pages = 0;
	for (unsigned page = 0; page < N_PAGES; page++)
		n_pages += !is_empty(coset->bitmap.page[page]);
	size_t n = (size_t)snprintf(text, sizeof text, "state %u %u %u %u %" PRIu64, coset->n_depths, coset->n_exact, (unsigned)coset->begun,
	                            n_pages, coset->n_found);
	for (unsigned d = 0; d <= SUBGROUP_MAX_DEPTH; d++)
		n += (size_t)snprintf(text + n, sizeof text - n, " %" PRIu64, coset->count[d]);
	return record_log_append(log, text, n);
}

static enum subgroup_coset_status write_pages(const struct subgroup_coset *coset, char *text, struct record_log *log)
{
	for (unsigned page = 0; page < N_PAGES; page++) {
		if (is_empty(coset->bitmap.page[page]))
			continue;
		const size_t n = (size_t)sprintf(text, "page %u ", page);
		memcpy(text + n, coset->bitmap.page[page], PAGE_BYTES);
		if (record_log_append(log, text, n + PAGE_BYTES) != RECORD_LOG_OK || record_log_flush(log, false) != RECORD_LOG_OK)
			return SUBGROUP_IO;
		if (!tell(coset, "writing", page))
			return SUBGROUP_INTERRUPTED;
	}
	return record_log_flush(log, true) == RECORD_LOG_OK ? SUBGROUP_OK : SUBGROUP_IO;
}

static enum subgroup_coset_status write_to(const struct subgroup_coset *coset, int fd)
{
	char identity[IDENTITY_MAX];
	struct record_log log;
	identify(&coset->cube, identity);
	if (record_log_begin(fd, FORMAT, identity, &log) != RECORD_LOG_OK)
		return SUBGROUP_IO;
	char *const text = malloc(PREFIX_MAX + PAGE_BYTES);
	enum subgroup_coset_status status = SUBGROUP_NO_MEMORY;
	if (text != NULL && write_state(coset, &log) == RECORD_LOG_OK)
		status = write_pages(coset, text, &log);
	record_log_close(&log);
	free(text);
	return status;
}

enum subgroup_coset_status subgroup_coset_journal_write(const struct subgroup_coset *coset, const char *path)
{
	struct staged_file file;
	if ((errno = file_stage(path, true, &file)) != 0)
		return SUBGROUP_IO;
	const enum subgroup_coset_status status = write_to(coset, fcntl(file.fd, F_DUPFD_CLOEXEC, 0));
	const int error = status == SUBGROUP_OK ? file_publish(&file) : errno;
	if (status != SUBGROUP_OK)
		file_discard(&file);
	errno = error;
	return status == SUBGROUP_OK && error != 0 ? SUBGROUP_IO : status;
}

/* ---- reading ---- */

struct state {
	unsigned n_depths, n_exact, begun, n_pages;
	uint64_t n_found, count[SUBGROUP_MAX_DEPTH + 1];
};

static bool parse_state(const char *record, size_t size, struct state *out)
{
	char text[STATE_MAX + 1];
	int n = 0;
	uint64_t sum = 0;
	if (size >= sizeof text)
		return false;
	memcpy(text, record, size);
	text[size] = '\0';
	if (sscanf(text, "state %u %u %u %u %" SCNu64 "%n", &out->n_depths, &out->n_exact, &out->begun, &out->n_pages, &out->n_found, &n) != 5)
		return false;
	char *at = text + n;
	for (unsigned d = 0; d <= SUBGROUP_MAX_DEPTH; d++) {
		char *const before = at;
		out->count[d] = strtoull(before, &at, 10);
		sum += out->count[d];
		if (at == before)
			return false;
	}
	return *at == '\0' && out->n_depths <= SUBGROUP_MAX_DEPTH + 1 && out->n_exact <= out->n_depths && out->begun <= SUBGROUP_BEGUN_EXTENDED
	       && out->n_pages <= N_PAGES && out->n_found == sum;
}

static bool take_page(struct subgroup_coset *coset, const char *record, size_t size)
{
	char *end;
	if (size <= PAGE_BYTES || size - PAGE_BYTES >= PREFIX_MAX || memcmp(record, "page ", 5) != 0)
		return false;
	const unsigned long page = strtoul(record + 5, &end, 10);
	if (page >= N_PAGES || *end != ' ' || end + 1 != record + size - PAGE_BYTES)
		return false;
	memcpy(coset->bitmap.page[page], end + 1, PAGE_BYTES);
	return true;
}

static enum subgroup_coset_status next_record(struct record_log *log, const char **record, size_t *size)
{
	switch (record_log_next(log, record, size)) {
	case RECORD_LOG_OK:        return SUBGROUP_OK;
	case RECORD_LOG_END:       return SUBGROUP_BAD_JOURNAL;
	case RECORD_LOG_NO_MEMORY: return SUBGROUP_NO_MEMORY;
	default:                   return SUBGROUP_IO;
	}
}

static enum subgroup_coset_status read_records(struct subgroup_coset *coset, struct record_log *log)
{
	struct state state;
	const char *record;
	size_t size;
	enum subgroup_coset_status status = next_record(log, &record, &size);
	if (status != SUBGROUP_OK || !parse_state(record, size, &state))
		return status != SUBGROUP_OK ? status : SUBGROUP_BAD_JOURNAL;
	for (unsigned i = 0; i < state.n_pages; i++) {
		status = next_record(log, &record, &size);
		if (status != SUBGROUP_OK || !take_page(coset, record, size))
			return status != SUBGROUP_OK ? status : SUBGROUP_BAD_JOURNAL;
		if (!tell(coset, "reading", i))
			return SUBGROUP_INTERRUPTED;
	}
	if (record_log_next(log, &record, &size) != RECORD_LOG_END)
		return SUBGROUP_BAD_JOURNAL;
	coset->n_depths = state.n_depths;
	coset->n_exact = state.n_exact;
	coset->begun = (enum subgroup_coset_begun)state.begun;
	coset->n_found = state.n_found;
	memcpy(coset->count, state.count, sizeof state.count);
	return SUBGROUP_OK;
}

static enum subgroup_coset_status open_log(const struct cube *c, const char *path, struct record_log *log)
{
	char identity[IDENTITY_MAX], detail[RECORD_LOG_DETAIL_MAX];
	identify(c, identity);
	switch (record_log_read(path, FORMAT, log, detail)) {
	case RECORD_LOG_OK:      break;
	case RECORD_LOG_MISSING: return SUBGROUP_NO_JOURNAL;
	case RECORD_LOG_FOREIGN: return SUBGROUP_FOREIGN_JOURNAL;
	case RECORD_LOG_NO_MEMORY: return SUBGROUP_NO_MEMORY;
	default:                 return SUBGROUP_IO;
	}
	if (strcmp(log->head + strlen(FORMAT) + 1, identity) == 0)
		return SUBGROUP_OK;
	record_log_close(log);
	return SUBGROUP_OTHER_COSET;
}

enum subgroup_coset_status subgroup_coset_journal_check(const struct cube *c, const char *path)
{
	struct record_log log;
	const enum subgroup_coset_status status = open_log(c, path, &log);
	if (status == SUBGROUP_OK)
		record_log_close(&log);
	return status;
}

enum subgroup_coset_status subgroup_coset_journal_read(struct subgroup_coset *coset, const char *path)
{
	struct record_log log;
	enum subgroup_coset_status status = open_log(&coset->cube, path, &log);
	if (status != SUBGROUP_OK)
		return status;
	status = read_records(coset, &log);
	record_log_close(&log);
	return status;
}
