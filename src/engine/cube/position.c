
#include "cube/centres.h"
#include "cube/cubies.h"
#include "cube/notation.h"
#include "cube/layout.h"

/* Facelets, whole or with a few missing: about 54 characters of one kind, not counting one slip.  Moves
 * without a 2 or a prime can look like that; so many of them do not occur, unless they repeat two or three
 * letters: hence five different ones are asked for. */
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

static const char face_letters[] = "URFDLBurfdlb";

/* How many of the symbols are among some characters. */
static unsigned count(const struct layout *l, const char *characters)
{
	unsigned n = 0;
	for (unsigned i = 0; i < l->n && i < LAYOUT_SYMBOLS; i++)
		n += strchr(characters, *l->at[i]) != NULL;
	return n;
}

static bool looks_like_facelets(const struct layout *l)
{
	unsigned n_of_kind[N_KINDS] = {0}, n_different = 0;
	if (l->n < FEWEST_FACELETS || l->n > MOST_FACELETS)
		return false;
	const unsigned n_grey = count(l, GREY_SIGNS);
	for (unsigned i = 0; i < l->n; i++) {
		unsigned before = 0;
		while (before < i && !text_is_same_symbol(l->at[before], l->at[i]))
			before++;
		n_different += before == i;
		n_of_kind[kind_of(l->at[i])] +=
			!is_grey(*l->at[i]) && !(n_grey > 0 && text_capital(*l->at[i]) == 'X');
	}
	items_foreach(n_of, n_of_kind, OTHER)
		if (n_grey > 0 ? *n_of + count(l, "xX") + n_grey + 1 >= l->n
		    : *n_of + 1 >= l->n && n_different >= FEWEST_COLOURS)
			return true;
	return false;
}

/* Six different characters, four times each. */
static bool looks_like_colours(const struct layout *l)
{
	bool are_four = true;
	for (unsigned i = 0; i < l->n; i++) {
		unsigned n = 0;
		items_foreach(other, l->at, l->n)
			n += text_is_same_symbol(l->at[i], *other);
		are_four &= n == 4;
	}
	return are_four;
}

/* Letters of faces and x, which stands for a sticker that does not matter to some, and for a rotation to
 * others: as many as a cube has, or about as many in one word. */
static bool has_x_for_any(const struct layout *l)
{
	if (l->n < FEWEST_FACELETS || l->n > MOST_FACELETS || (l->n != N_FACELETS && l->n_words > 1))
		return false;
	const unsigned n_x = count(l, "xX"), n_dashes = l->shortest_word >= FACE_FACELETS ? count(l, "-") : 0;
	return n_x > 1 && n_x + n_dashes + count(l, face_letters) == l->n;
}

/* Letters that could all be quarter turns. */
static bool could_be_moves(const struct layout *l)
{
	return count(l, face_letters) == l->n;
}

/* Cubies, whole or with a few missing: about twenty words of two or three letters, some of each. */
enum { FEWEST_CUBIES = 16, MOST_CUBIES = 24 };

static bool looks_like_cubies(const char *text)
{
	unsigned n = 0, n_of_length[4] = {0};
	text_foreach_word(at, end, text) {
		const size_t length = (size_t)(end - at);
		if (length > 3 || n == MOST_CUBIES)
			return false;
		for (const char *c = at; c < end; c++)  /* - is no sign for what does not matter,
			since it is a prime as well */
			if (is_grey(*c) ? *c == '-' : length == 1 || kind_of(c) > SMALL || *c == 'w' || *c == 'i')
				return false;
		n_of_length[length]++;
		n++;
	}
	return n >= FEWEST_CUBIES && n_of_length[1] < n && n_of_length[2] < n && n_of_length[3] < n;
}

/* Two words or more, each of them another cubie. */
static bool looks_like_some_cubies(const char *text)
{
	unsigned n = 0;
	bool is_seen[N_CUBIES + 1] = {[N_CUBIES] = true};
	text_foreach_word(at, end, text) {
		const unsigned cubie = cubies_find(at, (size_t)(end - at));
		if (is_seen[cubie])
			return false;
		is_seen[cubie] = true;
		n++;
	}
	return n >= 2;
}

/* Add " (read as FORM)" to the message, at the cost of its end if there is no room. */
static void name_form(struct input_error *error, const char *form)
{
	static const char opening[] = " (read as ";
	const size_t room = sizeof error->message - strlen(opening) - strlen(form) - sizeof ")";
	stpcpy(stpcpy(stpcpy(error->message + strnlen(error->message, room), opening), form), ")");
}

static bool read_moves(const char *text, unsigned options, struct position *out, struct input_error *error)
{
	struct maneuver m;
	if (!notation_read(text, options, &m, error)) {
		name_form(error, "moves");
		return false;
	}
	*out = (struct position){.cube = m.cube, .form = POSITION_MOVES, .rotation = m.rotation, .seen = POSITION_WHOLE};
	maneuver_free(&m);
	return true;
}

/* Read stickers in each of the orders.  The one that is a solvable cube is meant; if several are, and they
 * are different cubes, nobody knows.  If none is, the first order speaks. */
static bool read_stickers(const struct layout *l, const enum layout_order *orders, unsigned n_orders,
                          struct position *out, struct input_error *error)
{
	struct position found, other;
	struct input_error ignored;
	enum layout_order order = N_LAYOUT_ORDERS;
	for (unsigned i = 0; i < n_orders; i++) {
		if (!layout_read(l, orders[i], order == N_LAYOUT_ORDERS ? &found : &other, i == 0 ? error : &ignored))
			continue;
		if (order == N_LAYOUT_ORDERS)
			order = orders[i];
		else if (!cube_equal(&found.cube, &other.cube) || found.rotation != other.rotation
			|| found.seen != other.seen)
			return input_error_refuse(error, l->text, "two readings, two cubes: %s, or %s; heads such as 'Face U :' say which",
			                          layout_order_name[order], layout_order_name[orders[i]]);
	}
	if (order == N_LAYOUT_ORDERS)
		name_form(error, layout_order_name[orders[0]]);
	else
		*out = found;
	return order != N_LAYOUT_ORDERS;
}

/* Whether the centres of the nine-sticker blocks are these characters, in either case. */
static bool centres_are(const struct layout *l, const char *centres)
{
	for (unsigned face = 0; face < N_FACES; face++) {
		const char c = *l->at[face * FACE_FACELETS + FACE_FACELETS / 2];
		if (c != centres[face] && c != centres[face] + ('a' - 'A'))
			return false;
	}
	return true;
}

static bool has_layout(const struct layout *l)
{
	return l->is_vector || l->n_heads > 0 || strcmp(l->row_lengths, "333<<<333") == 0;
}

static bool read_facelets(const struct layout *l, struct position *out, struct input_error *error)
{
	/* The orders in which they may be written, without heads the likeliest first. */
	enum layout_order orders[3];
	unsigned n_orders = 0;
	if (has_layout(l)) {
		orders[n_orders++] = l->is_vector ? ORDER_VECTOR : l->n_heads > 0 ? ORDER_HEADS : ORDER_NET;
	} else {
		if (l->n == N_FACELETS && centres_are(l, "WRBGOY"))
			orders[n_orders++] = ORDER_VECTOR;
		if (l->n == N_FACELETS && centres_are(l, "012345"))
			orders[n_orders++] = ORDER_DIGITS;
		orders[n_orders++] = ORDER_FACES;
	}
	if (read_stickers(l, orders, n_orders, out, error))
		return true;
	/* The message ends with ')' now; moves are the other reading of letters that are not 54 stickers of a
	 * cube. */
	char *const end = strrchr(error->message, ')');
	static const char hint[] = "; moves need blanks between them)";
	if (could_be_moves(l) && l->n_heads == 0 && l->n_rows == 1 && end != NULL &&
	    (size_t)(end - error->message) + sizeof hint <= sizeof error->message)
		strcpy(end, hint);
	return false;
}

static bool could_be_read_as_moves(const struct layout *l, unsigned options)
{
	return read_moves(l->text, options, &(struct position){.seen = 0}, &(struct input_error){.row = 0});
}

/* Facelets some of which do not matter, unless it is turns with - for primes. */
static bool read_grey(const struct layout *l, unsigned options, struct position *out,
                      struct input_error *error)
{
	const bool has_words = l->shortest_word == l->longest_word
	                       && (l->longest_word % FACE_FACELETS == 0 || FACE_FACELETS % l->longest_word == 0);
	if (!could_be_read_as_moves(l, options))
		return read_facelets(l, out, error);
	if (l->n != N_FACELETS || !has_words)
		return read_moves(l->text, options, out, error);
	return input_error_refuse(
		error, l->text,
		"two readings: facelets with - for those that do not matter, which can be written ., or moves "
		"with - for primes, which can be written '");
}

static bool read_any(const char *text, unsigned options, struct position *out, struct input_error *error)
{
	struct layout l;
	if (looks_like_cubies(text)) {
		const bool is_read = cubies_read(text, out, error);
		if (!is_read)
			name_form(error, "cubies");
		return is_read;
	}
	layout_collect(text, &l);
	if (has_layout(&l))
		return read_facelets(&l, out, error);
	if (has_x_for_any(&l))
		return input_error_refuse(
			error, text,
			"two readings: facelets with x for those that do not matter, which are written ., or moves with "
			"rotations x; moves need a 1, 2 or ' in one of them, as R1");
	if (looks_like_facelets(&l)) {
		if (count(&l, GREY_SIGNS) > 0)
			return read_grey(&l, options, out, error);
		const bool has_rows = strcmp(l.row_lengths, "999999") == 0
		                      || strcmp(l.row_lengths, "333333333333333333") == 0;
		if (l.longest_word != 1 || has_rows || !could_be_moves(&l))
			return read_facelets(&l, out, error);
		/* Single letters between blanks are moves unless they are 54 stickers of a cube as well. */
		struct position as_facelets;
		if (!read_stickers(&l, (const enum layout_order[]){ORDER_FACES}, 1, &as_facelets, error))
			return read_moves(text, options, out, error);
		return input_error_refuse(error, text,
			"two readings: 54 facelets, or 54 moves; write facelets without blanks between them, "
		              "or one of the moves as R1");
	}
	if (l.n > 0 && l.shortest_word == 9 && l.longest_word == 9 && could_be_moves(&l))
		return input_error_refuse(error, text,
		                          "two readings: rows of nine facelets, of which a cube has six, or moves; "
		                          "moves need blanks between them");
	if (l.n_words > 1 && strspn(text + strspn(text, " \t"), face_letters) == N_FACELETS)
		return input_error_refuse(
			error, text,
			"two readings: 54 facelets and moves after them, or moves; moves need blanks between them, and are "
			"alone in their line");
	if (looks_like_some_cubies(text))
		return input_error_refuse(error, text, "two readings: cubies, of which a cube has twenty, or moves; "
		              "moves need blanks between them");
	/* What is no 3x3x3 may be a 2x2x2. */
	if (l.n == 14 && count(&l, "1234567") == 14)
		return input_error_refuse(error, text,
			"not a 3x3x3, but perhaps a 2x2x2 (read as fourteen numbers, as the puzzle 2x2 has)");
	if (l.n == 24 && l.shortest_word >= 4 && looks_like_colours(&l))
		return input_error_refuse(error, text,
			"not a 3x3x3, but perhaps a 2x2x2 (read as 24 facelets, as the puzzle 2x2 has)");
	return read_moves(text, options, out, error);
}

/* Moves, which turn centres, or a state and perhaps the marks of its centres. */
static bool read_with_centres(const char *text, unsigned options, struct position *out,
                              struct input_error *error)
{
	uint16_t centres;
	struct input_error ignored;
	const char *const marks = centres_find(text, &centres);
	char *const state = strndup(text, (size_t)(marks - text));
	if (state == NULL)
		return input_error_no_memory(error, text);
	const bool is_read = read_any(state, options, out, error);
	free(state);
	if (!is_read || out->form == POSITION_MOVES)
		return *marks == '\0' ? is_read : read_any(text, options, out, is_read ? error : &ignored);
	out->cube.centres = centres;
	if (out->seen != POSITION_WHOLE)
		return input_error_refuse(error, text, "centres count only where all stickers of a cube are known");
	return cube_check(&out->cube) == CUBE_OK
	       || input_error_refuse(
	           error, text, "centres and corners differ in parity; no sequence of turns solves this cube");
}

bool position_read(const char *text, unsigned options, struct position *out, struct input_error *error)
{
	struct position p;
	if (!(options & READ_CENTERS ? read_with_centres : read_any)(text, options, &p, error))
		return false;
	if (p.seen != POSITION_WHOLE && (options & READ_GREY) == 0)
		return input_error_refuse(error, text,
		                          "not all stickers of this cube are known; a whole cube is needed here");
	*out = p;
	return true;
}

bool position_is_grey(const char *text)
{
	struct layout l;
	if (looks_like_cubies(text))
		return strpbrk(text, ".?_*") != NULL;
	layout_collect(text, &l);
	return count(&l, GREY_SIGNS) > 0 && (has_layout(&l) || (looks_like_facelets(&l)
		&& !could_be_read_as_moves(&l, 0)));
}
