/* superflip pocket: the 2x2x2. */
#include "cli/pocket/pocket.h"

#include "cli/cli.h"
#include "cli/new_file.h"
#include "cli/option.h"
#include "pocket/table.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int build(const struct pocket_options *o)
{
	struct new_file out;
	if (o->file == NULL)
		return complain_and(EXIT_USAGE, "pocket build: -o FILE is missing; it names the table's file");
	int status = new_file_check(o->file, o->may_overwrite);
	if (status != EXIT_SOLVED)
		return status;
	struct pocket_table *const table = pocket_table_build(o->metric);
	if (table == NULL)
		return complain_of_memory();
	catch_interrupts(false);  /* the few milliseconds of writing are not interrupted */
	status = new_file_begin(o->file, o->may_overwrite, &out);
	if (status == EXIT_SOLVED) {
		pocket_table_write(table, out.file);
		status = new_file_end(&out, true);
	}
	if (status == EXIT_SOLVED)
		print_line_to(stdout, "%s: %s, %d bytes, XXH3 %016" PRIx64, o->file, metric_name[o->metric], POCKET_TABLE_BYTES,
		              pocket_table_checksum(table));
	free(table);
	return interrupted_by() ? 128 + interrupted_by() : status;
}

static const struct pocket_verb pocket_build = {
	.name = "build", .summary = "write the table of distances mod 3 to a file", .user = POCKET_BUILD, .run = build,
	.usage = "pocket build -o FILE [--force] [--metric htm|qtm]\n\n"
	         "Write the table of distances mod 3, two bits a state: 918,540 bytes after a\n"
	         "header of 32.  It is for other programs: superflip builds the same table in memory,\n"
	         "in 0.05 s, wherever it needs it.",
};

static const struct pocket_verb *const verbs[] = {&pocket_show, &pocket_distribution, &pocket_prove, &pocket_build};
enum { N_VERBS = sizeof verbs / sizeof *verbs };

#define IN(field) OPTION_IN(struct pocket_options, field)
static const struct option_row rows[] = {
	{'o', POCKET_BUILD, "output", "FILE", "the table's file", OPTION_TEXT, IN(file)},
	{0, POCKET_BUILD, "force", NULL, "replace FILE if it exists", OPTION_FLAG, IN(may_overwrite)},
	{0, POCKET_ALL, "metric", "htm|qtm", "count half turns as one move (htm, the default) or two", OPTION_CHOICE, IN(metric),
	 OPTION_NAMES(metric_name)},
	{'f', POCKET_DISTRIBUTION, "format", "FORMAT", "text (the default), csv, jsonl, markdown or latex", OPTION_CHOICE, IN(format),
	 OPTION_NAMES(table_format_name)},
	{0, POCKET_PROVE, "bound", "N", "the moves that are to be enough", OPTION_NUMBER, IN(bound), .max = POCKET_MAX_LENGTH},
};

static int run(const struct pocket_verb *verb, int argc, char **argv)
{
	const struct option_set set = {.rows = rows, .n_rows = sizeof rows / sizeof *rows, .user = verb->user, .usage = verb->usage,
	                               .more = verb->more};
	struct pocket_options o = {.bound = POCKET_MAX_LENGTH + 1};
	char command[32];
	int status;
	snprintf(command, sizeof command, "pocket %s", verb->name);
	argv[0] = command;
	const int first = option_set_read(&set, argc, argv, &o, &status);
	if (first < 0)
		return status;
	o.arguments = argv + first;
	o.n_arguments = argc - first;
	if (o.n_arguments == 0 || verb->user == POCKET_SHOW)
		return verb->run(&o);
	return complain_and(EXIT_USAGE, "%s takes no argument '%s'", command, argv[first]);
}

static int print_help(void)
{
	printf("usage: superflip pocket VERB [OPTION...]\n\nThe 2x2x2 cube: 3,674,160 states, solved exhaustively.\n\n"
	       "verbs:\n");
	for (unsigned i = 0; i < N_VERBS; i++)
		printf("  %-13s %s\n", verbs[i]->name, verbs[i]->summary);
	printf("\n`superflip pocket VERB --help` describes one of them.\n");
	return EXIT_SOLVED;
}

int command_pocket(int argc, char **argv)
{
	if (argc < 2)
		return complain_and(EXIT_USAGE, "pocket: a verb is missing; `superflip pocket --help` lists them");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return print_help();
	for (unsigned i = 0; i < N_VERBS; i++)
		if (strcmp(argv[1], verbs[i]->name) == 0)
			return run(verbs[i], argc - 1, argv + 1);
	if (strcmp(argv[1], "solve") == 0)
		complain("pocket solve is `superflip solve --puzzle 2x2`, with --letters, --method random-walk and "
		         "all of its other options");
	else
		complain("pocket: unknown verb '%s'; `superflip pocket --help` lists them", argv[1]);
	return EXIT_USAGE;
}
