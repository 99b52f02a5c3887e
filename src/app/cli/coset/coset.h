/* Inside `superflip coset`: its options, and what it can do. */
#ifndef SUPERFLIP_CLI_COSET_COSET_H
#define SUPERFLIP_CLI_COSET_COSET_H
#include "cluster/shard.h"
#include "report/progress.h"
#include "report/table.h"
#include "subgroup/coset.h"

enum coset_action { COSET_SOLVE, COSET_LIST, COSET_SAMPLE, COSET_COSETS };

struct coset_options {
	enum coset_action action;
	struct cube cube;             /* of the coset; the solved cube: H itself */
	const char *name;             /* what the user wrote, "" for H */
	bool is_random;               /* --random: a random coset instead */
	unsigned max_depth;           /* --depth, or SUBGROUP_MAX_DEPTH */
	unsigned within;              /* --within; 0: exact */
	unsigned search_depth;        /* of --within: deeper, only extending; else 0 */
	unsigned last_depth;          /* the last that is asked for */
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
	bool is_quiet;
};

/** Solve one coset, exactly or within a length. @return the exit status, having complained */
int coset_command_solve(const struct coset_options *options);

/** Solve the cosets of a list, or a sample, or a shard of these. */
int coset_command_many(const struct coset_options *options);

/* A coset that is open, with its progress bar. */
struct coset_work {
	struct subgroup_coset coset;          /* closed by the caller */
	struct progress_bar bar;
	struct pdb_progress progress;         /* of the bar */
};

/** Say what memory is needed, and open the coset of c if it is there.  *out stays where it is.  @return EXIT_SOLVED; else complained */
int coset_open(const struct coset_options *options, const struct cube *c, struct coset_work *out);

/** Whether no further depth is to be done. */
static inline bool coset_is_over(const struct coset_options *options, const struct subgroup_coset *coset)
{
	return coset->n_depths > options->last_depth || subgroup_coset_is_complete(coset);
}

/** Search an open coset depth by depth, with the optimal solver at the end where that is quicker; then, with
 * --within, solve what is left over one by one.
 * @param each      called after each depth with its status; returns the one to go on with; NULL: nobody
 *                  is told
 * @param n_singly  set to the positions that were solved one by one
 * @return EXIT_SOLVED; else complained */
int coset_run(const struct coset_options *options, struct coset_work *work,
              int (*each)(void *context, int status), void *context, uint64_t *n_singly);

/** Complain of a status other than STATUS_OK. @return the exit status */
int coset_complain(enum status status, const char *path);

/** A position of every coset is equally likely. */
struct cube coset_random_cube(const struct coset_options *options, uint64_t number);
#endif
