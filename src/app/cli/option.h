/* The options of the subcommands.  Each is a row of a table: parsing, --help, "did you mean", the shells'
 * completions and the identity of a run are made of the rows. */
#pragma once
#include "session/problem.h"

enum { OPTION_ROWS_MAX = 64 };

/* The options of one subcommand. */
struct option_set {
	const struct option_row *rows;
	unsigned n_rows, user;             /* those that have the user's bit */
	bool has_problem;                  /* those of problem_rows[], too: a struct
	                                    * superflip_problem is the first member of the options */
	const char *usage;                 /* "solve [OPTION...] SCRAMBLE...", then an
	                                    * empty line and a description */
	const char *misuse;                /* of another number of arguments; has perhaps %s for
	                                    * the first one; NULL: any number is right */
	int min_arguments, max_arguments;
	const char *more;                  /* text after the options; may be NULL */
	void (*print_more)(unsigned user); /* the same, if it must be made; may be NULL */
};

/** Read the options before and between the arguments.
 * @param argc, argv  of which argv[0] is the subcommand as messages name it; become those of the arguments
 *                    alone
 * @param options  has the defaults
 * @return the index of the first argument; ~ the exit status if there is nothing more to do: --help was
 *   printed, or an option was refused */
int option_set_read(const struct option_set *set, int argc, char **argv, void *options);

/** What must be the same in runs that continue each other: a line "key=value" for each row that identifies,
 * made of the values in the options, not of what was typed.
 * @return owned by the caller; NULL without memory */
char *option_set_identify(const struct option_set *set, const void *options);

/** Complain of what an error says is wrong with the value of an option: "--name 'value': ...".  @return
 * EXIT_USAGE */
int option_complain(const superflip_error *error);

/** Where the values of a field, "goal" or "heuristic", are listed: "; `superflip help goals` lists goals", to
 * be put after a message that refuses one. */
const char *option_list_of(const char *field, const char *message);

/** Read a goal; NULL leaves *out as it is.  @return false, having complained */
bool option_read_goal(const char *text, struct goal *out);

/** The head of a function for struct option_row's `take`, which need not use all that it is given. */
#define MAY_IGNORE __attribute__((unused))
#define OPTION_TAKER(name) \
	bool name(MAY_IGNORE void *options, MAY_IGNORE const struct option_row *row, \
	          MAY_IGNORE const char *value, MAY_IGNORE superflip_error *error)

/** A number from row->min to row->max, or two such as 3..13 or 3-13, in two unsigned one after the other. */
OPTION_TAKER(option_take_range);

/** -q, of every command that has it. */
extern bool is_quiet;
OPTION_TAKER(option_take_quiet);

/** Of --shard: K/N, in a struct shard. */
OPTION_TAKER(option_take_shard);

/** Print a text of help in lines of at most 80 columns, the first one from `indent` on.  Its line breaks
 * are blanks; empty lines and those that begin with a blank stay. */
void option_print_text(const char *text, int indent);

/** The same after a name in a column of its own. */
void option_print_entry(const char *name, int indent, const char *text);

/** Read a short text that an option names by its path.  @return false, having complained */
bool option_read_file(const char *option, const char *path, const char *what, char *text, size_t size);

/** Of --cost @FILE: read the file; *costs is then what it says.
 * @param text  of size bytes
 * @return false, having complained */
bool option_read_costs(const char **costs, char *text, size_t size);
