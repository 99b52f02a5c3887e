#include "cli/pocket/options.h"

#include "cli/cli.h"
#include "pocket/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse_metric(const char *text, enum metric *out)
{
	for (unsigned m = 0; m < N_METRICS; m++)
		if (strcmp(text, metric_name[m]) == 0) {
			*out = (enum metric)m;
			return true;
		}
	complain("metric '%s': expected htm or qtm", text);
	return false;
}

static bool parse_number(const char *name, const char *text, uint64_t max, uint64_t *out)
{
	char *end;
	errno = 0;
	const uint64_t number = strtoull(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || strchr(text, '-') != NULL || number > max) {
		complain("%s '%s': expected a number from 0 to %" PRIu64, name, text, max);
		return false;
	}
	*out = number;
	return true;
}

static bool parse_option(int option, struct pocket_options *out)
{
	uint64_t number;
	switch (option) {
	case 'm':
		return parse_metric(optarg, &out->metric);
	case 'F':
		return out->may_overwrite = true;
	case 'b':
		if (!parse_number("bound", optarg, POCKET_MAX_LENGTH, &number))
			return false;
		out->bound = (unsigned)number;
		return true;
	default:
		out->file = optarg;
		return true;
	}
}

int pocket_options_read(int argc, char **argv, const struct option *known, const char *short_known, const char *help,
                        struct pocket_options *out)
{
	*out = (struct pocket_options){.bound = POCKET_MAX_LENGTH + 1};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, short_known, known, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			return EXIT_SOLVED;
		}
		if (option == '?') {
			complain("pocket %s: option '%s' is unknown or lacks its value; `superflip pocket %s --help` lists them",
			         argv[0], argv[optind - 1], argv[0]);
			return EXIT_USAGE;
		}
		if (!parse_option(option, out))
			return EXIT_USAGE;
	}
	return -1;
}

int pocket_refuse_arguments(char **argv)
{
	complain("pocket %s takes no argument '%s'", argv[0], argv[optind]);
	return EXIT_USAGE;
}

void pocket_give_up_without_memory(void)
{
	complain("not enough memory");
	exit(EXIT_MEMORY);
}
