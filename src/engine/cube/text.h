/* Reading text by characters (UTF-8, or single bytes where it is none), and saying where it is wrong. */
#pragma once
#include "cube/cube.h"

/** Where a text is wrong and what was expected. */
struct input_error {
	unsigned row;                 /* lines of the text before the one at fault; 0 if the text is one line */
	unsigned column;              /* of the token in its line, from 1, in characters (not bytes) */
	char token[40];               /* the offending token, shortened if long; may be empty */
	char message[200];            /* one line without "file:line:", says what to do */
	bool is_no_memory;            /* nothing is wrong with the text: there was no memory to read it */
};

static inline bool text_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline bool text_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline char text_capital(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }
static inline bool text_is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

/** The bytes of what a text begins with; 0 if it does not. */
static inline size_t text_begins(const char *at, const char *with)
{
	const size_t n = strlen(with);
	return strncmp(at, with, n) == 0 ? n : 0;
}

/** The bytes of the character at `at`: 0 at the end of the text, 1 for a byte that is not UTF-8. */
size_t text_char_bytes(const char *at);

/** The number of the character at `at`; a byte that is not UTF-8 stands for itself. */
uint32_t text_code_point(const char *at);

/** Whether the character at `at` can be shown: no control character, nothing invisible or that turns the
 * direction of writing, no byte that is not UTF-8. */
bool text_is_printable(const char *at);

/** The bytes of the white space character at `at` (ASCII or U+00A0), 0 if it is none. */
size_t text_space_bytes(const char *at);

/** Whether the characters at two places are the same, in either case. */
bool text_is_same_symbol(const char *a, const char *b);

/** The first character after the white space at `at`. */
const char *text_skip_space(const char *at);

/** The end of the characters at `at`: the next white space or the end of the text. */
const char *text_skip_word(const char *at);

/** For each word of a text, at .. end - 1. */
#define text_foreach_word(at, end, text) \
	for (const char *at = text_skip_space(text), *end; \
	     end = text_skip_word(at), *at != '\0'; at = text_skip_space(end))

/** Whether `at` begins a line end: \n, \r\n or \r. @return its bytes, 0 if there is none */
size_t text_line_end_bytes(const char *at);

/** The number of the first character in at .. end - 1 beyond ASCII that cannot be shown, such as U+200B; 0 if
 * there is none. */
uint32_t text_find_hidden(const char *at, const char *end);

/** Note the row, the column and the token text[at - text ..] of n_bytes; what cannot be printed becomes
 * '?'. */
void input_error_locate(struct input_error *error, const char *text, const char *at, size_t n_bytes);

/** Format the message.
 * @return false, so that a reader can end with `return input_error_say(...)` */
bool input_error_say(struct input_error *error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** Locate it, then format the message, which may name error->token. */
#define input_error_at(error, text, at, n_bytes, ...) \
	(input_error_locate((error), (text), (at), (n_bytes)), input_error_say((error), __VA_ARGS__))

/** The same of a fault of the text as a whole, located where it begins. */
#define input_error_refuse(error, text, ...) \
	input_error_at((error), (text), text_skip_space(text), 0, __VA_ARGS__)

/** A maneuver was too long for the memory there is. */
bool input_error_no_memory(struct input_error *error, const char *text);
