/* superflip batch --shard K/N: a part of a list, for one of many tasks on any hosts. */
#include "cli/batch.h"

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/shard_log.h"

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

/* ---- solving ---- */

static int solve_shard(const struct solve_options *o, int fd, const char *name, struct shard_log *log)
{
	struct output out;
	struct totals totals = {0};
	if (!output_open_shard(log, &out)) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	const int status = batch_solve_list(o, fd, name, &out, &totals);
	if (status == EXIT_SOLVED && !out.has_been_superseded && log->n_done < log->n_items && totals.has_ended)
		complain("%s: fewer cubes than at the first reading; the file was changed in between", name);
	return output_close(&out, false, status);
}

int batch_shard(const struct solve_options *options, int fd, const char *name)
{
	struct solve_options o = *options;
	struct shard_log log = {.about = {.shard = o.shard, .work = "batch"}};
	o.keeps_duplicates = true;  /* a shard does not know the cubes of the others */
	int status = shard_log_identify(&log.about, solve_options_identity(&o, FOR_BATCH));
	if (status == EXIT_SOLVED)
		status = survey_file(&o, fd, name, &log.about);
	if (status == EXIT_SOLVED && !make_head(&o, &log.about.head)) {
		complain("not enough memory");
		status = EXIT_MEMORY;
	}
	if (status != EXIT_SOLVED)
		return status;
	status = shard_log_begin(&log, o.output_path, o.may_overwrite);
	if (status != EXIT_SOLVED)
		return status;
	o.shard_block_items = log.about.block_items;
	if (!log.is_complete)
		status = solve_shard(&o, fd, name, &log);
	status = shard_log_end(&log, o.is_quiet, status);
	if (status != EXIT_SOLVED)
		return status;
	return log.n_of_kind[RESUME_UNSOLVED] + log.n_of_kind[RESUME_INVALID] > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}
