/* What a client asks to be solved: the JSON of POST /api/solve (doc/openapi.yaml, Request). */
#ifndef SUPERFLIP_WEB_REQUEST_H
#define SUPERFLIP_WEB_REQUEST_H
#include "session/problem.h"
#include "web/error.h"

struct web_request {
	struct superflip_problem problem; /* the first member, as for rows of problem_rows[] */
	const char *scramble;             /* the cube as it was written */
	bool detached;
	json_t *body;                     /* owned: whose texts these are; NULL: somebody else's */
	superflip_cube *cube;             /* owned */
	superflip_goal *seen;             /* owned: of a cube with grey stickers; NULL: the goal is the
	                                   * problem's */
	const superflip_goal *pieces;     /* either of them; NULL: a position */
};

/** Everything as it is if nobody says otherwise; there is no cube yet. */
struct web_request web_request_default(void);

/** Read the scramble, and whether everything fits together: a list of steps is read, too.
 * @return false with *error filled: 422, or 503 without memory */
bool web_request_complete(struct web_request *request, struct web_error *error);

/** Replace an object by the one that is the request.  @return false with *error filled: 422, 503 */
typedef bool web_translate_fn(json_t **object, struct web_error *error);

/** Read a request.  Nothing is guessed: an unknown field, a wrong type, a value out of range are errors.
 * @param translate  makes the request of the body; NULL: it is one
 * @param out   filled on success, to be released by web_request_free(); otherwise untouched
 * @return false with *error filled: 400 if the body is no JSON object, else 422, 503 */
bool web_request_read(const char *body, size_t size, web_translate_fn *translate, struct web_request *out,
                      struct web_error *error);

/** The row of a key that requests have, such as "letters"; NULL: there is none. */
const struct option_row *web_row(const char *key);

/** Read a value that a query has as text; NULL: it has not.  @return false with *error filled: 400 */
bool web_take(const struct option_row *row, void *out, const char *text, struct web_error *error);

void web_request_free(struct web_request *request);

/** The key of a problem's field: of "step-slack" step_slack. */
enum { WEB_KEY_SIZE = 32 };
const char *web_key(const char *field, char key[WEB_KEY_SIZE]);

/* ---- patterns of cubing.js, which its pages send to POST /v0/solve/pattern: pattern.c ---- */

enum { WEB_FACELETS_SIZE = 55 };

/** Turn the data of a pattern of cubing.js's 3x3x3 into facelets: {"EDGES": {"pieces": [...],
 * "orientation": [...]}, ...}. CENTERS may be missing: then they are in place.  Their orientation is not
 * visible and not read.
 * @return false with *error filled (422) if it has another form; whether the facelets are a cube is not
 *         checked */
bool web_pattern_facelets(const json_t *data, char out[WEB_FACELETS_SIZE], struct web_error *error);

/** Of the body of POST /v0/solve/pattern: the pattern is the scramble, startPattern the goal, searchArgs are
 * limits. */
web_translate_fn web_pattern_translate;
#endif
