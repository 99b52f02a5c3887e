/* The 2x2x2 as text: turns, 24 facelets, and Théry's fourteen numbers. */
#pragma once
#include "cube/facelet.h"
#include "pocket/pocket.h"

enum { POCKET_FACELETS = 24, POCKET_FACELETS_SIZE = POCKET_FACELETS + 1,
	POCKET_NUMBERS_SIZE = 2 * 2 * POCKET_PLACES };

/** Read a 2x2x2 in whichever form the text has; an empty text is the solved one.
 * - turns, as notation_read() with READ_POCKET reads them;
 * - 24 facelets, four of each face in the order U R F D L B, row by row, in any six symbols;
 * - p1 ... p7 o1 ... o7: the cubie in each of Théry's places (1..7) and its orientation (1..3).
 * @param options  READ_FRENCH, READ_NISS, READ_GROUPS
 * @param form     on success POSITION_MOVES, POSITION_FACELETS or POSITION_CUBIES (numbers); may be NULL
 * @param out      on success a cube whose corners are those; its edges mean nothing
 * @return false with *error filled */
bool pocket_read_any(const char *text, unsigned options, enum position_form *form, struct cube *out,
                     struct input_error *error);

/** Those of 54 facelets that are on corners; `out` may be `all`. */
void pocket_pick_facelets(const char all[FACELET_TEXT_SIZE], char out[POCKET_FACELETS_SIZE]);

/** Print the corners of a cube as 24 facelets; the cubie at DBL counts as solved, as in solutions. */
void pocket_write_facelets(const struct cube *c, char out[POCKET_FACELETS_SIZE]);

/** Print the corners of a cube as Théry's numbers; the cubie at UFL counts as solved. */
void pocket_write_numbers(const struct cube *c, char out[POCKET_NUMBERS_SIZE]);
