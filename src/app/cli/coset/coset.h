/* Inside `superflip coset`: its options, and what it can do. */
#ifndef SUPERFLIP_CLI_COSET_COSET_H
#define SUPERFLIP_CLI_COSET_COSET_H
#include "cluster/shard.h"
#include "report/progress.h"
#include "report/table.h"
#include "subgroup/coset.h"

#include <stdlib.h>
#include <string.h>

enum coset_action { COSET_SOLVE, COSET_LIST, COSET_SAMPLE, COSET_COSETS };

struct coset_run {
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
	bool is_quiet;

	/* The coset that is open. */
	struct subgroup_coset coset;  /* closed by who has called coset_open() */
	uint64_t n_singly;            /* positions of --within that were solved one by one */
	struct progress_bar bar;
	struct pdb_progress progress; /* of the bar */

	/* The run of a single coset. */
	struct table *table;          /* of formats other than text */
	struct drawn *drawn;          /* of --positions; owned */
	double start_s, depth_s, written_s;   /* of the run, of the depth; when the journal was written */
	double extend_s, search_s, join_s;    /* of all depths */
	unsigned n_extended;          /* depths with an extension */
};

/** Solve one coset, exactly or within a length. @return the exit status, having complained */
int coset_command_solve(struct coset_run *r);

/** Solve the cosets of a list, or a sample, or a shard of these. */
int coset_command_many(struct coset_run *r);

/** Begin a progress bar, which is finished by progress_bar_finish(): one that was does not appear again. */
void coset_start_bar(struct coset_run *r);

/** Say what memory is needed, and open the coset of c if it is there.  *r stays where it is.
 * @return EXIT_SOLVED; else complained */
int coset_open(struct coset_run *r, const struct cube *c);

/** Whether no further depth is to be done. */
static inline bool coset_is_over(const struct coset_run *r)
{
	return r->coset.n_depths > (r->within != 0 ? r->within : r->max_depth)
	       || subgroup_coset_is_complete(&r->coset);
}

/** Do the next depth, by the optimal solver where that is quicker.  @return EXIT_SOLVED; else complained */
int coset_next_depth(struct coset_run *r);

/** After the last depth, with --within, solve what is left over one by one.  @return EXIT_SOLVED; else
 * complained */
int coset_finish(struct coset_run *r);

/** The exit status of a status: of STATUS_OK and STATUS_MISSING EXIT_SOLVED, of others having
 * complained.
 * @param path  of the journal; NULL: there is none */
int coset_status(enum status status, const char *path);

/** A position of every coset is equally likely. */
struct cube coset_random_cube(const struct coset_run *r, uint64_t number);
#endif
