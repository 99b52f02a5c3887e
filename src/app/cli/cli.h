/* What the subcommands share: exit statuses, messages, the usual options. */
#ifndef SUPERFLIP_CLI_CLI_H
#define SUPERFLIP_CLI_CLI_H
#include <stdbool.h>
#include <stdio.h>

/* Documented under EXIT STATUS in the man page; 128 + n after signal n. */
enum exit_status { EXIT_SOLVED = 0, EXIT_NOT_SOLVED = 1, EXIT_USAGE = 2, EXIT_INPUT = 3, EXIT_TABLE = 4,
	EXIT_MEMORY = 5 };

/** A subcommand; argv[0] is its name. Returns the process's exit status. */
typedef int command_run(int argc, char **argv);
command_run command_algs, command_batch, command_bench, command_bound, command_convert, command_coset,
	command_journal, command_merge, command_pdb, command_pocket, command_scramble, command_serve,
	command_show, command_solve, command_verify;

/* Rows of a command's options (cli/option.h) that set a member, by IN(): a flag, a text, one of some names, a
 * number. */
#define ROW_FLAG(letter, users, name, help, field) \
	{letter, users, name, NULL, help, OPTION_FLAG, IN(field)}
#define ROW_TEXT(letter, users, name, value, help, field) \
	{letter, users, name, value, help, OPTION_TEXT, IN(field)}
#define ROW_CHOICE(letter, users, name, value, help, field, names) \
	{letter, users, name, value, help, OPTION_CHOICE, IN(field), OPTION_NAMES(names)}
#define ROW_NUMBER(letter, users, name, value, help, field, least, most) \
	{letter, users, name, value, help, OPTION_NUMBER, IN(field), .min = (least), .max = (most)}
/* -t and -j: threads, 0 for as many as there are processors. */
#define ROW_THREADS(users, help, field, most) \
	ROW_NUMBER('t', users, "threads", "N", help, field, 0, most), \
	ROW_NUMBER('j', users, "jobs", "N", NULL, field, 0, most)

/* The rows of a struct option_set, and whose of them it has. */
#define OPTION_SET(all, bits) .rows = (all), .n_rows = sizeof(all) / sizeof *(all), .user = (bits)

/** "superflip: ..." and a newline on stderr; what cannot be shown is described (report/printable.h).
 * @return the given result: `return complain_and(EXIT_USAGE, ...)`, or false */
int complain_and(int result, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define complain(...) ((void)complain_and(0, __VA_ARGS__))

/** Complain that the system refused something about a file, as errno has it.  @return EXIT_MEMORY, or
 * EXIT_TABLE */
int complain_of_errno(const char *name);

/** Complain that there is not enough memory.  @return EXIT_MEMORY */
int complain_of_memory(void);

/** A line to a stream as complain() has it, without the name of the program: for what quotes names and
 * scrambles. */
void print_line_to(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Whether colours are welcome on terminals: NO_COLOR is not set. */
bool colours_are_welcome(void);

/** SIGINT, SIGTERM and SIGHUP, unless that is ignored, from now on only set a flag; a second one ends the
 * process at once.  Calls are restarted, and readers poll for input. */
void catch_interrupts(void);
/** The signal that arrived, 0 if none. */
int interrupted_by(void);
/** @return 128 + n after signal n, else the given status */
int interrupted_or(int status);

/** Whether SIGUSR1, which asks a long job how far it is, arrived since the last call. */
bool status_is_wanted(void);

/** For programs, before a command: no signal and no lack of memory ends the process without a message.
 * SIGUSR1 ends no command, and a mapped file that is truncated while it is in use ends it with EXIT_TABLE. */
void process_prepare(void);

/** After a command, flush standard output: a full disk or a closed pipe must not look like success.
 * @param status  of the command  @return the exit status of the process */
int process_end(int status);
#endif
