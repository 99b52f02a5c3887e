#include "cube/facelet.h"

#include "base/words.h"
#include "cube/cubies.h"
#include "cube/symmetry.h"
#include "cube/text.h"

#include <string.h>

enum { CENTRE = 4 };  /* of the nine facelets of a face */

/* Facelets are numbered from 0; these are the ones at each position, in the order of its name. */
static const uint8_t facelet_at[N_CUBIES][3] = {
	{8, 9, 20}, {6, 18, 38}, {0, 36, 47}, {2, 45, 11}, {29, 26, 15}, {27, 44, 24}, {33, 53, 42}, {35, 17, 51},
	{5, 10}, {7, 19}, {3, 37}, {1, 46}, {32, 16}, {28, 25}, {30, 43}, {34, 52}, {23, 12}, {21, 41}, {50, 39}, {48, 14},
};

/* A symbol is one character, padded with '\0'. */
struct symbol {
	char bytes[5];
};

struct facelets {
	const char *text;
	const char *at[N_FACELETS];        /* where each facelet stands in the text */
	struct symbol symbol[N_FACELETS];  /* each once, those of the centres first */
	unsigned count[N_FACELETS];        /* how many facelets show it */
	unsigned n_symbols;
	uint8_t seen[N_FACELETS];          /* its symbol's number */
	uint8_t alphabet[N_FACES];         /* the six symbols, commonest first; by face once the centres are read */
	unsigned n_alphabet;               /* fewer than six if the text has fewer symbols */
};

/* Case does not matter. */
static struct symbol symbol_at(const char *at)
{
	struct symbol s = {{0}};
	memcpy(s.bytes, at, text_char_bytes(at));
	s.bytes[0] = text_capital(s.bytes[0]);
	return s;
}

/* The number of a symbol, which is added if it is new. */
static uint8_t number_of(struct facelets *f, const char *at)
{
	const struct symbol s = symbol_at(at);
	uint8_t i = 0;
	while (i < f->n_symbols && memcmp(&f->symbol[i], &s, sizeof s) != 0)
		i++;
	if (i == f->n_symbols)
		f->symbol[f->n_symbols++] = s;
	return i;
}

static void read_symbols(struct facelets *f)
{
	for (unsigned face = 0; face < N_FACES; face++)
		number_of(f, f->at[face * FACE_FACELETS + CENTRE]);
	for (unsigned i = 0; i < N_FACELETS; i++) {
		f->seen[i] = number_of(f, f->at[i]);
		f->count[f->seen[i]]++;
	}
}

static bool is_in_alphabet(const struct facelets *f, unsigned symbol)
{
	return memchr(f->alphabet, (int)symbol, f->n_alphabet) != NULL;
}

/* The six most frequent symbols, so that a typing error is a wrong character and not a seventh colour. Ties go
 * to the centres. */
static void find_alphabet(struct facelets *f)
{
	for (f->n_alphabet = 0; f->n_alphabet < N_FACES && f->n_alphabet < f->n_symbols;) {
		unsigned most = 0, most_count = 0;
		for (unsigned i = 0; i < f->n_symbols; i++)
			if (f->count[i] > most_count && !is_in_alphabet(f, i)) {
				most = i;
				most_count = f->count[i];
			}
		f->alphabet[f->n_alphabet++] = (uint8_t)most;
	}
}

/* The alphabet as a readable list: the centres, then the others, whatever their counts. */
static void list_alphabet(const struct facelets *f, char *out)
{
	for (unsigned i = 0; i < f->n_symbols; i++)
		if (is_in_alphabet(f, i))
			out = stpcpy(stpcpy(out, " "), f->symbol[i].bytes);
}

static bool check_symbols(const struct facelets *f, struct input_error *error)
{
	for (unsigned i = 0; i < N_FACELETS; i++) {
		const bool is_known = is_in_alphabet(f, f->seen[i]);
		if (is_known && text_is_printable(f->at[i]))
			continue;
		char expected[N_FACES * sizeof(struct symbol) + 1];
		list_alphabet(f, expected);
		input_error_locate(error, f->text, f->at[i], text_char_bytes(f->at[i]));
		return input_error_say(error, "facelet %u is '%s'; expected one of%s", i + 1, error->token, is_known ? " six letters" : expected);
	}
	const unsigned most = f->alphabet[0];
	if (f->count[most] == FACE_FACELETS)
		return true;  /* then the other five appear nine times as well */
	return input_error_refuse(error, f->text, "%s appears %s; every colour must appear 9 times",
	                          f->symbol[most].bytes, words_of(f->count[most], "time"));
}

/* Sort the alphabet by face, as the centres say. */
static bool read_centres(struct facelets *f, struct input_error *error)
{
	for (unsigned face = 0; face < N_FACES; face++) {
		const unsigned centre = face * FACE_FACELETS + CENTRE;
		for (unsigned other = 0; other < face; other++)
			if (f->alphabet[other] == f->seen[centre]) {
				input_error_locate(error, f->text, f->at[centre], text_char_bytes(f->at[centre]));
				return input_error_say(error, "the centres of %c and %c are both '%s'; the six centres must have six colours",
				                       face_letter[other], face_letter[face], error->token);
			}
		f->alphabet[face] = f->seen[centre];
	}
	return true;
}

/* If the symbols are the names of the faces, the centres must be where some rotation of the whole cube puts them. */
static bool find_rotation(const struct facelets *f, unsigned *rotation, struct input_error *error)
{
	uint8_t centre_move[N_FACES];  /* the clockwise turn of the face whose name stands in each centre */
	*rotation = 0;
	for (unsigned face = 0; face < N_FACES; face++) {
		const char *const letter = strchr(face_letter, f->symbol[f->alphabet[face]].bytes[0]);
		if (letter == NULL)
			return true;
		centre_move[face] = (uint8_t)((letter - face_letter) * 3);
	}
	for (unsigned s = 0; s < N_SYMMETRIES; s += 2) {
		unsigned n_agree = 0;
		for (unsigned face = 0; face < N_FACES; face++)
			n_agree += symmetry_move[s][face * 3] == centre_move[face];
		if (n_agree == N_FACES) {
			*rotation = s;
			return true;
		}
	}
	input_error_locate(error, f->text, f->at[CENTRE], 1);
	const struct symbol *const s = f->symbol;
	const uint8_t *const a = f->alphabet;
	return input_error_say(error, "the centres at U R F D L B are %s %s %s %s %s %s; no rotation of the cube puts them there",
	                       s[a[0]].bytes, s[a[1]].bytes, s[a[2]].bytes, s[a[3]].bytes, s[a[4]].bytes, s[a[5]].bytes);
}

static uint8_t face_of(const struct facelets *f, unsigned facelet)
{
	uint8_t face = 0;
	while (f->alphabet[face] != f->seen[facelet])
		face++;
	return face;
}

static bool read_cubies(const struct facelets *f, struct cube *out, struct input_error *error)
{
	struct sticker_text stickers = {.text = f->text};
	for (unsigned face = 0; face < N_FACES; face++)
		memcpy(stickers.symbol[face], &f->symbol[f->alphabet[face]], sizeof stickers.symbol[face]);
	for (unsigned place = 0; place < N_CUBIES; place++) {
		stickers.at[place] = f->at[facelet_at[place][0]];
		for (unsigned k = 0; k < cubie_n_stickers(place); k++)
			stickers.seen[place][k] = face_of(f, facelet_at[place][k]);
	}
	return cubies_from_stickers(&stickers, out, error);
}

bool facelet_read_at(const char *text, const char *const at[N_FACELETS], struct cube *out, unsigned *rotation,
                     struct input_error *error)
{
	struct facelets f = {.text = text};
	unsigned s;
	memcpy(f.at, at, sizeof f.at);
	read_symbols(&f);
	find_alphabet(&f);
	if (!check_symbols(&f, error) || !read_centres(&f, error) || !find_rotation(&f, &s, error) ||
	    !read_cubies(&f, out, error))
		return false;
	*rotation = s;
	return true;
}

bool facelet_read(const char *text, struct cube *out, unsigned *rotation, struct input_error *error)
{
	const char *at[N_FACELETS];
	size_t n = 0;
	for (const char *p = text_skip_space(text); *p != '\0'; p = text_skip_space(p + text_char_bytes(p)), n++)
		if (n < N_FACELETS)
			at[n] = p;
	if (n == N_FACELETS)
		return facelet_read_at(text, at, out, rotation, error);
	return input_error_refuse(error, text, "%zu facelets; expected 54, nine for each face in the order U R F D L B", n);
}

unsigned facelet_of(unsigned place, unsigned k)
{
	return facelet_at[place][k];
}

void facelet_origins(const struct cube *c, uint8_t from[N_FACELETS])
{
	for (unsigned face = 0; face < N_FACES; face++)
		from[face * FACE_FACELETS + CENTRE] = (uint8_t)(face * FACE_FACELETS + CENTRE);
	for (unsigned place = 0; place < N_CUBIES; place++)
		for (unsigned k = 0, n = cubie_n_stickers(place); k < n; k++)
			from[facelet_at[place][(k + cube_ori(c, place)) % n]] = facelet_at[cube_cubie(c, place)][k];
}

void facelet_write(const struct cube *c, char out[FACELET_TEXT_SIZE])
{
	uint8_t from[N_FACELETS];
	facelet_origins(c, from);
	for (unsigned i = 0; i < N_FACELETS; i++)
		out[i] = face_letter[from[i] / FACE_FACELETS];
	out[N_FACELETS] = '\0';
}
