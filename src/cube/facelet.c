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
	struct symbol seen[N_FACELETS];
	struct symbol alphabet[N_FACES];   /* the six symbols, commonest first; by face once the centres are read */
	unsigned n_symbols;                /* fewer than six if the text has fewer */
};

static bool symbol_equal(const struct symbol *a, const struct symbol *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* Case does not matter. */
static struct symbol symbol_at(const char *at)
{
	struct symbol s = {{0}};
	memcpy(s.bytes, at, text_char_bytes(at));
	s.bytes[0] = text_capital(s.bytes[0]);
	return s;
}

static unsigned count_symbol(const struct facelets *f, const struct symbol *s)
{
	unsigned count = 0;
	for (unsigned i = 0; i < N_FACELETS; i++)
		count += symbol_equal(&f->seen[i], s);
	return count;
}

static bool is_in_alphabet(const struct facelets *f, const struct symbol *s)
{
	for (unsigned i = 0; i < f->n_symbols; i++)
		if (symbol_equal(&f->alphabet[i], s))
			return true;
	return false;
}

/* The six most frequent symbols, so that a typing error is a wrong character and not a seventh colour. Ties go
 * to the centres, which are counted first. */
static void find_alphabet(struct facelets *f)
{
	for (f->n_symbols = 0; f->n_symbols < N_FACES; f->n_symbols++) {
		const struct symbol *most = NULL;
		unsigned most_count = 0;
		for (unsigned n = 0; n < N_FACES + N_FACELETS; n++) {
			const struct symbol *const s = &f->seen[n < N_FACES ? n * FACE_FACELETS + CENTRE : n - N_FACES];
			const unsigned count = is_in_alphabet(f, s) ? 0 : count_symbol(f, s);
			if (count > most_count) {
				most = s;
				most_count = count;
			}
		}
		if (most == NULL)
			break;
		f->alphabet[f->n_symbols] = *most;
	}
}

/* The alphabet as a readable list: the centres, then the others, whatever their counts. */
static void list_alphabet(const struct facelets *f, char *out)
{
	struct facelets listed = {.n_symbols = 0};
	for (unsigned n = 0; n < N_FACES + N_FACELETS; n++) {
		const struct symbol *const s = &f->seen[n < N_FACES ? n * FACE_FACELETS + CENTRE : n - N_FACES];
		if (!is_in_alphabet(f, s) || is_in_alphabet(&listed, s))
			continue;
		listed.alphabet[listed.n_symbols++] = *s;
		out = stpcpy(stpcpy(out, " "), s->bytes);
	}
}

static bool check_symbols(const struct facelets *f, struct input_error *error)
{
	for (unsigned i = 0; i < N_FACELETS; i++) {
		if (is_in_alphabet(f, &f->seen[i]) && text_is_printable(f->at[i]))
			continue;
		char expected[N_FACES * sizeof(struct symbol) + 1];
		list_alphabet(f, expected);
		input_error_locate(error, f->text, f->at[i], text_char_bytes(f->at[i]));
		return input_error_say(error, "facelet %u is '%s'; expected one of%s", i + 1, error->token,
		                       is_in_alphabet(f, &f->seen[i]) ? " six letters" : expected);
	}
	const struct symbol *const most = &f->alphabet[0];
	if (count_symbol(f, most) == FACE_FACELETS)
		return true;  /* then the other five appear nine times as well */
	return input_error_refuse(error, f->text, "%s appears %s; every colour must appear 9 times",
	                          most->bytes, words_of(count_symbol(f, most), "time"));
}

/* Sort the alphabet by face, as the centres say. */
static bool read_centres(struct facelets *f, struct input_error *error)
{
	for (unsigned face = 0; face < N_FACES; face++) {
		const unsigned centre = face * FACE_FACELETS + CENTRE;
		for (unsigned other = 0; other < face; other++)
			if (symbol_equal(&f->alphabet[other], &f->seen[centre])) {
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
		const char *const letter = strchr(face_letter, f->alphabet[face].bytes[0]);
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
	return input_error_say(error, "the centres at U R F D L B are %s %s %s %s %s %s; no rotation of the cube puts them there",
	                       f->alphabet[0].bytes, f->alphabet[1].bytes, f->alphabet[2].bytes,
	                       f->alphabet[3].bytes, f->alphabet[4].bytes, f->alphabet[5].bytes);
}

static uint8_t face_of(const struct facelets *f, unsigned facelet)
{
	uint8_t face = 0;
	while (!symbol_equal(&f->alphabet[face], &f->seen[facelet]))
		face++;
	return face;
}

static bool read_cubies(const struct facelets *f, struct cube *out, struct input_error *error)
{
	struct sticker_text stickers = {.text = f->text};
	memcpy(stickers.symbol, f->alphabet, sizeof stickers.symbol);
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
	for (unsigned i = 0; i < N_FACELETS; i++) {
		f.at[i] = at[i];
		f.seen[i] = symbol_at(at[i]);
	}
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
