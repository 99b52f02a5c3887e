#include "cli/output.h"

struct output output;
static char detail[RECORD_LOG_DETAIL_MAX];  /* of what is wrong with a file */

static const double sync_every_s = 10;

static void open_record(void)
{
	output.record = memory_stream(&output.text, &output.text_bytes);
	if (output.record == NULL || output.head == NULL)
		end_without_memory();
}

static const struct log_words words[N_STATUS] = {
	[STATUS_FOREIGN] = {EXIT_TABLE, "%s: %s; start again with --force"},
	[STATUS_DIFFERENT] =
		{EXIT_USAGE, "%s: begun with other options: %s; repeat the options it was begun with, or start again "
                     "with --force"},
};

/* ---- text ---- */

static bool name_file(unsigned number, char path[PATH_MAX])
{
	char name[SHARD_NAME_MAX];
	shard_name(&output.about, number, name);
	return snprintf(path, PATH_MAX, "%s/%s", output.directory, name) < PATH_MAX;
}

/* Empty the stream, whose text was copied to where it belongs.  Musl updates the size only on a write. */
static void begin_record(void)
{
	rewind(output.record);
	output.text_bytes = 0;
}

/* Of a failed write nothing stays in a file.  @return 0, or errno */
static int write_text(const char *text, size_t size)
{
	if (size == 0)
		return 0;
	if (output.path == NULL)
		return fwrite(text, 1, size, stdout) == size ? 0 : errno;
	if (!output.is_sealed)
		return file_write(output.fd, text, size) ? 0 : errno;
	if (output.has_rest && ftruncate(output.fd, (off_t)output.end) != 0)
		return errno;
	output.has_rest = !file_write_at(output.fd, text, size, output.end);
	if (!output.has_rest) {
		output.end += size;
		return 0;
	}
	const int error = errno;
	output.has_rest = ftruncate(output.fd, (off_t)output.end) != 0;
	return error;
}

/* Each run of a shard has a file of its own, which is made with its first record. */
static int write_head(void)
{
	while (output.fd < 0) {
		if (!name_file(output.n_files++, output.own))
			return ENAMETOOLONG;
		output.fd = open(output.own, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (output.fd < 0 && errno != EEXIST)
			return errno;
	}
	/* A new name survives a power cut once its directory is on the disk. */
	int error = output.is_sealed && output.end == 0 ? file_sync_directory(output.path) : 0;
	if (error == 0)
		error = write_text(output.head, strlen(output.head));
	if (error == 0)
		*output.head = '\0';
	return error;
}

/* ---- going on ---- */

/* The number of record i, from 0, in the whole list. */
static uint64_t number_of(uint64_t i)
{
	return 1 + (output.about.shard.n != 0 ? shard_item(&output.about, i) : i);
}

/* Take over the records of an earlier run that come next, up to the first that is not whole or was
 * interrupted.
 * @return STATUS_END: nothing whole follows */
static enum status take_over(struct results *in)
{
	enum status status = STATUS_OK;
	while (output.n_done < output.n_items && (status = results_next(in)) == STATUS_OK) {
		const struct seal *const seal = &in->seal;
		const uint64_t next = number_of(output.n_done);
		if (seal->number < next && output.about.shard.n != 0)  /* another file has it, too */
			continue;
		if (strlen(output.problem) != in->problem_size
		    || memcmp(seal->problem, output.problem, in->problem_size) != 0) {
			in->text[seal->problem + in->problem_size - in->text] = '\0';
			record_log_describe_difference(seal->problem, output.problem, ";", detail);
			return STATUS_DIFFERENT;
		}
		if (seal->number != next || seal->kind == RESULT_INTERRUPTED) {
			in->end -= in->size;
			break;
		}
		uint64_t *const cube =
			array_reserve(output.cube, (size_t)output.n_done + 1, &output.capacity, sizeof *cube);
		if (cube == NULL)
			return STATUS_NO_MEMORY;
		output.cube = cube;
		output.cube[output.n_done++] = seal->cube;
		output.n_of_kind[seal->kind]++;
	}
	return status;
}

/* Results of this list as far as they are whole, or a first record that was cut off; nothing that somebody
 * else may have written. Nothing is changed before the next record is written. */
static enum status read_back(void)
{
	static const char *const begins[] = {
		[RECORD_TEXT] = "1.  ",
		[RECORD_JSON] = "{\"schema\":\"" RECORD_SCHEMA "\",\"id\":1,",
		[RECORD_CSV] = "1,",
		[RECORD_TSV] = "1\t",
	};
	char first[RECORD_HEAD_BYTES + 1];
	struct results in = {.in = fopen(output.path, "re")};
	struct stat file;
	if (in.in == NULL || fstat(output.fd, &file) != 0) {
		results_close(&in);
		return STATUS_IO;
	}
	const bool has_head = fgets(first, sizeof first, in.in) != NULL && strncmp(first, "id", 2) == 0
	                      && strchr(first, '\n') != NULL;
	in.end = has_head ? strlen(first) : 0;
	fseeko(in.in, (off_t)in.end, SEEK_SET);
	const enum status status = file.st_size > 0 ? take_over(&in) : STATUS_END;
	const bool wants_head = *output.head != '\0';
	const char *const begin = wants_head && !has_head ? output.head : begins[output.format];
	const size_t n_begin = strlen(begin);
	const bool is_ours = output.n_done > 0 || (status == STATUS_OK && in.seal.number == 1);
	const bool is_cut_off =
		status == STATUS_END
		&& (in.size == 0
	            || (memchr(in.text, '\n', in.size) == NULL
	                && memcmp(in.text, begin, in.size < n_begin ? in.size : n_begin) == 0));
	output.end = in.end;
	results_close(&in);
	output.n_resumed = output.n_written = output.n_done;
	output.has_rest = (uint64_t)file.st_size > output.end;
	if (status != STATUS_OK && status != STATUS_END)
		return status;
	if (has_head && wants_head && !record_log_columns_agree(first, output.head, detail))
		return STATUS_FOREIGN;
	snprintf(detail, RECORD_LOG_DETAIL_MAX, "does not begin with results that can be continued");
	if (!(is_ours || is_cut_off) || (has_head != wants_head && (has_head || is_ours)))
		return STATUS_FOREIGN;
	if (has_head)
		*output.head = '\0';
	return STATUS_OK;
}

/* ---- a file ---- */

/* Results are locked before they are changed, so that two runs cannot write one file. */
static int open_file(void)
{
	bool is_new;
	const int error = file_open_locked(output.path, false, &is_new, &output.fd);
	if (error != 0)
		return new_file_complain(output.path, error);
	if (!is_new && !solve_options.may_overwrite && !solve_options.resumes)
		return complain_and(EXIT_TABLE, "%s: exists; --resume continues it, --force replaces it",
		                    output.path);
	output.problem = solve_options_problem();
	/* The contents are those of an earlier run, or somebody else's.  What is to be replaced stays until there
	 * is a record. */
	output.has_rest = !is_new;
	const enum status status = output.problem == NULL                    ? STATUS_NO_MEMORY
	                           : !is_new && !solve_options.may_overwrite ? read_back()
	                                                                     : STATUS_OK;
	const int result = new_file_complain_of_log(words, output.path, status, detail);
	if (result != EXIT_SOLVED && is_new)
		unlink(output.path);
	return result;
}

int output_open(int input_fd)
{
	const char *const path = solve_options.output_path != NULL && !text_equal(solve_options.output_path, "-")
	                             ? solve_options.output_path
	                             : NULL;
	struct stat there, in;
	const bool is_there = path != NULL && stat(path, &there) == 0;
	output = (struct output){
		.path = path,
		.fd = path != NULL ? -1 : STDOUT_FILENO,
		.format = solve_options.format,
		.n_items = UINT64_MAX,
		.is_sealed = path != NULL && (!is_there || S_ISREG(there.st_mode)),
	};
	output.head = record_head(solve_options.format, output.is_sealed);
	open_record();
	if (path == NULL)
		return solve_options.resumes
		               ? usage_error("--resume continues the file of -o; standard output cannot be resumed")
		               : EXIT_SOLVED;
	if (is_there && S_ISDIR(there.st_mode))
		return new_file_complain(path, EISDIR);
	if (is_there && output.is_sealed && fstat(input_fd, &in) == 0 && in.st_dev == there.st_dev
	    && in.st_ino == there.st_ino)
		return complain_and(EXIT_TABLE, "%s: is the input list itself", path);
	if (output.is_sealed)
		return open_file();
	/* A device or a pipe cannot be resumed. */
	struct staged_file device = {.fd = -1};
	const int error = new_file_stage(path, true, &device);
	free(device.path);
	output.fd = device.fd;
	return error == 0 ? EXIT_SOLVED : new_file_complain(path, error);
}

/* ---- a shard ---- */

/* Take over what the files of the shard have.
 * @param is_first  say what is wrong with them */
static enum status read_files(bool is_first)
{
	char others[PATH_MAX], *const path = output.fd < 0 ? output.own : others;
	output.n_done = output.n_files = 0;
	memset(output.n_of_kind, 0, sizeof output.n_of_kind);
	for (; name_file(output.n_files, path); output.n_files++) {
		struct results in = {.in = fopen(path, "re")};
		struct shard_about about;
		if (in.in == NULL)
			return errno == ENOENT ? STATUS_OK : STATUS_IO;
		enum status status = shard_read_about(&in, &about, detail);
		if (status == STATUS_OK) {
			status = record_log_columns_agree(about.head, output.about.head, detail)
			                 ? take_over(&in)
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

int output_open_shard(const struct shard_about *about, enum record_format format, char *seals,
                      const char *directory, bool makes_again)
{
	struct stat there;
	output = (struct output){
		.path = output.first,
		.fd = -1,
		.format = format,
		.is_sealed = true,
		.problem = seals,
		.about = *about,
		.directory = directory != NULL ? directory : ".",
		.last_sync_s = clock_monotonic_s(),
	};
	output.about.block_items = shard_block_items(about->n_items, about->shard.n);
	output.n_items = shard_items(&output.about);
	output.head = about->options != NULL && about->head != NULL && seals != NULL
	                    ? shard_describe(&output.about)
	                    : NULL;
	open_record();
	if (fputs(output.head, output.record) == EOF || fflush(output.record) != 0
	    || !results_seal(output.record, &output.text, &output.text_bytes, RECORD_TEXT,
	                     &(struct seal){.problem = RESULTS_USUAL}))
		end_without_memory();
	free(output.head);
	output.head = strdup(output.text);
	if (output.head == NULL)
		end_without_memory();
	begin_record();
	if (mkdir(output.directory, 0777) != 0
	    && (stat(output.directory, &there) != 0 || !S_ISDIR(there.st_mode)))
		return complain_and(EXIT_TABLE, "%s: %s; --shard writes a file into this directory",
		                    output.directory, errno == EEXIST ? "is not a directory" : strerror(errno));
	name_file(0, output.first);
	for (unsigned i = 0; makes_again && name_file(i, output.own) && unlink(output.own) == 0; i++)
		;
	const enum status found = read_files(true);
	output.n_resumed = output.n_written = output.n_done;
	output.is_complete = output.n_done == output.n_items;
	return new_file_complain_of_log(words, output.own, found == STATUS_DIFFERENT ? STATUS_FOREIGN : found,
	                                detail);
}

bool output_wants(uint64_t item)
{
	return !output.is_complete && output.n_written < output.n_items
	       && shard_item(&output.about, output.n_written) == item;
}

/* ---- writing ---- */

int output_complain(int error)
{
	const char *const path = output.about.shard.n != 0 ? output.own : output.path;
	return error == 0
	           ? EXIT_SOLVED
	           : complain_and(error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE, "%s: cannot write the results: %s",
	                          path != NULL ? path : "standard output", strerror(error));
}

void output_tick(void)
{
	char next[PATH_MAX];
	const double now_s = output.path != NULL ? clock_monotonic_s() : 0;
	if (now_s - output.last_sync_s < sync_every_s)
		return;
	/* A power cut then costs a few seconds of work.  Errors are reported at the end. */
	output.last_sync_s = now_s;
	if (output.fd >= 0)
		fdatasync(output.fd);
	if (output.about.shard.n == 0
	    || (output.n_files < 2 && (!name_file(output.n_files, next) || access(next, F_OK) != 0)))
		return;
	/* Another run of the shard may be ahead of this one.  Reading long files takes at most a part of the
	 * time. */
	output.is_complete = read_files(false) == STATUS_OK && output.n_done == output.n_items;
	output.last_sync_s += 20 * (clock_monotonic_s() - now_s);
}

int output_end_record(uint64_t cube, unsigned kind, bool is_final)
{
	if (fflush(output.record) != 0 || ferror(output.record))
		return output_complain(ENOMEM);
	output.is_interrupted |=
		!is_final || output.n_written >= output.n_items; /* a list may have grown after it was counted */
	const struct seal seal = {
		.kind = output.is_interrupted ? RESULT_INTERRUPTED : kind,
		.number = number_of(output.n_written),
		.cube = cube,
		.problem = output.problem,
	};
	if (output.is_sealed
	    && !results_seal(output.record, &output.text, &output.text_bytes, output.format, &seal))
		return output_complain(ENOMEM);
	int error = write_head();
	if (error == 0)
		error = write_text(output.text, output.text_bytes);
	begin_record();
	if (error == 0) {
		output.n_written++;
		output.n_done += !output.is_interrupted;
		output.n_of_kind[kind] += !output.is_interrupted;
	}
	output_tick();
	return output_complain(error);
}

/* ---- closing ---- */

int output_close(int status)
{
	const bool was_changed =
		output.has_ended && output.has_rest && output.n_resumed > 0 && output.n_written == output.n_resumed;
	/* The header line of a table without rows, and a sheet's text. */
	int error = fflush(output.record) != 0 || ferror(output.record) ? ENOMEM
	            : was_changed || (output.has_rest && status != EXIT_SOLVED) ? 0
	                                                                        : write_head();
	if (error == 0 && output.text_bytes > 0)
		error = write_text(output.text, output.text_bytes);
	if (output.path != NULL) {
		/* EINVAL: a device or a pipe, which has no disk to be synced to. */
		if (error == 0 && fsync(output.fd) != 0 && errno != EINVAL)
			error = errno;
		if (output.is_sealed && output.n_written == 0 && !output.has_rest
		    && (status != EXIT_SOLVED || error != 0))
			unlink(output.path);
		if (close(output.fd) != 0 && error == 0)
			error = errno;
		if (was_changed)
			complain("%s: was changed since it was completed; name another output, or start "
			         "again with --force",
			         output.path);
		const int written = output_complain(error);
		if (status == EXIT_SOLVED)
			status = written == EXIT_SOLVED && was_changed ? EXIT_TABLE : written;
	}
	return status;
}

static int end_shard(int status)
{
	const struct shard *const shard = &output.about.shard;
	const bool was_complete = output.n_resumed == output.n_items && output.n_files > 0,
		   was_stopped = output.is_complete && output.n_items > 0;
	/* A shard without items has a file, too. */
	errno = output.n_items == 0 && !was_complete ? write_head() : 0;
	if (errno != 0 || (output.fd >= 0 && fsync(output.fd) != 0))
		return status == EXIT_SOLVED || status > 128 ? complain_of_errno(output.own)
		                                             : status; /* others were explained */
	const enum status found = read_files(false);
	if (found != STATUS_OK)
		return new_file_complain_of_log(words, output.own, found, detail);
	if (output.n_done < output.n_items || (status != EXIT_SOLVED && !was_stopped)) {
		complain("shard %" PRIu32 " of %" PRIu32 ": %" PRIu64
		         " of %s done; the same command continues",
		         shard->index, shard->n, output.n_done,
		         words_of(output.n_items, text_equal(output.about.work, "batch") ? "cube" : "item"));
		return status == EXIT_SOLVED ? EXIT_NOT_SOLVED : status;
	}
	if (was_stopped && !was_complete)
		complain("%s: another run has finished the shard", output.path);
	else remark("%s: shard %" PRIu32 " of %" PRIu32 " is complete%s", output.path, shard->index,
		         shard->n, was_complete ? " already" : "");
	return EXIT_SOLVED;
}

int output_close_shard(int status)
{
	status = end_shard(status);
	file_close(output.fd);
	if (output.fd >= 0 && output.end == 0)  /* on a full disk no empty files gather */
		unlink(output.own);
	return status;
}
