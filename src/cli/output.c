#include "cli/output.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/new_file.h"
#include "cli/shard_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double flush_every_s = 0.1, sync_every_s = 10;

static int open_record(struct output *out)
{
	out->record = open_memstream(&out->text, &out->text_bytes);
	return out->record != NULL ? EXIT_SOLVED : complain_of_memory();
}

/* Empty the stream, whose text was copied to where it belongs.  Musl updates the size only on a write. */
static void begin_record(struct output *out)
{
	rewind(out->record);
	out->text_bytes = 0;
}

int output_open_standard(struct output *out)
{
	*out = (struct output){.file = stdout, .is_final = true};
	return open_record(out);
}

/* A batch adds its items in order, so earlier runs have done the first n_done. */
int output_open_shard(struct shard_log *shard, struct output *out)
{
	*out = (struct output){.path = shard->path, .shard = shard, .is_final = true, .resumed.n_records = shard->n_done};
	for (uint64_t i = 0; i < shard->n_done; i++)
		out->resumed.n_of_kind[shard->item[i].kind]++;
	return open_record(out);
}

static int fail(const char *path, const char *what)
{
	return complain_and(EXIT_TABLE, "%s: %s", path, what);
}

static int fail_with_log(const struct output *out, enum record_log_status status, const char *detail)
{
	switch (status) {
	case RECORD_LOG_NO_MEMORY:
		return complain_of_memory();
	case RECORD_LOG_BUSY:
		return new_file_complain(out->path, EWOULDBLOCK);
	case RECORD_LOG_FOREIGN:
		return complain_and(EXIT_TABLE, "%s: %s; start again with --force", out->log_path, detail);
	case RECORD_LOG_DIFFERENT:
		return complain_and(EXIT_USAGE, "%s: begun with other options: %s; repeat the options it was begun with, or start again "
		                    "with --force", out->path, detail);
	default:
		return complain_of_errno(out->log_path);
	}
}

/* ---- opening ---- */

static bool open_stream(struct output *out, int fd)
{
	out->file = fdopen(fd, "w");
	if (out->file == NULL)
		close(fd);
	return out->file != NULL;
}

/* Records of this version go on below the head of the one that began the results.
 * @return false: it has other columns */
static bool heads_agree(const struct solve_options *o, int fd, char *detail)
{
	char there[RECORD_HEAD_BYTES + 1] = "", now[RECORD_HEAD_BYTES];
	file_read_at(fd, there, RECORD_HEAD_BYTES, 0);
	there[strcspn(there, "\n")] = '\0';
	return *record_head(o->format, now) == '\0' || record_log_columns_agree(there, now, detail);
}

/* Start over, or continue where the log ends. */
static int open_log(const struct solve_options *o, struct output *out, bool begins)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	const int fd = fileno(out->file);
	/* A log without entries makes resume_open() truncate the results.  A run whose results were renamed may still hold this log. */
	const int error = begins ? file_remove_unlocked(out->log_path) : 0;
	if (error != 0 && error != ENOENT)
		return new_file_complain(error == EWOULDBLOCK ? out->path : out->log_path, error);
	char *const identity = solve_options_identity(o, FOR_BATCH);
	const enum record_log_status status =
		identity != NULL ? resume_open(out->log_path, identity, fd, &out->resume, detail) : RECORD_LOG_NO_MEMORY;
	free(identity);
	if (status != RECORD_LOG_OK) {
		const int failure = fail_with_log(out, status, detail);
		if (begins)
			file_remove_unlocked(out->log_path);
		return failure;
	}
	out->has_log = true;
	out->resumed = out->resume.done;
	if (out->resume.is_altered)
		return fail(out->path, "was changed since it was completed; name another output, or start again with --force");
	if (out->resume.done.n_records > 0 && !heads_agree(o, fd, detail))
		return complain_and(EXIT_TABLE, "%s: %s; start again with --force", out->path, detail);
	return lseek(fd, 0, SEEK_END) >= 0 ? EXIT_SOLVED : complain_of_errno(out->path);
}

static bool is_same_file(int input_fd, const struct stat *there)
{
	struct stat in;
	return fstat(input_fd, &in) == 0 && S_ISREG(in.st_mode) && in.st_dev == there->st_dev && in.st_ino == there->st_ino;
}

/* The file is locked; its contents are those of an earlier run, or somebody else's. */
static int open_locked(const struct solve_options *o, bool is_new, struct output *out)
{
	struct stat there;
	snprintf(out->log_path, sizeof out->log_path, "%s.resume", out->path);
	const bool has_log = access(out->log_path, F_OK) == 0;
	if (fstat(fileno(out->file), &there) != 0)
		return complain_of_errno(out->path);
	if (o->resumes && has_log && !o->may_overwrite)
		return open_log(o, out, false);
	if (is_new || o->may_overwrite || (o->resumes && there.st_size == 0))
		return open_log(o, out, true);
	if (o->resumes)
		complain("%s: exists, without the log to resume it (%s); --force starts again", out->path, out->log_path);
	else
		complain(has_log ? "%s: exists; --resume continues it, --force replaces it" : "%s: exists; --force replaces it", out->path);
	return EXIT_TABLE;
}

/* The results are locked before they are changed, so that two runs cannot write one file. */
static int open_file(const struct solve_options *o, struct output *out)
{
	int fd;
	bool is_new;
	const int error = file_open_locked(out->path, false, &is_new, &fd);
	if (error != 0)
		return new_file_complain(out->path, error);
	const int status = open_stream(out, fd) ? open_locked(o, is_new, out) : complain_of_errno(out->path);
	if (status != EXIT_SOLVED && is_new)
		unlink(out->path);
	return status;
}

static int open_named(const struct solve_options *o, int input_fd, struct output *out)
{
	struct stat there;
	const bool exists = stat(out->path, &there) == 0;
	if (exists && S_ISDIR(there.st_mode))
		return new_file_complain(out->path, EISDIR);
	if (exists && is_same_file(input_fd, &there))
		return fail(out->path, "is the input list itself");
	if (!exists || S_ISREG(there.st_mode))
		return open_file(o, out);
	/* A device or a pipe cannot be resumed. */
	struct staged_file device;
	const int error = new_file_stage(out->path, true, &device);
	if (error != 0)
		return new_file_complain(out->path, error);
	free(device.path);
	return open_stream(out, device.fd) ? EXIT_SOLVED : complain_of_errno(out->path);
}

int output_open(const struct solve_options *o, int input_fd, struct output *out)
{
	if (o->output_path == NULL || strcmp(o->output_path, "-") == 0) {
		if (o->resumes)
			complain("--resume continues the file of -o; standard output cannot be resumed");
		return o->resumes ? EXIT_USAGE : output_open_standard(out);
	}
	*out = (struct output){.path = o->output_path, .is_final = true, .keeps_log = o->resumes};
	int status = open_named(o, input_fd, out);
	if (status == EXIT_SOLVED)
		status = open_record(out);
	if (status == EXIT_SOLVED)
		return status;
	if (out->file != NULL)
		fclose(out->file);
	if (out->has_log)
		resume_close(&out->resume);
	return status;
}

/* ---- writing ---- */

/* A log that cannot be written is given up; the results go on. */
static void flush_log(struct output *out, bool syncs)
{
	out->last_flush_s = clock_monotonic_s();
	if (!out->has_log || record_log_flush(&out->resume.log, syncs) == RECORD_LOG_OK)
		return;
	complain("%s: %s; the results are written all the same, but cannot be resumed", out->log_path, strerror(errno));
	resume_close(&out->resume);
	out->has_log = false;
}

static void note_record(struct output *out, uint64_t cube, enum resume_kind kind, bool is_final)
{
	out->is_final &= is_final;
	if (!out->has_log || !out->is_final)
		return;
	if (resume_append(&out->resume, cube, out->text, out->text_bytes, kind) != RECORD_LOG_OK
	    || clock_monotonic_s() - out->last_flush_s >= flush_every_s)
		flush_log(out, false);
}

/* Remove the part of a record that a failed write left. */
static void take_back(struct output *out, off_t begin)
{
	__fpurge(out->file);
	if (out->path != NULL && begin >= 0 && ftruncate(fileno(out->file), begin) == 0)
		fseeko(out->file, begin, SEEK_SET);
}

/* A later run repeats the first record that is not final, and all after it. */
static int add_to_shard(struct output *out, enum resume_kind kind, bool is_final)
{
	struct shard_log *const shard = out->shard;
	out->is_final &= is_final;
	const uint64_t item = shard_item(&shard->about, shard->n_done);
	if (out->is_final && shard->n_done < shard->n_items
	    && shard_log_add(shard, &(struct shard_record){item, kind, out->text, out->text_bytes}) != EXIT_SOLVED)
		return shard->log.error != 0 ? shard->log.error : ENOMEM;
	begin_record(out);
	return 0;
}

int output_end_record(struct output *out, uint64_t cube, enum resume_kind kind, bool is_final)
{
	if (fflush(out->record) != 0)
		return errno;
	if (out->shard != NULL)
		return add_to_shard(out, kind, is_final);
	const off_t begin = out->path != NULL ? ftello(out->file) : -1;
	/* Flushed record by record: a crash of this process loses none. */
	const bool is_written = fwrite(out->text, 1, out->text_bytes, out->file) == out->text_bytes
	                        && (out->path == NULL || fflush(out->file) == 0);
	const int error = errno;
	if (is_written)
		note_record(out, cube, kind, is_final);
	else
		take_back(out, begin);
	begin_record(out);
	return is_written ? 0 : error;
}

int output_flush(struct output *out)
{
	return out->file == NULL || fflush(out->file) == 0 ? 0 : errno;
}

void output_tick(struct output *out)
{
	const double now_s = clock_monotonic_s();
	if (out->shard != NULL) {
		shard_log_tick(out->shard);
		if (now_s - out->last_sync_s >= sync_every_s) {
			out->last_sync_s = now_s;
			out->has_been_superseded = shard_log_is_superseded(out->shard);
		}
		return;
	}
	if (now_s - out->last_flush_s >= flush_every_s)
		flush_log(out, false);
	if (out->path == NULL || now_s - out->last_sync_s < sync_every_s)
		return;
	/* A power cut then costs a few seconds of work at most.  Errors are reported by output_close(). */
	out->last_sync_s = now_s;
	fdatasync(fileno(out->file));
	flush_log(out, true);
}

/* ---- closing ---- */

/* @param is_unbegun  there was nothing to solve: remove the results, too */
static void close_log(struct output *out, bool is_complete, bool is_unbegun)
{
	flush_log(out, false);
	if (!out->has_log)
		return;
	if (is_complete && out->keeps_log)
		resume_complete(&out->resume);
	else if (is_complete || is_unbegun)
		unlink(out->log_path);
	if (is_unbegun)
		unlink(out->path);
	resume_close(&out->resume);
}

static void close_record(struct output *out)
{
	fclose(out->record);
	free(out->text);
}

int output_close(struct output *out, bool is_complete, int status)
{
	if (out->shard != NULL) {
		close_record(out);
		return status;
	}
	/* The header line of a table without rows is still in the stream. */
	bool is_written = fflush(out->record) == 0
	                  && fwrite(out->text, 1, out->text_bytes, out->file) == out->text_bytes && fflush(out->file) == 0;
	int error = errno;
	close_record(out);
	if (out->path == NULL)
		return status;
	/* EINVAL: a device or a pipe, which has no disk to be synced to. */
	if (is_written && fsync(fileno(out->file)) != 0 && errno != EINVAL) {
		is_written = false;
		error = errno;
	}
	const bool is_empty = out->has_log && out->resume.done.n_records == 0;
	close_log(out, is_complete && is_written, is_empty && status == EXIT_INPUT);
	if (fclose(out->file) != 0 && is_written) {
		is_written = false;
		error = errno;
	}
	if (is_written)
		return status;
	complain("%s: cannot write the results: %s", out->path, strerror(error));
	return status != EXIT_SOLVED ? status : error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
}
