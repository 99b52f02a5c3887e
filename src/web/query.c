/* Parameters of a query. */
#include "web/describe.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

bool web_query_choice(const struct web_call *call, const char *name, const char *const choices[2], unsigned standard, unsigned *out,
                      struct web_error *error)
{
	const char *const text = call->query(call->context, name);
	*out = text != NULL ? web_choice_of(text, choices) : standard;
	return text == NULL || *out < 2 || web_error_set(error, WEB_BAD_REQUEST, "%s: expected %s or %s", name, choices[0], choices[1]);
}

bool web_query_number(const struct web_call *call, const char *name, uint64_t min, uint64_t max, uint64_t standard, uint64_t *out,
                      struct web_error *error)
{
	const char *const text = call->query(call->context, name);
	*out = standard;
	if (text == NULL)
		return true;
	char *end;
	errno = 0;
	*out = strtoull(text, &end, 10);
	if (isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0 && *out >= min && *out <= max)
		return true;
	return web_error_set(error, WEB_BAD_REQUEST, "%s: expected a whole number from %" PRIu64 " to %" PRIu64, name, min, max);
}
