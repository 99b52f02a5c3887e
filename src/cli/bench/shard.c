/* What the measurements share about --shard: bench depth, bench solve. */
#include "cli/bench/shard.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

char *bench_shard_head(json_t *parameters, json_t *about)
{
	json_t *const first = json_pack("{s:s, s:O, s:O}", "schema", RUN_LOG_SCHEMA, "parameters", parameters, "about", about);
	char *const text = first != NULL ? json_dumps(first, JSON_COMPACT) : NULL;
	json_decref(first);
	const size_t size = text != NULL ? strlen(text) : 0;
	char *const head = text != NULL ? realloc(text, size + 2) : NULL;
	if (head == NULL) {
		free(text);
		return NULL;
	}
	memcpy(head + size, "\n", 2);
	return head;
}

int bench_shard_begin(const struct bench_options *o, const char *work, json_t *parameters, json_t *about, struct shard_log *log)
{
	struct shard_about *const a = &log->run.about;
	char *const options = json_dumps(parameters, JSON_COMPACT);
	a->shard = o->shard;
	a->head = bench_shard_head(parameters, about);
	snprintf(a->work, sizeof a->work, "%s", work);
	const bool fits = options != NULL && (size_t)snprintf(a->options, sizeof a->options, "%s depths=%u..%u instances=%llu", options,
	                                                      o->first_depth, o->last_depth, (unsigned long long)o->n_instances)
	                                     < sizeof a->options;
	free(options);
	if (a->head == NULL || !fits) {
		free(a->head);
		return bench_fail_memory();
	}
	return shard_log_begin(log, o->output_directory, false);
}
