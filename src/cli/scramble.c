#include "cli/cli.h"

int command_scramble(int argc, char **argv)
{
	(void)argc;
	complain("%s: not there yet", argv[0]);
	return EXIT_USAGE;
}
