/* superflip pocket show: a state as Théry's article numbers it, and its neighbours. */
#include "cli/cli.h"
#include "cli/pocket/options.h"
#include "pocket/solve.h"
#include "pocket/text.h"
#include "report/net.h"

#include <stdio.h>
#include <stdlib.h>

static const char usage[] =
	"pocket show [--metric htm|qtm] SCRAMBLE...\n\n"
	"Draw the net of each state of the 2x2x2, and describe it as Laurent Théry's article on\n"
	"the Mini-Rubik does: the fourteen numbers p1 ... p7 o1 ... o7, the ranks n1 of the\n"
	"permutation and n2 of the orientations, n = 729 n1 + n2, the distance from solved and its\n"
	"remainder mod 3, which is all that the table of `superflip pocket build` holds; then the\n"
	"same for what each turn of r (right), b (back) and d (down) leads to.  In QTM a half turn\n"
	"is two moves.\n"
	"A scramble is turns, 24 facelets, or fourteen numbers.";

/* Of the moves of pocket.h, in Théry's letters. */
const char *const pocket_move_name[POCKET_MOVES] = {"r", "r2", "r'", "b", "b2", "b'", "d", "d2", "d'"};

static void print_state(const struct cube *c, const struct pocket_options *options, const uint8_t *distance)
{
	const struct pocket state = pocket_of_cube(c);
	const uint32_t n = pocket_rank(&state);
	char facelets[POCKET_FACELETS_SIZE], numbers[POCKET_NUMBERS_SIZE];
	pocket_write_facelets(c, facelets);
	pocket_write_numbers(c, numbers);
	net_draw_text(stdout, facelets, false);
	printf("numbers     %s\n", numbers);
	printf("n1 n2 n     %u %u %u\n", n / POCKET_ORIS, n % POCKET_ORIS, n);
	printf("distance    %u (%s)\nmod 3       %u\n", distance[n], metric_name[options->metric], distance[n] % 3u);
	printf("neighbours        n1   n2        n  distance  mod 3\n");
	for (unsigned move = 0; move < POCKET_MOVES; move++) {
		const struct pocket next = pocket_after(&state, move);
		const uint32_t m = pocket_rank(&next);
		printf("  %-12s %5u %4u %8u  %8u  %5u\n", pocket_move_name[move], m / POCKET_ORIS, m % POCKET_ORIS, m, distance[m],
		       distance[m] % 3u);
	}
}

int command_pocket_show(int argc, char **argv)
{
	struct pocket_options options;
	int status;
	const int first = pocket_options_read(argc, argv, POCKET_SHOW, usage, &options, &status);
	if (first < 0)
		return status;
	if (first == argc) {
		complain("pocket show: name a scramble; \"\" is the solved cube");
		return EXIT_USAGE;
	}
	uint8_t *const distance = malloc(POCKET_STATES);
	struct pdb_histogram histogram;
	if (distance == NULL)
		pocket_give_up_without_memory();
	pocket_distances(options.metric, distance, &histogram);
	status = EXIT_SOLVED;
	for (int i = first; i < argc; i++) {
		struct cube c;
		struct input_error error;
		if (!pocket_read(argv[i], &c, &error)) {
			complain("argument %d: column %u: %s", i - first + 1, error.column, error.message);
			status = error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
			continue;
		}
		if (i > first)
			putchar('\n');
		print_state(&c, &options, distance);
	}
	free(distance);
	return status;
}
