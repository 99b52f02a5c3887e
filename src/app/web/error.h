/* What went wrong with a request, as the client is told. */
#ifndef SUPERFLIP_WEB_ERROR_H
#define SUPERFLIP_WEB_ERROR_H
#include "superflip.h"

#include <jansson.h>

/** Statuses of HTTP (RFC 9110) that this server answers with. */
enum web_status {
	WEB_OK = 200, WEB_ACCEPTED = 202, WEB_NO_CONTENT = 204, WEB_SEE_OTHER = 303, WEB_BAD_REQUEST = 400, WEB_UNAUTHORIZED = 401,
	WEB_FORBIDDEN = 403, WEB_NOT_FOUND = 404, WEB_BAD_METHOD = 405, WEB_TOO_LARGE = 413, WEB_BAD_TYPE = 415,
	WEB_UNPROCESSABLE = 422, WEB_TOO_MANY = 429, WEB_UNAVAILABLE = 503
};

struct web_error {
	enum web_status status;
	superflip_error what;         /* its text; of SUPERFLIP_BAD_TEXT also where the text is wrong */
};

/** Fill in an error that has no place.  @return false, for callers that pass it on */
bool web_error_set(struct web_error *error, enum web_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** What the library says is wrong; the status of HTTP follows from it: 422 for what was asked, 503 for the
 * machine.
 * @return false, for callers that pass it on */
bool web_error_of(struct web_error *error, const superflip_error *from);

/** {"error": {...}} as doc/openapi.yaml has it; NULL without memory. */
json_t *web_error_json(const struct web_error *error);
#endif
