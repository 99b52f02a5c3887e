/* Maneuvers with brackets: (R U R' U')3, [A, B], [A: B], and NISS. */
#ifndef SUPERFLIP_CUBE_EXPRESSION_H
#define SUPERFLIP_CUBE_EXPRESSION_H
#include "cube/turn.h"

struct turn_list {
	struct turn *turns;              /* owned; released by turn_list_free() */
	size_t n, capacity;
	bool has_bare_parentheses;       /* (A) outside of all brackets, without a count or a prime: a group or NISS */
	const char *bare;                /* the first of them, in the text */
};

/** Read a maneuver into its turns, in the order in which they are done.
 *     (A)3  (A)^3  (A)*3  (A)'      A repeated, A undone
 *     [A, B]                        A B A' B'
 *     [A: B]                        A B A'
 * Bare parentheses outside of all brackets are a group, or with READ_NISS turns on the inverse: N1 (I1) N2 (I2) stands
 * for N1 N2 I2' I1', whose inverse begins with I1 I2.
 * @param options  READ_FRENCH, READ_POCKET, READ_NISS
 * @param out      on success filled; otherwise untouched
 * @return false with *error filled */
bool expression_read(const char *text, unsigned options, struct turn_list *out, struct input_error *error);

void turn_list_free(struct turn_list *list);
#endif
