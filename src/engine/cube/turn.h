/* Turns as people do and write them: one (turn.c), or many with brackets (expression.c). */
#pragma once
#include "cube/position.h"

enum { N_AXES = 3, N_LAYERS = 3 };         /* U-D, R-L, F-B */
enum { TURN_TEXT_SIZE = 12 };              /* "R2 M2 L2" and more */

/** A turn as it is done by hand: quarter turns of each layer of an axis, clockwise as seen from U, R or F. */
struct turn {
	uint8_t axis;
	union {
		struct { uint8_t near, middle, far; };  /* near: U, R, F */
		uint8_t layer[N_LAYERS];
	};
	uint8_t cost;                          /* in units of a turn set (cube/turn_set.h); else 0 */
};

/** The turn done n times; 3 times undoes it. */
struct turn turn_times(struct turn t, unsigned n);

/** The move that a turn is; N_MOVES: it does not turn one face. */
unsigned turn_move(const struct turn *t);

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

/** Write a turn as WCA regulations have it, R, Rw2, M', x, or as two or three words that are done at once,
 * "R L'".
 * @return the length; 0 for a turn by no quarter */
size_t turn_write(const struct turn *t, char out[TURN_TEXT_SIZE]);

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
