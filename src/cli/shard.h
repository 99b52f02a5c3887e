/* Commands that work on one shard of a list: --shard K/N -o DIRECTORY. */
#ifndef SUPERFLIP_CLI_SHARD_H
#define SUPERFLIP_CLI_SHARD_H
#include "cluster/part.h"
#include "cluster/shard_file.h"

struct shard_run {
	struct shard_about about;
	char path[PATH_MAX];                 /* of the whole shard */
	char part[PATH_MAX];                 /* of what this run has done */
	bool replaces;                       /* what is there under this name is damaged, or to be made again */
	bool is_whole;                       /* it was there before this run, or another run has finished it meanwhile */
	uint64_t n_of_kind[N_SHARD_KINDS];   /* of a whole one */
};

/** Look for the shard, and for what other runs have done of it.
 * @param run        about is filled by the caller but for block_items; freed by shard_run_end()
 * @param directory  is made if it is not there; NULL: the working directory
 * @param companion  as in part_begin()
 * @param makes_again  even if it is whole
 * @return EXIT_SOLVED: run->is_whole, or run->part is there to go on with; else complained */
int shard_run_begin(struct shard_run *run, const char *directory, const char *companion, bool makes_again);

/** Whether another run has finished the shard meanwhile; sets run->is_whole. */
bool shard_run_is_superseded(struct shard_run *run);

/** Begin the file of the shard. @return EXIT_SOLVED; else complained */
int shard_run_create(const struct shard_run *run, struct shard_writer **out);

/** Complain of a status other than SHARD_OK. @return the exit status */
int shard_complain(const char *path, enum shard_status status, const char *detail);

/** Finish the file and remove all parts.
 * @param writer  freed in any case
 * @return EXIT_SOLVED; else complained */
int shard_run_finish(struct shard_run *run, struct shard_writer *writer, bool is_quiet);

/** Say that the shard is whole already. */
void shard_run_tell_whole(const struct shard_run *run, bool is_quiet);
#endif
