#include "cube/turn.h"

#include "cube/text.h"

#include <string.h>

enum { NEAR = LAYER_NEAR, MIDDLE = LAYER_MIDDLE, FAR = LAYER_FAR };

static const struct letter {
	char name;
	struct turn turn;        /* one turn in the letter's own direction */
} letters[] = {
	{'U', {0, NEAR, 1}},
	{'u', {0, NEAR | MIDDLE, 1}},
	{'D', {0, FAR, 3}},
	{'d', {0, FAR | MIDDLE, 3}},
	{'R', {1, NEAR, 1}},
	{'r', {1, NEAR | MIDDLE, 1}},
	{'L', {1, FAR, 3}},
	{'l', {1, FAR | MIDDLE, 3}},
	{'F', {2, NEAR, 1}},
	{'f', {2, NEAR | MIDDLE, 1}},
	{'B', {2, FAR, 3}},
	{'b', {2, FAR | MIDDLE, 3}},
	{'E', {0, MIDDLE, 3}},
	{'M', {1, MIDDLE, 3}},
	{'S', {2, MIDDLE, 1}},
	{'y', {0, NEAR | MIDDLE | FAR, 1}},
	{'x', {1, NEAR | MIDDLE | FAR, 1}},
	{'z', {2, NEAR | MIDDLE | FAR, 1}},
};
enum { N_LETTERS = sizeof letters / sizeof *letters };

static const char french[] = "HBAPGDhbapgd", english[] = "UDFBLRudfblr";

static const struct letter *find_letter(char c, unsigned options)
{
	if ((options & READ_FRENCH) != 0 && text_is_letter(c)) {
		const char *const known = strchr(french, c);
		if (known != NULL)
			c = english[known - french];
		else if (strchr(english, c) != NULL)
			return NULL;  /* U R F L are not letters of French notation */
	}
	/* Letters of the 2x2x2: its faces, whole turns, and r b d, which Théry writes for R B D. */
	if ((options & READ_POCKET) != 0)
		c = c == '\0' || strchr("rbdURFDLBxyz", c) == NULL ? '\0' : strchr("rbd", c) != NULL
			? text_capital(c) : c;
	for (size_t i = 0; i < N_LETTERS; i++)
		if (letters[i].name == c)
			return &letters[i];
	return NULL;
}

size_t turn_prime_bytes(const char *at)
{
	static const char *const marks[] = {"'", "`", "-", "i", "\u2019", "\u2018", "\u2032", "\u00B4", "\u207B",
	                                    "\x92", "\xB4"};  /* the last two: ’ and ´ of Windows-1252 */
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strncmp(at, marks[i], strlen(marks[i])) == 0)
			return strlen(marks[i]);
	return 0;
}

size_t turn_count_bytes(const char *at, unsigned *n)
{
	static const char *const raised[] = {"\u00B9", "\u00B2", "\u00B3"};
	if (*at >= '1' && *at <= '3') {
		*n = (unsigned)(*at - '0');
		return 1;
	}
	for (unsigned i = 0; i < 3; i++)
		if (strncmp(at, raised[i], strlen(raised[i])) == 0) {
			*n = i + 1;
			return strlen(raised[i]);
		}
	return 0;
}

struct turn turn_inverse(struct turn t)
{
	t.quarters = (uint8_t)((4 - t.quarters) % 4);
	return t;
}

const char *turn_token_end(const char *at)
{
	while (text_is_digit(*at) || (*at == '-' && text_is_digit(at[1])))
		at++;
	if (text_space_bytes(at) == 0)
		at += text_char_bytes(at);
	while (*at != '\0' && text_space_bytes(at) == 0 && (!text_is_letter(*at) || *at == 'w' || *at == 'i') &&
	       strchr("()[],:", *at) == NULL)
		at += text_char_bytes(at);
	return at;
}

/* What follows the letter and w: a count, a prime, or both in either order, perhaps raised by ^. */
static const char *read_suffix(const char *at, const char *end, unsigned *quarters)
{
	unsigned n = 1;
	at += *at == '^' && at + 1 < end;
	size_t n_count = at < end ? turn_count_bytes(at, &n) : 0;
	at += n_count;
	const size_t n_prime = at < end ? turn_prime_bytes(at) : 0;
	at += n_prime;
	if (n_count == 0 && n_prime > 0 && at < end) {
		n_count = turn_count_bytes(at, &n);
		at += n_count;
	}
	*quarters *= n_prime > 0 ? 4 - n : n;
	return at;
}

bool turn_read(const char *at, const char *end, unsigned options, struct turn *out)
{
	const struct letter *const letter = find_letter(*at++, options);
	if (letter == NULL)
		return false;
	struct turn t = letter->turn;
	if (*at == 'w') {
		if ((t.layers != NEAR && t.layers != FAR) || (options & READ_POCKET) != 0)
			return false;
		t.layers |= MIDDLE;
		at++;
	}
	unsigned quarters = t.quarters;
	if (at < end)
		at = read_suffix(at, end, &quarters);
	t.quarters = (uint8_t)(quarters % 4);
	if (at != end)
		return false;
	*out = t;
	return true;
}

bool turn_explain(const char *text, const char *at, const char *end, unsigned options,
                  struct input_error *error)
{
	const char *const after_number = at + strspn(at, "0123456789-");
	input_error_locate(error, text, at, (size_t)(end - at));
	if (at < after_number && after_number < end && find_letter(*after_number, options) != NULL)
		return input_error_say(error,
		                       "'%s': layer numbers are for bigger cubes; write Rw or r for two layers, "
		                       "M E S for a slice",
		                       error->token);
	const uint32_t hidden = text_find_hidden(at, end);
	if (hidden != 0)
		return input_error_say(error, "'%s' contains U+%04X, which cannot be seen; delete it", error->token,
		                       (unsigned)hidden);
	if (find_letter(*at, options) != NULL && (options & READ_POCKET) == 0)
		return input_error_say(error,
		                       "'%s' is not a move: the letter may be followed by w, then by 1, 2 or 3, "
		                       "then by ' (or - or i)",
		                       error->token);
	if (text_is_letter(*at) && strchr("XYZ", *at) != NULL)
		return input_error_say(error, "'%s' is not a move: rotations are written x y z", error->token);
	if ((options & READ_POCKET) != 0)
		return input_error_say(error,
			"'%s' is not a turn of the 2x2x2; expected one of U R F D L B (or r b d), "
		                       "then 2 or '", error->token);
	if (text_is_letter(*at) && strchr("mes", *at) != NULL)
		return input_error_say(error, "'%s' is not a move: slices are written M E S", error->token);
	return input_error_say(
		error,
		(options & READ_FRENCH) != 0
			? "'%s' is not a move; expected a French face H B A P G D, a wide turn Hw or h, M E S or x y z"
			: "'%s' is not a move; expected a face U R F D L B, a wide turn Rw or r, a slice M E S or a rotation x y z",
		error->token);
}

size_t turn_write(struct turn t, char out[TURN_TEXT_SIZE])
{
	const bool is_wide = t.layers == (NEAR | MIDDLE) || t.layers == (FAR | MIDDLE);
	const unsigned layers = is_wide ? t.layers & ~(unsigned)MIDDLE : t.layers;
	size_t length = 0;
	for (size_t i = 0; i < N_LETTERS && t.quarters != 0; i++) {
		const struct turn *const one = &letters[i].turn;
		if (one->axis != t.axis || one->layers != layers)
			continue;
		out[length++] = letters[i].name;
		if (is_wide)
			out[length++] = 'w';
		if (t.quarters == 2)
			out[length++] = '2';
		else if (t.quarters != one->quarters)
			out[length++] = '\'';
		break;
	}
	out[length] = '\0';
	return length;
}
