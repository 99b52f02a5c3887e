#include "cli/option.h"

#include "base/processor.h"
#include "base/suggest.h"
#include "cli/cli.h"
#include "cluster/shard.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ID = 256, HELP_COLUMNS = 80, HELP_INDENT = 32 };

/* The first row from row *i on that the user has, the problem's first; *i is then its number.  NULL: there is
 * none. */
static const struct option_row *row_from(const struct option_set *set, unsigned *i)
{
	const unsigned n_before = set->has_problem ? n_problem_rows : 0;
	for (; *i < n_before + set->n_rows; ++*i) {
		const struct option_row *const row = *i < n_before ? &problem_rows[*i] : &set->rows[*i - n_before];
		if ((row->users & set->user) != 0)
			return row;
	}
	return NULL;
}

/* What getopt_long() gives for row i: its letter, or a number. */
static int id_of(const struct option_row *row, unsigned i)
{
	return row->letter != 0 ? row->letter : FIRST_ID + (int)i;
}

/* What getopt_long() needs. */
static void fill(const struct option_set *set, struct option longs[], char *letter)
{
	unsigned n = 0;
	letter = stpcpy(letter, ":h");  /* tell a missing value from an unknown option */
	const struct option_row *row;
	for (unsigned i = 0; (row = row_from(set, &i)) != NULL; i++) {
		const bool has_value = row->value != NULL;
		assert(n < OPTION_ROWS_MAX);
		longs[n++] = (struct option){.name = row->name, .has_arg = has_value, .val = id_of(row, i)};
		if (row->letter != 0)
			letter += sprintf(letter, has_value ? "%c:" : "%c", row->letter);
	}
	longs[n++] = (struct option){.name = "help", .val = 'h'};
	longs[n] = (struct option){0};
}

/* ---- what is wrong ---- */

static void refuse_word(const struct option_set *set, int result, char **argv, const struct option *known)
{
	const char *const command = argv[0], *word = argv[optind - 1], *names[OPTION_ROWS_MAX + 1],
	                  *nearest = NULL;
	const char letter[] = {'-', (char)optopt, '\0'};
	bool is_of_others = false;
	unsigned n = 0;
	if (strncmp(word, "--", 2) == 0) {
		char name[64];
		/* Another subcommand of the same table may have it. */
		struct option_set all = *set;
		all.user = UINT_MAX;
		const struct option_row *row;
		for (unsigned i = 0; (row = row_from(&all, &i)) != NULL; i++)
			is_of_others |= strcmp(word + 2, row->name) == 0;
		for (; known[n].name != NULL; n++)
			names[n] = known[n].name;
		snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
		nearest = suggest(name, names, n);
	} else if (optopt > ' ' && optopt < 0x7F)  /* in a group of letters (-abc) only getopt knows which one it
	                                            * was */
		word = letter;
	if (result == ':')
		complain("%s: option %s needs a value", command, word);
	else if (is_of_others)
		complain("%s does not take %s; `superflip %s --help` lists the options", command, word, command);
	else
		complain("%s: option %s is unknown or misused%s%s%s `superflip %s --help` lists them", command, word,
		         nearest != NULL ? ", did you mean --" : ";", nearest != NULL ? nearest : "",
		         nearest != NULL ? "?" : "", command);
}

const char *option_list_of(const char *field, const char *message)
{
	const bool has_ended = *message != '\0' && message[strlen(message) - 1] == '?';
	const char *const list = strcmp(field, "goal") == 0 ? "; `superflip help goals` lists goals"
		: strcmp(field, "heuristic") == 0 ? "; `superflip help heuristics` lists them" : "";
	return *list != '\0' && has_ended ? list + 1 : list;
}

int option_complain(const superflip_error *e)
{
	if (e->field == NULL)
		complain("%s", e->text);
	else if (e->column > 0)
		complain("--%s: column %u: %s%s", e->field, e->column, e->text, option_list_of(e->field, e->text));
	else if (e->status == SUPERFLIP_BAD_TEXT)
		complain("--%s '%s': %s%s", e->field, e->token, e->text, option_list_of(e->field, e->text));
	else
		complain("--%s: %s", e->field, e->text);
	return e->status == SUPERFLIP_NO_MEMORY ? EXIT_MEMORY : EXIT_USAGE;
}

/* ---- the identity of a run ---- */

char *option_set_identify(const struct option_set *set, const void *options)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	const struct option_row *row;
	for (unsigned i = 0; (row = row_from(set, &i)) != NULL; i++)
		if (row->identifies)
			option_row_tell(row, options, out);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

/* ---- help ---- */

void option_print_text(const char *text, int indent)
{
	int column = indent;
	for (const char *word = text; *word != '\0'; word += *word == '\n' ? 1 : strspn(word, " ")) {
		const bool is_kept = (word == text || word[-1] == '\n') && (*word == ' ' || *word == '\n');
		const int length = (int)strcspn(word, is_kept ? "\n" : " \n");
		if (is_kept || (column > indent && column + 1 + length > HELP_COLUMNS))
			column = printf("\n%*s", indent, "") - 1;
		else if (column > indent)
			column += printf(" ");
		printf("%.*s", length, word);
		word += length;
		column = is_kept ? HELP_COLUMNS : column + length;
	}
	putchar('\n');
}

void option_print_entry(const char *name, int indent, const char *text)
{
	const int width = printf("  %-*s", indent - 3, name);
	printf("%s%*s", width < indent ? "" : "\n", width < indent ? 1 : indent, "");
	option_print_text(text, indent);
}

static void print_row(const struct option_row *row)
{
	char left[80];
	const int length = row->letter != 0 ? snprintf(left, sizeof left, "-%c, --%s", row->letter, row->name)
	                                    : snprintf(left, sizeof left, "    --%s", row->name);
	if (row->value != NULL)
		snprintf(left + length, sizeof left - (size_t)length, " %s", row->value);
	option_print_entry(left, HELP_INDENT, row->help);
	if (strcmp(row->name, "goal") == 0)
		option_print_entry("", HELP_INDENT, "(`superflip help goals` lists goals)");
}

static void print_help(const struct option_set *set)
{
	printf("usage: superflip ");
	option_print_text(set->usage, 0);
	putchar('\n');
	const struct option_row *row;
	for (unsigned i = 0; (row = row_from(set, &i)) != NULL; i++)
		if (row->help != NULL)
			print_row(row);
	option_print_entry("-h, --help", HELP_INDENT, "print this help");
	if (set->print_more != NULL)
		set->print_more(set->user);
	if (set->more != NULL) {
		putchar('\n');
		option_print_text(set->more, 0);
	}
}

/* ---- reading ---- */

int option_set_read(const struct option_set *set, int argc, char **argv, void *options, int *exit_status)
{
	struct option longs[OPTION_ROWS_MAX + 2];
	char letters[2 * OPTION_ROWS_MAX + 3];
	fill(set, longs, letters);
	*exit_status = EXIT_USAGE;
	opterr = 0;
	optind = 0;  /* begin again: a verb's options follow a command's */
	for (int found; (found = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
		if (found == '?' || found == ':') {
			refuse_word(set, found, argv, longs);
			return -1;
		}
		if (found == 'h') {
			print_help(set);
			*exit_status = EXIT_SOLVED;
			return -1;
		}
		superflip_error error;
		unsigned i = 0;
		const struct option_row *row;
		while ((row = row_from(set, &i)) != NULL && id_of(row, i) != found)
			i++;
		if (!option_row_take(row, options, optarg, &error)) {
			*exit_status = option_complain(&error);
			return -1;
		}
	}
	const int n = argc - optind;
	if (set->misuse == NULL || (n >= set->min_arguments && n <= set->max_arguments))
		return optind;
	return complain_and(-1, set->misuse, n > 0 ? argv[optind] : "");
}

/* ---- values of more than one command ---- */

unsigned option_useful_threads(void)
{
	const unsigned per_processor = 4 * processors_usable();
	return per_processor > 64 ? per_processor : 64;
}

bool option_take_range(void *options, const struct option_row *row, const char *value, superflip_error *error)
{
	char first[16];
	unsigned *const range = (unsigned *)(void *)((char *)options + row->member);
	const char *const dots = strstr(value, "..");
	const size_t n_first = dots != NULL ? (size_t)(dots - value) : strlen(value);
	uint64_t a, b;
	snprintf(first, sizeof first, "%.*s", n_first < sizeof first ? (int)n_first : 0, value);
	if (!number_read(first, row->min, row->max, &a)
	    || !number_read(dots != NULL ? dots + 2 : first, a, row->max, &b))
		return option_refuse(error, row, value, row->expected);
	range[0] = (unsigned)a;
	range[1] = (unsigned)b;
	return true;
}

bool option_take_shard(void *options, const struct option_row *row, const char *value, superflip_error *error)
{
	struct shard *const shard = (struct shard *)(void *)((char *)options + row->member);
	return shard_read(value, shard) || option_refuse(error, row, value, "K/N, shard K of N, such as 3/100");
}

bool option_read_file(const char *option, const char *path, const char *what, char *text, size_t size)
{
	FILE *const in = fopen(path, "re");
	if (in == NULL)
		return complain_and(false, "%s: %s: %s", option, path, strerror(errno));
	const size_t n = fread(text, 1, size, in);
	fclose(in);
	if (n == size)
		return complain_and(false, "%s: %s is too long to be %s", option, path, what);
	text[n] = '\0';
	return true;
}

bool option_read_costs(const char **costs, char *text, size_t size)
{
	if (*costs == NULL || **costs != '@')
		return true;
	const char *const path = *costs + 1;
	*costs = text;
	return option_read_file("--cost", path, "costs of turns", text, size);
}
