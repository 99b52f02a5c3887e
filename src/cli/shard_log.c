#include "cli/shard_log.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/words.h"
#include "cli/cli.h"
#include "report/run_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { FLUSH_BYTES = 1 << 18 };
static const double flush_every_s = 0.1, sync_every_s = 1;

static int fail(const char *path, enum record_log_status status, const char *detail)
{
	if (status == RECORD_LOG_NO_MEMORY)
		return complain_of_memory();
	if (status == RECORD_LOG_IO || status == RECORD_LOG_MISSING)
		return complain_of_errno(path);
	return complain_and(EXIT_TABLE, "%s: %s", path, status == RECORD_LOG_BUSY ? "another run is writing it" : detail);
}

int shard_log_identify(struct shard_about *about, char *identity)
{
	const bool fits = identity != NULL && strlen(identity) < sizeof about->options;
	if (fits)
		strcpy(about->options, identity);
	free(identity);
	return fits ? EXIT_SOLVED : complain_of_memory();
}

static void close_log(struct shard_log *log)
{
	free(log->item);
	free(log->about.head);
	record_log_close(&log->log);
	log->item = NULL;
	log->about.head = NULL;
}

/* ---- beginning ---- */

/* Check the file that has the shard's name. */
static enum record_log_status look(struct shard_log *log, char *detail)
{
	struct shard_about about;
	struct record_log file;
	enum record_log_status status = shard_open(log->path, &about, &file, detail);
	if (status != RECORD_LOG_OK)
		return status;
	status = shard_check(&about, &file, log->n_of_kind);
	log->is_complete = status == RECORD_LOG_OK;
	snprintf(detail, RECORD_LOG_DETAIL_MAX, "cut off or damaged");
	free(about.head);
	record_log_close(&file);
	return status;
}

static bool make_directory(const char *directory)
{
	struct stat there;
	if (mkdir(directory, 0777) == 0 || (stat(directory, &there) == 0 && S_ISDIR(there.st_mode)))
		return true;
	return complain_and(false, "%s: %s; --shard writes a file into this directory", directory, errno == EEXIST ? "is not a directory"
	                    : strerror(errno));
}

/* Note where a record is in the partial file. @param end  where it ends there */
static void place(struct shard_log *log, const struct shard_record *r, uint64_t end)
{
	struct shard_item *const item = &log->item[shard_place(&log->about, r->item)];
	log->n_done += item->at == 0;
	*item = (struct shard_item){
		.at = end - r->size - 1, .checksum = XXH3_64bits(r->text, r->size), .size = (uint32_t)r->size, .kind = (uint8_t)r->kind,
	};
}

/* Take over the records of an earlier run. */
static enum record_log_status read_part(struct shard_log *log, char *detail)
{
	struct shard_record record;
	const char *head;
	size_t size;
	enum record_log_status status = record_log_next(&log->log, &head, &size);
	const bool has_head = status == RECORD_LOG_OK;
	if (has_head && log->about.head != NULL && !record_log_columns_agree(head, log->about.head, detail))
		return RECORD_LOG_DIFFERENT;
	while (status == RECORD_LOG_OK && (status = shard_next(&log->about, &log->log, &record)) == RECORD_LOG_OK)
		place(log, &record, log->log.end);
	if (status == RECORD_LOG_END)
		status = record_log_cut(&log->log);
	return status == RECORD_LOG_OK && !has_head ? shard_write_head(&log->log, &log->about) : status;
}

/* The name identifies list and options, so a partial file with another head is damaged or of another version. */
static enum record_log_status open_log(struct shard_log *log, const char *identity, char *detail)
{
	enum record_log_status status = record_log_open(log->part, SHARD_FORMAT, identity, &log->log, detail);
	if (status == RECORD_LOG_OK)
		status = read_part(log, detail);
	if (status != RECORD_LOG_FOREIGN && status != RECORD_LOG_DIFFERENT)
		return status;
	complain("%s: what an earlier run has left cannot be used: %s; the shard is begun again", log->path, detail);
	record_log_close(&log->log);
	return truncate(log->part, 0) == 0 ? open_log(log, identity, detail) : RECORD_LOG_IO;
}

static int open_part(struct shard_log *log)
{
	char detail[RECORD_LOG_DETAIL_MAX] = "";
	const int error = shard_part_begin(log->path, log->part);
	errno = error;
	if (error != 0)
		return complain_of_errno(log->path);
	char *const identity = shard_identity(&log->about);
	log->n_items = shard_items(&log->about);
	log->item = calloc(log->n_items + 1, sizeof *log->item);
	enum record_log_status status = RECORD_LOG_NO_MEMORY;
	if (identity != NULL && log->item != NULL)
		status = open_log(log, identity, detail);
	free(identity);
	return status == RECORD_LOG_OK ? EXIT_SOLVED : fail(log->part, status, detail);
}

static int begin(struct shard_log *log, const char *directory, bool makes_again)
{
	char name[SHARD_NAME_MAX], detail[RECORD_LOG_DETAIL_MAX];
	log->about.block_items = shard_block_items(log->about.n_items, log->about.shard.n);
	shard_name(&log->about, name);
	if (directory != NULL && !make_directory(directory))
		return EXIT_TABLE;
	if (snprintf(log->path, sizeof log->path, "%s/%s", directory != NULL ? directory : ".", name) >= (int)sizeof log->path)
		return complain_and(EXIT_TABLE, "%s: %s", directory, strerror(ENAMETOOLONG));
	const enum record_log_status status = look(log, detail);
	if (status == RECORD_LOG_OK && !makes_again) {
		shard_part_remove_all(log->path);  /* a run may have been killed between finishing it and removing these */
		return EXIT_SOLVED;
	}
	if (status == RECORD_LOG_IO || status == RECORD_LOG_NO_MEMORY)
		return fail(log->path, status, detail);
	if (status == RECORD_LOG_DAMAGED || status == RECORD_LOG_FOREIGN)
		complain("%s: %s; it is made again", log->path, detail);
	log->replaces = status != RECORD_LOG_MISSING;
	log->is_complete = false;
	return open_part(log);
}

int shard_log_begin(struct shard_log *log, const char *directory, bool makes_again)
{
	log->log = (struct record_log){.fd = -1};
	log->last_flush_s = log->last_sync_s = clock_monotonic_s();
	const int status = begin(log, directory, makes_again);
	if (status != EXIT_SOLVED)
		close_log(log);
	return status;
}

/* ---- working ---- */

bool shard_log_wants(const struct shard_log *log, uint64_t item)
{
	return shard_has(&log->about, item) && log->item[shard_place(&log->about, item)].at == 0;
}

enum record_log_status shard_log_tick(struct shard_log *log)
{
	const double now_s = clock_monotonic_s();
	if (now_s - log->last_flush_s < flush_every_s)
		return RECORD_LOG_OK;
	const bool syncs = now_s - log->last_sync_s >= sync_every_s;
	log->last_flush_s = now_s;
	log->last_sync_s = syncs ? now_s : log->last_sync_s;
	return record_log_flush(&log->log, syncs);
}

int shard_log_add(struct shard_log *log, const struct shard_record *record)
{
	if (record->size > UINT32_MAX)
		return complain_of_memory();
	enum record_log_status status = shard_write(&log->log, record);
	if (status == RECORD_LOG_OK) {
		place(log, record, log->log.end + log->log.n_buffer);
		status = shard_log_tick(log);
	}
	return status == RECORD_LOG_OK ? EXIT_SOLVED : fail(log->part, status, "");
}

int shard_log_add_text(struct shard_log *log, uint64_t item, unsigned kind, const char *text)
{
	return shard_log_add(log, &(struct shard_record){item, kind, text, strlen(text)});
}

int shard_log_add_line(struct shard_log *log, uint64_t item, unsigned kind, json_t *line)
{
	char *const text = run_log_line(line);
	const int status = text != NULL ? shard_log_add_text(log, item, kind, text) : complain_of_memory();
	free(text);
	return status;
}

/* ---- ending ---- */

bool shard_log_is_superseded(struct shard_log *log)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	return !log->replaces && access(log->path, F_OK) == 0 && look(log, detail) == RECORD_LOG_OK;
}

/* Copy a record of the partial file, checking it once more. */
static enum record_log_status copy_item(const struct shard_log *log, uint64_t i, char *text, struct record_log *to)
{
	const struct shard_item *const item = &log->item[i];
	if (file_read_at(log->log.fd, text, item->size, item->at) != (ptrdiff_t)item->size)
		return RECORD_LOG_IO;
	if (XXH3_64bits(text, item->size) != item->checksum)
		return RECORD_LOG_DAMAGED;
	return shard_write(to, &(struct shard_record){shard_item(&log->about, i), item->kind, text, item->size});
}

static enum record_log_status copy_items(const struct shard_log *log, struct record_log *to)
{
	size_t longest = 0;
	for (uint64_t i = 0; i < log->n_items; i++)
		longest = log->item[i].size > longest ? log->item[i].size : longest;
	char *const text = malloc(longest + 1);
	enum record_log_status status = text != NULL ? shard_write_head(to, &log->about) : RECORD_LOG_NO_MEMORY;
	for (uint64_t i = 0; status == RECORD_LOG_OK && i < log->n_items; i++) {
		status = copy_item(log, i, text, to);
		if (status == RECORD_LOG_OK && to->n_buffer >= FLUSH_BYTES)
			status = record_log_flush(to, false);
	}
	free(text);
	return status == RECORD_LOG_OK ? record_log_flush(to, false) : status;
}

/* A complete file of the shard is not replaced: a reader may have it open. */
static enum record_log_status write_shard(struct shard_log *log)
{
	struct staged_file file;
	struct record_log to;
	char *const identity = shard_identity(&log->about);
	enum record_log_status status = identity != NULL ? record_log_flush(&log->log, true) : RECORD_LOG_NO_MEMORY;
	int error = status == RECORD_LOG_OK ? file_stage(log->path, true, &file) : 0;
	if (status == RECORD_LOG_OK && error == 0) {
		file.may_replace = log->replaces;
		status = record_log_begin(fcntl(file.fd, F_DUPFD_CLOEXEC, 0), SHARD_FORMAT, identity, &to);
		if (status == RECORD_LOG_OK) {
			status = copy_items(log, &to);
			record_log_close(&to);
		}
		if (status == RECORD_LOG_OK)
			error = file_publish(&file);
		else
			file_discard(&file);
	}
	free(identity);
	if (error == 0 || error == EEXIST)
		return status;
	errno = error;
	return RECORD_LOG_IO;
}

static int publish(struct shard_log *log, bool is_quiet)
{
	const enum record_log_status status = write_shard(log);
	const int error = errno;
	/* A run that finished first has removed our temporary file. */
	if (status != RECORD_LOG_OK && !(status == RECORD_LOG_IO && shard_log_is_superseded(log))) {
		errno = error;
		return fail(log->part, status, "damaged while it was written");
	}
	log->is_complete = true;
	shard_part_remove_all(log->path);
	if (!is_quiet)
		complain("%s: shard %" PRIu32 " of %" PRIu32 " is complete", log->path, log->about.shard.index, log->about.shard.n);
	return EXIT_SOLVED;
}

static int end(struct shard_log *log, bool is_quiet, int status)
{
	const struct shard *const shard = &log->about.shard;
	if (log->item == NULL && log->is_complete) {
		if (!is_quiet)
			complain("%s: shard %" PRIu32 " of %" PRIu32 " is complete already", log->path, shard->index, shard->n);
		return status;
	}
	if (shard_log_is_superseded(log)) {
		complain("%s: another run has finished the shard", log->path);
		shard_part_remove_all(log->path);
		return EXIT_SOLVED;
	}
	memset(log->n_of_kind, 0, sizeof log->n_of_kind);
	for (uint64_t i = 0; i < log->n_items; i++)
		log->n_of_kind[log->item[i].kind] += log->item[i].at != 0;
	if (log->n_done == log->n_items && status == EXIT_SOLVED)
		return publish(log, is_quiet);
	const enum record_log_status flushed = record_log_flush(&log->log, true);
	if (flushed != RECORD_LOG_OK)
		return status == EXIT_SOLVED || status > 128 ? fail(log->part, flushed, "") : status;  /* others were explained */
	complain("shard %" PRIu32 " of %" PRIu32 ": %" PRIu64 " of %s done; the same command continues", shard->index, shard->n,
	         log->n_done, words_of(log->n_items, strcmp(log->about.work, "batch") == 0 ? "cube" : "item"));
	return status == EXIT_SOLVED ? EXIT_NOT_SOLVED : status;
}

int shard_log_end(struct shard_log *log, bool is_quiet, int status)
{
	status = end(log, is_quiet, status);
	close_log(log);
	return status;
}
