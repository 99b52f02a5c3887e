/* superflip pocket show: a state as Théry's article numbers it, and its neighbours. */
#include "cli/cli.h"
#include "cli/cubes.h"
#include "cli/pocket/pocket.h"
#include "pocket/solve.h"
#include "pocket/text.h"
#include "report/net.h"

#include <stdio.h>
#include <stdlib.h>

/* Of the moves of pocket.h, in Théry's letters. */
static const char *const move_names[POCKET_MOVES] = {"r", "r2", "r'", "b", "b2", "b'", "d", "d2", "d'"};

static void print_state(const struct cube *c, enum metric metric, const uint8_t *distance)
{
	const struct pocket state = pocket_of_cube(c);
	const uint32_t n = pocket_rank(&state);
	char facelets[POCKET_FACELETS_SIZE], numbers[POCKET_NUMBERS_SIZE];
	pocket_write_facelets(c, facelets);
	pocket_write_numbers(c, numbers);
	net_draw_text(stdout, facelets, false);
	printf("numbers     %s\n", numbers);
	printf("n1 n2 n     %u %u %u\n", n / POCKET_ORIS, n % POCKET_ORIS, n);
	printf("distance    %u (%s)\nmod 3       %u\n", distance[n], metric_name[metric], distance[n] % 3u);
	printf("neighbours        n1   n2        n  distance  mod 3\n");
	for (unsigned move = 0; move < POCKET_MOVES; move++) {
		const struct pocket next = pocket_after(&state, move);
		const uint32_t m = pocket_rank(&next);
		printf("  %-12s %5u %4u %8u  %8u  %5u\n", move_names[move], m / POCKET_ORIS, m % POCKET_ORIS, m, distance[m],
		       distance[m] % 3u);
	}
}

static int show(const struct pocket_options *o)
{
	struct pdb_histogram histogram;
	int status = EXIT_SOLVED;
	if (o->n_arguments == 0)
		return complain_and(EXIT_USAGE, "pocket show: name a scramble; \"\" is the solved cube");
	uint8_t *const distance = malloc(POCKET_STATES);
	if (distance == NULL)
		return complain_of_memory();
	pocket_distances(o->metric, distance, &histogram);
	for (int i = 0; i < o->n_arguments; i++) {
		struct scramble scramble;
		const int is_read = argument_read_scramble(o->arguments, i, SUPERFLIP_2X2, 0, &scramble);
		if (is_read != EXIT_SOLVED) {
			status = is_read;
			continue;
		}
		if (i > 0)
			putchar('\n');
		print_state(&scramble.cube, o->metric, distance);
		maneuver_free(&scramble.moves);
	}
	free(distance);
	return status;
}

const struct pocket_verb pocket_show = {
	.name = "show", .summary = "the numbers of a state, its distance and its neighbours", .user = POCKET_SHOW, .run = show,
	.usage = "pocket show [--metric htm|qtm] SCRAMBLE...\n\n"
	         "Draw the net of each state of the 2x2x2, and describe it as Laurent Théry's article on\n"
	         "the Mini-Rubik does: the fourteen numbers p1 ... p7 o1 ... o7, the ranks n1 of the\n"
	         "permutation and n2 of the orientations, n = 729 n1 + n2, the distance from solved and its\n"
	         "remainder mod 3, which is all that the table of `superflip pocket build` holds; then the\n"
	         "same for what each turn of r (right), b (back) and d (down) leads to.  In QTM a half turn\n"
	         "is two moves.\n"
	         "A scramble is turns, 24 facelets, or fourteen numbers.",
};
