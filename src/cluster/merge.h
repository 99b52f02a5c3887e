/* Joining the shards of a list in its order. */
#ifndef SUPERFLIP_CLUSTER_MERGE_H
#define SUPERFLIP_CLUSTER_MERGE_H
#include "cluster/shard.h"

#include <stdio.h>

/** The sound file of a shard, and how far it is read.  There may be more of them than a process may open. */
struct shard_reader {
	char *path;                           /* NULL: there is none; owned */
	uint64_t end, checksum;               /* of the record read last */
};

/** All zero: no file was added yet. */
struct merge {
	struct shard_reader *reader;          /* of each shard, from 0; NULL before the first file; owned */
	struct shard_about about;             /* of the first file, with its head: what all files have in common */
	uint64_t n_of_kind[N_SHARD_KINDS];    /* totals of all shards, by kind of record */
};

void merge_free(struct merge *merge);

/** Read a file to its end and add it if it is sound.  The first one says what the others must have in common; of several of one shard
 * the first sound one counts.
 * @param detail  words about RECORD_LOG_FOREIGN, RECORD_LOG_DIFFERENT and RECORD_LOG_DAMAGED, of RECORD_LOG_DETAIL_MAX bytes
 * @return RECORD_LOG_OK; RECORD_LOG_FOREIGN: it is no shard; RECORD_LOG_DIFFERENT: of another list, of other options or of another
 *         number of shards; RECORD_LOG_DAMAGED; RECORD_LOG_MISSING, RECORD_LOG_IO, RECORD_LOG_NO_MEMORY */
enum record_log_status merge_add(struct merge *merge, const char *path, char *detail);

/** Whether a shard, from 1, has no sound file. */
static inline bool merge_lacks(const struct merge *merge, uint32_t shard)
{
	return merge->reader == NULL || merge->reader[shard - 1].path == NULL;
}

/** Write everything in order; every shard must be there.  The files are compared with their checksums once more.
 * @param goes_on  asked now and then; false: stop, and return RECORD_LOG_IO with errno EINTR
 * @return RECORD_LOG_OK; RECORD_LOG_IO (also of *out); RECORD_LOG_DAMAGED: a file was changed meanwhile; RECORD_LOG_NO_MEMORY */
enum record_log_status merge_run(struct merge *merge, FILE *out, bool (*goes_on)(void));
#endif
