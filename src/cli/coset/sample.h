/* Inside coset --sample: what is known of one coset, on disk or in a shard. */
#ifndef SUPERFLIP_CLI_COSET_SAMPLE_H
#define SUPERFLIP_CLI_COSET_SAMPLE_H
#include "cli/coset/coset.h"
#include "cli/shard_log.h"
#include "report/run_log.h"

struct coset_counts {
	unsigned n_depths, n_exact;              /* as in struct coset */
	uint64_t count[COSET_MAX_DEPTH + 1];
	double seconds;
};

/** Where the cosets of a sample are kept; all zero but for log.fd -1: nowhere. */
struct sample_store {
	struct run_log log;                      /* of --record */
	struct shard_log shard;                  /* of --shard */
	bool is_shard;
};

/** Open what the options name. @return EXIT_SOLVED; else complained */
int sample_store_open(const struct coset_options *options, struct sample_store *out);

/** Whether coset i, from 0, is kept already; then *out is set. */
bool sample_store_has(const struct sample_store *store, uint64_t i, struct coset_counts *out);

/** Whether coset i is to be solved by this run. */
bool sample_store_wants(const struct sample_store *store, uint64_t i);

/** Keep a coset. @return EXIT_SOLVED; else complained */
int sample_store_add(const struct coset_options *options, struct sample_store *store, uint64_t i, const struct coset_counts *counts);

/** @return status, or another one after complaining */
int sample_store_close(const struct coset_options *options, struct sample_store *store, int status);
#endif
