/* Inside coset --sample and --cosets: what is known of one coset of many, on disk or in a shard. */
#ifndef SUPERFLIP_CLI_COSET_STORE_H
#define SUPERFLIP_CLI_COSET_STORE_H
#include "cli/coset/coset.h"
#include "cli/output.h"
#include "report/run_log.h"

struct coset_counts {
	unsigned n_depths, n_exact;              /* as in struct subgroup_coset */
	uint64_t count[SUBGROUP_MAX_DEPTH + 1];
	uint64_t n_singly;                       /* positions of --within that were solved one by one */
	double seconds;
};

/** How a shard counts a coset: every position has its distance, or is within the length that was asked for; counted as far as
 * --depth asked; some positions are further away than that length, or nothing is known of them. */
enum coset_kind { COSET_COMPLETE, COSET_COUNTED, COSET_INCOMPLETE };
enum coset_kind coset_kind_of(const struct coset_options *options, const struct coset_counts *counts);

/** Where the cosets are kept; all zero but for log.fd -1: nowhere. */
struct coset_store {
	struct run_log log;                      /* of --record */
	struct output shard;                     /* of --shard */
	bool is_shard;
};

/** Open what the options name.
 * @return EXIT_SOLVED; else complained */
int coset_store_open(const struct coset_options *options, const struct coset_list *list, struct coset_store *out);

/** Whether coset i, from 0, is kept already; then *out is set. */
bool coset_store_has(const struct coset_store *store, uint64_t i, struct coset_counts *out);

/** Whether coset i is to be solved by this run. */
bool coset_store_wants(const struct coset_store *store, uint64_t i);

/** Keep a coset. @return EXIT_SOLVED; else complained */
int coset_store_add(const struct coset_options *options, struct coset_store *store, uint64_t i, const struct coset_counts *counts);

/** Print what those cosets of --sample that are kept tell of all positions of the cube. @return EXIT_SOLVED; else complained */
int coset_print_estimate(const struct coset_options *options, const struct coset_store *store);

/** @return status, or another one after complaining */
int coset_store_close(const struct coset_options *options, struct coset_store *store, int status);
#endif
