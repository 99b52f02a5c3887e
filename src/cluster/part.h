/* What a run of a shard has done until the shard is complete: a part, a file beside the shard that belongs to one process.  Another
 * run of the shard, on this host or another one, copies the longest part that it finds and goes on from the copy, so that a
 * process that was given up and lives on does no harm. */
#ifndef SUPERFLIP_CLUSTER_PART_H
#define SUPERFLIP_CLUSTER_PART_H
#include <limits.h>

/** Create a part of our own, with what the longest part of another run has.
 * @param shard_path  of the complete shard
 * @param path        set to the name of the part
 * @return 0 or errno */
int part_begin(const char *shard_path, char path[PATH_MAX]);

/** Remove all parts of a shard, and what a run that was killed while it published one has left: it is complete. */
void part_remove_all(const char *shard_path);
#endif
