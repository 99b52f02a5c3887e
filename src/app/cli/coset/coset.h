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
	unsigned search_depth;        /* of --within: deeper, only extending; 0: the usual */
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
	unsigned format;              /* enum table_format */
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

/** With --within: the depth up to which is searched; otherwise 0. */
unsigned coset_search_depth(const struct coset_options *options);

/** Whether --depth says where to stop. */
bool coset_stops_early(const struct coset_options *options);

/** The last depth that is asked for. */
unsigned coset_last_depth(const struct coset_options *options);

/** Begin a coset that is open: few positions may be left to the optimal solver, where every one is asked for. */
void coset_prepare(const struct coset_options *options, struct subgroup_coset *coset);

/** Do the next depth, as the options say, with the optimal solver at the end where that is quicker.
 * @return EXIT_SOLVED; else complained */
int coset_run_depth(const struct coset_options *options, struct coset_work *work);

/* Of --cosets; of --sample, without names. */
struct coset_list {
	size_t n, capacity;
	struct coset_item {
		struct cube cube;
		char *name;               /* "SCRAMBLE # LABEL" */
	} *item;
	uint64_t source;              /* checksum of all of them */
};

/** Complain of a status other than SUBGROUP_OK. @return the exit status */
int coset_complain(enum subgroup_status status, const char *path);

/** A position of every coset is equally likely. */
struct cube coset_random_cube(const struct coset_options *options, uint64_t number);

/** Solve the positions that are not found, and mark those that have a solution of at most so many moves.
 * @param is_exact  none is nearer than that
 * @return EXIT_SOLVED, or the exit status, having complained */
int coset_solve_left_over(const struct coset_options *options, struct subgroup_coset *coset, unsigned within, bool is_exact);
#endif
