#include "cli/option.h"

#include "cli/cli.h"
#include "cli/number.h"
#include "cli/suggest.h"
#include "heuristic/heuristic.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ", did you mean --threads?", or a semicolon. */
static void suggest_option(const char *word, const struct option *known, char *text, size_t size)
{
	const char *names[OPTION_ROWS_MAX + 1];
	char name[64];
	unsigned n = 0;
	snprintf(text, size, ";");
	if (strncmp(word, "--", 2) != 0)
		return;
	for (; known[n].name != NULL && n < OPTION_ROWS_MAX; n++)
		names[n] = known[n].name;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	const char *const nearest = suggest(name, names, n);
	if (nearest != NULL)
		snprintf(text, size, ", did you mean --%s?", nearest);
}

int option_refused(int result, const char *command, char **argv, const struct option *known)
{
	const char *word = argv[optind - 1];
	const char letter[] = {'-', (char)optopt, '\0'};
	/* In a group of letters (-abc) only getopt knows which one it was; a long option is the word itself. */
	if (strncmp(word, "--", 2) != 0 && optopt > ' ' && optopt < 0x7F)
		word = letter;
	if (result == ':')
		complain("%s: option %s needs a value", command, word);
	else {
		char hint[100];
		suggest_option(word, known, hint, sizeof hint);
		complain("%s: option %s is unknown or misused%s `superflip %s --help` lists them", command, word, hint, command);
	}
	return EXIT_USAGE;
}

bool option_number(const char *command, const char *option, const char *value, uint64_t max, uint64_t *out)
{
	/* Seeds are often written in hexadecimal; strtoull() would also take a sign or white space after the prefix. */
	const bool is_hexadecimal = strncasecmp(value, "0x", 2) == 0 && isxdigit((unsigned char)value[2]);
	char *end = NULL;
	errno = 0;
	if (is_hexadecimal)
		*out = strtoull(value, &end, 16);
	if (is_hexadecimal ? *end == '\0' && errno == 0 && *out <= max : number_read(value, 0, max, out))
		return true;
	complain("%s: %s %s: expected a whole number from 0 to %" PRIu64, command, option, value, max);
	return false;
}

bool option_choice(const char *command, const char *option, const char *value, const char *const *names, unsigned n,
                   unsigned *out)
{
	for (*out = 0; *out < n; ++*out)
		if (strcmp(value, names[*out]) == 0)
			return true;
	char expected[200] = "";
	for (unsigned i = 0; i < n; i++) {
		const size_t length = strlen(expected);
		snprintf(expected + length, sizeof expected - length, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i]);
	}
	complain("%s: %s %s: expected %s", command, option, value, expected);
	return false;
}

void option_rows_select(const struct option_row *rows, unsigned n, unsigned user, struct getopt_tables *out)
{
	unsigned n_longs = 0;
	char *letter = out->letters;
	*letter++ = ':';  /* tell a missing value from an unknown option */
	for (const struct option_row *row = rows; row < rows + n; row++) {
		if ((row->users & user) == 0)
			continue;
		const int has_value = row->value != NULL ? required_argument : no_argument;
		out->longs[n_longs++] = (struct option){.name = row->name, .has_arg = has_value, .val = row->id};
		if (row->id < 256)
			*letter++ = (char)row->id;
		if (row->id < 256 && row->value != NULL)
			*letter++ = ':';
	}
	out->longs[n_longs] = (struct option){0};
	*letter = '\0';
}

const struct option_row *option_rows_find(const struct option_row *rows, unsigned n, int id)
{
	for (const struct option_row *row = rows; row < rows + n; row++)
		if (row->id == id)
			return row;
	return NULL;
}

void option_rows_print(const struct option_row *rows, unsigned n, unsigned user)
{
	for (const struct option_row *row = rows; row < rows + n; row++) {
		if ((row->users & user) == 0 || row->help == NULL)
			continue;
		char left[80];
		const int length = row->id < 256 ? snprintf(left, sizeof left, "-%c, --%s", row->id, row->name)
		                                 : snprintf(left, sizeof left, "    --%s", row->name);
		if (row->value != NULL)
			snprintf(left + length, sizeof left - (size_t)length, " %s", row->value);
		printf("  %-29s %s\n", left, row->help);
	}
}

void option_print_heuristics(void)
{
	printf("heuristics, weakest first:\n");
	for (unsigned i = 0; i < n_heuristic_specs; i++)
		printf("  %-14s %s\n", heuristic_specs[i].name, heuristic_specs[i].summary);
}
