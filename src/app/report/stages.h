/* A method's solution stage by stage: the moves, how many there are before and after merging, and the cube
 * after each. */
#ifndef SUPERFLIP_REPORT_STAGES_H
#define SUPERFLIP_REPORT_STAGES_H
#include "superflip.h"

#include <jansson.h>
#include <stdio.h>

/** Print the stages of a method's result for people: for each a line of counts, its moves, and the net of the
 * cube after it; and the whole of `layers` as Boulanger and Ardisson write it.
 * @param cube         that was solved
 * @param method       its name
 * @param read_options  SUPERFLIP_READ_FRENCH: the moves have French letters
 * @param is_coloured  draw the nets with ANSI colours */
void stages_write_text(const superflip_cube *cube, const superflip_result *result, const char *method,
                       unsigned read_options, bool is_coloured, FILE *out);

/** The stages as an array of objects: name, length (turns before merging), merged_length and moves (its share
 * of the solution), facelets (after it).
 * @param read_options  SUPERFLIP_READ_FRENCH: the moves have French letters
 * @return NULL without memory */
json_t *stages_json(const superflip_cube *cube, const superflip_result *result, unsigned read_options);
#endif
