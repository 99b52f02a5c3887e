/* Inside bench depth. */
#ifndef SUPERFLIP_CLI_BENCH_DEPTH_H
#define SUPERFLIP_CLI_BENCH_DEPTH_H
#include "cli/bench/bench.h"

/** --shard: measure a part into a file of its own (depth_shard.c).
 * @param run         with instances
 * @param heuristics  one for each spec of the options
 * @param parameters  of the record that the joined shards are; so is about
 * @return the exit status */
int bench_depth_shard(struct bench_run *run, const struct heuristic *heuristics, json_t *parameters, json_t *about);
#endif
