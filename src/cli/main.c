/* superflip: picks the subcommand; each has a file of its own beside this one. */
#include "cli/cli.h"
#include "cli/status.h"
#include "cube/move.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SUPERFLIP_VERSION
#error "the Makefile defines SUPERFLIP_VERSION"
#endif

static const struct command {
	const char *name, *summary;
	int (*run)(int argc, char **argv);
} commands[] = {
	{"solve", "provably shortest solutions of one or more cubes", command_solve},
	{"batch", "solve a list, in order, several cubes at once", command_batch},
	{"convert", "cubes from one form of writing to another", command_convert},
	{"bench", "measure heuristics, searches and the machine", command_bench},
	{"bound", "Reid's upper bound on the moves of all positions", command_bound},
	{"coset", "solve all 19.5 billion positions of a coset of <U,D,R2,L2,F2,B2>", command_coset},
	{"pdb", "list, build, verify and describe pattern databases", command_pdb},
	{"pocket", "the 2x2x2 cube: solve, distribution, prove, build", command_pocket},
	{"scramble", "random positions or moves", command_scramble},
	{"show", "draw a position and describe it", command_show},
	{"verify", "check that solutions solve their scrambles", command_verify},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static void print_help(void)
{
	printf("usage: superflip COMMAND [OPTION...] [ARGUMENT...]\n\nOptimal solver for Rubik's Cube.\n\ncommands:\n");
	for (unsigned i = 0; i < N_COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].summary);
	printf("\n`superflip COMMAND --help` describes a command, `superflip --version` prints the version.\n"
	       "exit status: 0 all solved, 1 some not solved, 2 usage, 3 bad input, 4 table or I/O error, 5 not enough memory\n");
}

/* A full disk or a closed pipe must not look like success. */
static int flush_output(int status)
{
	const bool has_failed = ferror(stdout);
	if (fflush(stdout) == 0 && !has_failed)
		return status;
	if (status == EXIT_TABLE && has_failed)
		return status;  /* already reported where it happened */
	complain("cannot write the output%s%s", has_failed ? "" : ": ", has_failed ? "" : strerror(errno));
	return EXIT_TABLE;
}

/* Jansson does not survive a failed allocation everywhere, and what it then reads or writes may be wrong. */
static void *allocate_or_exit(size_t size)
{
	void *const memory = malloc(size);
	if (memory != NULL || size == 0)
		return memory;
	complain("not enough memory");
	_exit(EXIT_MEMORY);
}

/* What a signal or the lack of memory would otherwise do to the whole process. */
static void prepare_process(void)
{
	signal(SIGXFSZ, SIG_IGN);  /* a file that may not grow is an error of write() */
	catch_bus_errors();
	catch_status_requests();
	json_set_alloc_funcs(allocate_or_exit, free);
}

int main(int argc, char **argv)
{
	prepare_process();
	cube_init();
	if (argc < 2) {
		complain("a command is missing; `superflip --help` lists them");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
		print_help();
		return flush_output(EXIT_SOLVED);
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("superflip %s\n", SUPERFLIP_VERSION);
		return flush_output(EXIT_SOLVED);
	}
	for (unsigned i = 0; i < N_COMMANDS; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return flush_output(commands[i].run(argc - 1, argv + 1));
	complain("unknown command '%s'; `superflip --help` lists them", argv[1]);
	return EXIT_USAGE;
}
