#include "cli/option.h"

#include "base/suggest.h"
#include "cli/cli.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HELP = 1, FIRST_ID = 256, EXPECTED_MAX = 200, HELP_COLUMNS = 80, HELP_INDENT = 32 };

/* What getopt_long() needs; row i is FIRST_ID + i. */
struct getopt_tables {
	struct option longs[OPTION_ROWS_MAX + 2];
	char letters[2 * OPTION_ROWS_MAX + 3];
};

static void fill(const struct option_set *set, struct getopt_tables *out)
{
	unsigned n_longs = 0;
	char *letter = stpcpy(out->letters, ":h");  /* tell a missing value from an unknown option */
	for (unsigned i = 0; i < set->n_rows; i++) {
		const struct option_row *const row = &set->rows[i];
		if ((row->users & set->user) == 0)
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
		return &set->rows[found - FIRST_ID];
	for (unsigned i = 0; i < set->n_rows; i++)
		if (set->rows[i].letter == found && (set->rows[i].users & set->user) != 0)
			return &set->rows[i];
	return NULL;
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
	for (unsigned i = 0; i < set->n_rows; i++)
		if (strncmp(word, "--", 2) == 0 && strcmp(word + 2, set->rows[i].name) == 0)
			return (set->rows[i].users & set->user) == 0;
	return false;
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
		complain("%s: option %s is unknown or misused%s `superflip %s --help` lists them", command, word, hint, command);
}

/* ---- values ---- */

static uint64_t load(const void *at, size_t size)
{
	switch (size) {
	case 1: return *(const uint8_t *)at;
	case 2: return *(const uint16_t *)at;
	case 4: return *(const uint32_t *)at;
	default: assert(size == 8); return *(const uint64_t *)at;
	}
}

static void store(void *at, size_t size, uint64_t value)
{
	switch (size) {
	case 1: *(uint8_t *)at = (uint8_t)value; break;
	case 2: *(uint16_t *)at = (uint16_t)value; break;
	case 4: *(uint32_t *)at = (uint32_t)value; break;
	default: assert(size == 8); *(uint64_t *)at = value;
	}
}

/* Seeds are often written in hexadecimal; strtoull() would also take a sign or white space after the prefix. */
static bool read_whole_number(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	char *end;
	if (strncasecmp(text, "0x", 2) != 0 || !isxdigit((unsigned char)text[2]))
		return number_read(text, min, max, out);
	errno = 0;
	*out = strtoull(text, &end, 16);
	return *end == '\0' && errno == 0 && *out >= min && *out <= max;
}

static bool take_number(const struct option_row *row, const char *value, uint64_t *out)
{
	char expected[EXPECTED_MAX];
	if (read_whole_number(value, row->min, row->max, out))
		return true;
	snprintf(expected, sizeof expected, "a whole number from %" PRIu64 " to %" PRIu64, row->min, row->max);
	return option_refuse(row, value, row->expected != NULL ? row->expected : expected);
}

static bool take_value(const struct option_row *row, const char *value, void *member)
{
	static const char *const expected_of[] = {
		[OPTION_COUNT] = "a number such as 1e9 or 5G", [OPTION_SECONDS] = "seconds, or 10m, or 2h",
		[OPTION_SIZE] = "a size such as 8G, or 50%",
	};
	uint64_t number = 0;
	unsigned choice = 0;
	bool is_right = true;
	switch (row->kind) {
	case OPTION_FLAG:    store(member, row->size, row->size == sizeof(bool) ? 1 : load(member, row->size) | row->max); return true;
	case OPTION_TEXT:    *(const char **)member = value; return true;
	case OPTION_OTHER:   return true;
	case OPTION_NUMBER:  is_right = take_number(row, value, &number); break;
	case OPTION_CHOICE:
		is_right = option_choose(row, value, row->choices, row->n_choices, &choice);
		number = choice;
		break;
	case OPTION_SECONDS: return number_read_seconds(value, member) || option_refuse(row, value, expected_of[row->kind]);
	case OPTION_COUNT:   is_right = number_read_count(value, &number); break;
	case OPTION_SIZE:    is_right = number_read_bytes(value, &number) && (row->max == 0 || number <= row->max); break;
	}
	if (is_right)
		store(member, row->size, number);
	else if (row->kind == OPTION_COUNT || row->kind == OPTION_SIZE)
		option_refuse(row, value, row->expected != NULL ? row->expected : expected_of[row->kind]);
	return is_right;
}

static bool take(const struct option_row *row, const char *value, void *options)
{
	if (!take_value(row, value, (char *)options + row->member))
		return false;
	if (row->take != NULL && !row->take(options, row, value))
		return false;
	if (row->given != 0)
		*(bool *)((char *)options + row->given - 1) = true;
	return true;
}

/* ---- the identity of a run ---- */

static void tell_value(const struct option_row *row, const void *options, FILE *out)
{
	const void *const at = (const char *)options + row->member;
	const uint64_t number = load(at, row->size);
	const char *const absent = row->absent != NULL ? row->absent : "";
	fprintf(out, "%s=", row->name);
	switch (row->kind) {
	case OPTION_FLAG:
		fputs(row->size == sizeof(bool) ? *(const bool *)at ? "yes" : "no" : (number & row->max) == row->max ? "yes" : "no", out);
		break;
	case OPTION_SECONDS: fprintf(out, "%.15g", *(const double *)at); break;
	case OPTION_CHOICE:  fputs(row->choices[number], out); break;
	case OPTION_TEXT:    fputs(*(const char *const *)at != NULL ? *(const char *const *)at : absent, out); break;
	default:             fprintf(out, "%" PRIu64, number);
	}
	fputc('\n', out);
}

char *option_set_identify(const struct option_set *set, const void *options)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	if (out == NULL)
		return NULL;
	for (unsigned i = 0; i < set->n_rows; i++) {
		const struct option_row *const row = &set->rows[i];
		if (!row->identifies || (row->users & set->user) == 0)
			continue;
		if (row->tell != NULL)
			row->tell(options, out);
		else
			tell_value(row, options, out);
	}
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
}

static void print_help(const struct option_set *set)
{
	printf("usage: superflip ");
	option_print_text(set->usage, 0);
	putchar('\n');
	for (unsigned i = 0; i < set->n_rows; i++)
		if ((set->rows[i].users & set->user) != 0 && set->rows[i].help != NULL)
			print_row(&set->rows[i]);
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
		if (!take(find(set, found), optarg, options))
			return -1;
	}
	const int n = argc - optind;
	if (set->misuse == NULL || (n >= set->min_arguments && n <= set->max_arguments))
		return optind;
	return complain_and(-1, set->misuse, n > 0 ? argv[optind] : "");
}
