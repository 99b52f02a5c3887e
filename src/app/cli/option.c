#include "cli/option.h"

#include "base/suggest.h"
#include "cli/cli.h"

#include <assert.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELP = 1, FIRST_ID = 256, HELP_COLUMNS = 80, HELP_INDENT = 32 };

/* What getopt_long() needs; row i is FIRST_ID + i. */
struct getopt_tables {
	struct option longs[OPTION_ROWS_MAX + 2];
	char letters[2 * OPTION_ROWS_MAX + 3];
};

/* Row i of those that the user has, the problem's first; NULL: of others, or there is none. */
static const struct option_row *row_at(const struct option_set *set, unsigned i)
{
	const unsigned n_before = set->has_problem ? n_problem_rows : 0;
	const struct option_row *const row = i < n_before ? &problem_rows[i] : &set->rows[i - n_before];
	return (row->users & set->user) != 0 ? row : NULL;
}

static unsigned n_rows_of(const struct option_set *set)
{
	return set->n_rows + (set->has_problem ? n_problem_rows : 0);
}

static void fill(const struct option_set *set, struct getopt_tables *out)
{
	unsigned n_longs = 0;
	char *letter = stpcpy(out->letters, ":h");  /* tell a missing value from an unknown option */
	for (unsigned i = 0; i < n_rows_of(set); i++) {
		const struct option_row *const row = row_at(set, i);
		if (row == NULL)
			continue;
		assert(n_longs < OPTION_ROWS_MAX);
		const int has_value = row->value != NULL ? required_argument : no_argument;
		out->longs[n_longs++] = (struct option){.name = row->name, .has_arg = has_value, .val = FIRST_ID + (int)i};
		if (row->letter != 0)
			*letter++ = row->letter;
		if (row->letter != 0 && row->value != NULL)
			*letter++ = ':';
	}
	out->longs[n_longs++] = (struct option){.name = "help", .val = HELP};
	out->longs[n_longs] = (struct option){0};
	*letter = '\0';
}

static const struct option_row *find(const struct option_set *set, int found)
{
	if (found >= FIRST_ID)
		return row_at(set, (unsigned)(found - FIRST_ID));
	unsigned i = 0;
	while (row_at(set, i) == NULL || row_at(set, i)->letter != found)
		i++;
	return row_at(set, i);
}

/* ---- what is wrong ---- */

/* ", did you mean --threads?", or a semicolon. */
static void suggest_option(const char *word, const struct option *known, char *text, size_t size)
{
	const char *names[OPTION_ROWS_MAX + 1];
	char name[64];
	unsigned n = 0;
	snprintf(text, size, ";");
	if (strncmp(word, "--", 2) != 0)
		return;
	for (; known[n].name != NULL; n++)
		names[n] = known[n].name;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	const char *const nearest = suggest(name, names, n);
	if (nearest != NULL)
		snprintf(text, size, ", did you mean --%s?", nearest);
}

/* Another subcommand of the same table may have it. */
static bool is_of_others(const struct option_set *set, const char *word)
{
	bool is_of_set = false;
	struct option_set all = *set;
	all.user = UINT_MAX;
	for (unsigned i = 0; i < n_rows_of(set) && strncmp(word, "--", 2) == 0; i++)
		is_of_set |= strcmp(word + 2, row_at(&all, i)->name) == 0;
	return is_of_set;
}

static void refuse_word(const struct option_set *set, int result, char **argv, const struct option *known)
{
	const char *const command = argv[0];
	const char *word = argv[optind - 1];
	const char letter[] = {'-', (char)optopt, '\0'};
	char hint[100];
	/* In a group of letters (-abc) only getopt knows which one it was; a long option is the word itself. */
	if (strncmp(word, "--", 2) != 0 && optopt > ' ' && optopt < 0x7F)
		word = letter;
	suggest_option(word, known, hint, sizeof hint);
	if (result == ':')
		complain("%s: option %s needs a value", command, word);
	else if (is_of_others(set, word))
		complain("%s does not take %s; `superflip %s --help` lists the options", command, word, command);
	else
		complain("%s: option %s is unknown or misused%s `superflip %s --help` lists them", command, word, hint,
		         command);
}

/* Where the values of a field are listed. */
static const char *list_of(const char *field, const char *message)
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
		complain("--%s: column %u: %s%s", e->field, e->column, e->text, list_of(e->field, e->text));
	else if (e->status == SUPERFLIP_BAD_TEXT)
		complain("--%s '%s': %s%s", e->field, e->token, e->text, list_of(e->field, e->text));
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
	for (unsigned i = 0; i < n_rows_of(set); i++)
		if (row_at(set, i) != NULL && row_at(set, i)->identifies)
			option_row_tell(row_at(set, i), options, out);
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
	for (unsigned i = 0; i < n_rows_of(set); i++)
		if (row_at(set, i) != NULL && row_at(set, i)->help != NULL)
			print_row(row_at(set, i));
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
	struct getopt_tables tables;
	fill(set, &tables);
	*exit_status = EXIT_USAGE;
	opterr = 0;
	optind = 0;  /* begin again: a verb's options follow a command's */
	for (int found; (found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1;) {
		if (found == '?' || found == ':') {
			refuse_word(set, found, argv, tables.longs);
			return -1;
		}
		if (found == HELP || found == 'h') {
			print_help(set);
			*exit_status = EXIT_SOLVED;
			return -1;
		}
		superflip_error error;
		if (!option_row_take(find(set, found), options, optarg, &error)) {
			*exit_status = option_complain(&error);
			return -1;
		}
	}
	const int n = argc - optind;
	if (set->misuse == NULL || (n >= set->min_arguments && n <= set->max_arguments))
		return optind;
	return complain_and(-1, set->misuse, n > 0 ? argv[optind] : "");
}
