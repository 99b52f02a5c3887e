/* A method's solution stage by stage: the moves, how many there are before and after merging, and the cube after each. */
#ifndef SUPERFLIP_REPORT_STAGES_H
#define SUPERFLIP_REPORT_STAGES_H
#include "superflip.h"

#include <jansson.h>
#include <stdio.h>

/** Merge runs of turns of one face, once from the first to the last: of each run one turn is left, or none.
 * @param moves   n of them
 * @param merged  room for n; filled; may be `moves`
 * @return how many */
unsigned stages_merge(const uint8_t *moves, unsigned n, uint8_t *merged);

/** Print the stages of a method's result for people: for each a line of counts, its moves, and the net of the cube after it; and the
 * whole of `layers` as Boulanger and Ardisson write it.
 * @param cube         that was solved
 * @param method       its name
 * @param is_coloured  draw the nets with ANSI colours */
void stages_write_text(const superflip_cube *cube, const superflip_result *result, const char *method, bool is_coloured, FILE *out);

/** The stages as an array of objects: name, length (turns before merging), merged_length, moves, facelets (after it).
 * @return NULL without memory */
json_t *stages_json(const superflip_cube *cube, const superflip_result *result);
#endif
