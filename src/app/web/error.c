#include "web/request.h"

#include "report/json.h"

#include <stdarg.h>

bool web_error_set(struct web_error *error, enum web_status status, const char *format, ...)
{
	va_list arguments;
	*error = (struct web_error){.status = status};
	va_start(arguments, format);
	vsnprintf(error->what.text, sizeof error->what.text, format, arguments);
	va_end(arguments);
	return false;
}

bool web_error_of(struct web_error *error, const superflip_error *from)
{
	const bool is_asked_wrongly =
		from->status >= SUPERFLIP_BAD_ARGUMENT && from->status < SUPERFLIP_NO_MEMORY;
	*error = (struct web_error){.status = is_asked_wrongly ? WEB_UNPROCESSABLE : WEB_UNAVAILABLE, .what = *from};
	if (from->text[0] == '\0')
		snprintf(error->what.text, sizeof error->what.text, "%s", superflip_status_text(from->status));
	return false;
}

json_t *web_error_json(const struct web_error *error)
{
	const superflip_error *const what = &error->what;
	char key[WEB_KEY_SIZE] = "", message[WEB_KEY_SIZE + sizeof what->text];
	if (what->field != NULL)
		web_key(what->field, key);
	const bool is_of_value = *key != '\0' && what->column == 0,
	    has_place = what->status == SUPERFLIP_BAD_TEXT && !is_of_value;
	snprintf(message, sizeof message, "%s%s%s", is_of_value ? key : "", is_of_value ? ": " : "", what->text);
	return json_pack("{s:{s:i, s:o, s:s*, s:o*, s:o*, s:o*}}", "error", "status", error->status,
	                 "message", json_text(message), "field", *key != '\0' ? key : NULL, "row",
	                 has_place && what->row > 0 ? json_integer((json_int_t)what->row + 1) : NULL,
	                 "column", has_place ? json_integer(what->column) : NULL, "token",
	                 has_place ? json_text(what->token) : NULL);
}
