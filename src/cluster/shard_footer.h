/* How a shard's file ends; all numbers little-endian. */
#ifndef SUPERFLIP_CLUSTER_SHARD_FOOTER_H
#define SUPERFLIP_CLUSTER_SHARD_FOOTER_H
#include "cluster/shard_file.h"

/** A block's end, counted from the first record, and XXH3-64 of its records. */
struct shard_index_entry {
	uint64_t end, checksum;
};

struct shard_footer {
	char magic[8];
	uint64_t data_at, data_bytes, n_blocks, n_of_kind[N_SHARD_KINDS];
	uint64_t checksum;    /* XXH3-64 of the header line, the index, and the footer before it */
};
static_assert(sizeof(struct shard_footer) == 80, "as doc/cluster.md says");

#define SHARD_MAGIC "SFSHARD\n"
#endif
