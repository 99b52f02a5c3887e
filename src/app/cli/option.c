#include "cli/cli.h"

#include "base/suggest.h"
#include "cluster/shard.h"

#include <getopt.h>

enum { FIRST_ID = 256, HELP_COLUMNS = 80, HELP_INDENT = 32 };

/* The next row that the user has, the problem's first.  @param row  NULL: begin  @return NULL: there is
 * none */
static const struct option_row *row_after(const struct option_set *set, const struct option_row *row)
{
	do {
		row = row != NULL ? row + 1 : set->has_problem ? problem_rows : set->rows;
		if (row == problem_rows + n_problem_rows)
			row = set->rows;
		if (row == set->rows + set->n_rows)
			return NULL;
	} while ((row->users & set->user) == 0);
	return row;
}

/* What getopt_long() gives for a user's row number n: its letter, or a number. */
static int id_of(const struct option_row *row, unsigned n)
{
	return row->letter != 0 ? row->letter : FIRST_ID + (int)n;
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
		/* Another subcommand of the same table may have it. */
		struct option_set all = *set;
		all.user = UINT_MAX;
		for (const struct option_row *row = NULL; (row = row_after(&all, row)) != NULL;)
			is_of_others |= text_equal(word + 2, row->name);
		for (; known[n].name != NULL; n++)
			names[n] = known[n].name;
		char *const given = strdupa(word + 2);  /* strndupa() is the GNU library's alone */
		given[strcspn(given, "=")] = '\0';
		nearest = suggest(given, names, n);
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
	const char *const list = text_equal(field, "goal") ? "; `superflip help goals` lists goals"
		: text_equal(field, "heuristic") ? "; `superflip help heuristics` lists them" : "";
	return *list != '\0' && has_ended ? list + 1 : list;
}

bool option_read_goal(const char *text, struct goal *out)
{
	struct input_error error;
	return text == NULL || goal_parse(text, out, &error)
	       || complain_and(false, "goal '%s': column %u: %s%s", text, error.column, error.message,
	                       option_list_of("goal", error.message));
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
	FILE *const out = memory_stream(&text, &size);
	for (const struct option_row *row = NULL; out != NULL && (row = row_after(set, row)) != NULL;)
		if (row->users & IDENTIFIES)
			option_row_tell(row, options, out);
	return memory_stream_end(out, &text);
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

static void print_help(const struct option_set *set)
{
	printf("usage: superflip ");
	option_print_text(set->usage, 0);
	putchar('\n');
	for (const struct option_row *row = NULL; (row = row_after(set, row)) != NULL;)
		if (row->help != NULL) {
			char left[120];
			const int length = row->letter != 0
			                       ? snprintf(left, sizeof left, "-%c, --%s", row->letter, row->name)
			                       : snprintf(left, sizeof left, "    --%s", row->name);
			if (row->value != NULL)
				snprintf(left + length, sizeof left - (size_t)length, " %s", row->value);
			option_print_entry(left, HELP_INDENT, row->help);
			if (text_equal(row->name, "goal"))
				option_print_entry("", HELP_INDENT, "(`superflip help goals` lists goals)");
		}
	option_print_entry("-h, --help", HELP_INDENT, "print this help");
	if (set->print_more != NULL)
		set->print_more(set->user);
	if (set->more != NULL) {
		putchar('\n');
		option_print_text(set->more, 0);
	}
}

/* ---- reading ---- */

int option_set_read(const struct option_set *set, int argc, char **argv, void *options)
{
	struct option longs[OPTION_ROWS_MAX + 2];
	char letters[2 * OPTION_ROWS_MAX + 3], *letter = stpcpy(letters, ":h");  /* ":" tells a missing value
	                                                                          * from an unknown option */
	unsigned n_rows = 0;
	for (const struct option_row *row = NULL; (row = row_after(set, row)) != NULL; n_rows++) {
		const bool has_value = row->value != NULL;
		assert(n_rows < OPTION_ROWS_MAX);
		longs[n_rows] = (struct option){.name = row->name, .has_arg = has_value, .val = id_of(row, n_rows)};
		if (row->letter != 0)
			letter += sprintf(letter, has_value ? "%c:" : "%c", row->letter);
	}
	longs[n_rows++] = (struct option){.name = "help", .val = 'h'};
	longs[n_rows] = (struct option){0};
	opterr = 0;
	optind = 0;  /* begin again: a verb's options follow a command's */
	for (int found; (found = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
		if (found == '?' || found == ':') {
			refuse_word(set, found, argv, longs);
			return ~EXIT_USAGE;
		}
		if (found == 'h') {
			print_help(set);
			return ~EXIT_SOLVED;
		}
		superflip_error error;
		const struct option_row *row = NULL;
		for (unsigned n = 0; (row = row_after(set, row)) != NULL && id_of(row, n) != found; n++)
			;
		if (!option_row_take(row, options, optarg, &error))
			return ~option_complain(&error);
	}
	const int n = argc - optind;
	if (set->misuse == NULL || (n >= set->min_arguments && n <= set->max_arguments))
		return optind;
	return complain_and(~EXIT_USAGE, set->misuse, n > 0 ? argv[optind] : "");
}

/* ---- commands ---- */

int command_start(const struct command *c, int argc, char **argv)
{
	if (c->options == NULL)
		return c->run(argc, argv);
	const int first = option_set_read(&c->set, argc, argv, c->options);
	return first < 0 ? ~first : c->run(argc - first, argv + first);
}

int command_find_verb(const struct command *verbs, unsigned n, const char *kind, const char *about,
                      int indent, int argc, char **argv)
{
	static char name[40];
	if (argc < 2)
		return ~usage_error("%s: a %s is missing; `superflip %s --help` lists them", argv[0], kind, argv[0]);
	if (text_equal(argv[1], "--help") || text_equal(argv[1], "-h")) {
		printf("usage: superflip %s\n\n%ss:\n", about, kind);
		items_foreach(verb, verbs, n)
			option_print_entry(verb->name, indent, verb->summary);
		printf("\n`superflip %.*s--help` describes one of them.\n", (int)strcspn(about, "["), about);
		return ~EXIT_SOLVED;
	}
	for (unsigned i = 0; i < n; i++)
		if (text_equal(argv[1], verbs[i].name)) {
			snprintf(name, sizeof name, "%s %s", argv[0], argv[1]);
			argv[1] = name;
			return (int)i;
		}
	return ~usage_error("%s: unknown %s '%s'; `superflip %s --help` lists them", argv[0], kind, argv[1],
	                    argv[0]);
}

/* ---- values of more than one command ---- */

bool is_quiet;

OPTION_TAKER(option_take_quiet)
{
	return is_quiet = true;
}

OPTION_TAKER(option_take_range)
{
	char first[16];
	unsigned *const range = (unsigned *)(void *)((char *)options + row->member);
	const char *const dots = strstr(value, ".."), *const sign = dots != NULL ? dots : strchr(value, '-');
	const size_t n_first = sign != NULL ? (size_t)(sign - value) : strlen(value);
	uint64_t a, b;
	snprintf(first, sizeof first, "%.*s", n_first < sizeof first ? (int)n_first : 0, value);
	if (!number_read(first, row->min, row->max, &a)
	    || !number_read(dots != NULL ? dots + 2 : sign != NULL ? sign + 1 : first, a, row->max, &b))
		return option_refuse(error, row, value, row->expected);
	range[0] = (unsigned)a;
	range[1] = (unsigned)b;
	return true;
}

OPTION_TAKER(option_take_shard)
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
	if (!option_read_file("--cost", path, "costs of turns", text, size))
		return false;
	/* One line, as records have it, without comments. */
	bool is_comment = false;
	char *to = text;
	for (const char *c = text; *c != '\0'; c++) {
		is_comment = *c == '#' || (is_comment && *c != '\n');
		if (!is_comment)
			*to++ = *c == '\n' ? ' ' : *c;
	}
	*to = '\0';
	return true;
}
