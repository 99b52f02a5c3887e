/* Inside `superflip pdb`: what the command line says, what its verbs share, and what to expect of tables on
 * this machine. */
#pragma once
#include "cli/tables.h"
#include "heuristic/expect.h"

extern struct request {
	superflip_problem problem;    /* the first member: struct option_set; --metric, --moves, --cost */
	char costs_read[16384];        /* of --cost @FILE */
	enum metric metric;           /* or METRIC_OF_TURNS */
	struct turn_automaton turns;  /* of a turn set; else empty */
	bool is_forced, waits;
	unsigned n_threads;
	enum table_format format;
	const char *directory;        /* --pdb-dir; NULL if not given */
	char own[PATH_MAX];           /* where tables are built; of list and build, and without names */
	struct expect_limits limits;  /* file_bytes 0: no budget, names say what to build */
	struct machine machine;       /* of list, and of goals with a budget */
	char **names;
	int n_names;
} pdb_request;

/** Whether the tables are those of a turn set, for the goals that are named. */
static inline bool has_turns(void) { return pdb_request.metric == METRIC_OF_TURNS; }

/** The verbs; each returns the exit status, after complaining if it is not EXIT_SOLVED. */
int pdb_command_list(void);
int pdb_command_build(void);
int pdb_command_verify(void);
int pdb_command_info(void);
int pdb_command_path(void);

/** Complain of a status other than STATUS_OK.  @return the exit status */
int pdb_complain(enum status status, const char *path, const struct pdb_key *want);
/* Tables that names stand for, each once. */
enum { MAX_TABLES = 256 };
struct table_list {
	unsigned n;
	struct pdb_key key[MAX_TABLES];
};

/** Add a table, those of a heuristic or a goal, or `default`; false after complaining. */
bool add_name(const char *name, struct table_list *list);

/** What a table's file should hold, by its name; false for other names. */
bool key_of_file_name(const char *path, struct pdb_key *out);

/** What a verb does with one file; `want` is what it should hold, NULL if its name does not tell. */
typedef int act_fn(const char *path, const struct pdb_key *want);

/** Call `act` for the file of each table that is named; the last failure counts. */
int for_each_file(act_fn *act);

/** All files of tables in a directory, released by globfree(); a directory that is not there has none.
 * @return EXIT_SOLVED; EXIT_TABLE or EXIT_MEMORY, having complained, if it cannot be read */
int files_find(const char *directory, glob_t *out);

/** The names of the heuristics and goals that consult a table, with commas between; "-" for none. */
void users_text(struct coordinate_key coordinate, char *text, size_t size);

/* ---- what to expect (budget.c) ---- */

/** "0.52 s", "12 s", "3.1 h", "2.4 y"; "-" for INFINITY. */
enum { DURATION_TEXT_MAX = 16 };
const char *duration_text(double seconds, char text[DURATION_TEXT_MAX]);

/** Choose the best heuristic within the budget, and say on standard output which one and why: installed ones
 * need not be built, unless they are to be built again.
 * @return NULL if none fits, having complained */
const char *budget_choose(void);
