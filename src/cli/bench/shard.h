/* Inside bench: measurements of which one of many tasks does a part.  The joined shards are a record that --record reads. */
#ifndef SUPERFLIP_CLI_BENCH_SHARD_H
#define SUPERFLIP_CLI_BENCH_SHARD_H
#include "cli/bench/bench.h"
#include "cli/shard_log.h"

/** Begin a shard: log->about.n_items and source are filled by the caller.
 * @return EXIT_SOLVED; else complained */
int bench_shard_begin(const struct bench_options *o, const char *work, json_t *parameters, json_t *about, struct shard_log *log);
#endif
