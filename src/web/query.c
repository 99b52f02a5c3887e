/* Parameters of a query. */
#include "web/describe.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool web_query_choice(const struct web_call *call, const char *name, const char *const *names, unsigned n, unsigned standard,
                      unsigned *out, struct web_error *error)
{
	const char *const text = call->query(call->context, name);
	char expected[200] = "";
	*out = standard;
	for (unsigned i = 0; i < n && text != NULL; i++) {
		if (strcmp(text, names[i]) == 0) {
			*out = i;
			return true;
		}
		snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s%s", i > 0 ? " or " : "", names[i]);
	}
	return text == NULL || web_error_set(error, WEB_BAD_REQUEST, "%s: expected %s", name, expected);
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
