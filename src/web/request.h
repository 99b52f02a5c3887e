/* What a client asks to be solved: the JSON of POST /api/solve (doc/openapi.yaml, Request). */
#ifndef SUPERFLIP_WEB_REQUEST_H
#define SUPERFLIP_WEB_REQUEST_H
#include "web/error.h"

struct web_request {
	char *scramble;               /* owned */
	char *goal;                   /* owned; NULL: the solved cube */
	superflip_puzzle puzzle;
	superflip_metric metric;
	const superflip_method *method;
	int64_t n_solutions;          /* SUPERFLIP_ALL: all */
	unsigned over, min, max;      /* lengths; max is SUPERFLIP_MAX_LENGTH for no limit */
	double time_limit_s;          /* 0: none was asked for */
	uint64_t node_limit;          /* 0: none */
	bool deterministic, up_to_symmetry, detached;
	unsigned read_options;        /* SUPERFLIP_READ_... */
	uint32_t moves;               /* those that are permitted, SUPERFLIP_ALL_MOVES by default */
};

/** Everything as it is if nobody says otherwise; the scramble is NULL. */
struct web_request web_request_default(void);

/** Read a request.  Nothing is guessed: an unknown field, a wrong type, a value out of range are errors.
 * @param body  JSON, size bytes, from anywhere
 * @param out   filled on success, to be released by web_request_free(); otherwise untouched
 * @return false with *error filled: 400 if the body is no JSON object, else 422 */
bool web_request_read(const char *body, size_t size, struct web_request *out, struct web_error *error);
void web_request_free(struct web_request *request);
#endif
