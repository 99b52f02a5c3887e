/* superflip bound: Reid's upper bound on the length of all solutions, from the longest ways of both
 * phases. */
#include "cli/cli.h"
#include "report/record.h"
#include "subgroup/phase2.h"
#include "subgroup/reid.h"

static struct request {
	enum metric metric;
	unsigned n_threads;
	enum table_format format;
} options;

static const struct option_row rows[] = {
	ROW_METRIC(1),
	ROW_THREADS(1, "threads (default: all processors)", n_threads, 256),
	ROW_FORMAT(1),
	ROW_QUIET(1, "no progress"),
};

/* Both phases searched completely. */
static struct phases {
	struct pdb_histogram cosets;
	struct phase2_levels phase2;
} phases;

static int refuse_memory(void)
{
	return complain_and(EXIT_MEMORY, "bound: %.2f GB of memory are needed, %.2f GB are free",
	                    1e-9 * (double)phase2_bytes(), 1e-9 * (double)memory_available_bytes());
}

static void print_argument(void)
{
	const bool in_quarters = options.metric == METRIC_QTM;
	const char *const what = in_quarters ? "quarter turns" : "moves";
	const unsigned first = phases.cosets.max_depth, second = phases.phase2.max,
				   half_turn = in_quarters ? 2 : 1;
	const unsigned bound = phase2_bound(&phases.phase2, options.metric, first);
	const uint64_t n_far = phases.phase2.n_elements[second], n_nearer = phases.phase2.n_all_nearer[second];
	printf(
		"\nEvery position reaches H in at most %u %s, and every position of H is solved in at most %u by turns of H:\n"
		"    %u + %u = %u %s solve every position.\n\n",
		first, what, second, first, second, first + second, what);
	printf(
		"The last move of phase 1 is a quarter turn of R, L, F or B.  Its inverse leads into H, too, to the position that the\n"
		"half turn of the face makes.  Of the %" PRIu64 " positions of H at distance %u, each of R2 L2 F2 B2 "
		"brings %" PRIu64 " nearer.\n",
		n_far, second, n_nearer);
	if (n_nearer == n_far)
		printf("So the %" PRIu64
		       " cosets at distance %u need not be followed by %u %s but by %u, and all others are nearer:\n"
		       "    max(%u + %u, %u + %u) = %u %s solve every position (Reid 1995).\n",
		       phases.cosets.count[first], first, second, what, second - half_turn, first, second - half_turn,
		       first - 1, second, bound, what);
	printf(
		"\nThis proves that no position needs more than %u %s.  It does not prove that any needs so many: the two phases\n"
		"together are seldom a shortest way.  %s\n",
		bound, what,
		in_quarters
			? "26 quarter turns are enough (Rokicki and Davidson 2014)."
			: "20 moves are enough (Rokicki, Kociemba, Davidson and Dethridge 2010): `superflip coset`\n"
			  "runs one of the 55,882,296 cosets of their proof.");
}

static COMMAND_RUN(run)
{
	if (options.n_threads == 0)
		options.n_threads = processors_usable();
	catch_interrupts();
	if (memory_available_bytes() < phase2_bytes())
		return refuse_memory();
	bar_begin("bound", "phase 1");
	/* One phase after the other; a bar for both. */
	const struct pdb_key first =
		pdb_key_in((struct coordinate_key)FLIPSLICE_TWIST_COORDINATE, options.metric);
	struct pdb distances = {.entries = NULL};
	enum status status = pdb_build(first, options.n_threads, &bar_progress, &distances);
	phases.cosets = distances.histogram;
	pdb_close(&distances);
	if (status == STATUS_OK)
		status = phase2_search_run(options.metric, options.n_threads, &bar_progress, &phases.phase2);
	progress_bar_finish(&bar);
	if (status != STATUS_OK)
		return status == STATUS_NO_MEMORY ? refuse_memory() : interrupted_by();
	struct table *const table = table_create("distance,cosets,members");
	table_add_fact(table, "metric", json_string(metric_name[options.metric]), NULL);
	for (unsigned d = 0; d <= phases.cosets.max_depth || d <= phases.phase2.max; d++)
		TABLE_ROW(table, cell_count(d),
		          d <= phases.cosets.max_depth ? cell_count(phases.cosets.count[d]) : cell_text(NULL),
		          d <= phases.phase2.max ? cell_count(phases.phase2.n_elements[d]) : cell_text(NULL));
	print_table(table, options.format);
	if (options.format == TABLE_TEXT)
		print_argument();
	return EXIT_SOLVED;
}

const struct command command_bound = {
	"bound", "Reid's upper bound on the moves of all positions",
	run, &options, {
		OPTION_SET(rows, 1),
		.usage = "bound [OPTION...]\n\n"
		         "An upper bound on the moves that any position needs, as M. Reid proved it in\n"
		         "1995: first into H = <U,D,R2,L2,F2,B2>, then within H.  Both phases are searched\n"
		         "completely: the 2,217,093,120 cosets of H, and its 19,508,428,800 positions.\n"
		         "Takes about a minute and 0.4 GB of memory.",
		.misuse = "bound takes no argument '%s'",
		.more = "exit status: 0 done, 2 usage, 5 not enough memory",
	},
};
