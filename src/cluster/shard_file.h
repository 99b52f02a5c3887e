/* The results of a shard on disk: a record log (base/record_log.h) that says what it is; its first record is the head, the others are
 * those of the shard's items.  Until a shard is complete it is a part, to which runs append in any order (cluster/part.h). */
#ifndef SUPERFLIP_CLUSTER_SHARD_FILE_H
#define SUPERFLIP_CLUSTER_SHARD_FILE_H
#include "base/record_log.h"
#include "cluster/shard.h"

#define SHARD_FORMAT "superflip-shard/2"

/** What an item has given; the text is the log's until its next record. */
struct shard_record {
	uint64_t item;                    /* of the whole list */
	unsigned kind;                    /* what the totals count it as; SHARD_UNCHECKED more: with a proof that was not checked */
	const char *text;
	size_t size;
};

/** The lines that identify the shard. @return owned by the caller; NULL without memory */
char *shard_identity(const struct shard_about *about);

/** Append a record, the first of all being the head. */
enum record_log_status shard_write_head(struct record_log *log, const struct shard_about *about);
enum record_log_status shard_write(struct record_log *log, const struct shard_record *record);

/** Read what a file says of itself, and its head.
 * @param about   filled; about->head is the caller's, freed with free()
 * @param log     stands after the head
 * @param detail  words about RECORD_LOG_FOREIGN and RECORD_LOG_DAMAGED, of RECORD_LOG_DETAIL_MAX bytes */
enum record_log_status shard_open(const char *path, struct shard_about *about, struct record_log *log, char *detail);

/** The next record. @return RECORD_LOG_END after the last one that is whole */
enum record_log_status shard_next(const struct shard_about *about, struct record_log *log, struct shard_record *out);

/** Read a file from its head to its end: all items in order, and nothing else.
 * @param log  as shard_open() has it
 * @return RECORD_LOG_OK; RECORD_LOG_DAMAGED: it is cut off, damaged or only a part; RECORD_LOG_IO, RECORD_LOG_NO_MEMORY */
enum record_log_status shard_check(const struct shard_about *about, struct record_log *log, uint64_t n_of_kind[N_SHARD_KINDS]);
#endif
