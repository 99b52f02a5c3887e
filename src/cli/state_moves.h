/* Random states as moves: what makes a position of the solved cube, found by the two-phase method. */
#ifndef SUPERFLIP_CLI_STATE_MOVES_H
#define SUPERFLIP_CLI_STATE_MOVES_H
#include "cube/move.h"

enum { STATE_MOVES_LONGEST = 22 };  /* every state is within 20; two more make it a matter of a millisecond */

/** Make the method's tables.
 * @param pdb_directory  as --pdb-dir; NULL: the usual one
 * @param out  on EXIT_SOLVED filled, released by state_moves_close()
 * @return EXIT_SOLVED; or another status, having complained */
int state_moves_open(const char *pdb_directory, void **out);
void state_moves_close(void *tables);

/** Moves that make c of the solved cube; the same each time.
 * @param n  how many
 * @return false if an interrupt came first, or there was no memory */
bool state_moves_find(const void *tables, const struct cube *c, uint8_t moves[STATE_MOVES_LONGEST], unsigned *n);
#endif
