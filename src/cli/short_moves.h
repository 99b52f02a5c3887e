/* Few moves that make a position, for whoever has only the position: by the two-phase method, or the table of the 2x2x2. */
#ifndef SUPERFLIP_CLI_SHORT_MOVES_H
#define SUPERFLIP_CLI_SHORT_MOVES_H
#include "cli/solve_options.h"
#include "cube/cube.h"
#include "pocket/table.h"

enum { SHORT_MOVES_MAX = 22 };  /* every state is within 20; two more make it a matter of a millisecond.  A 2x2x2 takes 11 */

/** Tables that are made when they are first needed.  Begin with {0}. */
struct short_moves {
	void *tables;
	struct pocket_table *pocket;
};

/** Moves that make a cube of the solved one.
 * @param moves          filled with *n moves, at most SHORT_MOVES_MAX
 * @return EXIT_SOLVED, or another status, having complained; 128 + n after signal n */
int short_moves_make(struct short_moves *s, superflip_puzzle puzzle, const struct cube *c,
                     uint8_t moves[SHORT_MOVES_MAX], unsigned *n);

void short_moves_free(struct short_moves *s);
#endif
