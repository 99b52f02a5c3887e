/* superflip: picks the subcommand; each has a file of its own beside this one. */
#include "base/suggest.h"
#include "cli/cli.h"
#include "cli/option.h"
#include "cube/move.h"
#include "heuristic/heuristic.h"

#include <string.h>

#ifndef SUPERFLIP_VERSION
#error "the Makefile defines SUPERFLIP_VERSION"
#endif

static const struct command {
	const char *name, *summary;
	command_run *run;
} commands[] = {
	{"solve", "provably shortest solutions of one or more cubes", command_solve},
	{"batch", "solve a list, in order, several cubes at once", command_batch},
	{"merge", "join the results of shards of a list, checked and in order", command_merge},
	{"algs", "sheets of algorithms: the cases of OLL, PLL and others, or of a list", command_algs},
	{"convert", "convert cubes from one notation to another", command_convert},
	{"bench", "measure heuristics, searches and the machine", command_bench},
	{"bound", "Reid's upper bound on the moves of all positions", command_bound},
	{"coset", "solve all 19.5 billion positions of a coset of <U,D,R2,L2,F2,B2>", command_coset},
	{"journal", "describe a journal of solve: iterations, units, time", command_journal},
	{"pdb", "list, build, verify and describe pattern databases", command_pdb},
	{"pocket", "the 2x2x2 cube: solve, distribution, prove, build", command_pocket},
	{"scramble", "random positions or moves", command_scramble},
	{"serve", "a page and an interface for programs over HTTP", command_serve},
	{"show", "draw a position and describe it", command_show},
	{"verify", "check that solutions solve their scrambles", command_verify},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

/* The heuristics by strength. */
static int print_heuristics(void)
{
	printf("heuristics, weakest first:\n");
	for (unsigned i = 0; i < n_heuristic_specs; i++)
		printf("  %-14s %s\n", heuristic_specs[i].name, heuristic_specs[i].summary);
	return EXIT_SOLVED;
}

static int print_goals(void)
{
	const char *arguments, *picture;
	option_print_text(
		"Goals for --goal, joined by +: --goal eo:FB+cross:D.  Without arguments a goal is where the brackets say.",
		0);
	putchar('\n');
	for (unsigned i = 0; superflip_goal_at(i, NULL, NULL) != NULL; i++) {
		char call[40];
		const char *const name = superflip_goal_at(i, &arguments, &picture);
		snprintf(call, sizeof call, "%s%s", name, arguments);
		option_print_entry(call, 25, picture);
	}
	putchar('\n');
	option_print_text(
		"A slot alone, as in cross+FR, is its pair: a corner of D and the edge above it.\n"
		"54 stickers are a goal, too: U R F D L B, with . where one does not matter.  Scrambles are written so "
		"as well; what is seen of one is then solved.  `superflip show --goals SCRAMBLE` tells how far it is from "
		"each goal, `show --goal GOAL` draws one.",
		0);
	return EXIT_SOLVED;
}

static int print_help(void)
{
	printf(
		"usage: superflip COMMAND [OPTION...] [ARGUMENT...]\n\nOptimal solver for Rubik's Cube.\n\ncommands:\n");
	for (unsigned i = 0; i < N_COMMANDS; i++)
		option_print_entry(commands[i].name, 13, commands[i].summary);
	putchar('\n');
	option_print_text(
		"`superflip help COMMAND` describes a command, `superflip help heuristics` the lower bounds, `superflip help "
		"goals` the goals, `superflip --version` prints the version.\n\n"
		"exit status: 0 all solved, 1 some not solved, 2 usage, 3 bad input, 4 table or I/O error, 5 not enough "
		"memory",
		0);
	return EXIT_SOLVED;
}

static const struct command *find_command(const char *name)
{
	for (unsigned i = 0; i < N_COMMANDS; i++)
		if (strcmp(name, commands[i].name) == 0)
			return &commands[i];
	return NULL;
}

static int refuse_word(const char *word, bool may_be_topic)
{
	const char *names[N_COMMANDS + 2];
	unsigned n = 0;
	for (unsigned i = 0; i < N_COMMANDS; i++)
		names[n++] = commands[i].name;
	if (may_be_topic) {
		names[n++] = "heuristics";
		names[n++] = "goals";
	}
	const char *const nearest = suggest(word, names, n);
	return complain_and(EXIT_USAGE, "unknown command%s '%s'%s%s%s `superflip --help` lists them%s",
	                    may_be_topic ? " or topic" : "", word, nearest != NULL ? ", did you mean '" : "",
	                    nearest != NULL ? nearest : "", nearest != NULL ? "'?" : ";",
	                    may_be_topic ? "; `superflip help solve` has methods, metrics and turns" : "");
}

/* `superflip help bench depth` is `superflip bench depth --help`. */
static int help(int argc, char **argv)
{
	if (argc == 2)
		return print_help();
	if (argc == 3 && strcmp(argv[2], "heuristics") == 0)
		return print_heuristics();
	if (argc == 3 && strcmp(argv[2], "goals") == 0)
		return print_goals();
	const struct command *const command = find_command(argv[2]);
	if (command == NULL)
		return refuse_word(argv[2], true);
	for (int i = 2; i < argc; i++)
		argv[i - 1] = argv[i];
	argv[argc - 1] = (char[]){"--help"};
	return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	process_prepare();
	cube_init();
	if (argc < 2)
		return complain_and(EXIT_USAGE, "a command is missing; `superflip --help` lists them");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return process_end(print_help());
	if (strcmp(argv[1], "help") == 0)
		return process_end(help(argc, argv));
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0 || strcmp(argv[1], "version") == 0) {
		puts("superflip " SUPERFLIP_VERSION);
		return process_end(EXIT_SOLVED);
	}
	const struct command *const command = find_command(argv[1]);
	return command != NULL ? process_end(command->run(argc - 1, argv + 1)) : refuse_word(argv[1], false);
}
