#include "web/request.h"

#include "report/json.h"

#include <stdarg.h>
#include <stdio.h>

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
	const bool is_asked_wrongly = from->status >= SUPERFLIP_BAD_ARGUMENT && from->status < SUPERFLIP_NO_MEMORY;
	*error = (struct web_error){.status = is_asked_wrongly ? WEB_UNPROCESSABLE : WEB_UNAVAILABLE, .what = *from};
	if (from->text[0] == '\0')
		snprintf(error->what.text, sizeof error->what.text, "%s", superflip_status_text(from->status));
	return false;
}

json_t *web_error_json(const struct web_error *error)
{
	const superflip_error *const what = &error->what;
	json_t *const object = json_object();
	char key[WEB_KEY_SIZE] = "", message[WEB_KEY_SIZE + sizeof what->text];
	if (what->field != NULL)
		web_key(what->field, key);
	const bool is_of_value = *key != '\0' && what->column == 0;
	int failed = json_object_set_new(object, "status", json_integer(error->status));
	snprintf(message, sizeof message, "%s%s%s", is_of_value ? key : "", is_of_value ? ": " : "", what->text);
	failed |= json_object_set_new(object, "message", json_text(message));
	failed |= *key != '\0' ? json_object_set_new(object, "field", json_string(key)) : 0;
	if (what->status == SUPERFLIP_BAD_TEXT && !is_of_value) {
		failed |= what->row > 0 ? json_object_set_new(object, "row", json_integer((json_int_t)what->row + 1)) : 0;
		failed |= json_object_set_new(object, "column", json_integer(what->column));
		failed |= json_object_set_new(object, "token", json_text(what->token));
	}
	json_t *const outer = failed == 0 ? json_pack("{s:O}", "error", object) : NULL;
	json_decref(object);
	return outer;
}
