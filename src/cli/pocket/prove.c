/* superflip pocket distribution, and superflip pocket prove */
#include "cli/cli.h"
#include "cli/pocket/options.h"
#include "pocket/proof.h"
#include "pocket/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char distribution_help[] =
	"usage: superflip pocket distribution [--metric htm|qtm]\n\n"
	"How many of the 3,674,160 states of the 2x2x2 are at each distance from solved.\n";
static const char prove_help[] =
	"usage: superflip pocket prove [--metric htm|qtm] [--bound N]\n\n"
	"Prove, coset by coset and without a table of all states, that N moves solve\n"
	"every 2x2x2 (default: 11 in HTM, 14 in QTM, the least for which this is true).\n"
	"Takes a few seconds.\n\n"
	"exit status: 0 proved, 1 some states need more moves\n";

static void print_distribution(const struct pdb_histogram *histogram)
{
	uint64_t n_states = 0;
	printf("moves     states\n");
	for (unsigned depth = 0; depth <= histogram->max_depth; depth++) {
		printf("%5u %10" PRIu64 "\n", depth, histogram->count[depth]);
		n_states += histogram->count[depth];
	}
	printf("total %10" PRIu64 "\nmean  %10.6f\n", n_states, pocket_mean(histogram));
}

int command_pocket_distribution(int argc, char **argv)
{
	static const struct option known[] = {{"metric", required_argument, NULL, 'm'}, {"help", no_argument, NULL, 'h'}, {0}};
	struct pocket_options options;
	const int status = pocket_options_read(argc, argv, known, "h", distribution_help, &options);
	if (status >= 0)
		return status;
	if (optind < argc)
		return pocket_refuse_arguments(argv);
	uint8_t *const distance = malloc(POCKET_STATES);
	if (distance == NULL)
		pocket_give_up_without_memory();
	struct pdb_histogram histogram;
	pocket_distances(options.metric, distance, &histogram);
	free(distance);
	print_distribution(&histogram);
	return EXIT_SOLVED;
}

/* All cosets, with a count on the terminal meanwhile; returns how many were proved. */
static unsigned prove_cosets(struct pocket_proof *proof, struct pdb_histogram *reached)
{
	const bool shows_progress = isatty(STDERR_FILENO);
	unsigned n_proved = 0;
	for (unsigned ori_index = 0; ori_index < POCKET_ORIS && !interrupted_by(); ori_index++) {
		n_proved += pocket_prove_coset(proof, ori_index, reached) == POCKET_PERMS;
		if (shows_progress)
			fprintf(stderr, "\r%u of %d cosets", ori_index + 1, POCKET_ORIS);
	}
	if (shows_progress)
		fputc('\n', stderr);
	return n_proved;
}

int command_pocket_prove(int argc, char **argv)
{
	static const struct option known[] = {
		{"metric", required_argument, NULL, 'm'}, {"bound", required_argument, NULL, 'b'},
		{"help", no_argument, NULL, 'h'}, {0},
	};
	static const unsigned least_bound[N_METRICS] = {11, POCKET_MAX_LENGTH};
	struct pocket_options options;
	const int status = pocket_options_read(argc, argv, known, "h", prove_help, &options);
	if (status >= 0)
		return status;
	if (optind < argc)
		return pocket_refuse_arguments(argv);
	const unsigned bound = options.bound <= POCKET_MAX_LENGTH ? options.bound : least_bound[options.metric];
	struct pocket_proof proof;
	if (!pocket_proof_init(&proof, options.metric, bound))
		pocket_give_up_without_memory();
	catch_interrupts(false);
	struct pdb_histogram reached = {0};
	const unsigned n_proved = prove_cosets(&proof, &reached);
	pocket_proof_free(&proof);
	if (interrupted_by())
		return 128 + interrupted_by();
	print_distribution(&reached);
	printf("%u of %d cosets proved: ", n_proved, POCKET_ORIS);
	if (n_proved == POCKET_ORIS)
		printf("every state is solved by at most %u moves (%s)\n", bound, metric_name[options.metric]);
	else
		printf("some states need more than %u moves (%s)\n", bound, metric_name[options.metric]);
	return n_proved == POCKET_ORIS ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}
