/* What the subcommands share: exit statuses, messages, the usual options; with it comes what several of them
 * use. */
#pragma once
#include "base/memory.h"
#include "base/words.h"
#include "cli/cubes.h"
#include "cli/new_file.h"
#include "cli/option.h"
#include "report/progress.h"
#include "report/status_line.h"
#include "report/table.h"

#include <stdarg.h>

/* Documented under EXIT STATUS in the man page; 128 + n after signal n. */
enum exit_status { EXIT_SOLVED = 0, EXIT_NOT_SOLVED = 1, EXIT_USAGE = 2, EXIT_INPUT = 3, EXIT_TABLE = 4,
	EXIT_MEMORY = 5 };

/** A subcommand, or a verb of one. */
struct command {
	const char *name, *summary;
	/** @param arguments  what is left when the options are read; without options argv, which begins with the
	 *   command's name
	 * @return the process's exit status */
	int (*run)(int n, char **arguments);
	void *options;          /* of `set`, with their defaults; NULL: run() reads them */
	struct option_set set;
};
/** The head of a command's run(), which need not use its arguments. */
#define COMMAND_RUN(name) int name(MAY_IGNORE int n, MAY_IGNORE char **arguments)
extern const struct command command_algs, command_batch, command_bench, command_bound, command_convert,
	command_coset, command_goals, command_insert, command_journal, command_merge, command_pdb, command_pocket,
	command_review, command_scramble, command_serve, command_show, command_solve, command_verify;

/** Read a command's options, and run it.  @param argv  [0]: its name in messages */
int command_start(const struct command *c, int argc, char **argv);

/** Find the verb that argv[1] names, and give it there the command's name as well: "pocket show".
 * @param kind    what verbs are called: "verb", "measurement"
 * @param about   what --help prints before the verbs, whose summaries stand in column `indent`
 * @return its number; ~ the exit status if there is none: --help was printed, or something complained of */
int command_find_verb(const struct command *verbs, unsigned n, const char *kind, const char *about,
                      int indent, int argc, char **argv);

/* Rows of a command's options (cli/option.h) set members of a struct request unless it has another one. */
#define IN(field) OPTION_IN(struct request, field)
/* -t and -j: threads, 0 for as many as there are processors. */
#define ROW_THREADS(users, help, field, most) \
	ROW_NUMBER('t', users, "threads", "N", help, field, 0, most), \
	ROW_NUMBER('j', users, "jobs", "N", NULL, field, 0, most)

/* -q, and the form of a table, enum table_format. */
#define ROW_QUIET(users, help) \
	{'q', users, "quiet", NULL, help, OPTION_OTHER, .take = option_take_quiet}
#define ROW_FORMAT(users) \
	ROW_CHOICE('f', users, "format", "FORMAT", "text (the default), csv, jsonl or markdown", format, \
	           table_format_name)
/* Of measures that have no other turns; where tables are; --shard in a struct shard. */
#define ROW_METRIC(users) \
	ROW_CHOICE(0, users, "metric", "htm|qtm", \
	           "count half turns as one move (htm, the default) or two", metric, record_metric_name)
#define ROW_PDB_DIR(users, field) \
	ROW_TEXT(0, users, "pdb-dir", "DIRECTORY", "where the pattern databases are", field)
#define ROW_SHARD(users, help) \
	{0, users, "shard", "K/N", help, OPTION_OTHER, IN(shard), .take = option_take_shard}
/* Of a struct tables_options: threads, memory, where tables are, and how they are opened. */
#define ROWS_OF_TABLES(users, tables) \
	ROW_THREADS(users, "threads (also -j); 0: all usable processors, the default", tables.n_threads, 1024), \
	{0, users, "memory", "SIZE", "use no tables larger than SIZE together: 8G, or 50% of the machine", \
	 OPTION_SIZE, IN(tables.memory_bytes)}, \
	ROW_FLAG(0, users, "preload", \
	         "copy the tables into memory, on huge pages, instead of mapping the files", tables.preloads), \
	ROW_PDB_DIR(users, tables.directory)

/* The rows of a struct option_set, and whose of them it has. */
#define OPTION_SET(all, bits) .rows = (all), .n_rows = sizeof(all) / sizeof *(all), .user = (bits)

/** "superflip: ..." and a newline on stderr; what cannot be shown is described (report/printable.h).
 * @return the given result: `return usage_error(...)`, or false */
int complain_and(int result, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define complain(...) ((void)complain_and(0, __VA_ARGS__))
#define usage_error(...) complain_and(EXIT_USAGE, __VA_ARGS__)
/** Unless that is not wanted. */
#define remark(...) (is_quiet ? (void)0 : complain(__VA_ARGS__))

/** Complain that the system refused something about a file, as errno has it.  @return EXIT_MEMORY, or
 * EXIT_TABLE */
int complain_of_errno(const char *name);

/** Complain that there is not enough memory.  @return EXIT_MEMORY */
int complain_of_memory(void);

/** The same, and end the process: for commands that have nothing in work that would be lost. */
_Noreturn void end_without_memory(void);

/** Memory, all zero, or end_without_memory(). */
void *allocate(size_t n, size_t size);

/** Print a table and free it, or end_without_memory(). */
void print_table(struct table *table, enum table_format format);

/** A line to a stream as complain() has it, without the name of the program: for what quotes names and
 * scrambles. */
void print_line_to(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline bool text_equal(const char *a, const char *b) { return strcmp(a, b) == 0; }

/** Whether colours are welcome on terminals: NO_COLOR is not set. */
bool colours_are_welcome(void);

/** SIGINT, SIGTERM and SIGHUP, unless that is ignored, from now on only set a flag; a second one ends the
 * process at once.  Calls are restarted, and readers poll for input. */
void catch_interrupts(void);
/** The exit status after a signal that arrived, 128 + n; 0: none did. */
int interrupted_by(void);
/** @return that, else the given status */
int interrupted_or(int status);

/** Whether SIGUSR1, which asks a long job how far it is, arrived since the last call. */
bool status_is_wanted(void);

/** Whether it is time to say how far a job is, by tell(): in a line on the terminal that is renewed, in a log
 * after interval_s at first, then more rarely; or because somebody asks.
 * @param is_silent  only if somebody asks */
bool tell_is_due(bool is_silent, double elapsed_s, double interval_s);
void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** Take the line off the terminal, before a message. */
void tell_hide(void);

/** Begin the bar of a long job, which is handed bar_progress; ended by progress_bar_finish(&bar).
 * @param building  what its stage "building" is called; NULL: that */
void bar_begin(const char *label, const char *building);
extern struct progress_bar bar;
extern struct pdb_progress bar_progress;

/** For programs, before a command: no signal and no lack of memory ends the process without a message.
 * SIGUSR1 ends no command, and a mapped file that is truncated while it is in use ends it with EXIT_TABLE. */
void process_prepare(void);

/** After a command, flush standard output: a full disk or a closed pipe must not look like success.
 * @param status  of the command  @return the exit status of the process */
int process_end(int status);
