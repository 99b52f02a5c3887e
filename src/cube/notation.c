#include "cube/notation.h"

#include "cube/symmetry.h"
#include "cube/text.h"

#include <stdlib.h>
#include <string.h>

enum { N_AXES = 3 };  /* U-D, R-L, F-B; quarter turns about an axis count clockwise as seen from U, R, F */
enum { NEAR = 1, MIDDLE = 2, FAR = 4 };  /* the layers of an axis; the near one is U, R, F */

static const struct letter {
	char name;
	uint8_t axis, layers, quarters;  /* quarters: what one turn in the letter's own direction is about the axis */
} letters[] = {
	{'U', 0, NEAR, 1}, {'u', 0, NEAR | MIDDLE, 1}, {'D', 0, FAR, 3}, {'d', 0, FAR | MIDDLE, 3},
	{'R', 1, NEAR, 1}, {'r', 1, NEAR | MIDDLE, 1}, {'L', 1, FAR, 3}, {'l', 1, FAR | MIDDLE, 3},
	{'F', 2, NEAR, 1}, {'f', 2, NEAR | MIDDLE, 1}, {'B', 2, FAR, 3}, {'b', 2, FAR | MIDDLE, 3},
	{'E', 0, MIDDLE, 3}, {'M', 1, MIDDLE, 3}, {'S', 2, MIDDLE, 1},
	{'y', 0, NEAR | MIDDLE | FAR, 1}, {'x', 1, NEAR | MIDDLE | FAR, 1}, {'z', 2, NEAR | MIDDLE | FAR, 1},
};

static const char french[] = "HBAPGDhbapgd", english[] = "UDFBLRudfblr";

/* Some layers of one axis turned together. */
struct turn {
	unsigned axis, layers, quarters;
};

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const struct letter *find_letter(char c, unsigned options)
{
	if ((options & READ_FRENCH) != 0 && is_letter(c)) {
		const char *const known = strchr(french, c);
		if (known != NULL)
			c = english[known - french];
		else if (strchr(english, c) != NULL)
			return NULL;  /* U R F L are nobody's letters in French */
	}
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (letters[i].name == c)
			return &letters[i];
	return NULL;
}

/* The bytes of a mark that turns a turn round, 0 if there is none. */
static size_t prime_bytes(const char *at)
{
	static const char *const marks[] = {"'", "`", "-", "i", "\u2019", "\u2018", "\u2032", "\u00B4",
	                                    "\x92", "\xB4"};  /* the last two: ’ and ´ of Windows-1252 */
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strncmp(at, marks[i], strlen(marks[i])) == 0)
			return strlen(marks[i]);
	return 0;
}

/* The end of the token at `at`, right or wrong: a character with what may stand before it (layer numbers) and behind
 * it, up to white space or the next letter. */
static const char *token_end(const char *at)
{
	while (is_digit(*at) || (*at == '-' && is_digit(at[1])))
		at++;
	if (text_space_bytes(at) == 0)
		at += text_char_bytes(at);
	while (*at != '\0' && text_space_bytes(at) == 0 && (!is_letter(*at) || *at == 'w' || *at == 'i'))
		at += text_char_bytes(at);
	return at;
}

/* Read a token as a turn; false unless all of it is one. */
static bool read_turn(const char *at, const char *end, unsigned options, struct turn *out)
{
	const struct letter *const letter = find_letter(*at++, options);
	if (letter == NULL)
		return false;
	*out = (struct turn){letter->axis, letter->layers, letter->quarters};
	if (*at == 'w') {
		if (letter->layers != NEAR && letter->layers != FAR)
			return false;
		out->layers |= MIDDLE;
		at++;
	}
	if (*at >= '1' && *at <= '3' && at < end)
		out->quarters *= (unsigned)(*at++ - '0');
	const size_t n_prime = at < end ? prime_bytes(at) : 0;
	if (n_prime != 0)
		out->quarters *= 3;
	out->quarters %= 4;
	return at + n_prime == end;
}

static bool explain_token(const char *text, const char *at, const char *end, unsigned options,
                          struct input_error *error)
{
	const char *const behind_number = at + strspn(at, "0123456789-");
	input_error_locate(error, text, at, (size_t)(end - at));
	if (at < behind_number && behind_number < end && find_letter(*behind_number, options) != NULL)
		return input_error_say(error, "'%s': layer numbers are for bigger cubes; write Rw or r for two layers, "
		                       "M E S for a slice", error->token);
	if (find_letter(*at, options) != NULL)
		return input_error_say(error, "'%s' is not a move: behind the letter come at most w, then one of 1 2 3, "
		                       "then one of ' - i", error->token);
	if (is_letter(*at) && strchr("mes", *at) != NULL)
		return input_error_say(error, "'%s' is not a move: slices are written M E S", error->token);
	if (is_letter(*at) && strchr("XYZ", *at) != NULL)
		return input_error_say(error, "'%s' is not a move: rotations are written x y z", error->token);
	if ((options & READ_FRENCH) != 0)
		return input_error_say(error, "'%s' is not a move; expected a French face H B A P G D, a wide turn Hw or h, "
		                       "M E S or x y z", error->token);
	return input_error_say(error, "'%s' is not a move; expected a face U R F D L B, a wide turn Rw or r, "
	                       "a slice M E S or a rotation x y z", error->token);
}

/* The symmetry that turns the whole cube once about an axis.  Conjugating by it shows which face stands where: the
 * second axis after this one brings its far end to the near end of the first (after y, what was B is at R). */
static unsigned find_rotation(unsigned axis)
{
	const unsigned first = (axis + 1) % N_AXES * 3, from = ((axis + 2) % N_AXES + N_AXES) * 3;
	unsigned symmetry = 0;
	while (symmetry_move[symmetry][axis * 3] != axis * 3 || symmetry_move[symmetry][first] != from)
		symmetry++;
	return symmetry;
}

static void add_move(struct maneuver *m, unsigned face, unsigned quarters)
{
	if (quarters % 4 != 0)
		m->moves[m->n_moves++] = symmetry_move[m->rotation][face * 3 + quarters % 4 - 1];
}

/* Layers turned by n, m, f about an axis are the whole cube turned by m, and the outer layers by n - m and f - m. */
static void add_turn(struct maneuver *m, const struct turn *turn, const unsigned *rotation_about)
{
	const unsigned near = turn->layers & NEAR ? turn->quarters : 0;
	const unsigned middle = turn->layers & MIDDLE ? turn->quarters : 0;
	const unsigned far = turn->layers & FAR ? turn->quarters : 0;
	add_move(m, turn->axis, near + 4 - middle);
	add_move(m, turn->axis + N_AXES, middle + 4 - far);  /* clockwise for D, L, B is the other way round */
	for (unsigned i = 0; i < middle; i++)
		m->rotation = symmetry_product[m->rotation][rotation_about[turn->axis]];
}

/* The face turns were collected on the centres where they began; see them from where the centres ended. */
static void finish(struct maneuver *m)
{
	m->cube = cube_solved;
	for (size_t i = 0; i < m->n_moves; i++) {
		m->moves[i] = symmetry_move[symmetry_inverse[m->rotation]][m->moves[i]];
		m->cube = cube_after(&m->cube, m->moves[i]);
	}
}

bool notation_read(const char *text, unsigned options, struct maneuver *out, struct input_error *error)
{
	const unsigned rotation_about[N_AXES] = {find_rotation(0), find_rotation(1), find_rotation(2)};
	struct maneuver m = {.moves = malloc(2 * strlen(text) + 1)};  /* a slice is one character and two face turns */
	if (m.moves == NULL) {
		input_error_locate(error, text, text, 0);
		return input_error_say(error, "not enough memory for a maneuver of this length");
	}
	const char *end;
	for (const char *at = text_skip_space(text); *at != '\0'; at = text_skip_space(end)) {
		struct turn turn;
		end = token_end(at);
		if (!read_turn(at, end, options, &turn)) {
			maneuver_free(&m);
			return explain_token(text, at, end, options, error);
		}
		add_turn(&m, &turn, rotation_about);
	}
	finish(&m);
	*out = m;
	return true;
}

void maneuver_free(struct maneuver *m)
{
	free(m->moves);
	*m = (struct maneuver){.cube = cube_solved};
}

size_t notation_write(const uint8_t *moves, size_t n, char *out, size_t size)
{
	size_t length = 0;
	for (size_t i = 0; i < n; i++) {
		const char *name = move_name[moves[i]];
		if (i > 0) {
			if (length + 1 < size)
				out[length] = ' ';
			length++;
		}
		for (; *name != '\0'; name++, length++)
			if (length + 1 < size)
				out[length] = *name;
	}
	if (size > 0)
		out[length < size ? length : size - 1] = '\0';
	return length;
}
