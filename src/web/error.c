#include "web/error.h"

#include "report/json.h"

#include <stdarg.h>
#include <stdio.h>

bool web_error_set(struct web_error *error, enum web_status status, const char *format, ...)
{
	va_list arguments;
	*error = (struct web_error){.status = status};
	va_start(arguments, format);
	vsnprintf(error->message, sizeof error->message, format, arguments);
	va_end(arguments);
	return false;
}

bool web_error_of(struct web_error *error, const superflip_error *from)
{
	const bool is_asked_wrongly = from->status >= SUPERFLIP_BAD_ARGUMENT && from->status < SUPERFLIP_NO_MEMORY;
	*error = (struct web_error){
		.status = is_asked_wrongly ? WEB_UNPROCESSABLE : WEB_UNAVAILABLE, .has_place = from->status == SUPERFLIP_BAD_TEXT,
		.row = from->row, .column = from->column,
	};
	snprintf(error->token, sizeof error->token, "%s", from->token);
	snprintf(error->message, sizeof error->message, "%s", from->text[0] != '\0' ? from->text : superflip_status_text(from->status));
	return false;
}

json_t *web_error_json(const struct web_error *error)
{
	json_t *const object = json_object();
	int failed = json_object_set_new(object, "status", json_integer(error->status));
	failed |= json_object_set_new(object, "message", json_text(error->message));
	if (error->has_place) {
		failed |= error->row > 0 ? json_object_set_new(object, "row", json_integer((json_int_t)error->row + 1)) : 0;
		failed |= json_object_set_new(object, "column", json_integer(error->column));
		failed |= json_object_set_new(object, "token", json_text(error->token));
	}
	json_t *const outer = failed == 0 ? json_pack("{s:O}", "error", object) : NULL;
	json_decref(object);
	return outer;
}
