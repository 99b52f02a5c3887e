/* What a client asks to be solved: the JSON of POST /api/solve (doc/openapi.yaml, Request). */
#ifndef SUPERFLIP_WEB_REQUEST_H
#define SUPERFLIP_WEB_REQUEST_H
#include "web/error.h"

struct web_request {
	char *scramble;                   /* owned: the cube as it was written */
	superflip_cube *cube, *goal;      /* owned; goal NULL: the solved cube, or pieces */
	superflip_goal *pieces;           /* owned; NULL: the goal is a position */
	char *goal_text;                  /* owned: the goal as it was written; NULL: none */
	superflip_turns *turns;           /* owned: slices, wide turns, costs; NULL: turns of faces */
	const superflip_method *method;
	char *steps, *neutral;            /* owned: of a list of steps, as they were written; NULL: none */
	superflip_solver_options solver;  /* puzzle, metric, moves, and all of lists of steps but the directory */
	superflip_request search;         /* all but goal and callbacks; time_limit_s 0: none was asked for */
	unsigned read_options;            /* SUPERFLIP_READ_... */
	bool detached;
};

/** Everything as it is if nobody says otherwise; there is no cube yet. */
struct web_request web_request_default(void);

/** Set the cube that is meant by a text, once the puzzle and how to read are set.
 * @return false with *error filled: 422, or 503 without memory */
bool web_request_set_cube(struct web_request *request, const char *text, struct web_error *error);
/** The same for the goal: a position, or pieces that are to be solved. */
bool web_request_set_goal(struct web_request *request, const char *text, struct web_error *error);

/** Read a request from a body of JSON.
 * @param take  fills the request from the object, or *error
 * @param out   filled on success, to be released by web_request_free(); otherwise untouched
 * @return false with *error filled: 400 if the body is no JSON object, else as take() says */
bool web_request_from(const char *body, size_t size, bool (*take)(const json_t *, struct web_request *, struct web_error *),
                      struct web_request *out, struct web_error *error);

/** Read a request.  Nothing is guessed: an unknown field, a wrong type, a value out of range are errors.
 * @param body  JSON, size bytes, from anywhere
 * @return as web_request_from(): 400, else 422 */
bool web_request_read(const char *body, size_t size, struct web_request *out, struct web_error *error);
void web_request_free(struct web_request *request);

/** Whether what was read fits together; the goal of a cube with grey stickers is found, and a list of steps is read: request_agree.c.
 * @return false with *error filled: 422 */
bool web_request_agrees(struct web_request *request, struct web_error *error);

/** How a text is read: a field of requests, parameter of queries. */
struct web_reading {
	const char *name, *choices[2];
	unsigned option[2];               /* SUPERFLIP_READ_... of each choice */
};
enum { N_WEB_READINGS = 3 };
extern const struct web_reading web_readings[N_WEB_READINGS];   /* "letters", "parentheses", "centers" */

/** Which of two choices a text is.  @param text  may be NULL  @return 0 or 1, 2: neither */
unsigned web_choice_of(const char *text, const char *const choices[2]);

/* ---- patterns of cubing.js, which its pages send to POST /v0/solve/pattern: pattern.c ---- */

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
