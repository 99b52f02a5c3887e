/* What a solution does to a cube: no search is made. */
#include "session/session.h"

superflip_status problem_verify(const superflip_problem *p, const superflip_goal *pieces,
                                unsigned before, const superflip_cube *cube, const char *solution,
                                unsigned options, superflip_verdict *verdict, superflip_error *error)
{
	superflip_verdict filled = {.size = sizeof filled};
	struct maneuver m;
	if (p->position != NULL && !superflip_cube_facts(cube).is_whole)
		return error_refuse(error, "a position is reached by whole cubes");
	const superflip_status status = maneuver_parse(cube->puzzle, solution, options, &m, error);
	if (status != SUPERFLIP_OK)
		return status;
	filled.n_moves = m.n_moves;
	struct cube end = maneuver_end(&m, &cube->cube);
	if (p->position != NULL && pieces == NULL) {
		const struct cube inverse = cube_inverse(&p->position->cube);
		end = cube_product(&inverse, &end);
	}
	filled.solves = pieces != NULL ? goal_holds_after(&pieces->goal, &end, before)
		: superflip_cube_facts(&(superflip_cube){.puzzle = cube->puzzle, .cube = end, .seen = cube->seen})
		      .is_solved;
	/* The least cost of turns of the set that do the same, with the centres where they began. */
	if (problem_units(p) != NULL)
		maneuver_write_held(&m);
	filled.is_permitted =
		(problem_units(p) == NULL || m.n_moves <= SUPERFLIP_MAX_MOVES)
		&& turns_measure(p->turns, (enum metric)p->metric, m.moves, (unsigned)m.n_moves, &filled.length);
	if (!filled.is_permitted || m.n_moves > UINT16_MAX)
		filled.length = UINT_MAX;
	maneuver_free(&m);
	options_give(verdict, &filled);
	return SUPERFLIP_OK;
}

superflip_status superflip_problem_verify(superflip_problem *problem, const superflip_cube *cube,
                                          const char *solution, superflip_verdict *verdict,
                                          superflip_error *error)
{
	superflip_goal *pieces;
	superflip_status status = problem_understand(problem, cube, &pieces, error);
	if (status == SUPERFLIP_OK)
		status = problem_verify(problem, pieces, 0, cube, solution, problem->read_options, verdict, error);
	superflip_goal_free(pieces);
	return status;
}
