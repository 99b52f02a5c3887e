#include "report/journal.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { ENTRY_BYTES = 32, BLOCK_ENTRIES = 2048, PENDING_MAX = 4096, CHECKSUM_BYTES = 8, READ_BYTES = 1 << 20 };

static enum journal_status status_of_errno(void)
{
	return errno == ENOMEM ? JOURNAL_NO_MEMORY : errno == ENOENT ? JOURNAL_MISSING : JOURNAL_IO;
}

static bool read_at(int fd, void *buffer, size_t size, uint64_t offset)
{
	for (size_t n_read = 0; n_read < size;) {
		const ssize_t n = pread(fd, (char *)buffer + n_read, size - n_read, (off_t)(offset + n_read));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		n_read += (size_t)n;
	}
	return true;
}

static bool write_at(int fd, const void *data, size_t size, uint64_t offset)
{
	for (size_t n_written = 0; n_written < size;) {
		const ssize_t n = pwrite(fd, (const char *)data + n_written, size - n_written, (off_t)(offset + n_written));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		n_written += (size_t)n;
	}
	return true;
}

/* ---- the header: one line of words, then blanks ---- */

static void write_header(char text[JOURNAL_HEADER_BYTES], const char *options, uint64_t n_cubes,
                         const struct journal_progress *complete)
{
	int n = snprintf(text, JOURNAL_HEADER_BYTES, "%s\ncubes %" PRIu64 "\n", JOURNAL_SCHEMA, n_cubes);
	if (complete != NULL)
		n += snprintf(text + n, (size_t)(JOURNAL_HEADER_BYTES - n),
		              "complete %" PRIu64 " bytes %" PRIu64 " solved %" PRIu64 " unsolved %" PRIu64 " invalid %" PRIu64 "\n",
		              complete->n_records, complete->bytes, complete->n_of_kind[JOURNAL_SOLVED],
		              complete->n_of_kind[JOURNAL_UNSOLVED], complete->n_of_kind[JOURNAL_INVALID]);
	n += snprintf(text + n, (size_t)(JOURNAL_HEADER_BYTES - n), "options %.*s\n", JOURNAL_OPTIONS_MAX - 1, options);
	memset(text + n, ' ', (size_t)(JOURNAL_HEADER_BYTES - n));
	text[JOURNAL_HEADER_BYTES - 1] = '\n';
}

bool journal_read_header(const char *text, char *options, uint64_t *n_cubes, bool *is_complete, struct journal_progress *progress)
{
	char line[JOURNAL_HEADER_BYTES + 1];
	memcpy(line, text, JOURNAL_HEADER_BYTES);
	line[JOURNAL_HEADER_BYTES] = '\0';
	int end = 0;
	if (sscanf(line, JOURNAL_SCHEMA "%*1[\n]cubes %" SCNu64 "%*1[\n]%n", n_cubes, &end) != 1 || end == 0)
		return false;
	const char *at = line + end;
	end = 0;
	*progress = (struct journal_progress){0};
	*is_complete = sscanf(at, "complete %" SCNu64 " bytes %" SCNu64 " solved %" SCNu64 " unsolved %" SCNu64 " invalid %" SCNu64
	                      "%*1[\n]%n", &progress->n_records, &progress->bytes, &progress->n_of_kind[JOURNAL_SOLVED],
	                      &progress->n_of_kind[JOURNAL_UNSOLVED], &progress->n_of_kind[JOURNAL_INVALID], &end) == 5 && end != 0;
	at += *is_complete ? end : 0;
	const char *const newline = strchr(at, '\n');
	if (strncmp(at, "options ", 8) != 0 || newline == NULL || newline - at - 8 >= JOURNAL_OPTIONS_MAX)
		return false;
	memcpy(options, at + 8, (size_t)(newline - at - 8));
	options[newline - at - 8] = '\0';
	return *n_cubes == UINT64_MAX || *n_cubes <= (UINT64_MAX >> 8);
}

static uint64_t entries_at(uint64_t n_cubes)
{
	return JOURNAL_HEADER_BYTES + (n_cubes == UINT64_MAX ? 0 : n_cubes * CHECKSUM_BYTES);
}

/* ---- creating ---- */

/* The checksums of all cubes; UINT64_MAX if the list cannot be read twice. */
static bool write_list(FILE *file, struct journal_list list, uint64_t *n_cubes)
{
	*n_cubes = 0;
	int next = 0;
	for (uint64_t checksum; list.context != NULL && (next = list.next(list.context, &checksum)) > 0; ++*n_cubes) {
		const uint64_t ordered = htole64(checksum);
		if (fwrite(&ordered, sizeof ordered, 1, file) != 1)
			return false;
	}
	if (list.context == NULL)
		*n_cubes = UINT64_MAX;
	if (next == 0)
		return fflush(file) == 0;
	errno = ENOMEM;
	return false;
}

static enum journal_status create_temporary(const char *path, char temporary[PATH_MAX], int *fd)
{
	if (snprintf(temporary, PATH_MAX, "%s.tmp%ld", path, (long)getpid()) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return JOURNAL_IO;
	}
	*fd = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return *fd >= 0 ? JOURNAL_OK : JOURNAL_IO;
}

static enum journal_status fill(struct journal *journal, const char *options, struct journal_list list)
{
	char header[JOURNAL_HEADER_BYTES] = {0};
	const int copy = fcntl(journal->fd, F_DUPFD_CLOEXEC, 0);
	FILE *const file = copy >= 0 ? fdopen(copy, "w") : NULL;
	if (file == NULL)
		return status_of_errno();
	bool is_written = fwrite(header, sizeof header, 1, file) == 1 && write_list(file, list, &journal->n_cubes);
	const int error = errno;
	is_written &= fclose(file) == 0;
	if (!is_written) {
		errno = error;
		return status_of_errno();
	}
	write_header(header, options, journal->n_cubes, NULL);
	if (!write_at(journal->fd, header, sizeof header, 0) || fsync(journal->fd) != 0)
		return JOURNAL_IO;
	journal->entries_at = entries_at(journal->n_cubes);
	return JOURNAL_OK;
}

enum journal_status journal_create(const char *path, const char *options, struct journal_list list, struct journal *out)
{
	char temporary[PATH_MAX];
	struct journal journal = {.fd = -1, .pending = malloc(PENDING_MAX * sizeof *journal.pending)};
	enum journal_status status = journal.pending == NULL ? JOURNAL_NO_MEMORY : create_temporary(path, temporary, &journal.fd);
	if (status != JOURNAL_OK) {
		free(journal.pending);
		return status;
	}
	status = fill(&journal, options, list);
	if (status == JOURNAL_OK && flock(journal.fd, LOCK_EX | LOCK_NB) != 0)
		status = errno == EWOULDBLOCK ? JOURNAL_BUSY : JOURNAL_IO;
	if (status == JOURNAL_OK && rename(temporary, path) != 0)
		status = JOURNAL_IO;
	if (status == JOURNAL_OK) {
		*out = journal;
		return JOURNAL_OK;
	}
	const int error = errno;
	unlink(temporary);
	journal_close(&journal);
	errno = error;
	return status;
}

/* ---- opening ---- */

/* The first word "name=value" of `wanted` that `found` does not have in the same place. */
static void describe_difference(const char *wanted, const char *found, char *detail)
{
	while (*wanted != '\0' && *found != '\0') {
		const size_t n = strcspn(wanted, " "), m = strcspn(found, " "), n_name = strcspn(wanted, "= ");
		if (n != m || memcmp(wanted, found, n) != 0) {
			if (m <= n_name || n <= n_name || memcmp(wanted, found, n_name + 1) != 0)
				break;
			snprintf(detail, JOURNAL_DETAIL_MAX, "%.*s was %.*s, is %.*s now", (int)n_name, wanted, (int)(m - n_name - 1),
			         found + n_name + 1, (int)(n - n_name - 1), wanted + n_name + 1);
			return;
		}
		wanted += n + (wanted[n] == ' ');
		found += m + (found[m] == ' ');
	}
	snprintf(detail, JOURNAL_DETAIL_MAX, "it is of another version of this program");
}

/* Both must be the same to the last cube. */
static enum journal_status compare_list(const struct journal *journal, struct journal_list list, uint64_t *n_compared)
{
	*n_compared = 1;
	if (journal->n_cubes == UINT64_MAX || list.context == NULL)
		return (journal->n_cubes == UINT64_MAX) == (list.context == NULL) ? JOURNAL_OK : JOURNAL_CHANGED;
	const int copy = fcntl(journal->fd, F_DUPFD_CLOEXEC, 0);
	FILE *const file = copy >= 0 ? fdopen(copy, "r") : NULL;
	if (file == NULL)
		return status_of_errno();
	enum journal_status status = fseeko(file, JOURNAL_HEADER_BYTES, SEEK_SET) == 0 ? JOURNAL_OK : JOURNAL_IO;
	int next = 0;
	for (uint64_t checksum, ordered; status == JOURNAL_OK && (next = list.next(list.context, &checksum)) > 0; ++*n_compared)
		if (*n_compared > journal->n_cubes || fread(&ordered, sizeof ordered, 1, file) != 1 || le64toh(ordered) != checksum) {
			status = JOURNAL_CHANGED;
			break;
		}
	fclose(file);
	if (next < 0)
		return JOURNAL_NO_MEMORY;
	return status == JOURNAL_OK && *n_compared <= journal->n_cubes ? JOURNAL_CHANGED : status;
}

static enum journal_status read_header(struct journal *journal, const char *options, char *detail)
{
	char header[JOURNAL_HEADER_BYTES], found[JOURNAL_OPTIONS_MAX];
	struct journal_progress progress;
	struct stat file;
	if (fstat(journal->fd, &file) != 0)
		return JOURNAL_IO;
	if (!read_at(journal->fd, header, sizeof header, 0)
	    || !journal_read_header(header, found, &journal->n_cubes, &journal->is_complete, &progress)) {
		snprintf(detail, JOURNAL_DETAIL_MAX, "it is not a journal of this program (%s)", JOURNAL_SCHEMA);
		return JOURNAL_FOREIGN;
	}
	if (strcmp(found, options) != 0) {
		describe_difference(options, found, detail);
		return JOURNAL_DIFFERENT;
	}
	journal->entries_at = entries_at(journal->n_cubes);
	if ((uint64_t)file.st_size < journal->entries_at) {
		snprintf(detail, JOURNAL_DETAIL_MAX, "it is cut off");
		return JOURNAL_FOREIGN;
	}
	journal->n_entries = ((uint64_t)file.st_size - journal->entries_at) / ENTRY_BYTES;
	return JOURNAL_OK;
}

enum journal_status journal_open(const char *path, const char *options, struct journal_list list, struct journal *out,
                                 uint64_t *n_compared, char *detail)
{
	struct journal journal = {.fd = open(path, O_RDWR | O_CLOEXEC), .pending = malloc(PENDING_MAX * sizeof *journal.pending)};
	enum journal_status status = journal.fd < 0 ? status_of_errno() : journal.pending == NULL ? JOURNAL_NO_MEMORY : JOURNAL_OK;
	if (status == JOURNAL_OK && flock(journal.fd, LOCK_EX | LOCK_NB) != 0)
		status = errno == EWOULDBLOCK ? JOURNAL_BUSY : JOURNAL_IO;
	if (status == JOURNAL_OK)
		status = read_header(&journal, options, detail);
	if (status == JOURNAL_OK)
		status = compare_list(&journal, list, n_compared);
	if (status == JOURNAL_OK) {
		*out = journal;
		return JOURNAL_OK;
	}
	const int error = errno;
	journal_close(&journal);
	errno = error;
	return status;
}

void journal_close(struct journal *journal)
{
	if (journal->fd >= 0)
		close(journal->fd);
	free(journal->pending);
	*journal = (struct journal){.fd = -1};
}

/* ---- entries ---- */

static struct journal_entry entry_of(const unsigned char bytes[ENTRY_BYTES])
{
	uint64_t field[4];
	memcpy(field, bytes, sizeof field);
	return (struct journal_entry){le64toh(field[0]), le64toh(field[1]), le64toh(field[2]), le64toh(field[3])};
}

/* XXH3-64 of a part of the results; false if it is not all there. */
static bool checksum_at(int fd, uint64_t begin, uint64_t size, unsigned char *buffer, XXH3_state_t *state, uint64_t *out)
{
	XXH3_64bits_reset(state);
	for (uint64_t done = 0; done < size;) {
		const size_t n = size - done < READ_BYTES ? (size_t)(size - done) : READ_BYTES;
		if (!read_at(fd, buffer, n, begin + done))
			return false;
		XXH3_64bits_update(state, buffer, n);
		done += n;
	}
	*out = XXH3_64bits_digest(state);
	return true;
}

/* Whether the record after what is known so far is the one that the journal has. */
static bool is_whole(int results_fd, const struct journal_entry *entry, uint64_t begin, uint64_t size, unsigned char *buffer,
                     XXH3_state_t *state)
{
	uint64_t checksum;
	return entry->end > begin && entry->end <= size && entry->kind < N_JOURNAL_KINDS
	       && checksum_at(results_fd, begin, entry->end - begin, buffer, state, &checksum) && checksum == entry->record;
}

static void find_whole(const struct journal *journal, int results_fd, uint64_t size, unsigned char *buffer, XXH3_state_t *state,
                       struct journal_progress *progress)
{
	unsigned char block[BLOCK_ENTRIES][ENTRY_BYTES];
	for (uint64_t i = 0; i < journal->n_entries; i++) {
		const uint64_t left = journal->n_entries - i, n = left < BLOCK_ENTRIES ? left : BLOCK_ENTRIES;
		if (i % BLOCK_ENTRIES == 0 && !read_at(journal->fd, block, (size_t)n * ENTRY_BYTES, journal->entries_at + i * ENTRY_BYTES))
			return;
		const struct journal_entry entry = entry_of(block[i % BLOCK_ENTRIES]);
		if (!is_whole(results_fd, &entry, progress->bytes, size, buffer, state))
			return;
		progress->n_records++;
		progress->bytes = entry.end;
		progress->n_of_kind[entry.kind]++;
	}
}

enum journal_status journal_recover(struct journal *journal, int results_fd, struct journal_progress *out)
{
	struct stat results;
	*out = (struct journal_progress){0};
	if (fstat(results_fd, &results) != 0)
		return JOURNAL_IO;
	unsigned char *const buffer = malloc(READ_BYTES);
	XXH3_state_t *const state = XXH3_createState();
	if (buffer != NULL && state != NULL)
		find_whole(journal, results_fd, (uint64_t)results.st_size, buffer, state, out);
	const bool has_memory = buffer != NULL && state != NULL;
	free(buffer);
	XXH3_freeState(state);
	if (!has_memory)
		return JOURNAL_NO_MEMORY;
	journal->n_entries = out->n_records;
	const off_t end = (off_t)(journal->entries_at + out->n_records * ENTRY_BYTES);
	return ftruncate(results_fd, (off_t)out->bytes) == 0 && ftruncate(journal->fd, end) == 0 ? JOURNAL_OK : JOURNAL_IO;
}

enum journal_status journal_cube(const struct journal *journal, uint64_t i, uint64_t *checksum)
{
	uint64_t ordered;
	if (i == 0 || i > journal->n_entries)
		return JOURNAL_CHANGED;
	if (!read_at(journal->fd, &ordered, sizeof ordered, journal->entries_at + (i - 1) * ENTRY_BYTES))
		return JOURNAL_IO;
	*checksum = le64toh(ordered);
	return JOURNAL_OK;
}

bool journal_read_entry(const struct journal *journal, uint64_t i, struct journal_entry *out)
{
	unsigned char bytes[ENTRY_BYTES];
	if (i == 0 || i > journal->n_entries || !read_at(journal->fd, bytes, sizeof bytes, journal->entries_at + (i - 1) * ENTRY_BYTES))
		return false;
	*out = entry_of(bytes);
	return true;
}

enum journal_status journal_append(struct journal *journal, const struct journal_entry *entry)
{
	journal->pending[journal->n_pending++] = (struct journal_entry){
		htole64(entry->cube), htole64(entry->end), htole64(entry->record), htole64(entry->kind),
	};
	return journal->n_pending == PENDING_MAX ? journal_flush(journal) : JOURNAL_OK;
}

enum journal_status journal_flush(struct journal *journal)
{
	const size_t size = journal->n_pending * ENTRY_BYTES;
	if (size > 0 && !write_at(journal->fd, journal->pending, size, journal->entries_at + journal->n_entries * ENTRY_BYTES))
		return JOURNAL_IO;
	journal->n_entries += journal->n_pending;
	journal->n_pending = 0;
	return JOURNAL_OK;
}

enum journal_status journal_complete(struct journal *journal, const char *options, const struct journal_progress *progress)
{
	char header[JOURNAL_HEADER_BYTES];
	write_header(header, options, journal->n_cubes, progress);
	journal->n_pending = 0;
	journal->is_complete = true;
	/* The list stays: a changed one is still refused. */
	return write_at(journal->fd, header, sizeof header, 0) && ftruncate(journal->fd, (off_t)journal->entries_at) == 0
	       && fsync(journal->fd) == 0 ? JOURNAL_OK : JOURNAL_IO;
}
