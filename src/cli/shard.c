#include "cli/shard.h"

#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int shard_complain(const char *path, enum shard_status status, const char *detail)
{
	if (status == SHARD_NO_MEMORY) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	if (status == SHARD_TORN || status == SHARD_FOREIGN)
		complain("%s: %s", path, *detail != '\0' ? detail : "cut off or damaged");
	else
		return complain_of_errno(path);
	return EXIT_TABLE;
}

/* What is there under the shard's name. */
static enum shard_status look(struct shard_run *run, char *detail)
{
	struct shard_file file;
	enum shard_status status = shard_open(run->path, &file, detail);
	if (status != SHARD_OK)
		return status;
	status = shard_verify(&file);
	run->is_whole = status == SHARD_OK;
	memcpy(run->n_of_kind, file.n_of_kind, sizeof run->n_of_kind);
	shard_close(&file);
	return status;
}

static bool make_directory(const char *directory)
{
	struct stat there;
	if (mkdir(directory, 0777) == 0 || (stat(directory, &there) == 0 && S_ISDIR(there.st_mode)))
		return true;
	complain("%s: %s; --shard writes a file into this directory", directory, errno == EEXIST ? "is no directory" : strerror(errno));
	return false;
}

int shard_run_begin(struct shard_run *run, const char *directory, const char *companion, bool makes_again)
{
	char name[SHARD_NAME_MAX], detail[SHARD_DETAIL_MAX];
	run->about.block_items = shard_block_items(run->about.n_items, run->about.shard.n);
	shard_name(&run->about, name);
	if (directory != NULL && !make_directory(directory))
		return EXIT_TABLE;
	if (snprintf(run->path, sizeof run->path, "%s/%s", directory != NULL ? directory : ".", name) >= (int)sizeof run->path) {
		complain("%s: %s", directory, strerror(ENAMETOOLONG));
		return EXIT_TABLE;
	}
	enum shard_status status = look(run, detail);
	if (status == SHARD_OK && !makes_again) {
		part_remove_all(run->path);  /* a run may have been killed between finishing it and removing these */
		return EXIT_SOLVED;
	}
	if (status == SHARD_IO || status == SHARD_NO_MEMORY)
		return shard_complain(run->path, status, detail);
	if (status == SHARD_TORN || status == SHARD_FOREIGN)
		complain("%s: %s; it is made again", run->path, *detail != '\0' ? detail : "cut off or damaged");
	run->replaces = status != SHARD_MISSING;
	run->is_whole = false;
	status = part_begin(run->path, companion, run->part);
	return status == SHARD_OK ? EXIT_SOLVED : shard_complain(run->path, status, "");
}

bool shard_run_is_superseded(struct shard_run *run)
{
	char detail[SHARD_DETAIL_MAX];
	return !run->replaces && access(run->path, F_OK) == 0 && look(run, detail) == SHARD_OK;
}

int shard_run_create(const struct shard_run *run, struct shard_writer **out)
{
	const enum shard_status status = shard_create(run->path, &run->about, out);
	return status == SHARD_OK ? EXIT_SOLVED : shard_complain(run->path, status, "");
}

int shard_run_finish(struct shard_run *run, struct shard_writer *writer, bool is_quiet)
{
	const enum shard_status status = shard_finish(writer, run->replaces);
	/* Another run that finished first has removed our temporary file, too. */
	if (status != SHARD_OK && !(status == SHARD_IO && shard_run_is_superseded(run)))
		return shard_complain(run->path, status, "not as many results as the shard has items; the list was changed meanwhile");
	run->is_whole = true;
	part_remove_all(run->path);
	if (!is_quiet)
		complain("%s: shard %" PRIu32 " of %" PRIu32 " is whole", run->path, run->about.shard.index, run->about.shard.n);
	return EXIT_SOLVED;
}

void shard_run_tell_whole(const struct shard_run *run, bool is_quiet)
{
	if (!is_quiet)
		complain("%s: shard %" PRIu32 " of %" PRIu32 " is whole already", run->path, run->about.shard.index, run->about.shard.n);
}
