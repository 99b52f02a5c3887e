/* superflip pocket: the 2x2x2. */
#include "cli/cli.h"
#include "pocket/proof.h"
#include "pocket/solve.h"
#include "pocket/text.h"
#include "report/record.h"
#include "report/net.h"

static struct request {
	enum metric metric;
	const char *file;             /* build -o */
	bool may_overwrite;           /* build --force */
	enum table_format format;     /* of distribution */
	unsigned bound;               /* prove --bound; POCKET_MAX_LENGTH + 1: not given */
} options = {.bound = POCKET_MAX_LENGTH + 1};

enum { POCKET_SHOW = 1, POCKET_DISTRIBUTION = 2, POCKET_PROVE = 4, POCKET_BUILD = 8, POCKET_ALL = 15 };

/* ---- show: a state as Théry's article numbers it, and its neighbours ---- */

static uint8_t distance[POCKET_STATES];  /* of all states, by pocket_distances() */

/* Of the moves of pocket.h, in Théry's letters. */
static const char *const move_names[POCKET_MOVES] = {"r", "r2", "r'", "b", "b2", "b'", "d", "d2", "d'"};

static COMMAND_RUN(show)
{
	struct pdb_histogram histogram;
	struct scramble scramble;
	int status = EXIT_SOLVED;
	pocket_distances(options.metric, distance, &histogram);
	for (int i = 0; i < n; i++) {
		const int is_read = argument_read_scramble(arguments, i, SUPERFLIP_2X2, 0, &scramble);
		if (is_read != EXIT_SOLVED) {
			status = is_read;
			continue;
		}
		fputs(i > 0 ? "\n" : "", stdout);
		const struct pocket state = pocket_of_cube(&scramble.cube);
		const uint32_t at = pocket_rank(&state);
		char facelets[POCKET_FACELETS_SIZE], numbers[POCKET_NUMBERS_SIZE];
		pocket_write_facelets(&scramble.cube, facelets);
		pocket_write_numbers(&scramble.cube, numbers);
		net_draw_text(stdout, facelets, false);
		printf("numbers     %s\nn1 n2 n     %u %u %u\ndistance    %u (%s)\nmod 3       %u\n", numbers,
		       at / POCKET_ORIS, at % POCKET_ORIS, at, distance[at], metric_name[options.metric],
		       distance[at] % 3u);
		printf("neighbours        n1   n2        n  distance  mod 3\n");
		for (unsigned move = 0; move < POCKET_MOVES; move++) {
			const uint32_t m = pocket_state_after(at, move);
			printf("  %-12s %5u %4u %8u  %8u  %5u\n", move_names[move], m / POCKET_ORIS, m % POCKET_ORIS, m,
			       distance[m], distance[m] % 3u);
		}
	}
	return status;
}

/* ---- distribution, prove ---- */

static void print_distribution(const struct pdb_histogram *histogram, enum table_format format)
{
	static const char *const layout[] = {"%8s ", "%10s"};
	struct table *const table = table_create("distance,states");
	uint64_t n_states = 0;
	table_set_layout(table, layout);
	for (unsigned depth = 0; depth <= histogram->max_depth; depth++) {
		TABLE_ROW(table, cell_count(depth), cell_count(histogram->count[depth]));
		n_states += histogram->count[depth];
	}
	print_table(table, format);
	if (format == TABLE_TEXT)
		printf("total    %10" PRIu64 "\nmean     %10.6f\n", n_states, pdb_histogram_mean(histogram));
}

static COMMAND_RUN(count_states)
{
	struct pdb_histogram histogram;
	pocket_distances(options.metric, distance, &histogram);
	print_distribution(&histogram, options.format);
	return EXIT_SOLVED;
}

static COMMAND_RUN(prove)
{
	static const unsigned least_bound[N_METRICS] = {11, POCKET_MAX_LENGTH};
	static struct pocket_proof proof;
	static struct pocket_coset cosets[POCKET_ORIS];
	const unsigned bound = options.bound <= POCKET_MAX_LENGTH ? options.bound : least_bound[options.metric];
	struct pdb_histogram reached;
	bar_begin("pocket prove", NULL);
	pocket_proof_init(&proof, options.metric, bound);
	catch_interrupts();
	const bool is_complete = pocket_prove_all(&proof, processors_usable(), cosets, &reached, &bar_progress);
	progress_bar_finish(&bar);
	if (interrupted_by() != 0)
		return interrupted_by();
	if (!is_complete)
		return complain_of_memory();
	print_distribution(&reached, TABLE_TEXT);
	unsigned n_proved = 0;
	double sum_s = 0, longest_s = 0;
	items_foreach(coset, cosets, POCKET_ORIS) {
		n_proved += coset->n_reached == POCKET_PERMS;
		sum_s += coset->seconds;
		longest_s = coset->seconds > longest_s ? coset->seconds : longest_s;
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
	       metric_name[options.metric]);
	return are_proved ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

/* ---- build ---- */

static COMMAND_RUN(build)
{
	struct new_file out;
	if (options.file == NULL)
		return usage_error("pocket build: -o FILE is missing; it names the table's file");
	int status = new_file_check(options.file, options.may_overwrite);
	if (status != EXIT_SOLVED)
		return status;
	struct pocket_table *const table = pocket_table_build(options.metric);
	if (table == NULL)
		return complain_of_memory();
	catch_interrupts();  /* the few milliseconds of writing are not interrupted */
	status = new_file_begin(options.file, options.may_overwrite, &out);
	if (status == EXIT_SOLVED) {
		pocket_table_write(table, out.file);
		status = new_file_end(&out, true);
	}
	if (status == EXIT_SOLVED)
		print_line_to(stdout, "%s: %s, %d bytes, XXH3 %016" PRIx64, options.file, metric_name[options.metric],
		              POCKET_TABLE_BYTES, pocket_table_checksum(table));
	free(table);
	return interrupted_or(status);
}

/* ---- the command ---- */

static const struct option_row rows[] = {
	ROW_TEXT('o', POCKET_BUILD, "output", "FILE", "the table's file", file),
	ROW_FLAG(0, POCKET_BUILD, "force", "replace FILE if it exists", may_overwrite),
	ROW_METRIC(POCKET_ALL),
	ROW_FORMAT(POCKET_DISTRIBUTION),
	ROW_NUMBER(0, POCKET_PROVE, "bound", "N", "the moves that are to be enough", bound, 0,
	           POCKET_MAX_LENGTH),
};

static const struct command verbs[] = {
	{
		"show",
		"the numbers of a state, its distance and its neighbours",
		show,
		&options,
		{
			OPTION_SET(rows, POCKET_SHOW),
			.usage =
				"pocket show [--metric htm|qtm] SCRAMBLE...\n\n"
				"Draw the net of each state of the 2x2x2, and describe it as Laurent Théry's article on\n"
				"the Mini-Rubik does: the fourteen numbers p1 ... p7 o1 ... o7, the ranks n1 of the\n"
				"permutation and n2 of the orientations, n = 729 n1 + n2, the distance from solved and its\n"
				"remainder mod 3, which is all that the table of `superflip pocket build` holds; then the\n"
				"same for what each turn of r (right), b (back) and d (down) leads to.  In QTM a half turn\n"
				"is two moves.\n"
				"A scramble is turns, 24 facelets, or fourteen numbers.",
			.misuse = "pocket show: name a scramble; \"\" is the solved cube",
			.min_arguments = 1,
			.max_arguments = INT_MAX,
		},
	},
	{
		"distribution",
		"how many states are at each distance from solved",
		count_states,
		&options,
		{
			OPTION_SET(rows, POCKET_DISTRIBUTION),
			.usage = "pocket distribution [--metric htm|qtm] [--format FORMAT]\n\n"
					 "How many of the 3,674,160 states of the 2x2x2 are at each distance from solved.",
			.misuse = "pocket distribution takes no argument '%s'",
		},
	},
	{
		"prove",
		"11 moves solve every state (14 quarter turns): a proof coset by coset",
		prove,
		&options,
		{
			OPTION_SET(rows, POCKET_PROVE),
			.more = "exit status: 0 proved, 1 some states need more moves",
			.usage =
				"pocket prove [--metric htm|qtm] [--bound N]\n\n"
				"Prove, coset by coset and without a table of all states, that N moves solve\n"
				"every 2x2x2 (default: 11 in HTM, 14 in QTM, the least for which this is true).\n"
				"Takes a second of processor time or a few.  Each coset holds the 5040 states with one orientation;\n"
				"those that are not proved are named by its number, the sum of o_i 3^(i-1), where o_i is\n"
				"the orientation in place i, counter-clockwise.  `superflip coset` does the same for\n"
				"one coset of the 3x3x3; doc/gods-number.md explains both.",
			.misuse = "pocket prove takes no argument '%s'",
		},
	},
	{
		"build",
		"write the table of distances mod 3 to a file",
		build,
		&options,
		{
			OPTION_SET(rows, POCKET_BUILD),
			.usage =
				"pocket build -o FILE [--force] [--metric htm|qtm]\n\n"
				"Write the table of distances mod 3, two bits a state: 918,540 bytes after a\n"
				"header of 32.  It is for other programs: superflip finds the distances in memory, in 0.05 s,\n"
				"and its pages of a 2x2x2 carry this table.",
			.misuse = "pocket build takes no argument '%s'",
		},
	},
};

static int run(int argc, char **argv)
{
	if (argc > 1 && text_equal(argv[1], "solve"))
		return usage_error(
			"pocket solve is `superflip solve --puzzle 2x2`, with --letters, --method random-walk and "
			"all of its other options");
	const int verb = command_find_verb(
		verbs, sizeof verbs / sizeof *verbs, "verb",
		"pocket VERB [OPTION...]\n\nThe 2x2x2 cube: 3,674,160 states, solved exhaustively.", 16, argc, argv);
	return verb < 0 ? ~verb : command_start(&verbs[verb], argc - 1, argv + 1);
}

const struct command command_pocket = {
	"pocket", "the 2x2x2 cube: solve, distribution, prove, build", .run = run,
};
