/* Maneuvers: reading every notation that people write, printing exactly one. */
#pragma once
#include "cube/position.h"

/* Wide turns, slices and rotations move the centres.  A maneuver P is therefore a maneuver C of face turns on
 * fixed centres followed by a turn S of the whole cube: P = C S.  Whoever has done P holds the cube turned by
 * S and sees S^-1 C S: that is `cube` and what `moves` make.  So the inverse of `moves`, or any solution of
 * `cube`, done directly after P leaves every face of one colour.  As seen from before S it is
 * cube_conjugate(&cube, rotation), which is C.
 *     x U    is a turn of U for whoever holds it now, and was a turn of F
 *     Rw     is L x: one face turn, L, seen the same from both sides of x */
struct maneuver {
	size_t n_moves, n_inverse;    /* of READ_NISS the first n_inverse moves undo the turns on the inverse */
	uint8_t *moves;               /* face turns on the centres where they ended; not simplified */
	struct cube cube;             /* cube_solved after moves[0 .. n_moves - 1] */
	unsigned rotation;            /* S as a symmetry number (even); 0: the centres are in place */
};

/** Read a maneuver of any length; valid after cube_init().
 * A turn is a letter, for a wide turn w, then at most one of 1 2 3 (quarter turns, also raised: R²) and at
 * most one of ' ’ ´ ` - i (backwards), in either order.  Letters: faces U R F D L B, wide turns u r f d l b
 * (= Uw ...), slices M E S (like L D F), rotations x y z (like R U F).  Spaces between turns are optional.
 * Brackets are those of expression_read() (cube/turn.h); bare parentheses are refused if a group and NISS
 * make different cubes and no option says which. Nothing else is read, and nothing is skipped.
 * @param options  READ_FRENCH, READ_POCKET, READ_NISS, READ_GROUPS, or 0
 * @param out      on success filled, to be released by maneuver_free(); otherwise untouched
 * @return false with *error filled if the text is no maneuver */
bool notation_read(const char *text, unsigned options, struct maneuver *out, struct input_error *error);

/** Where a maneuver leads from a position, seen on the centres where it began: the inverse of the turns on
 * the inverse, the position, the other turns. */
struct cube maneuver_end(const struct maneuver *m, const struct cube *start);

/** Put moves that undo turns on the inverse after the others, as a solution is written: it solves what the
 * maneuver solves. */
void maneuver_write_out(struct maneuver *m);

/** The same as turns of a cube that is held as at the beginning. */
void maneuver_write_held(struct maneuver *m);

/** The same maneuver without brackets, in the notation of WCA regulations (wide turns Rw, slices M E S,
 * rotations x y z) with English letters.
 * @return a text of the caller's, released by free(); NULL without memory or if the text is no maneuver */
char *notation_standard(const char *text, unsigned options);

void maneuver_free(struct maneuver *m);

/** Print n moves as "R U2 F'", as snprintf() does: cut to size, always terminated if size > 0.
 * @param options  READ_FRENCH among them: the letters of the faces are H D A B G P
 * @return the length that the whole text has or would have */
size_t notation_write_in(unsigned options, const uint8_t *moves, size_t n, char *out, size_t size);

/** The same in English letters. */
#define notation_write(...) notation_write_in(0, __VA_ARGS__)
