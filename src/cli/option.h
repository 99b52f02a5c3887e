/* The options of the subcommands.  Each is a row of a table: parsing, --help, "did you mean", the shells' completions and the identity of
 * a run are made of the rows. */
#ifndef SUPERFLIP_CLI_OPTION_H
#define SUPERFLIP_CLI_OPTION_H
#include "superflip.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** What an option's value is, and the type of the member that it sets. */
enum option_kind {
	OPTION_FLAG,      /* no value; bool, or the bits of row->max in an integer */
	OPTION_NUMBER,    /* from row->min to row->max, decimal or with 0x; an unsigned integer of any size */
	OPTION_COUNT,     /* from 1, also 1e9 or 5G; uint64_t */
	OPTION_SECONDS,   /* also 10m or 2h; double */
	OPTION_SIZE,      /* bytes up to row->max (0: any), such as 8G, or 50% of the machine's memory; uint64_t */
	OPTION_CHOICE,    /* one of row->choices from row->min on; its number, in an unsigned, enum or bool */
	OPTION_TEXT,      /* const char *, borrowed from argv */
	OPTION_OTHER,     /* whatever row->take makes of it */
};

struct option_row {
	char letter;                       /* 0: it has none */
	unsigned users;                    /* bit for each subcommand that has it */
	const char *name, *value, *help;   /* value NULL: it takes none; help NULL: it is not listed */
	enum option_kind kind;
	size_t member, size;               /* where its value goes: OPTION_IN() */
	uint64_t min, max;
	const char *const *choices;
	unsigned n_choices;
	const char *expected;              /* instead of the words that the kind has for what a value must be */
	const char *absent;                /* OPTION_TEXT: what option_set_identify() says of NULL; NULL: nothing */
	/* OPTION_OTHER: false after complaining.  Of other kinds: called when the value is stored; may be NULL. */
	bool (*take)(void *options, const struct option_row *row, const char *value);
	bool identifies;                   /* runs with different values of it give different answers: option_set_identify() */
	void (*tell)(const void *options, FILE *out);  /* instead of the line "key=value" of the kind; may be NULL */
	size_t given;                      /* OPTION_GIVEN(): 1 + the offset of a bool, set if the option is there; 0: none */
};

#define OPTION_IN(type, field) .member = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define OPTION_NAMES(names) .choices = (names), .n_choices = sizeof(names) / sizeof *(names)
#define OPTION_GIVEN(type, field) .given = offsetof(type, field) + 1

enum { OPTION_ROWS_MAX = 64 };

/* The options of one subcommand. */
struct option_set {
	const struct option_row *rows;
	unsigned n_rows, user;             /* those that have the user's bit */
	const char *usage;                 /* "solve [OPTION...] SCRAMBLE...", then an empty line and a description */
	const char *misuse;                /* of another number of arguments; has perhaps %s for the first one; NULL: any number is right */
	int min_arguments, max_arguments;
	const char *more;                  /* text after the options; may be NULL */
	void (*print_more)(unsigned user); /* the same, if it must be made; may be NULL */
};

/** Read the options before and between the arguments.
 * @param argv     argv[0] is the subcommand as messages name it; it is permuted
 * @param options  has the defaults
 * @param exit_status  set if there is nothing more to do: --help was printed, or an option was refused
 * @return the index of the first argument, or -1 to leave with *exit_status */
int option_set_read(const struct option_set *set, int argc, char **argv, void *options, int *exit_status);

/** What must be the same in runs that continue each other: a line "key=value" for each row that identifies, made of the values in the
 * options, not of what was typed.
 * @return owned by the caller; NULL without memory */
char *option_set_identify(const struct option_set *set, const void *options);

/** Complain: "--name 'value': expected ...".  @return false */
bool option_refuse(const struct option_row *row, const char *value, const char *expected);

/** For rows of OPTION_OTHER like those of OPTION_CHOICE: complain unless the value is one of the names. @param out  its number */
bool option_choose(const struct option_row *row, const char *value, const char *const *names, unsigned n, unsigned *out);

/** Of --puzzle: "3x3", "2x2". */
extern const char *const option_puzzle_names[2];

/** Of --parentheses: READ_GROUPS or READ_NISS is added to an unsigned. */
bool option_take_parentheses(void *options, const struct option_row *row, const char *value);

/** A number from row->min to row->max, or two such as 3..13, in two unsigned one after the other. */
bool option_take_range(void *options, const struct option_row *row, const char *value);

/** Of --shard: K/N, in a struct shard. */
bool option_take_shard(void *options, const struct option_row *row, const char *value);

/** Beside OPTION_TEXT: "auto" or the name of a heuristic. */
bool option_take_heuristic(void *options, const struct option_row *row, const char *value);

/** Print a text of help in lines of at most 80 columns, the first one from `indent` on.  Its line breaks are blanks; empty lines and
 * those that begin with a blank stay. */
void option_print_text(const char *text, int indent);

/** The same after a name in a column of its own. */
void option_print_entry(const char *name, int indent, const char *text);

/** The heuristics by strength, and the goals, on standard output. */
void option_print_heuristics(void);
void option_print_goals(void);

/** Read a short text that an option names by its path.  @return false, having complained */
bool option_read_file(const char *option, const char *path, const char *what, char *text, size_t size);

/* ---- the turn set of a command: --metric, --moves and --cost ---- */

/** Of --metric: those of enum superflip_metric, then those that only turn sets have. */
enum { N_TURN_OPTION_METRICS = 6 };
extern const char *const turn_option_metrics[N_TURN_OPTION_METRICS];

struct turn_options {
	unsigned metric;
	const char *moves, *costs;       /* NULL: not given */
	char costs_read[2048];           /* of --cost @FILE */
};

/** Read the file of --cost @FILE; `costs` is then what it says.  @return false, having complained */
bool turn_options_read_file(struct turn_options *o);

/** @param out  released by superflip_turns_free()
 * @return false, having complained */
bool turn_options_open(const struct turn_options *o, superflip_turns **out);

/* Numbers are read strictly: the whole text is the number, and it fits, or it is refused. */

/** A whole number between two limits, in decimal digits. */
bool number_read(const char *text, uint64_t min, uint64_t max, uint64_t *out);

/** A count from 1: digits, perhaps decimals, then perhaps an exponent or one of k M G T (thousands): 1e9, 2.5G. */
bool number_read_count(const char *text, uint64_t *out);

/** A positive time in seconds, or with s, m or h after it: 30, 0.5, 10m, 2h. */
bool number_read_seconds(const char *text, double *out);

/** So many threads, or as many as this machine can still make use of: 64, or four for each usable processor. */
unsigned number_useful_threads(unsigned n);

/** Memory in bytes with k M G T (1024 each; B or iB may follow), or a share of the machine's: 8G, 512MiB, 50%. */
bool number_read_bytes(const char *text, uint64_t *out);
#endif
