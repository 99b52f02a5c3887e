#include "cube/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool continues_character(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

size_t text_char_bytes(const char *at)
{
	const unsigned char first = (unsigned char)*at;
	if (first == '\0')
		return 0;
	const size_t n_bytes = first >= 0xC2 && first <= 0xDF ? 2 : first >= 0xE0 && first <= 0xEF ? 3
	                     : first >= 0xF0 && first <= 0xF4 ? 4 : 1;
	for (size_t i = 1; i < n_bytes; i++)
		if (!continues_character(at[i]))  /* true of the final '\0' as well */
			return 1;
	return n_bytes;
}

size_t text_space_bytes(const char *at)
{
	if (*at == '\0')
		return 0;
	if (strchr(" \t\n\v\f\r", *at) != NULL)
		return 1;
	return strncmp(at, "\u00A0", 2) == 0 ? 2 : 0;  /* the no-break space of web pages */
}

const char *text_skip_space(const char *at)
{
	for (size_t n_bytes; (n_bytes = text_space_bytes(at)) != 0;)
		at += n_bytes;
	return at;
}

const char *text_skip_word(const char *at)
{
	while (*at != '\0' && text_space_bytes(at) == 0)
		at += text_char_bytes(at);
	return at;
}

static unsigned column_of(const char *text, const char *at)
{
	unsigned column = 1;
	for (; text < at; text += text_char_bytes(text))
		column++;
	return column;
}

bool text_is_printable(const char *at)
{
	const unsigned char first = (unsigned char)*at;
	if (text_char_bytes(at) == 1)
		return first >= ' ' && first < 0x7F;
	return first != 0xC2 || (unsigned char)at[1] >= 0xA0;  /* U+0080..U+009F steer terminals as well */
}

void input_error_locate(struct input_error *error, const char *text, const char *at, size_t n_bytes)
{
	static const char shortened[] = "...";
	const size_t room = sizeof error->token - sizeof shortened;
	const char *const end = at + n_bytes;
	size_t length = 0;
	error->column = column_of(text, at);
	for (size_t width; at < end && (width = text_char_bytes(at)) != 0; at += width) {
		if (length + width > room) {
			memcpy(error->token + length, shortened, sizeof shortened);
			return;
		}
		if (text_is_printable(at)) {
			memcpy(error->token + length, at, width);
			length += width;
		} else {
			error->token[length++] = '?';
		}
	}
	error->token[length] = '\0';
}

bool input_error_say(struct input_error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(error->message, sizeof error->message, format, arguments);
	va_end(arguments);
	return false;
}
