#include "api/cube.h"

#include "api/options.h"
#include "cube/notation.h"
#include "cube/symmetry.h"
#include "pocket/solve.h"

#include <limits.h>

/* A 2x2x2 has no centres: it is solved however it is turned. */
static bool is_end(superflip_puzzle puzzle, const struct cube *c)
{
	return puzzle == SUPERFLIP_2X2 ? pocket_index_to_solve(c) == POCKET_SOLVED : cube_is_solved(c);
}

static void judge(const superflip_cube *cube, const superflip_cube *goal, superflip_metric metric, const struct maneuver *m,
                  superflip_verdict *verdict)
{
	for (size_t i = 0; i < m->n_moves; i++)
		verdict->moves_used |= UINT32_C(1) << m->moves[i];
	verdict->n_moves = m->n_moves;
	verdict->length = m->n_moves <= UINT16_MAX ? superflip_moves_length(metric, m->moves, m->n_moves) : UINT_MAX;
	/* A solution may turn the whole cube, too: then it is what its turns do on the centres where they began. */
	const struct cube turns = cube_conjugate(&m->cube, m->rotation);
	struct cube end = cube_product(&cube->cube, &turns);
	if (goal != NULL) {
		const struct cube goal_inverse = cube_inverse(&goal->cube);
		end = cube_product(&goal_inverse, &end);
	}
	verdict->solves = is_end(cube->puzzle, &end);
}

superflip_status superflip_verify(const superflip_cube *cube, const superflip_cube *goal, superflip_metric metric,
                                  const char *solution, unsigned options, superflip_verdict *verdict, superflip_error *error)
{
	const superflip_status status = options_check_text(cube->puzzle, solution, options, error);
	if (status != SUPERFLIP_OK)
		return status;
	if (!options_is_metric(metric))
		return error_of_metric(error);
	if (goal != NULL && goal->puzzle != cube->puzzle)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "the goal and the cube are of different puzzles");
	api_init(cube->puzzle);
	struct maneuver m;
	struct input_error fault = {.column = 0};
	if (!notation_read(solution, read_options_of(cube->puzzle, options), &m, &fault))
		return error_of_input(error, &fault);
	superflip_verdict filled = {.size = sizeof filled};
	judge(cube, goal, metric, &m, &filled);
	maneuver_free(&m);
	options_give(verdict, &filled);
	return SUPERFLIP_OK;
}
