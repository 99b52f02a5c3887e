/* Patterns of cubing.js: what its pages send to POST /v0/solve/pattern. */
#ifndef SUPERFLIP_WEB_PATTERN_H
#define SUPERFLIP_WEB_PATTERN_H
#include "web/request.h"

enum { WEB_FACELETS_SIZE = 55 };

/** Turn the data of a pattern of cubing.js's 3x3x3 into facelets: {"EDGES": {"pieces": [...], "orientation": [...]}, ...}.
 * CENTERS may be missing: then they are in place.  Their orientation is not visible and not read.
 * @return false with *error filled (422) if it has another form; whether the facelets are a cube is not checked */
bool web_pattern_facelets(const json_t *data, char out[WEB_FACELETS_SIZE], struct web_error *error);

/** Read the body of POST /v0/solve/pattern: the pattern as the scramble, startPattern as the goal, searchArgs as limits.
 * @param out  as for web_request_read()
 * @return false with *error filled: 400 if the body is no JSON object, else 422 */
bool web_pattern_read(const char *body, size_t size, struct web_request *out, struct web_error *error);
#endif
