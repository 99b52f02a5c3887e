/* Shards: a long list of items, cubes for instance, divided into N parts of about the same work, for N tasks on any hosts.
 *
 * Items are numbered from 0 and grouped into blocks; shard K of N has every N-th block, beginning with block K - 1.  Which items a
 * shard has follows from the list's length and from N alone. */
#ifndef SUPERFLIP_CLUSTER_SHARD_H
#define SUPERFLIP_CLUSTER_SHARD_H
#include "base/record_log.h"

#include <limits.h>

enum { SHARDS_MAX = 1000000, SHARD_BLOCK_MAX = 64, SHARD_OPTIONS_MAX = 4096, SHARD_WORK_MAX = 16,
       SHARD_UNCHECKED = 6, N_SHARD_KINDS = 12 };

/** Shard index (from 1) of n. */
struct shard {
	uint32_t index, n;
};

/** Read "K/N". @return false if it is none: both are at least 1, K at most N, N at most SHARDS_MAX */
bool shard_read(const char *text, struct shard *out);

/** Items of a block: few enough that every shard gets about eight blocks, so that shards of a list of hard and easy items take about
 * the same time; at most SHARD_BLOCK_MAX. */
uint32_t shard_block_items(uint64_t n_items, uint32_t n_shards);

/** What is in a shard, and what it must have in common with the others. */
struct shard_about {
	struct shard shard;
	uint64_t n_items;                 /* of the whole list */
	uint32_t block_items;             /* shard_block_items() of them */
	uint64_t source;                  /* checksum of the list */
	char work[SHARD_WORK_MAX];        /* what was done: "batch" */
	char options[SHARD_OPTIONS_MAX];  /* that matter for the results, as lines "key=value" */
	char *head;                       /* text before the first record of the joined results; owned by whoever fills it; may be NULL */
};

/** Blocks of the whole list; items of the shard. */
uint64_t shard_blocks_of_list(const struct shard_about *about);
uint64_t shard_items(const struct shard_about *about);

/** Items in block `block` of the list. */
uint32_t shard_items_of_block(const struct shard_about *about, uint64_t block);

/** Whether the shard has an item. */
static inline bool shard_has(const struct shard_about *about, uint64_t item)
{
	return item / about->block_items % about->shard.n == about->shard.index - 1;
}

/** The shard's item number i, from 0, as a number in the whole list; and back. */
uint64_t shard_item(const struct shard_about *about, uint64_t i);
uint64_t shard_place(const struct shard_about *about, uint64_t item);

enum { SHARD_NAME_MAX = 96 };

/** The name of the shard's file: checksum of the list, checksum of work and options, K and N. */
void shard_name(const struct shard_about *about, char name[SHARD_NAME_MAX]);

/* ---- on disk (shard_file.c) ----
 * A shard is a record log (base/record_log.h) that says what it is; its first record is the head, the others are those of its items.
 * Until it is complete its items are in a part, a file beside the shard that belongs to one process, which appends them in any order.
 * Another run of the shard, on this host or another one, copies the longest part that it finds and goes on from the copy, so that a
 * process that was given up and lives on does no harm. */

#define SHARD_FORMAT "superflip-shard/3"

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

/** Create a part of our own, with what the longest part of another run has.
 * @param shard_path  of the complete shard
 * @param path        set to the name of the part
 * @return 0 or errno */
int shard_part_begin(const char *shard_path, char path[PATH_MAX]);

/** Remove all parts of a shard, and what a run that was killed while it published one has left: it is complete. */
void shard_part_remove_all(const char *shard_path);
#endif
