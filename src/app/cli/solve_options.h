/* The options of the commands that search: solve, batch, verify. */
#pragma once
#include "session/session.h"
#include "cli/cli.h"
#include "cluster/shard.h"

/** The fewest moves that a unit of work may begin with: --unit-moves. */
enum { SOLVE_UNIT_MOVES_MIN = 2, SOLVE_UNIT_MOVES_MAX = 5 };

enum { STATS = 1, STATS_ONLY = 2 };

extern struct solve_options {
	superflip_problem problem;    /* the first member: struct option_set */
	struct tables_options tables; /* where tables are, and how they are opened; which ones the problem
	                               * says */
	bool explains;                   /* the method's stages are told */
	const char *steps_path;          /* of --steps; NULL: not given */
	char steps_text[4096];           /* the list that was read there; "": none */
	char costs_read[16384];           /* of --cost @FILE */
	bool turns_opposite;             /* --letters rbd */
	const char *rank;                /* of --rank; NULL: not given */
	bool names_cases;                /* --which */
	enum list_source source;
	enum record_format format;
	bool with_links, is_verbose;
	double progress_s;               /* between the first lines of a log; 0: as usual */
	const char *output_path;         /* NULL: standard output */
	const char *html_path;           /* of a page that plays the solutions; NULL: none */
	bool may_overwrite, resumes;
	unsigned stats;                  /* STATS: of the lengths, at the end; STATS_ONLY: without records */
	struct shard shard;              /* of --shard; n 0: the whole list */
	bool keeps_duplicates;           /* cubes that are equal up to symmetry and inversion are solved one by
	                                  * one */
	bool prove_again;
	const char *journal_path;        /* finished units of work are kept there; NULL: nowhere */
	unsigned unit_moves;             /* the fewest moves of a unit of work; 0: by their number */
} solve_options;
extern superflip_problem *const problem;  /* its member */

/** Read a command's options; those of FOR_ALGS are to be completed by solve_options_complete(). Complains
 * about what is wrong, prints --help.
 * @param user   the command, one of enum option_users
 * @param usage  as in struct option_set
 * @return as option_set_read() */
int solve_options_read(int argc, char **argv, enum option_users user, const char *usage);

/** Complete the options as solve_options_read() does.  @return false, having complained */
bool solve_options_complete(void);

/** The form of a table beside records, or instead of them. */
enum table_format solve_options_table_format(void);

/** What must be the same in all runs that write one file, or shards of one list: option_set_identify().
 * @return owned by the caller; NULL without memory */
char *solve_options_identity(enum option_users user);

/** What of that is not as `batch` has it without options, for the seals of its results:
 * "metric=qtm;time-limit=4". */
char *solve_options_problem(void);
