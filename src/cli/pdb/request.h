/* Inside `superflip pdb`: what the command line says, and what its verbs share. */
#ifndef SUPERFLIP_CLI_PDB_REQUEST_H
#define SUPERFLIP_CLI_PDB_REQUEST_H
#include "cli/pdb/budget.h"
#include "cube/turn_automaton.h"
#include "pdb/pdb.h"

struct request {
	enum metric metric;           /* or METRIC_OF_TURNS */
	bool is_of_metric;            /* --metric was given */
	unsigned turn_metric;         /* enum turn_metric: --metric, and */
	const char *moves_text, *cost_text;  /* --moves, --cost; NULL if not given */
	struct turn_automaton turns;  /* of a turn set; else empty */
	bool is_forced, is_quiet, waits;
	unsigned n_threads, format;   /* enum table_format */
	const char *directory;        /* --pdb-dir; NULL if not given */
	struct budget budget;
	char **names;
	int n_names;
};

/** Whether the tables are those of a turn set, for the goals that are named. */
static inline bool has_turns(const struct request *r) { return r->metric == METRIC_OF_TURNS; }

/** The verbs; each returns the exit status, after complaining if it is not EXIT_SOLVED. */
int pdb_command_list(const struct request *r);
int pdb_command_build(const struct request *r);
int pdb_command_verify(const struct request *r);
int pdb_command_info(const struct request *r);
int pdb_command_path(const struct request *r);

/** Complain of a status other than PDB_OK.  @return the exit status */
int fail(enum pdb_status status, const char *path, const struct pdb_key *want);
/* Tables that names stand for, each once. */
enum { MAX_TABLES = 256 };
struct table_list {
	unsigned n;
	struct pdb_key key[MAX_TABLES];
};

/** Add a table, those of a heuristic or a goal, or `default`; false after complaining. */
bool add_name(const struct request *r, const char *name, struct table_list *list);

/** Whether a spec's tables are within the budget. */
bool budget_fits(const struct request *r, const struct heuristic_spec *spec);

/** What a table's file should hold, by its name; false for other names. */
bool key_of_file_name(const char *path, struct pdb_key *out);

/** What a verb does with one file; `want` is what it should hold, NULL if its name does not tell. */
typedef int act_fn(const struct request *r, const char *path, const struct pdb_key *want);

/** Call `act` for the file of each table that is named; the last failure counts. */
int for_each_file(const struct request *r, act_fn *act);

struct files {
	size_t n;
	char **path;
};

/** All files of tables in a directory, in order of name, to be released by files_free(); a directory that is not there has none.
 * @return EXIT_SOLVED; EXIT_TABLE or EXIT_MEMORY, having complained, if it cannot be read: then *out has some of them */
int files_find(const char *directory, struct files *out);
void files_free(struct files *files);

/** The names of the heuristics and goals that consult a table, with commas between; "-" for none. */
void users_text(struct coordinate_key coordinate, char *text, size_t size);
#endif
