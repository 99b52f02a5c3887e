#include "cli/output.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/goal.h"
#include "cli/new_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { GOAL_TEXT_BYTES = 80, MOVES_TEXT_BYTES = 3 * SUPERFLIP_N_MOVES + 1 };
static const double flush_every_s = 0.1, sync_every_s = 10;

/* The cube itself: two texts of one cube are the same goal, and a long text is not cut. */
static void describe_goal(const struct solve_options *o, char text[GOAL_TEXT_BYTES])
{
	superflip_cube *goal;
	strcpy(text, "solved");
	if (!goal_read(o, &goal) || goal == NULL)
		return;
	if (!superflip_cube_is_solved(goal))
		superflip_cube_write(goal, SUPERFLIP_FORM_FACELETS, text, GOAL_TEXT_BYTES);
	superflip_cube_free(goal);
}

static void describe_moves(uint32_t permitted, char text[MOVES_TEXT_BYTES])
{
	uint8_t moves[SUPERFLIP_N_MOVES];
	size_t n = 0;
	for (uint8_t m = 0; m < SUPERFLIP_N_MOVES; m++)
		if ((permitted >> m & 1) != 0)
			moves[n++] = m;
	superflip_moves_write(moves, n, 0, text, MOVES_TEXT_BYTES);
	for (char *c = text; (c = strchr(c, ' ')) != NULL;)
		*c = ',';
	if (n == SUPERFLIP_N_MOVES)
		strcpy(text, "all");
}

static const char *yes_or_no(bool is_so)
{
	return is_so ? "yes" : "no";
}

void output_describe_options(const struct solve_options *o, char text[JOURNAL_OPTIONS_MAX])
{
	static const char *const format_name[] = {"text", "json", "csv", "tsv"};
	char goal[GOAL_TEXT_BYTES], moves[MOVES_TEXT_BYTES];
	describe_goal(o, goal);
	describe_moves(o->permitted, moves);
	const superflip_request *const r = &o->request;
	const int n = snprintf(text, JOURNAL_OPTIONS_MAX, "format=%s link=%s explain=%s puzzle=%s metric=%s method=%s heuristic=%s"
	         " solutions=%" PRId64 " over=%u min=%u max=%u deterministic=%s dedup=%s time-limit=%g node-limit=%" PRIu64
	         " letters=%s parentheses=%s from=%s up-to-symmetry=%s goal=%s moves=%s",
	         format_name[o->format], yes_or_no(o->with_links), yes_or_no(o->explains), o->puzzle == SUPERFLIP_2X2 ? "2x2" : "3x3",
	         record_metric_name[o->metric], o->method_name != NULL ? o->method_name : "optimal",
	         o->heuristic_name != NULL ? o->heuristic_name : "auto", r->n_solutions, r->over_optimal, r->min_length, r->max_length,
	         yes_or_no(r->is_deterministic), yes_or_no(!o->keeps_duplicates), r->time_limit_s, r->node_limit,
	         (o->read_options & SUPERFLIP_READ_FRENCH) != 0 ? "french" : "english",
	         (o->read_options & SUPERFLIP_READ_NISS) != 0 ? "niss" : (o->read_options & SUPERFLIP_READ_GROUPS) != 0 ? "group" : "none",
	         list_source_name[o->source],
	         yes_or_no(r->up_to_symmetry), goal, moves);
	assert(n > 0 && n < JOURNAL_OPTIONS_MAX);
	(void)n;
}

static bool open_record(struct output *out)
{
	out->record = open_memstream(&out->text, &out->text_bytes);
	if (out->record == NULL)
		complain("not enough memory");
	return out->record != NULL;
}

bool output_open_standard(struct output *out)
{
	*out = (struct output){.file = stdout, .journal.fd = -1, .is_final = true};
	return open_record(out);
}

static int fail(const char *path, const char *what)
{
	complain("%s: %s", path, what);
	return EXIT_TABLE;
}

static int fail_with_journal(const struct output *out, enum journal_status status, const char *list_name, uint64_t n_compared,
                             const uint64_t *line, const char *detail)
{
	switch (status) {
	case JOURNAL_NO_MEMORY:
		complain("not enough memory");
		return EXIT_MEMORY;
	case JOURNAL_BUSY:
		return fail(out->path, "another run is writing it; wait for its end");
	case JOURNAL_FOREIGN:
		complain("%s: %s; delete it, and start again with --force", out->journal_path, detail);
		return EXIT_TABLE;
	case JOURNAL_DIFFERENT:
		complain("%s: begun with other options: %s; repeat the options it was begun with, or start again with --force", out->path,
		         detail);
		return EXIT_USAGE;
	case JOURNAL_CHANGED:
		if (line != NULL && *line > 0)
			complain("%s:%" PRIu64 ": not what was there when %s was begun: the list has changed; name another output", list_name,
			         *line, out->path);
		else
			complain("%s: cube %" PRIu64 " is not what it was when %s was begun: the list has changed; name another output",
			         list_name, n_compared, out->path);
		return EXIT_INPUT;
	default:
		return complain_of_errno(out->journal_path);
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

/* Go on where the journal ends. */
static int go_on(struct output *out)
{
	const int fd = fileno(out->file);
	/* The header has told what there is. */
	if (out->journal.is_complete)
		return lseek(fd, 0, SEEK_END) == (off_t)out->resumed.bytes
		       ? EXIT_SOLVED : fail(out->path, "was changed since it was completed; name another output, or start again with --force");
	if (journal_recover(&out->journal, fd, &out->resumed) != JOURNAL_OK || lseek(fd, 0, SEEK_END) < 0)
		return complain_of_errno(out->path);
	return EXIT_SOLVED;
}

static int resume(struct output *out, const char *list_name, struct journal_list list, const uint64_t *line)
{
	char detail[JOURNAL_DETAIL_MAX] = "", header[JOURNAL_HEADER_BYTES], options[JOURNAL_OPTIONS_MAX];
	uint64_t n_compared = 0, n_cubes;
	bool is_complete;
	const enum journal_status status =
		journal_open(out->journal_path, out->journal_options, list, &out->journal, &n_compared, detail);
	if (status != JOURNAL_OK)
		return fail_with_journal(out, status, list_name, n_compared, line, detail);
	out->has_journal = true;
	if (out->journal.is_complete && (pread(out->journal.fd, header, sizeof header, 0) != sizeof header
	                                 || !journal_read_header(header, options, &n_cubes, &is_complete, &out->resumed)))
		return complain_of_errno(out->journal_path);
	return go_on(out);
}

static int begin(struct output *out, const char *list_name, struct journal_list list, const uint64_t *line)
{
	const enum journal_status status = journal_create(out->journal_path, out->journal_options, list, &out->journal);
	if (status != JOURNAL_OK)
		return fail_with_journal(out, status, list_name, 0, line, "");
	out->has_journal = true;
	return ftruncate(fileno(out->file), 0) == 0 ? EXIT_SOLVED : complain_of_errno(out->path);
}

static bool is_same_file(int input_fd, const struct stat *there)
{
	struct stat in;
	return fstat(input_fd, &in) == 0 && S_ISREG(in.st_mode) && in.st_dev == there->st_dev && in.st_ino == there->st_ino;
}

/* The file is ours, and whole as another run or somebody else has left it. */
static int open_locked(const struct solve_options *o, bool is_new, const char *list_name, struct journal_list list,
                       const uint64_t *line, struct output *out)
{
	struct stat there;
	snprintf(out->journal_path, sizeof out->journal_path, "%s.resume", out->path);
	const bool has_journal = access(out->journal_path, F_OK) == 0;
	if (fstat(fileno(out->file), &there) != 0)
		return complain_of_errno(out->path);
	if (o->resumes && has_journal && !o->may_overwrite)
		return resume(out, list_name, list, line);
	if (is_new || o->may_overwrite || (o->resumes && there.st_size == 0))
		return begin(out, list_name, list, line);
	if (o->resumes)
		complain("%s: exists, without the journal to resume it (%s); --force starts again", out->path, out->journal_path);
	else
		complain(has_journal ? "%s: exists; --resume continues it, --force replaces it" : "%s: exists; --force replaces it", out->path);
	return EXIT_TABLE;
}

/* A lock on the results themselves, taken before anything of them is changed, keeps two runs apart. */
static int open_file(const struct solve_options *o, const char *list_name, struct journal_list list, const uint64_t *line,
                     struct output *out)
{
	int fd;
	bool is_new;
	const int error = file_open_locked(out->path, &is_new, &fd);
	if (error != 0)
		return new_file_complain(out->path, error);
	const int status = open_stream(out, fd) ? open_locked(o, is_new, list_name, list, line, out) : complain_of_errno(out->path);
	if (status != EXIT_SOLVED && is_new)
		unlink(out->path);
	return status;
}

static int open_named(const struct solve_options *o, int input_fd, const char *list_name, struct journal_list list,
                      const uint64_t *line, struct output *out)
{
	struct stat there;
	const bool exists = stat(out->path, &there) == 0;
	if (exists && S_ISDIR(there.st_mode))
		return new_file_complain(out->path, EISDIR);
	if (exists && is_same_file(input_fd, &there))
		return fail(out->path, "is the input list itself");
	if (!exists || S_ISREG(there.st_mode))
		return open_file(o, list_name, list, line, out);
	/* A device or a pipe takes records and keeps none. */
	const int fd = open(out->path, O_WRONLY | O_CLOEXEC);
	return fd >= 0 && open_stream(out, fd) ? EXIT_SOLVED : complain_of_errno(out->path);
}

int output_open(const struct solve_options *o, int input_fd, const char *list_name, struct journal_list list,
                const uint64_t *line, struct output *out)
{
	if (o->output_path == NULL || strcmp(o->output_path, "-") == 0) {
		if (o->resumes)
			complain("--resume continues the file of -o; standard output cannot be resumed");
		return o->resumes ? EXIT_USAGE : output_open_standard(out) ? EXIT_SOLVED : EXIT_MEMORY;
	}
	*out = (struct output){.path = o->output_path, .journal.fd = -1, .is_final = true, .keeps_journal = o->resumes};
	output_describe_options(o, out->journal_options);
	int status = open_named(o, input_fd, list_name, list, line, out);
	if (status == EXIT_SOLVED && !open_record(out))
		status = EXIT_MEMORY;
	out->done = out->resumed;
	if (status == EXIT_SOLVED)
		return status;
	if (out->file != NULL)
		fclose(out->file);
	if (out->has_journal)
		journal_close(&out->journal);
	return status;
}

/* ---- writing ---- */

/* The journal must not stop the results. */
static void flush_journal(struct output *out)
{
	out->last_flush_s = clock_monotonic_s();
	if (!out->has_journal || journal_flush(&out->journal) == JOURNAL_OK)
		return;
	complain("%s: %s; the results are written all the same, but cannot be resumed", out->journal_path, strerror(errno));
	journal_close(&out->journal);
	out->has_journal = false;
}

static void note_record(struct output *out, uint64_t cube, enum journal_kind kind, bool is_final)
{
	out->is_final &= is_final;
	if (!out->has_journal || !out->is_final)
		return;
	out->done.n_records++;
	out->done.bytes += out->text_bytes;
	out->done.n_of_kind[kind]++;
	const struct journal_entry entry = {cube, out->done.bytes, XXH3_64bits(out->text, out->text_bytes), kind};
	if (journal_append(&out->journal, &entry) != JOURNAL_OK || clock_monotonic_s() - out->last_flush_s >= flush_every_s)
		flush_journal(out);
}

/* What a failed write has left of a record is taken away. */
static void take_back(struct output *out, off_t begin)
{
	__fpurge(out->file);
	if (out->path != NULL && begin >= 0 && ftruncate(fileno(out->file), begin) == 0)
		fseeko(out->file, begin, SEEK_SET);
}

int output_end_record(struct output *out, uint64_t cube, enum journal_kind kind, bool is_final)
{
	if (fflush(out->record) != 0)
		return errno;
	const off_t begin = out->path != NULL ? ftello(out->file) : -1;
	/* Flushed before the next one: what was solved is in the file, whatever happens to this process. */
	const bool is_written = fwrite(out->text, 1, out->text_bytes, out->file) == out->text_bytes && fflush(out->file) == 0;
	const int error = errno;
	if (is_written)
		note_record(out, cube, kind, is_final);
	else
		take_back(out, begin);
	rewind(out->record);
	return is_written ? 0 : error;
}

void output_tick(struct output *out)
{
	const double now_s = clock_monotonic_s();
	if (now_s - out->last_flush_s >= flush_every_s)
		flush_journal(out);
	if (out->path == NULL || now_s - out->last_sync_s < sync_every_s)
		return;
	/* So that a power cut costs no more than the last seconds; faults are told when the file is closed. */
	out->last_sync_s = now_s;
	fdatasync(fileno(out->file));
	if (out->has_journal)
		fdatasync(out->journal.fd);
	out->has_been_superseded = out->is_superseded != NULL && out->is_superseded(out->superseded_context);
}

/* ---- closing ---- */

static void close_journal(struct output *out, bool is_complete)
{
	if (!out->has_journal)
		return;
	flush_journal(out);
	if (out->has_journal && is_complete && out->keeps_journal)
		journal_complete(&out->journal, out->journal_options, &out->done);
	else if (out->has_journal && is_complete)
		unlink(out->journal_path);
	journal_close(&out->journal);
}

int output_close(struct output *out, bool is_complete, int status)
{
	/* What was written for records that never came: the head line of a table. */
	bool is_written = fflush(out->record) == 0
	                  && fwrite(out->text, 1, out->text_bytes, out->file) == out->text_bytes && fflush(out->file) == 0;
	int error = errno;
	fclose(out->record);
	free(out->text);
	if (out->path == NULL)
		return status;
	/* EINVAL: a device or a pipe, which has no disk to be synced to. */
	if (is_written && fsync(fileno(out->file)) != 0 && errno != EINVAL) {
		is_written = false;
		error = errno;
	}
	close_journal(out, is_complete && is_written);
	if (fclose(out->file) != 0 && is_written) {
		is_written = false;
		error = errno;
	}
	if (is_written)
		return status;
	complain("%s: cannot write the results: %s", out->path, strerror(error));
	return status != EXIT_SOLVED ? status : error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE;
}
