/* superflip pocket distribution, and superflip pocket prove */
#include "base/processor.h"
#include "cli/cli.h"
#include "cli/pocket/pocket.h"
#include "pocket/proof.h"
#include "pocket/solve.h"
#include "report/progress.h"
#include "report/table.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static bool print_distribution(const struct pdb_histogram *histogram, enum table_format format)
{
	static const char *const columns[] = {"distance", "states", NULL}, *const layout[] = {"%8s ", "%10s"};
	struct table *const table = table_create(columns);
	uint64_t n_states = 0;
	table_set_layout(table, layout);
	for (unsigned depth = 0; depth <= histogram->max_depth; depth++) {
		TABLE_ROW(table, cell_count(depth), cell_count(histogram->count[depth]));
		n_states += histogram->count[depth];
	}
	const bool is_written = table_write(table, format, stdout);
	if (is_written && format == TABLE_TEXT)
		printf("total    %10" PRIu64 "\nmean     %10.6f\n", n_states, pocket_mean(histogram));
	return is_written;
}

static int count_states(const struct pocket_options *o)
{
	uint8_t *const distance = malloc(POCKET_STATES);
	struct pdb_histogram histogram;
	if (distance == NULL)
		return complain_of_memory();
	pocket_distances(o->metric, distance, &histogram);
	free(distance);
	return print_distribution(&histogram, (enum table_format)o->format) ? EXIT_SOLVED : complain_of_memory();
}

const struct pocket_verb pocket_distribution = {
	.name = "distribution", .summary = "how many states are at each distance from solved", .user = POCKET_DISTRIBUTION, .run = count_states,
	.usage = "pocket distribution [--metric htm|qtm] [--format FORMAT]\n\n"
	         "How many of the 3,674,160 states of the 2x2x2 are at each distance from solved.",
};

/* Told by all threads. */
struct progress {
	pthread_mutex_t lock;         /* of what follows */
	unsigned n_done;
	struct progress_bar bar;
};

static bool count_coset(void *context)
{
	struct progress *const progress = context;
	const struct pdb_progress bar = progress_bar_callback(&progress->bar);
	pthread_mutex_lock(&progress->lock);
	const bool goes_on = bar.tell(bar.context, "cosets", ++progress->n_done, POCKET_ORIS);
	pthread_mutex_unlock(&progress->lock);
	return goes_on;
}

/* How many were proved, what a coset took, and which ones were not proved. */
static unsigned print_cosets(const struct pocket_coset *cosets)
{
	unsigned n_proved = 0;
	double sum_s = 0, longest_s = 0;
	for (unsigned i = 0; i < POCKET_ORIS; i++) {
		n_proved += cosets[i].n_reached == POCKET_PERMS;
		sum_s += cosets[i].seconds;
		longest_s = cosets[i].seconds > longest_s ? cosets[i].seconds : longest_s;
	}
	printf("time of a coset: %.3f ms on average, %.3f ms at most\n", sum_s / POCKET_ORIS * 1e3, longest_s * 1e3);
	if (n_proved == POCKET_ORIS)
		return n_proved;
	fputs("cosets not proved:", stdout);
	for (unsigned i = 0; i < POCKET_ORIS; i++)
		if (cosets[i].n_reached != POCKET_PERMS)
			printf(" %u", i);
	putchar('\n');
	return n_proved;
}

static int prove(const struct pocket_options *o)
{
	static const unsigned least_bound[N_METRICS] = {11, POCKET_MAX_LENGTH};
	static struct pocket_proof proof;
	static struct pocket_coset cosets[POCKET_ORIS];
	const unsigned bound = o->bound <= POCKET_MAX_LENGTH ? o->bound : least_bound[o->metric];
	struct pdb_histogram reached;
	struct progress progress = {.lock = PTHREAD_MUTEX_INITIALIZER,
	                            .bar = progress_bar_start("pocket prove", false, interrupted_by, status_is_wanted)};
	pocket_proof_init(&proof, o->metric, bound);
	catch_interrupts(false);
	const bool is_complete = pocket_prove_all(&proof, processors_usable(), cosets, &reached, count_coset, &progress);
	progress_bar_finish(&progress.bar);
	if (interrupted_by())
		return 128 + interrupted_by();
	if (!is_complete || !print_distribution(&reached, TABLE_TEXT))
		return complain_of_memory();
	const unsigned n_proved = print_cosets(cosets);
	printf("%u of %d cosets proved: ", n_proved, POCKET_ORIS);
	if (n_proved == POCKET_ORIS)
		printf("every state is solved in %u moves or less (%s)\n", bound, metric_name[o->metric]);
	else
		printf("some states need more than %u moves (%s)\n", bound, metric_name[o->metric]);
	return n_proved == POCKET_ORIS ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}

const struct pocket_verb pocket_prove = {
	.name = "prove", .summary = "11 moves solve every state (14 quarter turns): a proof coset by coset", .user = POCKET_PROVE, .run = prove,
	.more = "exit status: 0 proved, 1 some states need more moves",
	.usage = "pocket prove [--metric htm|qtm] [--bound N]\n\n"
	         "Prove, coset by coset and without a table of all states, that N moves solve\n"
	         "every 2x2x2 (default: 11 in HTM, 14 in QTM, the least for which this is true).\n"
	         "Takes a second of processor time or a few.  Each coset holds the 5040 states with one orientation;\n"
	         "those that are not proved are named by its number, the sum of o_i 3^(i-1), where o_i is\n"
	         "the orientation in place i, counter-clockwise.  `superflip coset` does the same for\n"
	         "one coset of the 3x3x3; doc/gods-number.md explains both.",
};
