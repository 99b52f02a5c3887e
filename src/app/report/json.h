/* Small helpers for JSON that others' text goes into. */
#pragma once
#include "report/printable.h"
#include "superflip.h"

#include <jansson.h>

/** Why a text is no JSON: Jansson's words, but for a NUL, of which they name an option. */
const char *json_fault(const json_error_t *error);

/** A string, or null for NULL; each byte that is not UTF-8 becomes U+FFFD.  NULL without memory. */
json_t *json_text(const char *text);

/** A count; what JSON integers cannot hold becomes the largest that they can. */
json_t *json_count(uint64_t n);

/** Moves as a string, in the letters that the options name.  NULL without memory */
json_t *json_moves(const uint8_t *moves, size_t n, unsigned read_options);

/** Facelets of a cube as a string; cubies with SUPERFLIP_FORM_CUBIES. */
json_t *json_cube(const superflip_cube *cube, superflip_form form);

/** Its centres that are turned, "U+ R2"; null if they do not count. */
json_t *json_centers(const superflip_cube *cube);

/** The object as one line of text, to be freed; it is released.  NULL without memory, or if the object is
 * NULL. */
char *json_line(json_t *object);

/** Write an object as a line of JSON Lines that hides nothing (report/printable.h); it is released.
 * @return false without memory, or if the object is NULL */
bool json_write_line(json_t *object, unsigned digits, FILE *out);
