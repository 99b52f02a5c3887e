#include "cube/position.h"

#include "cube/cubies.h"
#include "cube/facelet.h"
#include "cube/notation.h"
#include "cube/text.h"

#include <string.h>

static const char *const form_name[] = {
	[POSITION_MOVES] = "moves", [POSITION_FACELETS] = "facelets", [POSITION_CUBIES] = "cubies",
};

/* Facelets, whole or with a few missing, whatever their spacing: about 54 characters of one kind, not counting one
 * slip.  Moves without a 2 or a prime can look like that; so many of them do not occur, unless they repeat two or
 * three letters: hence five different ones are asked for. */
enum { FEWEST_FACELETS = 45, MOST_FACELETS = 63, FEWEST_COLOURS = 5 };

enum character_kind { CAPITAL, SMALL, DIGIT, NOT_ASCII, OTHER, N_KINDS };

static enum character_kind kind_of(const char *at)
{
	if (*at >= 'A' && *at <= 'Z')
		return CAPITAL;
	if (*at >= 'a' && *at <= 'z')
		return SMALL;
	if (*at >= '0' && *at <= '9')
		return DIGIT;
	return text_char_bytes(at) > 1 ? NOT_ASCII : OTHER;
}

/* Whether the character at `at` stands nowhere before it. */
static bool is_first(const char *text, const char *at)
{
	const size_t n_bytes = text_char_bytes(at);
	for (; text < at; text += text_char_bytes(text))
		if (text_char_bytes(text) == n_bytes && memcmp(text, at, n_bytes) == 0)
			return false;
	return true;
}

static bool looks_like_facelets(const char *text)
{
	unsigned count[N_KINDS] = {0}, n = 0, n_different = 0;
	for (const char *at = text_skip_space(text); *at != '\0'; at = text_skip_space(at + text_char_bytes(at))) {
		count[kind_of(at)]++;
		n_different += is_first(text, at);
		if (++n > MOST_FACELETS)
			return false;
	}
	if (n < FEWEST_FACELETS || n_different < FEWEST_COLOURS)
		return false;
	for (unsigned kind = 0; kind < OTHER; kind++)
		if (count[kind] + 1 >= n)
			return true;
	return false;
}

/* Cubies, whole or with a few missing: about twenty words of two or three capital letters, some of each. */
enum { FEWEST_CUBIES = 16, MOST_CUBIES = 24 };

static bool looks_like_cubies(const char *text)
{
	unsigned n = 0, n_edges = 0;
	const char *end;
	for (const char *at = text_skip_space(text); *at != '\0'; at = text_skip_space(end), n++) {
		end = text_skip_word(at);
		const size_t length = (size_t)(end - at);
		if (length < 2 || length > 3 || n == MOST_CUBIES)
			return false;
		for (const char *c = at; c < end; c++)
			if (kind_of(c) != CAPITAL)
				return false;
		n_edges += length == 2;
	}
	return n >= FEWEST_CUBIES && n_edges > 0 && n_edges < n;
}

/* Add " (read as FORM)" to the message, at the cost of its end if there is no room. */
static void name_form(struct input_error *error, enum position_form form)
{
	static const char opening[] = " (read as ";
	const size_t room = sizeof error->message - strlen(opening) - strlen(form_name[form]) - sizeof ")";
	char *const end = error->message + strnlen(error->message, room);
	stpcpy(stpcpy(stpcpy(end, opening), form_name[form]), ")");
}

static bool read_moves(const char *text, unsigned options, struct position *out, struct input_error *error)
{
	struct maneuver m;
	if (!notation_read(text, options, &m, error))
		return false;
	*out = (struct position){.cube = m.cube, .form = POSITION_MOVES, .rotation = m.rotation};
	maneuver_free(&m);
	return true;
}

bool position_read(const char *text, unsigned options, struct position *out, struct input_error *error)
{
	struct position read = {.form = looks_like_cubies(text) ? POSITION_CUBIES
	                              : looks_like_facelets(text) ? POSITION_FACELETS : POSITION_MOVES};
	const bool understood =
		read.form == POSITION_CUBIES ? cubies_read(text, &read.cube, error)
		: read.form == POSITION_FACELETS ? facelet_read(text, &read.cube, &read.rotation, error)
		: read_moves(text, options, &read, error);
	if (understood)
		*out = read;
	else
		name_form(error, read.form);
	return understood;
}
