/* Solving the 2x2x2 by its table of distances mod 3, as Laurent Théry does, for what measures that. */
#pragma once
#include "pocket/table.h"

/** The moves (0..8) of an optimal solution, at most POCKET_MAX_LENGTH.  In QTM, two equal quarter turns are
 * written as one half turn.
 * @return how many */
static unsigned pocket_table_solve(const struct pocket_table *table, uint32_t index, uint8_t *moves)
{
	const uint8_t *const steps = pocket_steps[table->metric];
	unsigned n_moves = 0, entry = pocket_table_get(table, index);
	while (index != POCKET_SOLVED) {
		unsigned i = 0;
		entry = entry == 0 ? 2 : entry - 1;
		while (pocket_table_get(table, pocket_state_after(index, steps[i])) != entry)
			i++;  /* one of the steps leads closer */
		const uint8_t move = steps[i];
		index = pocket_state_after(index, move);
		if (n_moves > 0 && moves[n_moves - 1] == move)
			moves[n_moves - 1] = (uint8_t)(move / 3 * 3 + 1);  /* QTM only: in HTM the half turn itself is a
			                                                    * step */
		else
			moves[n_moves++] = move;
	}
	return n_moves;
}
