/* Which case of OLL, PLL and the other sets of `superflip algs` a cube is. */
#pragma once
#include "steps/case_set.h"

/** The cases of a set, which are derived when they are first needed. */
const struct case_set *cases_of(const struct case_set_name *about);

/** A set, and which of its cases: "pll", "pll-T", "zbll-U-3".
 * @param number  of the case, 0 for all, UINT32_MAX if no case has this name
 * @return NULL: it is none */
const struct case_set_name *cases_find(const char *text, int (*compare)(const char *, const char *, size_t),
                                       uint64_t *number);

/** The stickers of such a case, grey where they do not matter.  @return false: there is no case of that
 * name */
bool cases_draw(const char *name, char facelets[FACELET_TEXT_SIZE]);

/** Name the case that a cube is of each set, as far as a step has solved it, with the turns of the last layer
 * before and after its algorithm: "oll-27 (U2), (U') pll-T (U)".
 * @param end   the cube after the step; the solved cube, if any case will do
 * @param letters  of the turns, READ_FRENCH or 0
 * @param slot  set to the side from which the slot of a pair is FR; N_SYMMETRIES: there is no pair
 * @return owned by the caller, who has the memory for it; "": none */
char *cases_name(const struct cube *c, const struct cube *end, unsigned letters, unsigned *slot);

/** Print the cases of the arguments, or without any of the list on standard input.  @return an exit status */
int cases_print(char **arguments, int n);
