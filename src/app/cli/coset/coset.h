/* Inside `superflip coset`: its options, and what it can do. */
#pragma once
#include "cli/cli.h"
#include "cluster/shard.h"
#include "cube/random.h"
#include "subgroup/coset.h"

enum coset_action { COSET_SOLVE, COSET_LIST, COSET_SAMPLE, COSET_COSETS };

extern struct coset_run {
	/* Options. */
	enum coset_action action;
	struct cube cube;             /* of the coset; the solved cube: H itself */
	const char *name;             /* what the user wrote, "" for H */
	bool is_random;               /* --random: a random coset instead */
	unsigned max_depth;           /* --depth, or SUBGROUP_MAX_DEPTH */
	unsigned within;              /* --within; 0: exact */
	unsigned search_depth;        /* of --within: deeper, only extending; else 0 */
	bool stops_early;             /* --depth says where */
	uint64_t n_samples;           /* of --sample; cosets of --list, positions of --positions */
	const char *list_path;        /* of --cosets; "-": standard input */
	const char *record_path;      /* of --sample and --cosets, or NULL */
	struct shard shard;           /* the same; n 0: all of them */
	const char *output_directory; /* for the shard's file; NULL: the working directory */
	uint64_t seed;
	bool has_seed;
	const char *journal;          /* or NULL */
	const char *positions_path;   /* of --positions; or NULL */
	bool replaces_positions;      /* --force */
	unsigned n_threads;           /* at least 1 */
	uint64_t memory_bytes;        /* limit; UINT64_MAX: what the machine has */
	const char *heuristic_name;   /* for positions that are left over */
	const char *pdb_directory;
	enum table_format format;

	/* The coset that is open. */
	struct subgroup_coset coset;
	uint64_t n_singly;            /* positions of --within that were solved one by one */

	/* The run of a single coset. */
	struct table *table;          /* of formats other than text */
	struct drawn *drawn;          /* of --positions; owned */
	double start_s, depth_s, written_s;   /* of the run, of the depth; when the journal was written */
	double extend_s, search_s, join_s;    /* of all depths */
	unsigned n_extended;          /* depths with an extension */
} coset_run;

/** Solve one coset, exactly or within a length. @return the exit status, having complained */
int coset_command_solve(void);

/** Solve the cosets of a list, or a sample, or a shard of these. */
int coset_command_many(void);

/** Say what memory is needed, and open the coset of c if it is there.
 * @return EXIT_SOLVED; else complained */
int coset_open(const struct cube *c);

/** Whether no further depth is to be done. */
static inline bool coset_is_over(void)
{
	return coset_run.coset.n_depths > (coset_run.within != 0 ? coset_run.within : coset_run.max_depth)
	       || subgroup_coset_is_complete(&coset_run.coset);
}

/** Do the next depth, by the optimal solver where that is quicker.  @return EXIT_SOLVED; else complained */
int coset_next_depth(void);

/** After the last depth, with --within, solve what is left over one by one.  @return EXIT_SOLVED; else
 * complained */
int coset_finish(void);

/** The exit status of a status: of STATUS_OK and STATUS_MISSING EXIT_SOLVED, of others having
 * complained.
 * @param path  of the journal; NULL: there is none */
int coset_status(enum status status, const char *path);

/** The random choices of the seed, if there is one. */
struct random_source coset_random_source(uint64_t number);
/** A position of every coset is equally likely. */
struct cube coset_random_cube(uint64_t number);
