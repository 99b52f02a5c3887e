#include "cube/facelet.h"

#include "base/words.h"
#include "cube/cubies.h"
#include "cube/symmetry.h"

enum { CENTRE = 4 };  /* of the nine facelets of a face */

/* Facelets are numbered from 0; these are the ones at each position, in the order of its name. */
static const uint8_t facelet_at[N_CUBIES][3] = {
	{8, 9, 20},   {6, 18, 38}, {0, 36, 47}, {2, 45, 11}, {29, 26, 15}, {27, 44, 24}, {33, 53, 42},
	{35, 17, 51}, {5, 10},     {7, 19},     {3, 37},     {1, 46},      {32, 16},     {28, 25},
	{30, 43},     {34, 52},    {23, 12},    {21, 41},    {50, 39},     {48, 14},
};

/* A symbol is one character, padded with '\0'; that of facelets that do not matter is ".". */
struct symbol {
	char bytes[5];
};

struct facelets {
	const char *text;
	const char *at[N_FACELETS];        /* where each facelet stands in the text */
	struct symbol symbol[N_FACELETS + N_FACES];  /* each once, those of the centres first; perhaps letters of
	                                              * faces */
	unsigned count[N_FACELETS + N_FACES];  /* how many facelets show it */
	unsigned grey;                     /* the symbol of facelets that do not matter; N_FACELETS: all do */
	unsigned n_symbols;
	uint8_t seen[N_FACELETS];          /* its symbol's number */
	uint8_t alphabet[N_FACES];         /* the six symbols, commonest first; by face once the centres are
	                                    * read */
	unsigned n_alphabet;               /* fewer than six if the text has fewer symbols */
};

/* The number of a symbol, in either case, which is added if it is new. */
static uint8_t number_of(struct facelets *f, const char *at)
{
	struct symbol s = {{0}};
	uint8_t i = 0;
	memcpy(s.bytes, at, text_char_bytes(at));
	s.bytes[0] = is_grey(*at) ? '.' : text_capital(s.bytes[0]);
	while (i < f->n_symbols && memcmp(&f->symbol[i], &s, sizeof s) != 0)
		i++;
	if (i == f->n_symbols)
		f->symbol[f->n_symbols++] = s;
	return i;
}

static bool has_grey(const struct facelets *f)
{
	return f->grey < N_FACELETS;
}

static bool is_centre_seen(const struct facelets *f, unsigned face)
{
	return f->seen[face * FACE_FACELETS + CENTRE] != f->grey;
}

static bool is_in_alphabet(const struct facelets *f, unsigned symbol)
{
	return memchr(f->alphabet, (int)symbol, f->n_alphabet) != NULL;
}

/* Where some do not matter these are the symbols of the centres, or, if centres are among them, the letters
 * of the faces. */
static void take_centres(struct facelets *f)
{
	bool are_seen = true;
	for (unsigned face = 0; face < N_FACES; face++)
		are_seen &= is_centre_seen(f, face);
	for (f->n_alphabet = 0; f->n_alphabet < N_FACES; f->n_alphabet++)
		f->alphabet[f->n_alphabet] = number_of(f, are_seen ? f->at[f->n_alphabet * FACE_FACELETS + CENTRE]
		                                                   : &face_letter[f->n_alphabet]);
}

/* The six most frequent symbols, so that a typing error is a wrong character and not a seventh colour. Ties
 * go to the centres. */
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

static bool check_symbols(const struct facelets *f, struct input_error *error)
{
	for (unsigned i = 0; i < N_FACELETS; i++) {
		const bool is_known = f->seen[i] == f->grey || is_in_alphabet(f, f->seen[i]);
		if (is_known && text_is_printable(f->at[i]))
			continue;
		/* The alphabet as a readable list: the centres, then the others, whatever their counts. */
		char expected[N_FACES * sizeof(struct symbol) + 1], *end = expected;
		for (unsigned k = 0; k < f->n_symbols; k++)
			if (is_in_alphabet(f, k))
				end = stpcpy(stpcpy(end, " "), f->symbol[k].bytes);
		return input_error_at(error, f->text, f->at[i], text_char_bytes(f->at[i]),
		                      "facelet %u is '%s'; expected one of%s%s", i + 1, error->token,
		                      is_known ? " six letters" : expected,
		                      has_grey(f) ? ", or . for one that does not matter" : "");
	}
	/* A symbol that is there too often or, if all facelets matter, not often enough: if the commonest appears
	 * nine times, so do the other five. */
	unsigned wrong = 0;
	while (has_grey(f) && wrong < N_FACES && f->count[f->alphabet[wrong]] <= FACE_FACELETS)
		wrong++;
	if (wrong == N_FACES || (!has_grey(f) && f->count[f->alphabet[0]] == FACE_FACELETS))
		return true;
	return input_error_refuse(error, f->text, "%s appears %s; every colour must appear 9 times%s",
	                          f->symbol[f->alphabet[wrong]].bytes,
	                          words_of(f->count[f->alphabet[wrong]], "time"), has_grey(f) ? " at most" : "");
}

/* Sort the alphabet by face, as the centres say. */
static bool read_centres(struct facelets *f, struct input_error *error)
{
	for (unsigned face = 0; face < N_FACES; face++) {
		const unsigned centre = face * FACE_FACELETS + CENTRE;
		for (unsigned other = 0; other < face; other++)
			if (is_centre_seen(f, face) && f->alphabet[other] == f->seen[centre]) {
				return input_error_at(error, f->text, f->at[centre], text_char_bytes(f->at[centre]),
					"the centres of %c and %c are both '%s'; the six centres must have six colours",
				                       face_letter[other], face_letter[face], error->token);
			}
		f->alphabet[face] = f->seen[centre];
	}
	return true;
}

/* If the symbols are the names of the faces, the centres must be where some rotation of the whole cube puts
 * them; centres that are not seen are there as well. */
static bool find_rotation(struct facelets *f, unsigned *rotation, struct input_error *error)
{
	unsigned n_found = 0;
	*rotation = 0;
	for (unsigned face = 0; face < N_FACES; face++)
		if (is_centre_seen(f, face) && strchr(face_letter, f->symbol[f->alphabet[face]].bytes[0]) == NULL)
			return true;
	for (unsigned s = 0; s < N_SYMMETRIES && (n_found == 0 || *rotation != 0); s += 2) {
		/* Whether it puts each centre that is seen where it is. */
		bool fits = true;
		for (unsigned face = 0; face < N_FACES; face++)
			fits &= !is_centre_seen(f, face)
				|| f->symbol[f->alphabet[face]].bytes[0] == face_letter[symmetry_face(s, face)];
		if (!fits)
			continue;
		*rotation = s;
		n_found++;
	}
	for (unsigned face = 0; face < N_FACES && has_grey(f) && n_found == 1; face++)
		f->alphabet[face] = number_of(f, &face_letter[symmetry_face(*rotation, face)]);
	if (n_found == 1)
		return true;
	const struct symbol *const s = f->symbol;
	const uint8_t *const a = f->alphabet;
	return input_error_at(
		error, f->text, f->at[CENTRE], 1,
		"the centres at U R F D L B are %s %s %s %s %s %s; %s rotation of the cube puts them there",
		s[a[0]].bytes, s[a[1]].bytes, s[a[2]].bytes, s[a[3]].bytes, s[a[4]].bytes, s[a[5]].bytes,
		n_found > 1 ? "more than one" : "no");
}

bool facelet_read(const char *text, const char *const at[N_FACELETS], struct position *out,
                  struct input_error *error)
{
	struct facelets f = {.text = text, .grey = N_FACELETS};
	unsigned rotation;
	memcpy(f.at, at, sizeof f.at);
	for (unsigned face = 0; face < N_FACES; face++)
		number_of(&f, at[face * FACE_FACELETS + CENTRE]);
	for (unsigned i = 0; i < N_FACELETS; i++) {
		f.seen[i] = number_of(&f, at[i]);
		f.count[f.seen[i]]++;
		f.grey = is_grey(*at[i]) ? f.seen[i] : f.grey;
	}
	(has_grey(&f) ? take_centres : find_alphabet)(&f);
	if (!check_symbols(&f, error) || !read_centres(&f, error) || !find_rotation(&f, &rotation, error))
		return false;
	struct sticker_text stickers = {.text = text, .symbol[N_FACES] = "."};
	for (unsigned face = 0; face < N_FACES; face++)
		memcpy(stickers.symbol[face], &f.symbol[f.alphabet[face]], sizeof stickers.symbol[face]);
	cubie_foreach_sticker(place, k) {
		uint8_t face = 0;
		while (face < N_FACES && f.alphabet[face] != f.seen[facelet_at[place][k]])
			face++;
		stickers.seen[place][k] = face;
		stickers.at[place] = at[facelet_at[place][0]];
	}
	if (!cubies_from_stickers(&stickers, out, error))
		return false;
	out->form = POSITION_FACELETS;
	out->rotation = rotation;
	return true;
}

unsigned facelet_of(unsigned place, unsigned k)
{
	return facelet_at[place][k];
}

void facelet_origins(const struct cube *c, uint8_t from[N_FACELETS])
{
	for (unsigned face = 0; face < N_FACES; face++)
		from[face * FACE_FACELETS + CENTRE] = (uint8_t)(face * FACE_FACELETS + CENTRE);
	cubie_foreach_sticker(place, k)
		from[facelet_at[place][(k + cube_ori(c, place)) % cubie_n_stickers(place)]] =
			facelet_at[cube_cubie(c, place)][k];
}

void facelet_write(const struct cube *c, char out[FACELET_TEXT_SIZE])
{
	uint8_t from[N_FACELETS];
	facelet_origins(c, from);
	for (unsigned i = 0; i < N_FACELETS; i++)
		out[i] = face_letter[from[i] / FACE_FACELETS];
	out[N_FACELETS] = '\0';
}

void facelet_write_seen(const struct cube *c, uint64_t seen, char out[FACELET_TEXT_SIZE])
{
	facelet_write(c, out);
	cubie_foreach_sticker(place, k)
		if (!position_sees(seen, cube_cubie(c, place), k))
			out[facelet_at[place][(k + cube_ori(c, place)) % cubie_n_stickers(place)]] = '.';
}
