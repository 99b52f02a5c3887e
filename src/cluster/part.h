/* What a run of a shard has done until the shard is whole: a part, a file beside the shard that belongs to one process.  Another
 * run of the shard, on this host or another one, copies the longest part that it finds and goes on from the copy, so that a
 * process that was given up and lives on does no harm. */
#ifndef SUPERFLIP_CLUSTER_PART_H
#define SUPERFLIP_CLUSTER_PART_H
#include "cluster/shard_file.h"

#include <limits.h>

/** Create a part of our own, with what the longest part of another run has.
 * @param shard_path  of the whole shard
 * @param companion   what a second file beside each part ends with (".resume"), copied before the part; NULL: there is none
 * @param path        set to the name of the part
 * @return SHARD_OK, SHARD_IO, SHARD_NO_MEMORY */
enum shard_status part_begin(const char *shard_path, const char *companion, char path[PATH_MAX]);

/** Remove all parts of a shard, and what a killed shard_create() has left: it is whole. */
void part_remove_all(const char *shard_path);
#endif
