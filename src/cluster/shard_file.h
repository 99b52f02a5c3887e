/* The results of a shard on disk: a line of JSON that says what it is, the records, an index of blocks with checksums, and a
 * footer.  doc/cluster.md describes it.  A file is written under a temporary name and gets its own name when it is whole. */
#ifndef SUPERFLIP_CLUSTER_SHARD_FILE_H
#define SUPERFLIP_CLUSTER_SHARD_FILE_H
#include "cluster/shard.h"

#include <assert.h>
#include <stddef.h>

#define SHARD_SCHEMA "superflip-shard/1"

enum { SHARD_DETAIL_MAX = 300 };

enum shard_status {
	SHARD_OK,
	SHARD_MISSING,        /* no such file */
	SHARD_IO,             /* errno is set */
	SHARD_FOREIGN,        /* no file of a shard, or of another version */
	SHARD_TORN,           /* cut off or damaged */
	SHARD_NO_MEMORY,
};

/* ---- writing (shard_write.c) ---- */

struct shard_writer;

/** Begin a file under a temporary name beside `path`.
 * @param about  is copied but for its head, which is written here */
enum shard_status shard_create(const char *path, const struct shard_about *about, struct shard_writer **out);

/** Append the record of the next item. @param kind  below N_SHARD_KINDS: what the totals count it as */
enum shard_status shard_add(struct shard_writer *writer, const void *record, size_t size, unsigned kind);

/** Finish the file, sync it, and give it its name.  A sound one that another run has finished meanwhile is left.
 * @param replaces  there is a damaged one
 * @return SHARD_TORN if there were fewer or more records than the shard has items; the writer is freed in any case */
enum shard_status shard_finish(struct shard_writer *writer, bool replaces);

/** Remove what was written. @param writer  may be NULL */
void shard_abandon(struct shard_writer *writer);

/* ---- reading (shard_read.c) ---- */

struct shard_file {
	char *path;
	struct shard_about about;
	uint64_t data_at, data_bytes, n_blocks;
	uint64_t n_of_kind[N_SHARD_KINDS];
	int fd;                           /* -1: closed for the time being */
};

/** Read header, index and footer, and check them against each other and against the size of the file.
 * @param detail  words about SHARD_FOREIGN and SHARD_TORN, of SHARD_DETAIL_MAX bytes
 * @return on SHARD_OK *out is filled and released by shard_close(), with the file open */
enum shard_status shard_open(const char *path, struct shard_file *out, char *detail);
void shard_close(struct shard_file *file);

/** Close the descriptor only: shard_read_block() opens it again for as long as it reads. */
void shard_rest(struct shard_file *file);

/** Read the records of a block and compare them with their checksum.
 * @param i       number of the block in this shard, from 0
 * @param buffer  grown as needed; owned by the caller, freed with free() */
enum shard_status shard_read_block(const struct shard_file *file, uint64_t i, char **buffer, size_t *capacity, size_t *size);

/** Read all blocks and compare them with their checksums. */
enum shard_status shard_verify(const struct shard_file *file);
#endif
