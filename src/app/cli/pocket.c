/* superflip pocket: the 2x2x2. */
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/cubes.h"
#include "cli/new_file.h"
#include "cli/option.h"
#include "pocket/proof.h"
#include "pocket/solve.h"
#include "pocket/text.h"
#include "report/record.h"
#include "report/net.h"
#include "report/progress.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct pocket_options {
	enum metric metric;
	const char *file;             /* build -o */
	bool may_overwrite;           /* build --force */
	enum table_format format;     /* of distribution */
	unsigned bound;               /* prove --bound; POCKET_MAX_LENGTH + 1: not given */
	char **arguments;             /* show */
	int n_arguments;
};

enum { POCKET_SHOW = 1, POCKET_DISTRIBUTION = 2, POCKET_PROVE = 4, POCKET_BUILD = 8, POCKET_ALL = 15 };

/* ---- show: a state as Théry's article numbers it, and its neighbours ---- */

static uint8_t distance[POCKET_STATES];  /* of all states, by pocket_distances() */

/* Of the moves of pocket.h, in Théry's letters. */
static const char *const move_names[POCKET_MOVES] = {"r", "r2", "r'", "b", "b2", "b'", "d", "d2", "d'"};

static void print_state(const struct cube *c, enum metric metric)
{
	const struct pocket state = pocket_of_cube(c);
	const uint32_t n = pocket_rank(&state);
	char facelets[POCKET_FACELETS_SIZE], numbers[POCKET_NUMBERS_SIZE];
	pocket_write_facelets(c, facelets);
	pocket_write_numbers(c, numbers);
	net_draw_text(stdout, facelets, false);
	printf("numbers     %s\nn1 n2 n     %u %u %u\ndistance    %u (%s)\nmod 3       %u\n", numbers,
	       n / POCKET_ORIS, n % POCKET_ORIS, n,
	       distance[n], metric_name[metric], distance[n] % 3u);
	printf("neighbours        n1   n2        n  distance  mod 3\n");
	for (unsigned move = 0; move < POCKET_MOVES; move++) {
		const uint32_t m = pocket_state_after(n, move);
		printf("  %-12s %5u %4u %8u  %8u  %5u\n", move_names[move], m / POCKET_ORIS, m % POCKET_ORIS, m,
		       distance[m], distance[m] % 3u);
	}
}

static int show(const struct pocket_options *o)
{
	struct pdb_histogram histogram;
	struct scramble scramble;
	int status = EXIT_SOLVED;
	if (o->n_arguments == 0)
		return complain_and(EXIT_USAGE, "pocket show: name a scramble; \"\" is the solved cube");
	pocket_distances(o->metric, distance, &histogram);
	for (int i = 0; i < o->n_arguments; i++) {
		const int is_read = argument_read_scramble(o->arguments, i, SUPERFLIP_2X2, 0, &scramble);
		if (is_read != EXIT_SOLVED) {
			status = is_read;
			continue;
		}
		fputs(i > 0 ? "\n" : "", stdout);
		print_state(&scramble.cube, o->metric);
	}
	return status;
}

/* ---- distribution, prove ---- */

static bool print_distribution(const struct pdb_histogram *histogram, enum table_format format)
{
	static const char *const layout[] = {"%8s ", "%10s"};
	struct table *const table = table_create("distance,states");
	uint64_t n_states = 0;
	table_set_layout(table, layout);
	for (unsigned depth = 0; depth <= histogram->max_depth; depth++) {
		TABLE_ROW(table, cell_count(depth), cell_count(histogram->count[depth]));
		n_states += histogram->count[depth];
	}
	const bool is_written = table_write(table, format, stdout);
	if (is_written && format == TABLE_TEXT)
		printf("total    %10" PRIu64 "\nmean     %10.6f\n", n_states, pdb_histogram_mean(histogram));
	return is_written;
}

static int count_states(const struct pocket_options *o)
{
	struct pdb_histogram histogram;
	pocket_distances(o->metric, distance, &histogram);
	return print_distribution(&histogram, o->format) ? EXIT_SOLVED : complain_of_memory();
}

static int prove(const struct pocket_options *o)
{
	static const unsigned least_bound[N_METRICS] = {11, POCKET_MAX_LENGTH};
	static struct pocket_proof proof;
	static struct pocket_coset cosets[POCKET_ORIS];
	const unsigned bound = o->bound <= POCKET_MAX_LENGTH ? o->bound : least_bound[o->metric];
	struct pdb_histogram reached;
	struct progress_bar bar = progress_bar_start("pocket prove", false, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	pocket_proof_init(&proof, o->metric, bound);
	catch_interrupts();
	const bool is_complete = pocket_prove_all(&proof, processors_usable(), cosets, &reached, &progress);
	progress_bar_finish(&bar);
	if (interrupted_by())
		return 128 + interrupted_by();
	if (!is_complete || !print_distribution(&reached, TABLE_TEXT))
		return complain_of_memory();
	unsigned n_proved = 0;
	double sum_s = 0, longest_s = 0;
	for (unsigned i = 0; i < POCKET_ORIS; i++) {
		n_proved += cosets[i].n_reached == POCKET_PERMS;
		sum_s += cosets[i].seconds;
		longest_s = cosets[i].seconds > longest_s ? cosets[i].seconds : longest_s;
	}
	const bool are_proved = n_proved == POCKET_ORIS;
	printf("time of a coset: %.3f ms on average, %.3f ms at most\n%s", sum_s / POCKET_ORIS * 1e3,
	       longest_s * 1e3,
	       are_proved ? "" : "cosets not proved:");
	for (unsigned i = 0; i < POCKET_ORIS; i++)
		if (cosets[i].n_reached != POCKET_PERMS)
			printf(" %u", i);
	printf("%s%u of %d cosets proved: ", are_proved ? "" : "\n", n_proved, POCKET_ORIS);
	printf(are_proved ? "every state is solved in %u moves or less (%s)\n"
	       : "some states need more than %u moves (%s)\n", bound,
	       metric_name[o->metric]);
	return are_proved ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* ---- build ---- */

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
	catch_interrupts();  /* the few milliseconds of writing are not interrupted */
	status = new_file_begin(o->file, o->may_overwrite, &out);
	if (status == EXIT_SOLVED) {
		pocket_table_write(table, out.file);
		status = new_file_end(&out, true);
	}
	if (status == EXIT_SOLVED)
		print_line_to(stdout, "%s: %s, %d bytes, XXH3 %016" PRIx64, o->file, metric_name[o->metric],
		              POCKET_TABLE_BYTES, pocket_table_checksum(table));
	free(table);
	return interrupted_or(status);
}

/* ---- the command ---- */

/* A verb and its options. */
static const struct pocket_verb {
	const char *name, *summary, *usage, *more;
	unsigned user;
	int (*run)(const struct pocket_options *options);  /* returns the exit status */
} verbs[] = {
	{
		.name = "show",
		.summary = "the numbers of a state, its distance and its neighbours",
		.user = POCKET_SHOW,
		.run = show,
		.usage = "pocket show [--metric htm|qtm] SCRAMBLE...\n\n"
		         "Draw the net of each state of the 2x2x2, and describe it as Laurent Théry's article on\n"
		         "the Mini-Rubik does: the fourteen numbers p1 ... p7 o1 ... o7, the ranks n1 of the\n"
		         "permutation and n2 of the orientations, n = 729 n1 + n2, the distance from solved and its\n"
		         "remainder mod 3, which is all that the table of `superflip pocket build` holds; then the\n"
		         "same for what each turn of r (right), b (back) and d (down) leads to.  In QTM a half turn\n"
		         "is two moves.\n"
		         "A scramble is turns, 24 facelets, or fourteen numbers.",
	},
	{
		.name = "distribution",
		.summary = "how many states are at each distance from solved",
		.user = POCKET_DISTRIBUTION,
		.run = count_states,
		.usage = "pocket distribution [--metric htm|qtm] [--format FORMAT]\n\n"
		         "How many of the 3,674,160 states of the 2x2x2 are at each distance from solved.",
	},
	{
		.name = "prove",
		.summary = "11 moves solve every state (14 quarter turns): a proof coset by coset",
		.user = POCKET_PROVE,
		.run = prove,
		.more = "exit status: 0 proved, 1 some states need more moves",
		.usage =
			"pocket prove [--metric htm|qtm] [--bound N]\n\n"
			"Prove, coset by coset and without a table of all states, that N moves solve\n"
			"every 2x2x2 (default: 11 in HTM, 14 in QTM, the least for which this is true).\n"
			"Takes a second of processor time or a few.  Each coset holds the 5040 states with one orientation;\n"
			"those that are not proved are named by its number, the sum of o_i 3^(i-1), where o_i is\n"
			"the orientation in place i, counter-clockwise.  `superflip coset` does the same for\n"
			"one coset of the 3x3x3; doc/gods-number.md explains both.",
	},
	{
		.name = "build",
		.summary = "write the table of distances mod 3 to a file",
		.user = POCKET_BUILD,
		.run = build,
		.usage = "pocket build -o FILE [--force] [--metric htm|qtm]\n\n"
		         "Write the table of distances mod 3, two bits a state: 918,540 bytes after a\n"
		         "header of 32.  It is for other programs: superflip builds the same table in memory,\n"
		         "in 0.05 s, wherever it needs it.",
	},
};
enum { N_VERBS = sizeof verbs / sizeof *verbs };

#define IN(field) OPTION_IN(struct pocket_options, field)
static const struct option_row rows[] = {
	ROW_TEXT('o', POCKET_BUILD, "output", "FILE", "the table's file", file),
	ROW_FLAG(0, POCKET_BUILD, "force", "replace FILE if it exists", may_overwrite),
	ROW_CHOICE(0, POCKET_ALL, "metric", "htm|qtm",
	           "count half turns as one move (htm, the default) or two", metric, record_metric_name),
	ROW_CHOICE('f', POCKET_DISTRIBUTION, "format", "FORMAT", "text (the default), csv, jsonl or markdown",
	           format, table_format_name),
	ROW_NUMBER(0, POCKET_PROVE, "bound", "N", "the moves that are to be enough", bound, 0,
	           POCKET_MAX_LENGTH),
};

int command_pocket(int argc, char **argv)
{
	const struct pocket_verb *verb = NULL;
	if (argc < 2)
		return complain_and(EXIT_USAGE, "pocket: a verb is missing; `superflip pocket --help` lists them");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		puts(
			"usage: superflip pocket VERB [OPTION...]\n\nThe 2x2x2 cube: 3,674,160 states, solved exhaustively.\n\nverbs:");
		for (unsigned i = 0; i < N_VERBS; i++)
			option_print_entry(verbs[i].name, 16, verbs[i].summary);
		puts("\n`superflip pocket VERB --help` describes one of them.");
		return EXIT_SOLVED;
	}
	for (unsigned i = 0; i < N_VERBS; i++)
		verb = strcmp(argv[1], verbs[i].name) == 0 ? &verbs[i] : verb;
	if (verb == NULL && strcmp(argv[1], "solve") == 0)
		return complain_and(
			EXIT_USAGE,
			"pocket solve is `superflip solve --puzzle 2x2`, with --letters, --method random-walk and "
			"all of its other options");
	if (verb == NULL)
		return complain_and(EXIT_USAGE, "pocket: unknown verb '%s'; `superflip pocket --help` lists them",
		                    argv[1]);
	argc--;
	argv++;
	const struct option_set set = {OPTION_SET(rows, verb->user), .usage = verb->usage,
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
