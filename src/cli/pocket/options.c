#include "cli/pocket/options.h"

#include "cli/cli.h"
#include "cli/option.h"
#include "pocket/table.h"

#include <stdlib.h>

#define IN(field) OPTION_IN(struct pocket_options, field)
static const struct option_row rows[] = {
	{'o', POCKET_BUILD, "output", "FILE", "the table's file", OPTION_TEXT, IN(file)},
	{0, POCKET_BUILD, "force", NULL, "replace FILE if it exists", OPTION_FLAG, IN(may_overwrite)},
	{0, POCKET_ALL, "metric", "htm|qtm", "count half turns as one move (htm, the default) or two", OPTION_CHOICE, IN(metric),
	 OPTION_NAMES(metric_name)},
	{0, POCKET_PROVE, "bound", "N", "the moves that are to be enough", OPTION_NUMBER, IN(bound), .max = POCKET_MAX_LENGTH},
};

int pocket_options_read(int argc, char **argv, unsigned verb, const char *usage, struct pocket_options *out, int *exit_status)
{
	const struct option_set set = {.rows = rows, .n_rows = sizeof rows / sizeof *rows, .user = verb, .usage = usage,
	                               .more = verb == POCKET_PROVE ? "exit status: 0 proved, 1 some states need more moves" : NULL};
	char command[32];
	snprintf(command, sizeof command, "pocket %s", argv[0]);
	argv[0] = command;
	*out = (struct pocket_options){.bound = POCKET_MAX_LENGTH + 1};
	const int first = option_set_read(&set, argc, argv, out, exit_status);
	if (first < 0 || first == argc || verb == POCKET_SHOW)
		return first;
	complain("%s takes no argument '%s'", command, argv[first]);
	*exit_status = EXIT_USAGE;
	return -1;
}

void pocket_give_up_without_memory(void)
{
	complain("not enough memory");
	exit(EXIT_MEMORY);
}
