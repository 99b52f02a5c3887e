/* Turns as people write them, some layers of one axis turned together: one (turn.c), or many with brackets
 * (expression.c). */
#ifndef SUPERFLIP_CUBE_TURN_H
#define SUPERFLIP_CUBE_TURN_H
#include "cube/position.h"

enum { N_AXES = 3, N_LAYERS = 3 };         /* U-D, R-L, F-B */
enum { LAYER_NEAR = 1, LAYER_MIDDLE = 2, LAYER_FAR = 4 };  /* of an axis; the near layer is U, R, F */
enum { TURN_TEXT_SIZE = 4 };               /* "Rw2" and the final '\0' */

struct turn {
	uint8_t axis, layers, quarters;        /* quarters: clockwise as seen from U, R, F; 0..3 */
};

/** The turn that undoes t. */
struct turn turn_inverse(struct turn t);

/** The end of the token at `at`, right or wrong: a character with the layer numbers before it and what
 * follows it, up to white space, a bracket, a comma, a colon or the next letter. */
const char *turn_token_end(const char *at);

/** The bytes of a mark that reverses a turn (' ’ ´ ` - i ...) at `at`, 0 if there is none. */
size_t turn_prime_bytes(const char *at);

/** The bytes of a count 1 2 3 (also ¹ ² ³) at `at`, 0 if there is none; the count goes to *n. */
size_t turn_count_bytes(const char *at, unsigned *n);

/** Read the token at .. end - 1 as a turn.
 * @param options  as for notation_read()
 * @return false unless all of it is one; *out is then unchanged */
bool turn_read(const char *at, const char *end, unsigned options, struct turn *out);

/** Say why the token at .. end - 1 is no turn. @return false */
bool turn_explain(const char *text, const char *at, const char *end, unsigned options,
                  struct input_error *error);

/** Write a turn as WCA regulations have it: R, Rw2, M', x.
 * @return the length; 0 for a turn by no quarter */
size_t turn_write(struct turn t, char out[TURN_TEXT_SIZE]);

struct turn_list {
	struct turn *turns;              /* owned; released by turn_list_free() */
	size_t n, capacity;
	size_t n_inverse;                /* of READ_NISS: so many at the beginning undo the turns on the
	                                  * inverse */
	bool has_bare_parentheses;       /* (A) outside of all brackets, without a count or a prime: a group or
	                                  * NISS */
	const char *bare;                /* the first of them, in the text */
};

/** Read a maneuver into its turns, in the order in which they are done.
 *     (A)3  (A)^3  (A)*3  (A)'      A repeated, A undone
 *     [A, B]                        A B A' B'
 *     [A: B]                        A B A'
 * Bare parentheses outside of all brackets are a group, or with READ_NISS turns on the inverse: N1 (I1) N2
 * (I2) stands for I2' I1' N1 N2, with a scramble, if there is one, before N1.  Turns on the inverse do not
 * turn the whole cube.
 * @param options  READ_FRENCH, READ_POCKET, READ_NISS
 * @param out      on success filled; otherwise untouched
 * @return false with *error filled */
bool expression_read(const char *text, unsigned options, struct turn_list *out, struct input_error *error);

void turn_list_free(struct turn_list *list);
#endif
