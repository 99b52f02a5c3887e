/* Small helpers for JSON that others' text goes into. */
#ifndef SUPERFLIP_WEB_JSON_H
#define SUPERFLIP_WEB_JSON_H
#include "superflip.h"

#include <jansson.h>

extern const char *const web_puzzle_name[2];   /* by superflip_puzzle: "3x3x3" */
extern const char *const web_metric_name[2];   /* by superflip_metric: "htm" */

/** A string, or null for NULL; each byte that is not UTF-8 becomes U+FFFD.  NULL without memory. */
json_t *web_json_text(const char *text);

/** A count; what JSON integers cannot hold becomes the largest that they can. */
json_t *web_json_count(uint64_t n);

/** Moves as a string, in the letters that the options name. */
json_t *web_json_moves(const uint8_t *moves, unsigned n, unsigned read_options);

/** Facelets of a cube as a string; cubies with SUPERFLIP_FORM_CUBIES. */
json_t *web_json_cube(const superflip_cube *cube, superflip_form form);

/** The object as one line of text, to be freed; it is released.  NULL without memory, or if the object is NULL. */
char *web_json_dump(json_t *object);
#endif
