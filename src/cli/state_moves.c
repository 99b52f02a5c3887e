#include "cli/state_moves.h"
#include "cli/cli.h"
#include "cli/method_tables.h"
#include "method/two_phase.h"

#include <string.h>

int state_moves_open(const char *pdb_directory, void **out)
{
	const struct solve_options options = {.metric = SUPERFLIP_HTM, .pdb_directory = pdb_directory};
	return method_tables_create(&two_phase_method, &options, 1, out);
}

void state_moves_close(void *tables)
{
	two_phase_method.destroy(tables);
}

static bool was_interrupted(void *context)
{
	(void)context;
	return interrupted_by() != 0;
}

bool state_moves_find(const void *tables, const struct cube *c, uint8_t moves[STATE_MOVES_LONGEST], unsigned *n)
{
	/* What solves the inverse is the cube itself. */
	const struct cube inverse = cube_inverse(c);
	const struct method_limits limits = {.n_threads = 1, .max_length = STATE_MOVES_LONGEST, .stopped = was_interrupted};
	struct method_result result;
	two_phase_method.solve(tables, &inverse, &limits, &result);
	if (result.outcome != METHOD_SOLVED || !method_result_solves(&result, &inverse))
		return false;
	memcpy(moves, result.moves, result.n_moves);
	*n = result.n_moves;
	return true;
}
