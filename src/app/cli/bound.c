/* superflip bound: Reid's upper bound on the length of all solutions, from the longest ways of both
 * phases. */
#include "base/memory.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/option.h"
#include "report/record.h"
#include "report/progress.h"
#include "report/table.h"
#include "subgroup/distance.h"
#include "subgroup/phase2.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct options {
	enum metric metric;
	unsigned n_threads;
	enum table_format format;
	bool is_quiet;
};

#define IN(field) OPTION_IN(struct options, field)
static const struct option_row rows[] = {
	ROW_CHOICE(0, 1, "metric", "htm|qtm", "a half turn counts as one move (default) or two", metric,
	           record_metric_name),
	ROW_NUMBER('t', 1, "threads", "N", "threads (default: all processors)", n_threads, 0, 256),
	ROW_NUMBER('j', 1, "jobs", "N", NULL, n_threads, 0, 256),
	ROW_CHOICE(0, 1, "format", "FORMAT", "text (default), csv, jsonl, markdown", format,
	           table_format_name),
	ROW_FLAG('q', 1, "quiet", "no progress", is_quiet),
};
static const struct option_set option_set = {
	OPTION_SET(rows, 1),
	.usage = "bound [OPTION...]\n\n"
	         "An upper bound on the moves that any position needs, as M. Reid proved it in\n"
	         "1995: first into H = <U,D,R2,L2,F2,B2>, then within H.  Both phases are searched\n"
	         "completely: the 2,217,093,120 cosets of H, and its 19,508,428,800 positions.\n"
	         "Takes about a minute and 0.4 GB of memory.",
	.misuse = "bound takes no argument '%s'",
	.more = "exit status: 0 done, 2 usage, 5 not enough memory",
};

/* Both phases searched completely. */
struct phases {
	uint64_t n_cosets[DISTANCE_MAX_LEVELS];
	unsigned phase1_max;
	struct phase2_levels phase2;
};

static int refuse_memory(uint64_t needed)
{
	return complain_and(EXIT_MEMORY, "bound: %.2f GB of memory are needed, %.2f GB are free",
	                    1e-9 * (double)needed, 1e-9 * (double)memory_available_bytes());
}

/* One phase after the other; a bar for both.  @return EXIT_SOLVED, or the exit status, having complained */
static int search(const struct options *o, const struct pdb_progress *progress, struct phases *out)
{
	uint8_t *const distance = malloc(DISTANCE_BYTES);
	if (distance == NULL)
		return refuse_memory(DISTANCE_BYTES);
	const struct distance_search first = {
		.moves = o->metric == METRIC_QTM ? QUARTER_TURNS : (1u << N_MOVES) - 1,
		.n_threads = o->n_threads,
		.distance = distance, .progress = progress, .stage = "phase 1",
	};
	const struct phase2_search second = {.metric = o->metric, .n_threads = o->n_threads,
	                                     .progress = progress};
	const bool is_complete = distance_search_run(&first);
	if (is_complete)
		distance_count_cosets(distance, out->n_cosets);
	free(distance);
	for (unsigned d = 0; d < DISTANCE_MAX_LEVELS; d++)
		if (out->n_cosets[d] != 0)
			out->phase1_max = d;
	const enum status status = is_complete ? phase2_search_run(&second, &out->phase2)
	    : STATUS_INTERRUPTED;
	return status == STATUS_OK ? EXIT_SOLVED
	       : status == STATUS_NO_MEMORY ? refuse_memory(phase2_bytes()) : 128 + interrupted_by();
}

static void print_argument(const struct options *o, const struct phases *p)
{
	const bool in_quarters = o->metric == METRIC_QTM;
	const char *const what = in_quarters ? "quarter turns" : "moves";
	const unsigned first = p->phase1_max, second = p->phase2.max, half_turn = in_quarters ? 2 : 1;
	const unsigned bound = phase2_bound(&p->phase2, o->metric, first);
	const uint64_t n_far = p->phase2.n_elements[second], n_nearer = p->phase2.n_all_nearer[second];
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
		       p->n_cosets[first], first, second, what, second - half_turn, first, second - half_turn,
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

int command_bound(int argc, char **argv)
{
	struct options o = {.metric = METRIC_HTM};
	struct phases phases = {.phase1_max = 0};
	int status;
	if (option_set_read(&option_set, argc, argv, &o, &status) < 0)
		return status;
	if (o.n_threads == 0)
		o.n_threads = processors_usable();
	catch_interrupts();
	const uint64_t needed = phase2_bytes() > DISTANCE_BYTES ? phase2_bytes() : DISTANCE_BYTES;
	if (memory_available_bytes() < needed)
		return refuse_memory(needed);
	struct progress_bar bar = progress_bar_start("bound", o.is_quiet, interrupted_by, status_is_wanted);
	const struct pdb_progress progress = progress_bar_callback(&bar);
	status = search(&o, &progress, &phases);
	progress_bar_finish(&bar);
	if (status != EXIT_SOLVED)
		return status;
	struct table *const table = table_create("distance,cosets,members");
	table_add_fact(table, "metric", json_string(metric_name[o.metric]), NULL);
	for (unsigned d = 0; d <= phases.phase1_max || d <= phases.phase2.max; d++)
		TABLE_ROW(table, cell_count(d),
		          d <= phases.phase1_max ? cell_count(phases.n_cosets[d]) : cell_none(),
		          d <= phases.phase2.max ? cell_count(phases.phase2.n_elements[d]) : cell_none());
	if (!table_write(table, o.format, stdout))
		return complain_of_memory();
	if (o.format == TABLE_TEXT)
		print_argument(&o, &phases);
	return EXIT_SOLVED;
}
