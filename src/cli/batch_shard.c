/* superflip batch --shard K/N: a part of a list, for one of many tasks on any hosts. */
#include "cli/batch.h"

#include "cli/cli.h"
#include "cli/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* ---- what the list is ---- */

static int complain_of_list(const struct list *list, enum list_status status, const char *name)
{
	complain("%s: %s", name, status == LIST_IO ? strerror(errno) : status == LIST_NO_MEMORY ? "not enough memory" : list_fault(list));
	return status == LIST_IO ? EXIT_TABLE : status == LIST_NO_MEMORY ? EXIT_MEMORY : EXIT_INPUT;
}

/* How many cubes there are, and a checksum of them and of their lines, which the records name. */
static int survey(struct list *list, const char *name, XXH3_state_t *state, struct shard_about *about)
{
	XXH3_64bits_reset(state);
	for (;;) {
		struct list_entry entry;
		const enum list_status status = list_next(list, -1, &entry);
		if (status == LIST_END)
			break;
		if (status != LIST_ENTRY)
			return complain_of_list(list, status, name);
		if (interrupted_by() != 0)
			return 128 + interrupted_by();
		const uint64_t words[2] = {entry.line, solving_checksum(&entry)};
		XXH3_64bits_update(state, words, sizeof words);
		about->n_items = entry.number;
	}
	about->source = XXH3_64bits_digest(state);
	return EXIT_SOLVED;
}

static int survey_file(const struct solve_options *o, int fd, const char *name, struct shard_about *about)
{
	struct stat there;
	if (fd == STDIN_FILENO || fstat(fd, &there) != 0 || !S_ISREG(there.st_mode)) {
		complain("%s: --shard reads the list twice; name a file", name);
		return EXIT_USAGE;
	}
	if (o->output_path != NULL && strcmp(o->output_path, "-") == 0) {
		complain("--shard writes a file of its own; -o names its directory");
		return EXIT_USAGE;
	}
	struct list *const list = batch_open_list(o, fd);
	XXH3_state_t *const state = XXH3_createState();
	int status = EXIT_MEMORY;
	if (list != NULL && state != NULL)
		status = survey(list, name, state, about);
	else
		complain("not enough memory");
	XXH3_freeState(state);
	list_close(list);
	if (status == EXIT_SOLVED && lseek(fd, 0, SEEK_SET) != 0)
		return complain_of_errno(name);
	return status;
}

/* The head line of a table, which the records do not have. */
static bool make_head(const struct solve_options *o, char **head)
{
	size_t size;
	FILE *const file = open_memstream(head, &size);
	if (file == NULL)
		return false;
	record_write_head(o->format, file);
	return fclose(file) == 0 && *head != NULL;  /* glibc trims the text, and says nothing if it cannot */
}

/* ---- from the part to the shard ---- */

static int copy_records(const struct shard_run *run, const struct journal *journal, FILE *part, struct shard_writer *writer)
{
	const size_t n_head = strlen(run->about.head);
	char *record = NULL;
	size_t capacity = 0;
	uint64_t begin = 0;
	enum shard_status status = SHARD_OK;
	errno = 0;
	for (uint64_t i = 1; status == SHARD_OK && i <= journal->n_entries; i++) {
		struct journal_entry entry;
		if (!journal_read_entry(journal, i, &entry)) {
			status = SHARD_IO;
			break;
		}
		const size_t size = (size_t)(entry.end - begin);
		char *const more = size > capacity ? realloc(record, size) : record;
		if (more == NULL) {
			status = SHARD_NO_MEMORY;
			break;
		}
		record = more;
		capacity = size > capacity ? size : capacity;
		if (fread(record, 1, size, part) != size)
			status = SHARD_IO;
		/* The first record of the part begins with the head. */
		const size_t skipped = i == 1 && size >= n_head ? n_head : 0;
		if (status == SHARD_OK)
			status = shard_add(writer, record + skipped, size - skipped, (unsigned)entry.kind);
		begin = entry.end;
	}
	free(record);
	return status == SHARD_OK ? EXIT_SOLVED
	                          : shard_complain(run->path, status, "more results than the shard has items; the list was changed meanwhile");
}

/* Another run may finish the shard, and remove our part, at any moment: then nothing is wrong. */
static int fail_of_part(struct shard_run *run, const char *path)
{
	const int error = errno;
	if (shard_run_is_superseded(run))
		return EXIT_SOLVED;
	errno = error;
	return complain_of_errno(path);
}

/* Every record is compared with its checksum once more. */
static int publish(struct shard_run *run, const struct output *out, bool is_quiet)
{
	struct journal journal;
	struct journal_progress progress;
	struct shard_writer *writer = NULL;
	char detail[JOURNAL_DETAIL_MAX];
	uint64_t n_compared;
	FILE *const part = fopen(run->part, "r+e");
	int status = EXIT_TABLE;
	if (part == NULL)
		return fail_of_part(run, run->part);
	if (journal_open(out->journal_path, out->journal_options, (struct journal_list){NULL, NULL}, &journal, &n_compared, detail)
	    != JOURNAL_OK) {
		const int error = errno;
		fclose(part);
		errno = error;
		return fail_of_part(run, out->journal_path);
	}
	if (journal_recover(&journal, fileno(part), &progress) != JOURNAL_OK)
		status = complain_of_errno(run->part);
	else
		status = shard_run_create(run, &writer);
	if (status == EXIT_SOLVED)
		status = copy_records(run, &journal, part, writer);
	fclose(part);
	journal_close(&journal);
	if (status == EXIT_SOLVED)
		return shard_run_finish(run, writer, is_quiet);
	shard_abandon(writer);
	return status;
}

/* ---- solving ---- */

static int exit_status_of(const struct shard_run *run)
{
	return run->n_of_kind[JOURNAL_UNSOLVED] + run->n_of_kind[JOURNAL_INVALID] > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

static bool is_superseded(void *context)
{
	return shard_run_is_superseded(context);
}

static int tell_superseded(const struct shard_run *run)
{
	complain("%s: another run has finished the shard", run->path);
	part_remove_all(run->path);
	return exit_status_of(run);
}

static int solve_part(const struct solve_options *o, int fd, const char *name, struct shard_run *run)
{
	struct output out;
	struct totals totals = {0};
	int status = output_open(o, fd, name, (struct journal_list){NULL, NULL}, NULL, &out);
	if (status != EXIT_SOLVED)
		return shard_run_is_superseded(run) ? tell_superseded(run) : status;
	out.is_superseded = is_superseded;
	out.superseded_context = run;
	status = batch_solve_list(o, fd, name, &out, &totals);
	/* Not complete as a list of its own: its journal is still needed. */
	status = output_close(&out, false, status);
	if (shard_run_is_superseded(run))
		return tell_superseded(run);
	if (!totals.has_ended && status != EXIT_MEMORY)
		complain("shard %" PRIu32 " of %" PRIu32 ": %" PRIu64 " of %" PRIu64 " cubes are done; the same command goes on",
		         run->about.shard.index, run->about.shard.n, out.done.n_records, shard_items(&run->about));
	if (status == EXIT_SOLVED)
		status = publish(run, &out, o->is_quiet);
	if (status != EXIT_SOLVED)
		return status;
	return totals.n_complete == totals.n_cubes ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

int batch_shard(const struct solve_options *options, int fd, const char *name)
{
	struct solve_options o = *options;
	struct shard_run run = {.about = {.shard = o.shard, .work = "batch"}};
	o.keeps_duplicates = true;  /* a shard does not know the cubes of the others */
	output_describe_options(&o, run.about.options);
	int status = survey_file(&o, fd, name, &run.about);
	if (status == EXIT_SOLVED && !make_head(&o, &run.about.head)) {
		complain("not enough memory");
		status = EXIT_MEMORY;
	}
	if (status == EXIT_SOLVED)
		status = shard_run_begin(&run, o.output_path, ".resume", o.may_overwrite);
	if (status == EXIT_SOLVED && run.is_whole) {
		shard_run_tell_whole(&run, o.is_quiet);
		status = exit_status_of(&run);
	} else if (status == EXIT_SOLVED) {
		o.output_path = run.part;
		o.resumes = true;
		o.may_overwrite = false;
		o.shard_block_items = run.about.block_items;
		status = solve_part(&o, fd, name, &run);
	}
	free(run.about.head);
	return status;
}
