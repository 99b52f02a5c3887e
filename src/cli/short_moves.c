#include "cli/short_moves.h"

#include "base/processor.h"
#include "cli/cli.h"
#include "method/two_phase.h"
#include "pocket/solve.h"

#include <stdlib.h>
#include <string.h>

static int make_pocket(struct short_moves *s, const struct cube *c, uint8_t *moves, unsigned *n)
{
	if (s->pocket == NULL)
		s->pocket = pocket_table_build(METRIC_HTM);
	if (s->pocket == NULL) {
		complain("not enough memory");
		return EXIT_MEMORY;
	}
	struct pocket_solution solution;
	pocket_solve_cube(s->pocket, c, &solution);
	*n = solution.n_moves;
	for (unsigned i = 0; i < *n; i++)
		moves[i] = (uint8_t)move_inverse(solution.moves[*n - 1 - i]);
	return EXIT_SOLVED;
}

static bool was_interrupted(void *context)
{
	(void)context;
	return interrupted_by() != 0;
}

/* What solves the inverse is the cube itself. */
static int make_cube(struct short_moves *s, const struct cube *c, uint8_t *moves, unsigned *n)
{
	const struct cube inverse = cube_inverse(c);
	const struct method_limits limits = {.n_threads = 1, .max_length = SHORT_MOVES_MAX, .stopped = was_interrupted};
	struct method_result result = {.outcome = METHOD_NO_MEMORY};
	if (s->tables != NULL || two_phase_method.create(processors_usable(), &s->tables))
		two_phase_method.solve(s->tables, &inverse, &limits, &result);
	if (result.outcome == METHOD_SOLVED && method_result_solves(&result, &inverse)) {
		memcpy(moves, result.moves, result.n_moves);
		*n = result.n_moves;
		return EXIT_SOLVED;
	}
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	complain("not enough memory");
	return EXIT_MEMORY;
}

int short_moves_make(struct short_moves *s, superflip_puzzle puzzle, const struct cube *c,
                     uint8_t moves[SHORT_MOVES_MAX], unsigned *n)
{
	return puzzle == SUPERFLIP_2X2 ? make_pocket(s, c, moves, n) : make_cube(s, c, moves, n);
}

void short_moves_free(struct short_moves *s)
{
	two_phase_method.destroy(s->tables);
	free(s->pocket);
}
