/* superflip pocket: the 2x2x2. */
#include "cli/cli.h"
#include "cli/pocket/options.h"

#include <stdio.h>
#include <string.h>

static const struct verb {
	const char *name, *summary;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{"show", "the numbers of a state, its distance and its neighbours", command_pocket_show},
	{"distribution", "how many states are at each distance from solved", command_pocket_distribution},
	{"prove", "11 moves solve every state (14 quarter turns): a proof coset by coset", command_pocket_prove},
	{"build", "write the table of distances mod 3 to a file", command_pocket_build},
};
enum { N_VERBS = sizeof verbs / sizeof *verbs };

static void print_help(void)
{
	printf("usage: superflip pocket VERB [OPTION...]\n\nThe 2x2x2 cube: 3,674,160 states, solved exhaustively.\n\n"
	       "verbs:\n");
	for (unsigned i = 0; i < N_VERBS; i++)
		printf("  %-13s %s\n", verbs[i].name, verbs[i].summary);
	printf("\n`superflip pocket VERB --help` describes one of them.\n");
}

int command_pocket(int argc, char **argv)
{
	if (argc < 2) {
		complain("pocket: a verb is missing; `superflip pocket --help` lists them");
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return EXIT_SOLVED;
	}
	for (unsigned i = 0; i < N_VERBS; i++)
		if (strcmp(argv[1], verbs[i].name) == 0)
			return verbs[i].run(argc - 1, argv + 1);
	if (strcmp(argv[1], "solve") == 0)
		complain("pocket solve is `superflip solve --puzzle 2x2`, with --letters, --method random-walk and all of its other options");
	else
		complain("pocket: unknown verb '%s'; `superflip pocket --help` lists them", argv[1]);
	return EXIT_USAGE;
}
