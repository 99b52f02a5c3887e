/* Words of moves: what is left of them, and whether two lead to the same position. */
#include "cli/show.h"
#include "cli/cli.h"
#include "cube/notation.h"
#include "method/method.h"

#include <stdio.h>

/* U R F D L B */
static const char french_letter[N_FACES + 1] = "HDABGP";

static void print_move(unsigned move, bool is_french)
{
	if (is_french)
		printf("%c%s", french_letter[move_face(move)], &move_name[move][1]);
	else
		fputs(move_name[move], stdout);
}

int show_reduced(int n, char *const *maneuvers, unsigned read_options)
{
	int status = EXIT_SOLVED;
	for (int i = 0; i < n; i++) {
		struct maneuver m;
		struct input_error error;
		if (!notation_read(maneuvers[i], read_options, &m, &error)) {
			complain("argument %d: column %u: %s", i + 1, error.column, error.message);
			status = error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
			continue;
		}
		const unsigned n_left = method_fold_moves(m.moves, (unsigned)m.n_moves);
		for (unsigned k = 0; k < n_left; k++) {
			if (k > 0)
				putchar(' ');
			print_move(m.moves[k], (read_options & READ_FRENCH) != 0);
		}
		putchar('\n');
		maneuver_free(&m);
	}
	return status;
}

int show_same(const char *first, const char *second, unsigned read_options)
{
	const char *const texts[] = {first, second};
	struct position positions[2];
	for (unsigned i = 0; i < 2; i++) {
		struct input_error error;
		if (!position_read(texts[i], read_options, &positions[i], &error)) {
			complain("argument %u: column %u: %s", i + 1, error.column, error.message);
			return error.is_no_memory ? EXIT_MEMORY : EXIT_INPUT;
		}
	}
	const bool are_same = cube_equal(&positions[0].cube, &positions[1].cube) && positions[0].rotation == positions[1].rotation;
	puts(are_same ? "the same position" : "different positions");
	return are_same ? EXIT_SOLVED : EXIT_NOT_SOLVED;
}
