#include "cube/turn.h"

/* For each axis near, near two, far two, far, middle, all layers. */
static const char letters[] = "UudDEyRrlLMxFfbBSz";

/* One turn in a letter's own direction. */
static struct turn turn_of_letter(const char *letter)
{
	static const uint8_t layers[][N_LAYERS] = {
		{1, 0, 0}, {1, 1, 0}, {0, 3, 3}, {0, 0, 3}, {0, 3, 0}, {1, 1, 1},
		{0, 1, 0},  /* M and E turn like L and D, S like F */
	};
	const unsigned i = (unsigned)(letter - letters);
	const uint8_t *const of = layers[*letter == 'S' ? 6 : i % 6];
	return (struct turn){.axis = (uint8_t)(i / 6), .near = of[0], .middle = of[1], .far = of[2]};
}

static const char french[] = "HBAPGDhbapgd", english[] = "UDFBLRudfblr";

/* @return NULL: there is none */
static const char *find_letter(char c, unsigned options)
{
	if (options & READ_FRENCH && text_is_letter(c)) {
		const char *const known = strchr(french, c);
		if (known != NULL)
			c = english[known - french];
		else if (strchr(english, c) != NULL)
			return NULL;  /* U R F L are not letters of French notation */
	}
	/* Letters of the 2x2x2: its faces, whole turns, and r b d, which Théry writes for R B D. */
	if (options & READ_POCKET)
		c = c == '\0' || strchr("rbdURFDLBxyz", c) == NULL ? '\0' : strchr("rbd", c) != NULL
			? text_capital(c) : c;
	return c != '\0' ? strchr(letters, c) : NULL;
}

size_t turn_prime_bytes(const char *at)
{
	static const char *const marks[] = {"'", "`", "-", "i", "\u2019", "\u2018", "\u2032", "\u00B4", "\u207B",
	                                    "\x92", "\xB4"};  /* the last two: ’ and ´ of Windows-1252 */
	array_foreach(mark, marks)
		if (text_begins(at, *mark) > 0)
			return strlen(*mark);
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
		if (text_begins(at, raised[i]) > 0) {
			*n = i + 1;
			return strlen(raised[i]);
		}
	return 0;
}

struct turn turn_times(struct turn t, unsigned n)
{
	items_foreach(layer, t.layer, N_LAYERS)
		*layer = (uint8_t)(*layer * n % 4);
	return t;
}

unsigned turn_move(const struct turn *t)
{
	if (t->middle != 0 || (t->near != 0) == (t->far != 0))
		return N_MOVES;
	return t->near != 0 ? t->axis * 3u + t->near - 1 : (t->axis + 3u) * 3 + 3 - t->far;
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

bool turn_read(const char *at, const char *end, unsigned options, struct turn *out)
{
	const char *const letter = find_letter(*at++, options);
	if (letter == NULL)
		return false;
	struct turn t = turn_of_letter(letter);
	if (*at == 'w') {
		if (turn_move(&t) == N_MOVES || options & READ_POCKET)
			return false;
		t.middle = t.near | t.far;
		at++;
	}
	if (at < end) {
		/* A count, a prime, or both in either order, perhaps raised by ^. */
		unsigned n = 1;
		at += *at == '^' && at + 1 < end;
		const size_t n_count = at < end ? turn_count_bytes(at, &n) : 0;
		at += n_count;
		const size_t n_prime = at < end ? turn_prime_bytes(at) : 0;
		at += n_prime;
		if (n_count == 0 && n_prime > 0 && at < end)
			at += turn_count_bytes(at, &n);
		t = turn_times(t, n_prime > 0 ? 4 - n : n);
	}
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
	if (options & READ_POCKET)
		return input_error_say(error,
			"'%s' is not a turn of the 2x2x2; expected one of U R F D L B (or r b d), "
		                       "then 2 or '", error->token);
	if (text_is_letter(*at) && strchr("mes", *at) != NULL)
		return input_error_say(error, "'%s' is not a move: slices are written M E S", error->token);
	return input_error_say(
		error,
		options & READ_FRENCH
			? "'%s' is not a move; expected a French face H B A P G D, a wide turn Hw or h, M E S or x y z"
			: "'%s' is not a move; expected a face U R F D L B, a wide turn Rw or r, a slice M E S or a rotation x y z",
		error->token);
}

/* A turn that a letter stands for.  @return the length, 0: none does */
static size_t write_word(const struct turn *t, char *out)
{
	for (const char *letter = letters; *letter != '\0'; letter++)
		for (unsigned n = 1; n < 4; n++) {
			const struct turn turn = turn_times(turn_of_letter(letter), n);
			if (memcmp(&turn, t, offsetof(struct turn, cost)) != 0)
				continue;
			const bool is_wide = strchr("urfdlb", *letter) != NULL;
			return (size_t)sprintf(out, "%c%s%s", is_wide ? text_capital(*letter) : *letter,
			                       is_wide ? "w" : "", n == 1 ? "" : n == 2 ? "2" : "'");
		}
	return 0;
}

size_t turn_write(const struct turn *t, char out[TURN_TEXT_SIZE])
{
	char *end = out + write_word(t, out);
	*end = '\0';
	const bool is_word = end > out;
	for (unsigned i = 0; i < N_LAYERS && !is_word; i++) {
		struct turn of_layer = {.axis = t->axis};
		of_layer.layer[i] = t->layer[i];
		if (end > out && t->layer[i] != 0)
			*end++ = ' ';
		end += write_word(&of_layer, end);
	}
	return (size_t)(end - out);
}
