#include "cli/output.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/words.h"
#include "cli/cli.h"
#include "cli/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double sync_every_s = 10;

static int open_record(struct output *out)
{
	out->record = open_memstream(&out->text, &out->text_bytes);
	return out->record != NULL && out->head != NULL ? EXIT_SOLVED : complain_of_memory();
}

static void free_output(struct output *out)
{
	if (out->record != NULL)
		fclose(out->record);
	free(out->text);
	free(out->problem);
	free(out->head);
	free(out->cube);
	shard_about_free(&out->about);
}

static const struct log_words words[N_STATUS] = {
	[STATUS_FOREIGN] = {EXIT_TABLE, "%s: %s; start again with --force"},
	[STATUS_DIFFERENT] =
		{EXIT_USAGE, "%s: begun with other options: %s; repeat the options it was begun with, or start again "
                     "with --force"},
};

/* ---- text ---- */

static bool name_file(const struct output *out, unsigned number, char path[PATH_MAX])
{
	char name[SHARD_NAME_MAX];
	shard_name(&out->about, number, name);
	return snprintf(path, PATH_MAX, "%s/%s", out->directory, name) < PATH_MAX;
}

/* Empty the stream, whose text was copied to where it belongs.  Musl updates the size only on a write. */
static void begin_record(struct output *out)
{
	rewind(out->record);
	out->text_bytes = 0;
}

/* Of a failed write nothing stays in a file.  @return 0, or errno */
static int write_text(struct output *out, const char *text, size_t size)
{
	if (size == 0)
		return 0;
	if (out->path == NULL)
		return fwrite(text, 1, size, stdout) == size ? 0 : errno;
	if (!out->is_sealed)
		return file_write(out->fd, text, size) ? 0 : errno;
	if (out->has_rest && ftruncate(out->fd, (off_t)out->end) != 0)
		return errno;
	out->has_rest = !file_write_at(out->fd, text, size, out->end);
	if (!out->has_rest) {
		out->end += size;
		return 0;
	}
	const int error = errno;
	out->has_rest = ftruncate(out->fd, (off_t)out->end) != 0;
	return error;
}

/* Each run of a shard has a file of its own, which is made with its first record. */
static int write_head(struct output *out)
{
	while (out->fd < 0) {
		if (!name_file(out, out->n_files++, out->own))
			return ENAMETOOLONG;
		out->fd = open(out->own, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (out->fd < 0 && errno != EEXIST)
			return errno;
	}
	/* A new name survives a power cut once its directory is on the disk. */
	int error = out->is_sealed && out->end == 0 ? file_sync_directory(out->path) : 0;
	if (error == 0)
		error = write_text(out, out->head, strlen(out->head));
	if (error == 0)
		*out->head = '\0';
	return error;
}

/* ---- going on ---- */

/* The number of record i, from 0, in the whole list. */
static uint64_t number_of(const struct output *out, uint64_t i)
{
	return 1 + (out->about.shard.n != 0 ? shard_item(&out->about, i) : i);
}

/* Take over the records of an earlier run that come next, up to the first that is not whole or was
 * interrupted.
 * @return STATUS_END: nothing whole follows */
static enum status take_over(struct output *out, struct results *in, char *detail)
{
	enum status status = STATUS_OK;
	while (out->n_done < out->n_items && (status = results_next(in)) == STATUS_OK) {
		const struct seal *const seal = &in->seal;
		const uint64_t next = number_of(out, out->n_done);
		if (seal->number < next && out->about.shard.n != 0)  /* another file has it, too */
			continue;
		if (strlen(out->problem) != in->problem_size
		    || memcmp(seal->problem, out->problem, in->problem_size) != 0) {
			in->text[seal->problem + in->problem_size - in->text] = '\0';
			record_log_describe_difference(seal->problem, out->problem, ";", detail);
			return STATUS_DIFFERENT;
		}
		if (seal->number != next || seal->kind == RESULT_INTERRUPTED) {
			in->end -= in->size;
			break;
		}
		uint64_t *const cube =
			array_reserve(out->cube, (size_t)out->n_done + 1, &out->capacity, sizeof *cube);
		if (cube == NULL)
			return STATUS_NO_MEMORY;
		out->cube = cube;
		out->cube[out->n_done++] = seal->cube;
		out->n_of_kind[seal->kind]++;
	}
	return status;
}

/* Results of this list as far as they are whole, or a first record that was cut off; nothing that somebody
 * else may have written. Nothing is changed before the next record is written. */
static enum status read_back(struct output *out, char *detail)
{
	static const char *const begins[] = {
		[RECORD_TEXT] = "1.  ",
		[RECORD_JSON] = "{\"schema\":\"" RECORD_SCHEMA "\",\"id\":1,",
		[RECORD_CSV] = "1,",
		[RECORD_TSV] = "1\t",
	};
	char first[RECORD_HEAD_BYTES + 1];
	struct results in = {.in = fopen(out->path, "re")};
	struct stat file;
	if (in.in == NULL || fstat(out->fd, &file) != 0) {
		results_close(&in);
		return STATUS_IO;
	}
	const bool has_head = fgets(first, sizeof first, in.in) != NULL && strncmp(first, "id", 2) == 0;
	in.end = has_head ? strlen(first) : 0;
	fseeko(in.in, (off_t)in.end, SEEK_SET);
	const enum status status = file.st_size > 0 ? take_over(out, &in, detail) : STATUS_END;
	const char *const begin = begins[out->format];
	const bool wants_head = *out->head != '\0';
	const bool is_ours = out->n_done > 0 || (status == STATUS_OK && in.seal.number == 1);
	const bool is_cut_off =
		status == STATUS_END
		&& (in.size == 0
	            || (memchr(in.text, '\n', in.size) == NULL && strncmp(in.text, begin, strlen(begin)) == 0));
	out->end = in.end;
	results_close(&in);
	out->n_resumed = out->n_written = out->n_done;
	out->has_rest = (uint64_t)file.st_size > out->end;
	if (status != STATUS_OK && status != STATUS_END)
		return status;
	if (has_head && wants_head && !record_log_columns_agree(first, out->head, detail))
		return STATUS_FOREIGN;
	snprintf(detail, RECORD_LOG_DETAIL_MAX, "does not begin with results that can be continued");
	if (!(is_ours || is_cut_off) || (file.st_size > 0 && has_head != wants_head))
		return STATUS_FOREIGN;
	if (has_head)
		*out->head = '\0';
	return STATUS_OK;
}

/* ---- a file ---- */

/* Results are locked before they are changed, so that two runs cannot write one file. */
static int open_file(const struct solve_options *o, struct output *out)
{
	char detail[RECORD_LOG_DETAIL_MAX] = "";
	bool is_new;
	const int error = file_open_locked(out->path, false, &is_new, &out->fd);
	if (error != 0)
		return new_file_complain(out->path, error);
	if (!is_new && !o->may_overwrite && !o->resumes)
		return complain_and(EXIT_TABLE, "%s: exists; --resume continues it, --force replaces it", out->path);
	out->problem = solve_options_problem(o);
	/* The contents are those of an earlier run, or somebody else's. */
	const enum status status = out->problem == NULL              ? STATUS_NO_MEMORY
	                           : !is_new && !o->may_overwrite    ? read_back(out, detail)
	                           : ftruncate(out->fd, 0) == 0      ? STATUS_OK
	                                                             : STATUS_IO;
	const int result = new_file_complain_of_log(words, out->path, status, detail);
	if (result != EXIT_SOLVED && is_new)
		unlink(out->path);
	return result;
}

int output_open(const struct solve_options *o, int input_fd, struct output *out)
{
	const char *const path =
		o->output_path != NULL && strcmp(o->output_path, "-") != 0 ? o->output_path : NULL;
	struct stat there, in;
	const bool is_there = path != NULL && stat(path, &there) == 0;
	*out = (struct output){
		.path = path, .fd = path != NULL ? -1 : STDOUT_FILENO, .format = o->format, .n_items = UINT64_MAX,
		.is_sealed = path != NULL && (!is_there || S_ISREG(there.st_mode)),
	};
	out->head = record_head(o->format, out->is_sealed);
	int status = open_record(out);
	if (status != EXIT_SOLVED)
		;
	else if (path == NULL && o->resumes)
		status = complain_and(EXIT_USAGE,
		                      "--resume continues the file of -o; standard output cannot be resumed");
	else if (is_there && S_ISDIR(there.st_mode))
		status = new_file_complain(path, EISDIR);
	else if (is_there && out->is_sealed && fstat(input_fd, &in) == 0 && in.st_dev == there.st_dev
	         && in.st_ino == there.st_ino)
		status = complain_and(EXIT_TABLE, "%s: is the input list itself", path);
	else if (out->is_sealed)
		status = open_file(o, out);
	else if (path != NULL) {
		/* A device or a pipe cannot be resumed. */
		struct staged_file device = {.fd = -1};
		const int error = new_file_stage(path, true, &device);
		free(device.path);
		out->fd = device.fd;
		status = error == 0 ? EXIT_SOLVED : new_file_complain(path, error);
	}
	if (status == EXIT_SOLVED)
		return status;
	if (path != NULL)
		file_close(out->fd);
	free_output(out);
	return status;
}

/* ---- a shard ---- */

/* Take over what the files of the shard have.
 * @param is_first  say what is wrong with them */
static enum status read_files(struct output *out, bool is_first, char *detail)
{
	char others[PATH_MAX], *const path = out->fd < 0 ? out->own : others;
	out->n_done = out->n_files = 0;
	memset(out->n_of_kind, 0, sizeof out->n_of_kind);
	for (; name_file(out, out->n_files, path); out->n_files++) {
		struct results in = {.in = fopen(path, "re")};
		struct shard_about about;
		if (in.in == NULL)
			return errno == ENOENT ? STATUS_OK : STATUS_IO;
		enum status status = shard_read_about(&in, &about, detail);
		if (status == STATUS_OK) {
			status = record_log_columns_agree(about.head, out->about.head, detail)
			                 ? take_over(out, &in, detail)
			                 : STATUS_DIFFERENT;
			shard_about_free(&about);
		}
		const bool is_whole = status == STATUS_OK || (status == STATUS_END && in.size == 0);
		results_close(&in);
		if (status != STATUS_OK && status != STATUS_END && status != STATUS_DAMAGED)
			return status;
		if (is_first && !is_whole)
			complain("%s: cut off or damaged; what it lacks is made again", path);
	}
	return STATUS_OK;
}

int output_open_shard(const struct shard_about *about, enum record_format format, char *problem,
                      const char *directory, bool makes_again, struct output *out)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	struct stat there;
	*out = (struct output){
		.path = out->first,
		.fd = -1,
		.format = format,
		.is_sealed = true,
		.problem = problem,
		.about = *about,
		.directory = directory != NULL ? directory : ".",
		.last_sync_s = clock_monotonic_s(),
	};
	out->about.block_items = shard_block_items(about->n_items, about->shard.n);
	out->n_items = shard_items(&out->about);
	out->head = about->options != NULL && about->head != NULL && problem != NULL
	                    ? shard_describe(&out->about)
	                    : NULL;
	int status = open_record(out);
	if (status == EXIT_SOLVED) {
		const bool is_sealed = fputs(out->head, out->record) != EOF && fflush(out->record) == 0
		                       && results_seal(out->record, &out->text, &out->text_bytes, RECORD_TEXT,
		                                       &(struct seal){.problem = RESULTS_USUAL});
		free(out->head);
		out->head = is_sealed ? strdup(out->text) : NULL;
		begin_record(out);
		status = out->head != NULL ? EXIT_SOLVED : complain_of_memory();
	}
	if (status == EXIT_SOLVED && mkdir(out->directory, 0777) != 0
	    && (stat(out->directory, &there) != 0 || !S_ISDIR(there.st_mode)))
		status = complain_and(EXIT_TABLE, "%s: %s; --shard writes a file into this directory",
		                      out->directory, errno == EEXIST ? "is not a directory" : strerror(errno));
	if (status == EXIT_SOLVED)
		name_file(out, 0, out->first);
	for (unsigned i = 0;
	     status == EXIT_SOLVED && makes_again && name_file(out, i, out->own) && unlink(out->own) == 0;
	     i++)
		;
	if (status == EXIT_SOLVED) {
		const enum status found = read_files(out, true, detail);
		status = new_file_complain_of_log(words, out->own, found == STATUS_DIFFERENT ? STATUS_FOREIGN : found,
		                                  detail);
	}
	out->n_resumed = out->n_written = out->n_done;
	out->is_complete = out->n_done == out->n_items;
	if (status != EXIT_SOLVED)
		free_output(out);
	return status;
}

bool output_wants(const struct output *out, uint64_t item)
{
	return !out->is_complete && out->n_written < out->n_items
	       && shard_item(&out->about, out->n_written) == item;
}

/* ---- writing ---- */

int output_complain(const struct output *out, int error)
{
	const char *const path = out->about.shard.n != 0 ? out->own : out->path;
	return error == 0 ? EXIT_SOLVED
	                  : complain_and(error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE,
	                                 "%s%scannot write the results: %s", path != NULL ? path : "",
	                                 path != NULL ? ": " : "", strerror(error));
}

void output_tick(struct output *out)
{
	char detail[RECORD_LOG_DETAIL_MAX], next[PATH_MAX];
	const double now_s = out->path != NULL ? clock_monotonic_s() : 0;
	if (now_s - out->last_sync_s < sync_every_s)
		return;
	/* A power cut then costs a few seconds of work.  Errors are reported at the end. */
	out->last_sync_s = now_s;
	if (out->fd >= 0)
		fdatasync(out->fd);
	if (out->about.shard.n == 0
	    || (out->n_files < 2 && (!name_file(out, out->n_files, next) || access(next, F_OK) != 0)))
		return;
	/* Another run of the shard may be ahead of this one.  Reading long files takes at most a part of the
	 * time. */
	out->is_complete = read_files(out, false, detail) == STATUS_OK && out->n_done == out->n_items;
	out->last_sync_s += 20 * (clock_monotonic_s() - now_s);
}

int output_end_record(struct output *out, uint64_t cube, unsigned kind, bool is_final)
{
	if (fflush(out->record) != 0)
		return output_complain(out, errno);
	out->is_interrupted |=
		!is_final || out->n_written >= out->n_items; /* a list may have grown after it was counted */
	const struct seal seal = {
		.kind = out->is_interrupted ? RESULT_INTERRUPTED : kind,
		.number = number_of(out, out->n_written),
		.cube = cube,
		.problem = out->problem,
	};
	if (out->is_sealed && !results_seal(out->record, &out->text, &out->text_bytes, out->format, &seal))
		return output_complain(out, ENOMEM);
	int error = write_head(out);
	if (error == 0)
		error = write_text(out, out->text, out->text_bytes);
	begin_record(out);
	if (error == 0) {
		out->n_written++;
		out->n_done += !out->is_interrupted;
		out->n_of_kind[kind] += !out->is_interrupted;
	}
	output_tick(out);
	return output_complain(out, error);
}

/* ---- closing ---- */

int output_close(struct output *out, int status)
{
	const bool was_changed =
		out->has_ended && out->has_rest && out->n_resumed > 0 && out->n_written == out->n_resumed;
	/* The header line of a table without rows, and a sheet's text. */
	int error = fflush(out->record) == 0 && !was_changed ? write_head(out) : 0;
	if (error == 0 && out->text_bytes > 0)
		error = write_text(out, out->text, out->text_bytes);
	if (out->path != NULL) {
		/* EINVAL: a device or a pipe, which has no disk to be synced to. */
		if (error == 0 && fsync(out->fd) != 0 && errno != EINVAL)
			error = errno;
		if (out->is_sealed && out->n_written == 0 && !out->has_rest
		    && (status != EXIT_SOLVED || error != 0))
			unlink(out->path);
		if (close(out->fd) != 0 && error == 0)
			error = errno;
		if (was_changed)
			complain("%s: was changed since it was completed; name another output, or start "
			         "again with --force",
			         out->path);
		const int written = output_complain(out, error);
		if (status == EXIT_SOLVED)
			status = written == EXIT_SOLVED && was_changed ? EXIT_TABLE : written;
	}
	free_output(out);
	return status;
}

static int end_shard(struct output *out, bool is_quiet, int status)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	const struct shard *const shard = &out->about.shard;
	const bool was_complete = out->n_resumed == out->n_items && out->n_files > 0,
		   was_stopped = out->is_complete && out->n_items > 0;
	/* A shard without items has a file, too. */
	errno = out->n_items == 0 && !was_complete ? write_head(out) : 0;
	if (errno != 0 || (out->fd >= 0 && fsync(out->fd) != 0))
		return status == EXIT_SOLVED || status > 128 ? complain_of_errno(out->own)
		                                             : status; /* others were explained */
	const enum status found = read_files(out, false, detail);
	if (found != STATUS_OK)
		return new_file_complain_of_log(words, out->own, found, detail);
	if (out->n_done < out->n_items || (status != EXIT_SOLVED && !was_stopped)) {
		complain("shard %" PRIu32 " of %" PRIu32 ": %" PRIu64
		         " of %s done; the same command continues",
		         shard->index, shard->n, out->n_done,
		         words_of(out->n_items, strcmp(out->about.work, "batch") == 0 ? "cube" : "item"));
		return status == EXIT_SOLVED ? EXIT_NOT_SOLVED : status;
	}
	if (was_stopped && !was_complete)
		complain("%s: another run has finished the shard", out->path);
	else if (!is_quiet)
		complain("%s: shard %" PRIu32 " of %" PRIu32 " is complete%s", out->path, shard->index,
		         shard->n, was_complete ? " already" : "");
	return EXIT_SOLVED;
}

int output_close_shard(struct output *out, bool is_quiet, int status)
{
	status = end_shard(out, is_quiet, status);
	file_close(out->fd);
	if (out->fd >= 0 && out->end == 0)  /* on a full disk no empty files gather */
		unlink(out->own);
	free_output(out);
	return status;
}
