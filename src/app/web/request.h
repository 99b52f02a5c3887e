/* What a client asks to be solved: the JSON of POST /api/solve (doc/openapi.yaml, Request). */
#pragma once
#include "session/session.h"

#include <jansson.h>

/** Statuses of HTTP (RFC 9110) that this server answers with. */
enum web_status {
	WEB_OK = 200, WEB_ACCEPTED = 202, WEB_NO_CONTENT = 204, WEB_SEE_OTHER = 303, WEB_BAD_REQUEST = 400,
	WEB_UNAUTHORIZED = 401,
	WEB_FORBIDDEN = 403, WEB_NOT_FOUND = 404, WEB_BAD_METHOD = 405, WEB_TOO_LARGE = 413, WEB_BAD_TYPE = 415,
	WEB_UNPROCESSABLE = 422, WEB_TOO_MANY = 429, WEB_UNAVAILABLE = 503
};

/** Fill in an error that only a server makes: it has a status of HTTP instead of one of the library.  False,
 * for callers that pass it on. */
#define web_refuse(error, status, ...) \
	(error_say((error), (superflip_status)(status), __VA_ARGS__) == SUPERFLIP_OK)

/** The status of HTTP: of an error of the library 422 for what was asked, 503 for the machine. */
enum web_status web_error_status(const superflip_error *error);

/** {"error": {...}} as doc/openapi.yaml has it; NULL without memory. */
json_t *web_error_json(const superflip_error *error);

struct web_request {
	superflip_problem problem; /* the first member, as for rows of problem_rows[] */
	const char *scramble;             /* the cube as it was written */
	bool detached;
	double wait_s;                    /* for the result, before the reply */
	unsigned letters;                 /* of moves: english, french */
	json_t *body;                     /* owned: whose texts these are; NULL: somebody else's */
	superflip_cube *cube;             /* owned */
	superflip_goal *pieces;           /* owned: the problem's, or of a cube with grey stickers those that are
	                                   * seen; NULL: a position */
};

/** Everything as it is if nobody says otherwise; there is no cube yet. */
struct web_request web_request_default(void);

/** Read the scramble, and whether everything fits together: a list of steps is read, too.
 * @return false with *error filled: 422, or 503 without memory */
bool web_request_complete(struct web_request *request, superflip_error *error);

/** Replace an object by the one that is the request.  @return false with *error filled: 422, 503 */
typedef bool web_translate_fn(json_t **object, superflip_error *error);

/** Read a request of an object, which is taken over: a body, or a query, whose values are texts.
 * @param out   as of web_request_read() */
bool web_request_of(json_t *object, bool is_query, struct web_request *out, superflip_error *error);

/** Read a request.  Nothing is guessed: an unknown field, a wrong type, a value out of range are errors.
 * @param translate  makes the request of the body; NULL: it is one
 * @param out   filled on success, to be released by web_request_free(); otherwise untouched
 * @return false with *error filled: 400 if the body is no JSON object, else 422, 503 */
bool web_request_read(const char *body, size_t size, web_translate_fn *translate, struct web_request *out,
                      superflip_error *error);

/** The row of a key that requests have, such as "letters"; NULL: there is none, and the error names the key
 * that may have been meant. */
const struct option_row *web_row(const char *key, superflip_error *error);

/** Read a value that a query has as text; NULL: it has not.  @return false with *error filled: 400 */
bool web_take(const struct option_row *row, void *out, const char *text, superflip_error *error);

void web_request_free(struct web_request *request);

/** The key of a problem's field: of "step-slack" step_slack. */
enum { WEB_KEY_SIZE = 32 };
const char *web_key(const char *field, char key[WEB_KEY_SIZE]);

/* ---- patterns of cubing.js, which its pages send to POST /v0/solve/pattern: pattern.c ---- */

/** Turn the data of a pattern of cubing.js's 3x3x3 into facelets: {"EDGES": {"pieces": [...],
 * "orientation": [...]}, ...}. CENTERS may be missing: then they are in place.  Their orientation is not
 * visible and not read.
 * @param is_turn  a turn of a definition: the solved cube after it
 * @return false with *error filled (422) if it has another form; whether the facelets are a cube is not
 *         checked */
bool web_pattern_facelets(const json_t *data, bool is_turn, char out[FACELET_TEXT_SIZE],
                          superflip_error *error);

/** Of the body of POST /v0/solve/pattern: the pattern is the scramble, startPattern the goal, searchArgs are
 * limits. */
web_translate_fn web_pattern_translate;
