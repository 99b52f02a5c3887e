/* Shards: a long list of items, cubes for instance, divided into N parts of about the same work, for N tasks on any hosts.
 *
 * Items are numbered from 0 and grouped into blocks; shard K of N has every N-th block, beginning with block K - 1.  Which items a
 * shard has follows from the list's length and from N alone. */
#ifndef SUPERFLIP_CLUSTER_SHARD_H
#define SUPERFLIP_CLUSTER_SHARD_H
#include <stdbool.h>
#include <stdint.h>

enum { SHARDS_MAX = 1000000, SHARD_BLOCK_MAX = 64, SHARD_OPTIONS_MAX = 4096, SHARD_WORK_MAX = 16, SHARD_UNCHECKED = 5, N_SHARD_KINDS = 10 };

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

/** Blocks of the whole list; blocks and items of the shard. */
uint64_t shard_blocks_of_list(const struct shard_about *about);
uint64_t shard_blocks(const struct shard_about *about);
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
#endif
