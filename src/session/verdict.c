/* What a solution does to a cube: no search is made. */
#include "session/problem.h"

#include "session/cube.h"
#include "session/options.h"
#include "session/tables.h"
#include "cube/notation.h"
#include "cube/symmetry.h"
#include "cube/turn_frame.h"

#include <limits.h>

static bool is_reached(const struct superflip_problem *p, const superflip_goal *pieces,
                       const superflip_cube *cube, struct cube end)
{
	if (pieces != NULL)
		return goal_holds(&pieces->goal, &end);
	if (p->position != NULL) {
		const struct cube inverse = cube_inverse(&p->position->cube);
		end = cube_product(&inverse, &end);
	}
	return superflip_cube_facts(&(superflip_cube){.puzzle = cube->puzzle, .cube = end, .seen = cube->seen})
	    .is_solved;
}

superflip_status problem_verify(const struct superflip_problem *p, const superflip_goal *pieces,
                                const superflip_cube *cube, const char *solution, unsigned options,
                                superflip_verdict *verdict, superflip_error *error)
{
	superflip_verdict filled = {.size = sizeof filled};
	struct maneuver m;
	if (p->position != NULL && !superflip_cube_facts(cube).is_whole)
		return error_say(error, SUPERFLIP_BAD_ARGUMENT, "a position is reached by whole cubes");
	const superflip_status status = maneuver_parse(cube->puzzle, solution, options, &m, error);
	if (status != SUPERFLIP_OK)
		return status;
	filled.n_moves = m.n_moves;
	filled.solves = is_reached(p, pieces, cube, maneuver_end(&m, &cube->cube));
	if (problem_units(p) != NULL) {
		/* The least cost of turns of the set that do the same, with the centres where they began. */
		maneuver_write_out(&m);
		for (size_t i = 0; i < m.n_moves; i++)
			m.moves[i] = symmetry_move[m.rotation][m.moves[i]];
		filled.is_permitted = m.n_moves <= SUPERFLIP_MAX_MOVES
		                      && turns_write(p->turns, m.moves, (unsigned)m.n_moves, &filled.length, NULL, 0);
	} else {
		const uint32_t permitted = p->turns != NULL ? p->turns->moves : ALL_MOVES;
		filled.is_permitted = true;
		for (size_t i = 0; i < m.n_moves; i++)
			filled.is_permitted &= (permitted >> m.moves[i] & 1) != 0;
		filled.length = m.n_moves > UINT16_MAX ? UINT_MAX
			: superflip_moves_length((superflip_metric)p->metric, m.moves, m.n_moves);
	}
	maneuver_free(&m);
	filled.length = filled.is_permitted ? filled.length : UINT_MAX;
	options_give(verdict, &filled);
	return SUPERFLIP_OK;
}

superflip_status superflip_problem_verify(superflip_problem *problem, const superflip_cube *cube,
                                          const char *solution, superflip_verdict *verdict,
                                          superflip_error *error)
{
	superflip_goal *own;
	const superflip_goal *pieces;
	superflip_status status = problem_understand(problem, cube, &own, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = problem_verify(problem, pieces, cube, solution, problem->read_options, verdict, error);
	superflip_goal_free(own);
	return status;
}
