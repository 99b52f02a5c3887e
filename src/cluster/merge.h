/* Joining the shards of a list in its order. */
#ifndef SUPERFLIP_CLUSTER_MERGE_H
#define SUPERFLIP_CLUSTER_MERGE_H
#include "cluster/shard_file.h"

#include <stdio.h>

enum merge_status {
	MERGE_OK,
	MERGE_FOREIGN,        /* the file is no shard, or one of another list, of other options or of another number of shards */
	MERGE_TORN,           /* the file is cut off or damaged */
	MERGE_INCOMPLETE,     /* shards are missing or damaged: merge_lacks() tells which */
	MERGE_IO,             /* errno is set */
	MERGE_NO_MEMORY,
};

struct merge;

/** @return NULL without memory */
struct merge *merge_create(void);
void merge_free(struct merge *merge);

/** Add a file.  The first one says what the others must have in common; a second file of a shard stands in for the first one
 * where that is damaged.
 * @param detail  words about MERGE_FOREIGN and MERGE_TORN, of SHARD_DETAIL_MAX bytes */
enum merge_status merge_add(struct merge *merge, const char *path, char *detail);

/** What the files have in common; NULL before the first one. */
const struct shard_about *merge_about(const struct merge *merge);

/** Whether a shard, from 1, has no sound file, as far as is known. */
bool merge_lacks(const struct merge *merge, uint32_t shard);

/** Read everything, compare it with its checksums, and write it in order.
 * @param out        NULL: only read
 * @param damaged    called with each file that is damaged, with `context`; may be NULL
 * @param goes_on    asked now and then; false: stop, and return MERGE_IO with errno EINTR; may be NULL
 * @return MERGE_OK; MERGE_INCOMPLETE: what was written is not to be used; MERGE_IO (also of *out), MERGE_NO_MEMORY */
enum merge_status merge_run(struct merge *merge, FILE *out, void (*damaged)(void *context, const char *path),
                            bool (*goes_on)(void *context), void *context);

/** Totals of all shards, by kind of record. */
void merge_count(const struct merge *merge, uint64_t n_of_kind[N_SHARD_KINDS]);
#endif
