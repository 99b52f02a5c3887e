#include "pocket/text.h"

#include "base/words.h"
#include "cube/cubies.h"
#include "cube/layout.h"
#include "cube/notation.h"

enum { PER_FACE = 4 };

/* ---- 24 facelets ---- */
/* Where facelet i of a 2x2x2 is among the 54 of a 3x3x3 with these corners. */
static unsigned facelet_at(unsigned i)
{
	static const uint8_t within_face[PER_FACE] = {0, 2, 6, 8};
	return i / PER_FACE * FACE_FACELETS + within_face[i % PER_FACE];
}

struct colours {
	const struct layout *layout;
	const char *symbol[N_FACES];      /* where each colour first appears */
	unsigned n;
	const char *at[N_FACELETS];       /* of the facelets that there are: where it stands, */
	uint8_t seen[N_FACELETS];         /* and its colour */
};

static bool count_colours(struct colours *c, struct input_error *error)
{
	unsigned count[N_FACES] = {0};
	for (unsigned i = 0; i < POCKET_FACELETS; i++) {
		const char *const at = c->layout->at[i];
		unsigned k = 0;
		while (k < c->n && !text_is_same_symbol(c->symbol[k], at))
			k++;
		if (k == N_FACES)
			return input_error_at(error, c->layout->text, at, text_char_bytes(at),
			                      "facelet %u is '%s', a seventh colour; a 2x2x2 has six, four facelets "
			                      "of each", i + 1, error->token);
		if (k == c->n)
			c->symbol[c->n++] = at;
		c->at[facelet_at(i)] = at;
		c->seen[facelet_at(i)] = (uint8_t)k;
		count[k]++;
	}
	for (unsigned k = 0; k < c->n; k++)
		if (count[k] != PER_FACE)
			return input_error_at(error, c->layout->text, c->symbol[k], text_char_bytes(c->symbol[k]),
			                      "'%s' appears %s; each of six colours must appear 4 times", error->token,
			                      words_of(count[k], "time"));
	return true;
}

/* There are no centres: the corner at DBL says which colours are D, B and L. */
static bool find_faces(const struct colours *c, uint8_t face_of[N_FACES], struct input_error *error)
{
	static const uint8_t at_dbl[3] = {FACE_D, FACE_B, FACE_L};
	unsigned assigned = 0, met[N_FACES] = {0};  /* met: on the corners that have a colour */
	for (unsigned corner = 0; corner < N_CORNERS; corner++)
		for (unsigned k = 0; k < 9; k++)
			met[c->seen[facelet_of(corner, k / 3)]] |= 1u << c->seen[facelet_of(corner, k % 3)];
	for (unsigned k = 0; k < 3; k++) {
		const unsigned colour = c->seen[facelet_of(DBL, k)];
		/* The colour that shares no corner with this one lies opposite. */
		const unsigned left = ~met[colour] & ((1u << N_FACES) - 1);
		if (left == 0 || left & (left - 1))
			return input_error_at(error, c->layout->text, c->symbol[colour],
			                      text_char_bytes(c->symbol[colour]),
			                      "'%s' must meet four of the other colours on corners and lie opposite "
			                      "the fifth; it does not", error->token);
		face_of[colour] = at_dbl[k];
		face_of[__builtin_ctz(left)] = (uint8_t)((at_dbl[k] + 3) % N_FACES);
		assigned |= 1u << colour | left;
	}
	return assigned == (1u << N_FACES) - 1
	       || input_error_at(error, c->layout->text, c->at[facelet_of(DBL, 0)], 1,
	                         "the corner at DBL has two stickers of one colour, or of opposite ones; no such "
	                         "cubie");
}

static bool read_facelets(const struct layout *l, struct cube *out, struct input_error *error)
{
	struct colours c = {.layout = l};
	struct sticker_text stickers = {.text = l->text, .is_pocket = true};
	struct position p;
	uint8_t face_of[N_FACES];
	if (!count_colours(&c, error) || !find_faces(&c, face_of, error))
		return false;
	for (unsigned k = 0; k < N_FACES; k++)
		memcpy(stickers.symbol[face_of[k]], c.symbol[k], text_char_bytes(c.symbol[k]));
	for (unsigned corner = 0; corner < N_CORNERS; corner++) {
		stickers.at[corner] = c.at[facelet_of(corner, 0)];
		for (unsigned k = 0; k < 3; k++)
			stickers.seen[corner][k] = face_of[c.seen[facelet_of(corner, k)]];
	}
	if (!cubies_from_stickers(&stickers, &p, error))
		return false;
	*out = p.cube;
	return true;
}

void pocket_pick_facelets(const char all[FACELET_TEXT_SIZE], char out[POCKET_FACELETS_SIZE])
{
	for (unsigned i = 0; i < POCKET_FACELETS; i++)
		out[i] = all[facelet_at(i)];
	out[POCKET_FACELETS] = '\0';
}

void pocket_write_facelets(const struct cube *c, char out[POCKET_FACELETS_SIZE])
{
	const struct cube home = pocket_turned_home(c, DBL);
	char all[FACELET_TEXT_SIZE];
	facelet_write(&home, all);
	pocket_pick_facelets(all, out);
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

/* A number of the text: place i (from 0) holds the cubie or has the orientation `number`. */
static bool take_number(struct pocket *p, unsigned i, unsigned long number, struct input_error *error)
{
	if (i >= POCKET_PLACES) {
		p->ori[i - POCKET_PLACES] = (uint8_t)(number - 1);
		return (number >= 1 && number <= 3) ||
		       input_error_say(error, "orientation %u is %lu; expected 1, 2 or 3", i + 1 - POCKET_PLACES,
		                       number);
	}
	if (number < 1 || number > POCKET_PLACES)
		return input_error_say(error, "place %u holds cubie %lu; expected 1 to 7", i + 1, number);
	const uint8_t *const before = memchr(p->perm, (int)number - 1, i);
	p->perm[i] = (uint8_t)(number - 1);
	return before == NULL
	       || input_error_say(error, "cubie %lu is at places %d and %u", number, (int)(before - p->perm) + 1,
	                          i + 1);
}

static bool read_numbers(const char *text, struct cube *out, struct input_error *error)
{
	struct pocket p = pocket_solved;
	unsigned n = 0, sum = 0;
	for (const char *at = text + strcspn(text, "0123456789"); *at != '\0';
	     at += strcspn(at, "0123456789"), n++) {
		const size_t n_digits = strspn(at, "0123456789");
		input_error_locate(error, text, at, n_digits);
		if (n < 2 * POCKET_PLACES && !take_number(&p, n, strtoul(at, NULL, 10), error))
			return false;
		at += n_digits;
	}
	items_foreach(ori, p.ori, POCKET_PLACES)
		sum += *ori + 1u;
	if (n != 2 * POCKET_PLACES)
		return input_error_refuse(error, text,
		                          "%u numbers; expected 14: the cubies at seven places, 1 to 7, then their "
		                          "orientations, 1 to 3", n);
	if (sum % 3 != 1)
		return input_error_refuse(error, text,
		                          "the orientations sum to %u mod 3; expected 1, which every turn keeps",
		                          sum % 3);
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

bool pocket_read_any(const char *text, unsigned options, enum position_form *form, struct cube *out,
                     struct input_error *error)
{
	struct layout l;
	enum position_form ignored;
	form = form != NULL ? form : &ignored;
	pocket_init();
	layout_collect(text, &l);
	const bool are_numbers =
		text[strspn(text, "0123456789 ,;()\t\r\n")] == '\0' && text[strcspn(text, "0123456789")] != '\0';
	bool has_marks = false, could_be_turns = true;
	for (unsigned i = 0; i < l.n && i < LAYOUT_SYMBOLS; i++) {
		has_marks |= strchr("'2()[],:", *l.at[i]) != NULL;
		could_be_turns &= strchr("URFDLBrbd", *l.at[i]) != NULL;
	}
	/* Letters that are facelets to one and turns to another.  Written in one piece they are facelets if that
	 * makes a cube. */
	if (l.n == POCKET_FACELETS && could_be_turns && (options & READ_FRENCH) == 0) {
		struct cube c;
		const bool makes_cube = read_facelets(&l, &c, error), are_single = l.longest_word == 1;
		*form = makes_cube ? POSITION_FACELETS : POSITION_MOVES;
		if (!makes_cube && are_single)
			return read_turns(text, options, out, error);
		if (makes_cube == are_single)
			return input_error_refuse(error, text,
				are_single ? "two readings: 24 facelets, or 24 turns; write facelets without blanks, or one of "
				             "the turns as R1"
				: "two readings: 24 facelets, but of no 2x2x2, or 24 turns; turns need blanks between them");
		*out = c;
		return true;
	}
	const bool are_facelets = l.n == POCKET_FACELETS && (are_numbers || (l.longest_word > 1 && !has_marks));
	*form = are_facelets ? POSITION_FACELETS : are_numbers ? POSITION_CUBIES : POSITION_MOVES;
	return are_facelets ? read_facelets(&l, out, error) : are_numbers ? read_numbers(text, out, error)
	       : read_turns(text, options, out, error);
}
