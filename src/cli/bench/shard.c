/* What the measurements share about --shard: bench depth, bench solve. */
#include "cli/bench/shard.h"

#include "cli/cli.h"

#include <stdlib.h>

int bench_shard_begin(const struct bench_options *o, const char *work, json_t *parameters, json_t *about, struct shard_log *log)
{
	struct shard_about *const a = &log->about;
	char *const options = json_dumps(parameters, JSON_COMPACT);
	a->shard = o->shard;
	a->head = shard_log_head(parameters, about);
	snprintf(a->work, sizeof a->work, "%s", work);
	const bool fits = options != NULL && (size_t)snprintf(a->options, sizeof a->options, "parameters=%s\ndepths=%u..%u\ninstances=%llu\n", options,
	                                                      o->first_depth, o->last_depth, (unsigned long long)o->n_instances)
	                                     < sizeof a->options;
	free(options);
	if (a->head == NULL || !fits) {
		free(a->head);
		return bench_fail_memory();
	}
	return shard_log_begin(log, o->output_directory, false);
}
