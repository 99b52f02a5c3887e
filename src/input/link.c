#include "input/link.h"

#include "cube/position.h"
#include "cube/text.h"

#include <stddef.h>
#include <string.h>

static const char *const pages[] = {"alg.cubing.net/", "alpha.twizzle.net/", "twizzle.net/", "experiments.cubing.net/"};

/* After the scheme, if there is one. */
static char *skip_scheme(char *text)
{
	static const char *const schemes[] = {"https://", "http://"};
	for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
		if (strncmp(text, schemes[i], strlen(schemes[i])) == 0)
			return text + strlen(schemes[i]);
	return text;
}

static bool is_known_page(const char *text)
{
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		if (strncmp(text, pages[i], strlen(pages[i])) == 0)
			return true;
	return false;
}

bool link_begins(const char *text)
{
	if (*text < 'a' || *text > 'z')
		return false;
	return strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0 || is_known_page(text);
}

static int digit_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *const digit = c != '\0' ? strchr(digits, c >= 'A' && c <= 'F' ? c + ('a' - 'A') : c) : NULL;
	return digit != NULL ? (int)(digit - digits) : -1;
}

/* A value in place. @return false: a % without two digits, or a NUL */
static bool decode(char *value)
{
	char *to = value;
	for (char *from = value; *from != '\0'; from++) {
		*to = *from == '_' || *from == '+' ? ' ' : *from == '-' ? '\'' : *from;
		if (*from == '%') {
			const int high = digit_value(from[1]), low = high >= 0 ? digit_value(from[2]) : -1;
			if (low < 0 || high + low == 0)
				return false;
			*to = (char)(high * 16 + low);
			from += 2;
		}
		to++;
	}
	*to = '\0';
	return true;
}

/* Comments of the page, up to the ends of their lines, become blanks. */
static void blank_comments(char *value)
{
	for (char *comment; (comment = strstr(value, "//")) != NULL;)
		memset(comment, ' ', strcspn(comment, "\r\n"));
}

static bool is_key(const char *key, const char *a, const char *b, const char *c)
{
	return strcmp(key, a) == 0 || strcmp(key, b) == 0 || strcmp(key, c) == 0;
}

struct link_values {
	char *setup, *moves, *puzzle;
};

/* The parts between ? and & ... &. */
static const char *read_values(char *query, struct link_values *out)
{
	for (char *part; (part = strsep(&query, "&")) != NULL;) {
		char *const equals = strchr(part, '=');
		if (*part == '\0')
			continue;
		if (equals == NULL)
			return "the link is cut or changed: a part of it has no '='; copy it from the page's address again";
		*equals = '\0';
		if (!decode(equals + 1))
			return "the link is cut or changed: two hexadecimal digits must follow each '%'";
		if (is_key(part, "setup", "setup-alg", "experimental-setup-alg"))
			out->setup = equals + 1;
		else if (is_key(part, "alg", "alg", "alg"))
			out->moves = equals + 1;
		else if (is_key(part, "puzzle", "puzzle", "puzzle"))
			out->puzzle = equals + 1;
	}
	return NULL;
}

const char *link_read(char *text, unsigned options, char **scramble)
{
	struct link_values v = {.setup = NULL};
	char *const page = skip_scheme(text), *const query = strchr(text, '?');
	if (!is_known_page(page))
		return "a link to a page whose scrambles are unknown; links of alg.cubing.net and Twizzle are read";
	if (*text_skip_word(text) != '\0')
		return "text after a link; a comment begins with #";
	const char *const fault = query != NULL ? read_values(query + 1, &v) : NULL;
	if (fault != NULL)
		return fault;
	const bool is_pocket = v.puzzle != NULL && strcmp(v.puzzle, "2x2x2") == 0;
	if (v.puzzle != NULL && !is_pocket && strcmp(v.puzzle, "3x3x3") != 0)
		return "a link to another puzzle";
	if (is_pocket != ((options & READ_POCKET) != 0))
		return is_pocket ? "a link to a 2x2x2; --puzzle 2x2 reads it" : "a link to a 3x3x3; without --puzzle 2x2 it is read";
	char *const moves = v.setup != NULL && *text_skip_space(v.setup) != '\0' ? v.setup : v.moves;
	if (moves == NULL || *text_skip_space(moves) == '\0')
		return "a link without moves";
	blank_comments(moves);
	*scramble = moves + (text_skip_space(moves) - moves);
	return NULL;
}
