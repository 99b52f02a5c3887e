#include "pocket/text.h"

#include "base/words.h"
#include "cube/cubies.h"
#include "cube/facelet.h"
#include "cube/layout.h"
#include "cube/notation.h"
#include "cube/text.h"

#include <string.h>

enum { PER_FACE = 4 };

/* ---- 24 facelets ---- */
/* The facelet of a 2x2x2 where a corner of the 3x3x3 has its facelet. */
static unsigned pocket_facelet(unsigned corner, unsigned k)
{
	static const uint8_t within[FACE_FACELETS] = {[0] = 0, [2] = 1, [6] = 2, [8] = 3};
	const unsigned facelet = facelet_of(corner, k);
	return facelet / FACE_FACELETS * PER_FACE + within[facelet % FACE_FACELETS];
}

struct colours {
	const struct layout *layout;
	const char *symbol[N_FACES];      /* where each colour first appears */
	unsigned n;
	uint8_t seen[POCKET_FACELETS];    /* the colour of each facelet */
};

static bool is_same_symbol(const char *a, const char *b)
{
	const size_t n_bytes = text_char_bytes(a);
	if (n_bytes == 1 && text_char_bytes(b) == 1 && (*a | 0x20) >= 'a' && (*a | 0x20) <= 'z')
		return (*a | 0x20) == (*b | 0x20);
	return n_bytes == text_char_bytes(b) && memcmp(a, b, n_bytes) == 0;
}

static bool count_colours(struct colours *c, struct input_error *error)
{
	unsigned count[N_FACES] = {0};
	for (unsigned i = 0; i < POCKET_FACELETS; i++) {
		unsigned k = 0;
		while (k < c->n && !is_same_symbol(c->symbol[k], c->layout->at[i]))
			k++;
		if (k == N_FACES) {
			return input_error_at(error, c->layout->text, c->layout->at[i], text_char_bytes(c->layout->at[i]),
				"facelet %u is '%s', a seventh colour; a 2x2x2 has six, four facelets of each",
			                       i + 1, error->token);
		}
		if (k == c->n)
			c->symbol[c->n++] = c->layout->at[i];
		c->seen[i] = (uint8_t)k;
		count[k]++;
	}
	for (unsigned k = 0; k < c->n; k++)
		if (count[k] != PER_FACE) {
			return input_error_at(error, c->layout->text, c->symbol[k], text_char_bytes(c->symbol[k]),
				"'%s' appears %s; each of six colours must appear 4 times", error->token,
			                       words_of(count[k], "time"));
		}
	return true;
}

/* There are no centres: the corner at DBL says which colours are D, B and L. */
static bool find_faces(const struct colours *c, uint8_t face_of[N_FACES], struct input_error *error)
{
	static const uint8_t at_dbl[3] = {FACE_D, FACE_B, FACE_L};
	unsigned assigned = 0;
	for (unsigned k = 0; k < 3; k++) {
		const unsigned colour = c->seen[pocket_facelet(DBL, k)];
		/* The colour that shares no corner with this one lies opposite. */
		unsigned met = 1u << colour;
		for (unsigned i = 0; i < N_CORNERS; i++) {
			unsigned on_corner = 0;
			for (unsigned sticker = 0; sticker < 3; sticker++)
				on_corner |= 1u << c->seen[pocket_facelet(i, sticker)];
			met |= (on_corner >> colour & 1) != 0 ? on_corner : 0;
		}
		const unsigned left = ~met & ((1u << N_FACES) - 1);
		if (left == 0 || (left & (left - 1)) != 0) {
			return input_error_at(error, c->layout->text, c->symbol[colour],
				text_char_bytes(c->symbol[colour]),
				"'%s' must meet four of the other colours on corners and lie opposite the fifth; "
			                       "it does not", error->token);
		}
		face_of[colour] = at_dbl[k];
		face_of[__builtin_ctz(left)] = (uint8_t)((at_dbl[k] + 3) % N_FACES);
		assigned |= 1u << colour | left;
	}
	if (assigned == (1u << N_FACES) - 1)
		return true;
	return input_error_at(error, c->layout->text, c->layout->at[pocket_facelet(DBL, 0)], 1,
		"the corner at DBL has two stickers of one colour, or of opposite ones; no such cubie");
}

static bool read_facelets(const struct layout *l, struct cube *out, struct input_error *error)
{
	struct colours c = {.layout = l};
	uint8_t face_of[N_FACES];
	if (!count_colours(&c, error) || !find_faces(&c, face_of, error))
		return false;
	struct sticker_text stickers = {.text = l->text, .is_pocket = true};
	for (unsigned k = 0; k < N_FACES; k++)
		memcpy(stickers.symbol[face_of[k]], c.symbol[k], text_char_bytes(c.symbol[k]));
	for (unsigned i = 0; i < N_CORNERS; i++) {
		stickers.at[i] = l->at[pocket_facelet(i, 0)];
		for (unsigned k = 0; k < 3; k++)
			stickers.seen[i][k] = face_of[c.seen[pocket_facelet(i, k)]];
	}
	struct position p;
	if (!cubies_from_stickers(&stickers, &p, error))
		return false;
	*out = p.cube;
	return true;
}

void pocket_write_facelets(const struct cube *c, char out[POCKET_FACELETS_SIZE])
{
	const struct cube home = pocket_turned_home(c, DBL);
	for (unsigned i = 0; i < N_CORNERS; i++)
		for (unsigned k = 0; k < 3; k++)
			out[pocket_facelet(i, (k + home.corner_ori[i]) % 3)] = corner_name[home.corner_perm[i]][k];
	out[POCKET_FACELETS] = '\0';
}

/* ---- fourteen numbers ---- */
void pocket_write_numbers(const struct cube *c, char out[POCKET_NUMBERS_SIZE])
{
	const struct pocket p = pocket_of_cube(c);
	for (unsigned i = 0; i < 2 * POCKET_PLACES; i++) {
		*out++ = (char)('1' + (i < POCKET_PLACES ? p.perm[i] : p.ori[i - POCKET_PLACES]));
		*out++ = i + 1 < 2 * POCKET_PLACES ? ' ' : '\0';
	}
}

static bool is_numbers(const char *text)
{
	return text[strspn(text, "0123456789 ,;()\t\r\n")] == '\0' && text[strcspn(text, "0123456789")] != '\0';
}

/* Place i (from 0) holds the cubie or has the orientation `number`. */
static bool take_number(struct pocket *p, unsigned i, unsigned number, struct input_error *error)
{
	if (i >= POCKET_PLACES) {
		p->ori[i - POCKET_PLACES] = (uint8_t)(number - 1);
		return (number >= 1 && number <= 3) ||
		       input_error_say(error, "orientation %u is %u; expected 1, 2 or 3", i + 1 - POCKET_PLACES, number);
	}
	if (number < 1 || number > POCKET_PLACES)
		return input_error_say(error, "place %u holds cubie %u; expected 1 to 7", i + 1, number);
	for (unsigned before = 0; before < i; before++)
		if (p->perm[before] == number - 1)
			return input_error_say(error, "cubie %u is at places %u and %u", number, before + 1, i + 1);
	p->perm[i] = (uint8_t)(number - 1);
	return true;
}

static bool read_numbers(const char *text, struct cube *out, struct input_error *error)
{
	struct pocket p = pocket_solved;
	unsigned n = 0, sum = 0;
	for (const char *at = text + strcspn(text, "0123456789"); *at != '\0'; at += strcspn(at, "0123456789"), n++) {
		const size_t n_digits = strspn(at, "0123456789");
		const unsigned number = n_digits == 1 ? (unsigned)(*at - '0') : n_digits == 2 ? 10 : 99;
		input_error_locate(error, text, at, n_digits);
		if (n < 2 * POCKET_PLACES && !take_number(&p, n, number, error))
			return false;
		at += n_digits;
	}
	input_error_locate(error, text, text_skip_space(text), 0);
	if (n != 2 * POCKET_PLACES)
		return input_error_say(error, "%u numbers; expected 14: the cubies at seven places, 1 to 7, then their orientations, "
		                       "1 to 3", n);
	for (unsigned i = 0; i < POCKET_PLACES; i++)
		sum += p.ori[i] + 1u;
	if (sum % 3 != 1)
		return input_error_say(error, "the orientations sum to %u mod 3; expected 1, which every turn keeps", sum % 3);
	*out = pocket_to_cube(&p);
	return true;
}

/* ---- whichever it is ---- */
static bool read_turns(const char *text, unsigned options, struct cube *out, struct input_error *error)
{
	struct maneuver m;
	if (!notation_read(text, options | READ_POCKET, &m, error))
		return false;
	*out = m.cube;
	maneuver_free(&m);
	return true;
}

/* Letters that are facelets to one and turns to another.  Written in one piece they are facelets if that makes a cube. */
static bool read_letters(const struct layout *l, unsigned options, enum position_form *form, struct cube *out,
                         struct input_error *error)
{
	struct cube c;
	const bool are_facelets = read_facelets(l, &c, error), are_single = l->longest_word == 1;
	*form = are_facelets ? POSITION_FACELETS : POSITION_MOVES;
	if (are_facelets && !are_single) {
		*out = c;
		return true;
	}
	if (!are_facelets && are_single)
		return read_turns(l->text, options, out, error);
	return input_error_at(error, l->text, text_skip_space(l->text), 0,
		are_single ? "two readings: 24 facelets, or 24 turns; write facelets without blanks, or one "
	                       "of the turns as R1" : "two readings: 24 facelets, but of no 2x2x2, or 24 turns; turns need blanks "
	                       "between them");
}

bool pocket_read_any(const char *text, unsigned options, enum position_form *form, struct cube *out,
                     struct input_error *error)
{
	struct layout l;
	enum position_form ignored;
	form = form != NULL ? form : &ignored;
	pocket_init();
	layout_collect(text, &l);
	const bool is_spaced = l.longest_word == 1 && !is_numbers(text);
	bool has_marks = false, could_be_turns = true;
	for (unsigned i = 0; i < l.n && i < LAYOUT_SYMBOLS; i++) {
		has_marks |= strchr("'2()[],:", *l.at[i]) != NULL;
		could_be_turns &= strchr("URFDLBrbd", *l.at[i]) != NULL;
	}
	if (l.n == POCKET_FACELETS && could_be_turns && (options & READ_FRENCH) == 0)
		return read_letters(&l, options, form, out, error);
	if (l.n == POCKET_FACELETS && !is_spaced && (!has_marks || is_numbers(text))) {
		*form = POSITION_FACELETS;
		return read_facelets(&l, out, error);
	}
	if (is_numbers(text)) {
		*form = POSITION_CUBIES;
		return read_numbers(text, out, error);
	}
	*form = POSITION_MOVES;
	return read_turns(text, options, out, error);
}
