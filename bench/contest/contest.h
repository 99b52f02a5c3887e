/* What compare.c is made of: commands, runs of them, and what they printed. */
#ifndef SUPERFLIP_BENCH_CONTEST_H
#define SUPERFLIP_BENCH_CONTEST_H
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "report/table.h"

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum { MAX_SOLVERS = 26, MAX_ROUNDS = 1000, MAX_TOLD = 5 };
#define NO_SOLUTION UINT_MAX
enum { STATUS_RIGHT = 0, STATUS_WRONG = 1, STATUS_USAGE = 2, STATUS_LIST = 3, STATUS_SYSTEM = 4 };
enum form { FORM_TEXT, FORM_FACELETS, FORM_CUBIES, N_FORMS };

struct options {
	unsigned n_rounds;
	enum metric metric;
	enum form form;
	const char *startup;                 /* NULL: not to be timed */
	unsigned limit_s;                    /* 0: none */
	enum table_format format;
};

/* The cubes, and the files of this run in a directory of their own. */
struct cubes {
	struct cube *cube;
	size_t n, capacity;
};
enum { FILE_LIST, FILE_STARTUP, FILE_OUTPUT, FILE_ERRORS, N_FILES };
struct directory {
	char path[PATH_MAX - 16];
	char file[N_FILES][PATH_MAX];
};

struct timing { double wall_s, processor_s; };

struct solver {
	const char *command;
	char letter[2];
	struct timing run[MAX_ROUNDS], startup[MAX_ROUNDS];
	unsigned *length;                    /* of each cube, in the last round; NO_SOLUTION if none was found */
	size_t n_solved;                     /* cubes, in the round with the fewest */
	bool has_failed;
};

/** The exit status so far. */
extern int contest_status;

/** The files of this run. */
extern struct directory contest_directory;

/** A line on standard error. */
void contest_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The same with the reason in errno, and the end of the program. */
_Noreturn void contest_fail(int status, const char *what);

/** Make the directory; it is removed at the end of the program. */
void contest_make_directory(void);

/** End a running command, and the program: to be the handler of SIGINT, SIGTERM and SIGALRM. */
void contest_stop(int signal_number);

/** Run a command on a file of cubes, with its output in FILE_OUTPUT.
 * @return wall time, and the processor time of all processes that the command has waited for; s->has_failed
 *   is set if it failed */
struct timing contest_run(struct solver *s, const char *list, const struct options *o);

/** Find the solutions in what the last run printed, and their lengths. */
void contest_read_output(struct solver *s, const struct cubes *cubes, enum metric metric);
#endif
