/* Beginning journals of units and appending to them; unit_journal_read.c reads them. */
#include "cluster/unit_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

/* ---- the header ---- */
void unit_journal_header(const struct unit_journal *journal, char text[UNIT_JOURNAL_HEADER_BYTES])
{
	const int n = snprintf(text, UNIT_JOURNAL_HEADER_BYTES, UNIT_JOURNAL_SCHEMA "\nheuristic %s\nmetric %s\ntables %s\n",
	                       journal->heuristic, journal->metric, journal->tables);
	memset(text + n, ' ', (size_t)(UNIT_JOURNAL_HEADER_BYTES - n));
	text[UNIT_JOURNAL_HEADER_BYTES - 1] = '\n';
}

static void identify(struct unit_journal *journal, const struct heuristic *h)
{
	snprintf(journal->heuristic, sizeof journal->heuristic, "%s", h->spec->name);
	snprintf(journal->metric, sizeof journal->metric, "%s", metric_name[h->metric]);
	size_t n = 0;
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		n += (size_t)snprintf(journal->tables + n, sizeof journal->tables - n, "%s%016" PRIx64, i > 0 ? " " : "",
		                      h->table[i].checksum);
	if (h->spec->n_tables == 0)
		snprintf(journal->tables, sizeof journal->tables, "none");
}

/* ---- files ---- */
static bool write_all(int fd, const char *bytes, size_t size)
{
	for (size_t n_written = 0; n_written < size;) {
		const ssize_t n = write(fd, bytes + n_written, size - n_written);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		n_written += (size_t)n;
	}
	return true;
}

static enum unit_journal_status lock(int fd)
{
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return UNIT_JOURNAL_OK;
	return errno == EWOULDBLOCK ? UNIT_JOURNAL_BUSY : UNIT_JOURNAL_IO;
}

/* A journal that is there has a whole header.  Of two processes that begin one, the first link counts. */
static enum unit_journal_status begin(const char *path, struct unit_journal *journal)
{
	char temporary[PATH_MAX], header[UNIT_JOURNAL_HEADER_BYTES];
	if (snprintf(temporary, sizeof temporary, "%s.tmp%ld", path, (long)getpid()) >= (int)sizeof temporary) {
		errno = ENAMETOOLONG;
		return UNIT_JOURNAL_IO;
	}
	journal->fd = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0666);
	if (journal->fd < 0)
		return UNIT_JOURNAL_IO;
	unit_journal_header(journal, header);
	journal->seed = XXH3_64bits(header, sizeof header);
	enum unit_journal_status status = lock(journal->fd);
	if (status == UNIT_JOURNAL_OK && (!write_all(journal->fd, header, sizeof header) || fsync(journal->fd) != 0))
		status = UNIT_JOURNAL_IO;
	if (status == UNIT_JOURNAL_OK && link(temporary, path) != 0)
		status = errno == EEXIST ? UNIT_JOURNAL_BUSY : UNIT_JOURNAL_IO;
	const int error = errno;
	unlink(temporary);
	errno = error;
	return status;
}

/* Cut off what a writer that was ended left unfinished. */
static enum unit_journal_status go_on(struct unit_journal *journal, const struct unit_journal *want, char *detail)
{
	uint64_t end;
	enum unit_journal_status status = lock(journal->fd);
	if (status == UNIT_JOURNAL_OK)
		status = unit_journal_load(journal->fd, journal, &end, detail);
	if (status != UNIT_JOURNAL_OK)
		return status;
	const char *const name[] = {"heuristic", "metric", "tables"};
	const char *const there[] = {journal->heuristic, journal->metric, journal->tables};
	const char *const now[] = {want->heuristic, want->metric, want->tables};
	for (unsigned i = 0; i < 3; i++)
		if (strcmp(there[i], now[i]) != 0) {
			snprintf(detail, UNIT_JOURNAL_DETAIL_MAX, "%s %s there, %s now", name[i], there[i], now[i]);
			return UNIT_JOURNAL_DIFFERENT;
		}
	return ftruncate(journal->fd, (off_t)end) == 0 ? UNIT_JOURNAL_OK : UNIT_JOURNAL_IO;
}

enum unit_journal_status unit_journal_open(const char *path, const struct heuristic *h, struct unit_journal *out, char *detail)
{
	struct unit_journal want = {.fd = -1};
	identify(&want, h);
	struct unit_journal journal = {.fd = open(path, O_RDWR | O_CLOEXEC | O_APPEND)};
	enum unit_journal_status status;
	if (journal.fd >= 0) {
		status = go_on(&journal, &want, detail);
	} else if (errno == ENOENT) {
		journal = want;
		status = begin(path, &journal);
	} else {
		return UNIT_JOURNAL_IO;
	}
	if (status == UNIT_JOURNAL_OK) {
		journal.tables_of = h;
		*out = journal;
		return UNIT_JOURNAL_OK;
	}
	const int error = errno;
	unit_journal_close(&journal);
	errno = error;
	return status;
}

void unit_journal_close(struct unit_journal *journal)
{
	if (journal->fd >= 0)
		close(journal->fd);
	free(journal->cube);
	free(journal->entry);
	free(journal->solution);
	free(journal->pending);
	*journal = (struct unit_journal){.fd = -1};
}

/* ---- appending ---- */
static bool append(struct unit_journal *journal, enum unit_record_kind kind, const void *body)
{
	if (journal->n_pending + UNIT_RECORD_BYTES > journal->pending_capacity) {
		const size_t more = journal->pending_capacity == 0 ? 64 * UNIT_RECORD_BYTES : 2 * journal->pending_capacity;
		char *const moved = realloc(journal->pending, more);
		if (moved == NULL)
			return false;
		journal->pending = moved;
		journal->pending_capacity = more;
	}
	char *const record = journal->pending + journal->n_pending;
	struct unit_record_head head = {.kind = kind, .n_bytes = UNIT_RECORD_BYTES - sizeof head};
	memcpy(record, &head, sizeof head);
	memcpy(record + sizeof head, body, UNIT_RECORD_BYTES - sizeof head);
	head.checksum = unit_record_checksum(record, journal->seed);
	memcpy(record, &head, sizeof head);
	journal->n_pending += UNIT_RECORD_BYTES;
	return true;
}

static uint32_t find_cube(const struct unit_journal *journal, const struct cube *c)
{
	uint32_t i = 0;
	while (i < journal->n_cubes && !cube_equal(&journal->cube[i].cube, c))
		i++;
	return i;
}

unsigned unit_journal_min_moves(const struct unit_journal *journal, const struct cube *c)
{
	const uint32_t i = find_cube(journal, c);
	return i < journal->n_cubes ? journal->cube[i].min_moves : 0;
}

uint32_t unit_journal_cube(struct unit_journal *journal, const struct cube *c, unsigned min_moves)
{
	const uint32_t i = find_cube(journal, c);
	if (i < journal->n_cubes)
		return i;
	uint64_t capacity = journal->cubes_capacity;
	void *cubes = journal->cube;
	struct unit_record_cube record = {.min_moves = min_moves};
	memcpy(record.cube, c, sizeof *c);
	if (!unit_journal_make_room(&cubes, i, &capacity, sizeof *journal->cube))
		return UINT32_MAX;
	journal->cube = cubes;
	journal->cubes_capacity = (uint32_t)capacity;
	if (!append(journal, UNIT_RECORD_CUBE, &record))
		return UINT32_MAX;
	journal->cube[journal->n_cubes++] = (struct unit_journal_cube){*c, min_moves};
	return i;
}

bool unit_journal_add(struct unit_journal *journal, const struct unit_entry *entry)
{
	const struct unit_record_unit record = {
		.cube = entry->cube, .threshold = entry->threshold, .unit = entry->unit,
		.n_generated = entry->account.counts.n_generated, .n_expanded = entry->account.counts.n_expanded,
		.n_lookups = entry->account.counts.n_lookups, .cpu_ns = entry->account.cpu_ns,
	};
	return append(journal, UNIT_RECORD_UNIT, &record);
}

bool unit_journal_add_solution(struct unit_journal *journal, const struct unit_solution *solution)
{
	struct unit_record_solution record = {.cube = solution->cube, .threshold = solution->threshold};
	memcpy(record.path, solution->path, solution->threshold);
	return append(journal, UNIT_RECORD_SOLUTION, &record);
}

enum unit_journal_status unit_journal_flush(struct unit_journal *journal)
{
	if (journal->error != 0)
		return UNIT_JOURNAL_IO;
	if (journal->n_pending == 0)
		return UNIT_JOURNAL_OK;
	/* In this order: a fault is looked for after the last chunk was found sound. */
	const bool is_checked = heuristic_checked_share(journal->tables_of) >= 1;
	if (heuristic_fault(journal->tables_of, NULL) != PDB_OK) {
		journal->n_dropped += journal->n_pending / UNIT_RECORD_BYTES;
		journal->n_pending = 0;
		return UNIT_JOURNAL_BAD_TABLE;
	}
	if (!is_checked)
		return UNIT_JOURNAL_OK;
	if (!write_all(journal->fd, journal->pending, journal->n_pending) || fdatasync(journal->fd) != 0) {
		journal->error = errno;
		return UNIT_JOURNAL_IO;
	}
	journal->n_pending = 0;
	return UNIT_JOURNAL_OK;
}
