#include "cube/text.h"

#include <stdarg.h>

size_t text_char_bytes(const char *at)
{
	const unsigned char first = (unsigned char)*at;
	if (first == '\0')
		return 0;
	const size_t n_bytes = first >= 0xC2 && first <= 0xDF ? 2 : first >= 0xE0 && first <= 0xEF ? 3
	                     : first >= 0xF0 && first <= 0xF4 ? 4 : 1;
	for (size_t i = 1; i < n_bytes; i++)
		if (((unsigned char)at[i] & 0xC0) != 0x80)  /* true of the final '\0' as well */
			return 1;
	return n_bytes;
}

size_t text_space_bytes(const char *at)
{
	if (text_is_blank(*at))
		return 1;
	return *at == '\xC2' && at[1] == '\xA0' ? 2 : 0;  /* the no-break space of web pages */
}

bool text_is_same_symbol(const char *a, const char *b)
{
	const size_t n_bytes = text_char_bytes(a);
	return text_capital(*a) == text_capital(*b) && n_bytes == text_char_bytes(b)
	       && memcmp(a + 1, b + 1, n_bytes - 1) == 0;
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

size_t text_line_end_bytes(const char *at)
{
	return *at == '\n' ? 1 : *at != '\r' ? 0 : at[1] == '\n' ? 2 : 1;
}

uint32_t text_code_point(const char *at)
{
	const unsigned char first = (unsigned char)*at;
	const size_t n_bytes = text_char_bytes(at);
	uint32_t code = n_bytes == 1 ? first : first & (0xFFu >> (n_bytes + 1));
	for (size_t i = 1; i < n_bytes; i++)
		code = code << 6 | ((unsigned char)at[i] & 0x3F);
	return code;
}

bool text_is_printable(const char *at)
{
	/* Controls and what steers or hides text: C0, C1, soft hyphen and other invisible signs, directions of
	 * writing, separators of lines, a byte-order mark, tags. */
	static const struct { uint32_t first, last; } unseen[] = {
		{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},       {0x61C, 0x61C},         {0x180E, 0x180E},
		{0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},   {0xD800, 0xDFFF},       {0xFE00, 0xFE0F},
		{0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}, {0x110000, UINT32_MAX},
	};
	const uint32_t code = text_code_point(at);
	bool is_seen = text_char_bytes(at) > 1 || code < 0x80;
	array_foreach(range, unseen)
		is_seen &= code < range->first || code > range->last;
	return is_seen;
}

uint32_t text_find_hidden(const char *at, const char *end)
{
	for (; at < end && *at != '\0'; at += text_char_bytes(at))
		if (text_char_bytes(at) > 1 && !text_is_printable(at))
			return text_code_point(at);
	return 0;
}

void input_error_locate(struct input_error *error, const char *text, const char *at, size_t n_bytes)
{
	static const char shortened[] = "...";
	const size_t room = sizeof error->token - sizeof shortened;
	const char *const end = at + n_bytes;
	size_t length = 0;
	error->is_no_memory = false;
	error->row = 0;
	error->column = 1;
	while (text < at) {
		const size_t n_end = text_line_end_bytes(text);
		const bool is_line_end = n_end > 0 && text + n_end <= at;
		text += is_line_end ? n_end : text_char_bytes(text);
		error->row += is_line_end;
		error->column = is_line_end ? 1 : error->column + 1;
	}
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

bool input_error_no_memory(struct input_error *error, const char *text)
{
	input_error_at(error, text, text, 0, "not enough memory for a maneuver of this length");
	error->is_no_memory = true;
	return false;
}
