#include "cli/short_moves.h"

#include "cli/cli.h"
#include "pocket/solve.h"

#include <stdlib.h>

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

static int make_cube(struct short_moves *s, const char *pdb_directory, const struct cube *c, uint8_t *moves, unsigned *n)
{
	if (s->tables == NULL) {
		const int status = state_moves_open(pdb_directory, &s->tables);
		if (status != EXIT_SOLVED)
			return status;
	}
	if (state_moves_find(s->tables, c, moves, n))
		return EXIT_SOLVED;
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	complain("not enough memory");
	return EXIT_MEMORY;
}

int short_moves_make(struct short_moves *s, superflip_puzzle puzzle, const char *pdb_directory, const struct cube *c,
                     uint8_t moves[SHORT_MOVES_MAX], unsigned *n)
{
	return puzzle == SUPERFLIP_2X2 ? make_pocket(s, c, moves, n) : make_cube(s, pdb_directory, c, moves, n);
}

void short_moves_free(struct short_moves *s)
{
	if (s->tables != NULL)
		state_moves_close(s->tables);
	free(s->pocket);
}
