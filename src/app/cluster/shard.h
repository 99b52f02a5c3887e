/* Shards: a long list of items, cubes for instance, divided into N parts of about the same work, for N tasks
 * on any hosts.
 *
 * Items are numbered from 0 and grouped into blocks; shard K of N has every N-th block, beginning with block
 * K - 1.  Which items a shard has follows from the list's length and from N alone. */
#pragma once
#include "report/results.h"

enum { SHARDS_MAX = 1000000, SHARD_BLOCK_MAX = 64, SHARD_WORK_MAX = 16,
       SHARD_UNCHECKED = 6, N_SHARD_KINDS = 12 };

/** Shard index (from 1) of n. */
struct shard {
	uint32_t index, n;
};

/** Read "K/N". @return false if it is none: both are at least 1, K at most N, N at most SHARDS_MAX */
bool shard_read(const char *text, struct shard *out);

/** Items of a block: few enough that every shard gets about eight blocks, so that shards of a list of hard
 * and easy items take about the same time; at most SHARD_BLOCK_MAX. */
uint32_t shard_block_items(uint64_t n_items, uint32_t n_shards);

/** What is in a shard, and what it must have in common with the others. */
struct shard_about {
	struct shard shard;
	uint64_t n_items;                 /* of the whole list */
	uint32_t block_items;             /* shard_block_items() of them */
	uint64_t source;                  /* checksum of the list */
	char work[SHARD_WORK_MAX];        /* what was done: "batch" */
	char *options;                    /* that matter for the results, as lines "key=value"; owned */
	char *head; /* a line before the first record of the joined results, or ""; owned */
};
void shard_about_free(struct shard_about *about);

/** Items of the shard. */
uint64_t shard_items(const struct shard_about *about);

/** The shard's item number i, from 0, as a number in the whole list. */
uint64_t shard_item(const struct shard_about *about, uint64_t i);

/* ---- on disk ----
 * Each run of a shard has a file of its own, of sealed records (report/results.h) in the order of the items,
 * numbered from 1 as in the whole list; record 0 says what they are.  What the files of earlier runs have is
 * not done again, and nobody changes them: a process that was given up and lives on, on this host or another
 * one, does no harm. */

#define SHARD_FORMAT "superflip-shard/4"
enum { SHARD_NAME_MAX = 112 };

/** The name of a file of the shard, the first being 0: checksum of the list, checksum of work and options, K
 * and N. */
void shard_name(const struct shard_about *about, unsigned file, char name[SHARD_NAME_MAX]);

/** The text of record 0.  @return owned by the caller; NULL without memory */
char *shard_describe(const struct shard_about *about);

/** Read record 0.
 * @param about    filled on STATUS_OK, with all lines that the shards of a list have in common for
 * options; freed with shard_about_free()
 * @param results  at the beginning of a file
 * @param detail   words about STATUS_FOREIGN and STATUS_DAMAGED, of RECORD_LOG_DETAIL_MAX bytes */
enum status shard_read_about(struct results *results, struct shard_about *about, char *detail);
