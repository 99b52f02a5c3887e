/* What all subcommands share about their options. */
#ifndef SUPERFLIP_CLI_OPTION_H
#define SUPERFLIP_CLI_OPTION_H
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

/* One option of a table that several subcommands share; parsing and --help are both made from it. */
struct option_row {
	int id;                            /* its letter, or a number above 255 */
	unsigned users;                    /* bit for each subcommand that has it */
	const char *name, *value, *help;   /* value NULL: it takes none; help NULL: another name for the row above */
};

enum { OPTION_ROWS_MAX = 64 };

/* What getopt_long() needs for the options of one subcommand. */
struct getopt_tables {
	struct option longs[OPTION_ROWS_MAX + 1];
	char letters[2 * OPTION_ROWS_MAX + 2];
};

/** Select the rows of one user; n is at most OPTION_ROWS_MAX. */
void option_rows_select(const struct option_row *rows, unsigned n, unsigned user, struct getopt_tables *out);

/** The row with that id; NULL if there is none. */
const struct option_row *option_rows_find(const struct option_row *rows, unsigned n, int id);

/** A line for each row of the user on standard output, then the heuristics by strength. */
void option_rows_print(const struct option_row *rows, unsigned n, unsigned user);
void option_print_heuristics(void);

/** Complain about what getopt_long() refused; call it with opterr = 0 and an option string that begins with ':'.
 * @param result   what getopt_long() returned, '?' or ':'
 * @param command  as `superflip COMMAND --help` has it
 * @param known    the long options, as getopt_long() took them: one that is nearly the same is named
 * @return EXIT_USAGE */
int option_refused(int result, const char *command, char **argv, const struct option *known);

/** Read an option's value, a whole number (decimal, or hexadecimal with 0x) up to max.
 * @return false, having complained, if it is none */
bool option_number(const char *command, const char *option, const char *value, uint64_t max, uint64_t *out);

/** Read an option's value, one of the n names.
 * @return false, having complained, if it is none */
bool option_choice(const char *command, const char *option, const char *value, const char *const *names, unsigned n,
                   unsigned *out);
#endif
