#include "cube/cubies.h"

#include "cube/text.h"

#include <string.h>

/* Reid's order: the name of each place also says on which face each letter of a cubie lies. */
static const char *const reid_name[N_CUBIES] = {"UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL",
                                                "UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"};

/* Case does not matter. */
static uint8_t face_of(char letter)
{
	return (uint8_t)(strchr(face_letter, text_capital(letter)) - face_letter);
}

/* The number of face letters at the beginning of the text. */
static size_t count_face_letters(const char *text)
{
	size_t n = 0;
	while (text[n] != '\0' && strchr(face_letter, text_capital(text[n])) != NULL)
		n++;
	return n;
}

/* A cubie with n stickers; turned by its orientation it shows its sticker k at place (k + orientation) % n. */
static bool is_cubie(const uint8_t *stickers, const char *name, unsigned n, unsigned orientation)
{
	for (unsigned k = 0; k < n; k++)
		if (face_letter[stickers[(k + orientation) % n]] != name[k])
			return false;
	return true;
}

/* A cubie with n stickers that looks like this. */
static bool find_cubie(const uint8_t *stickers, unsigned n, unsigned *cubie, unsigned *orientation)
{
	for (*cubie = 0; *cubie < N_CUBIES; ++*cubie)
		for (*orientation = 0; *orientation < n && cubie_n_stickers(*cubie) == n; ++*orientation)
			if (is_cubie(stickers, cubie_name[*cubie], n, *orientation))
				return true;
	return false;
}

/* Whether a corner exists in a mirror: its three stickers are those of a cubie, but run the wrong way round. */
static bool is_mirrored_corner(const uint8_t *stickers)
{
	const uint8_t mirrored[3] = {stickers[0], stickers[2], stickers[1]};
	unsigned cubie, orientation;
	return find_cubie(mirrored, 3, &cubie, &orientation);
}

static void locate_cubie(const struct sticker_text *stickers, unsigned place, struct input_error *error)
{
	const char *const at = stickers->at[place];
	const size_t n_bytes = stickers->has_words ? (size_t)(text_skip_word(at) - at) : text_char_bytes(at);
	input_error_locate(error, stickers->text, at, n_bytes);
}

static bool explain_unknown(const struct sticker_text *stickers, unsigned place, struct input_error *error)
{
	const uint8_t *const seen = stickers->seen[place];
	const bool is_corner = place < N_CORNERS;
	locate_cubie(stickers, place, error);
	return input_error_say(error, "the %s at %s has stickers %s %s%s%s; no such cubie%s", is_corner ? "corner" : "edge",
	                       cubie_name[place], stickers->symbol[seen[0]], stickers->symbol[seen[1]], is_corner ? " " : "",
	                       is_corner ? stickers->symbol[seen[2]] : "",
	                       is_corner && is_mirrored_corner(seen) ? " (it is a mirror image)" : "");
}

static bool read_places(const struct sticker_text *stickers, struct cube *out, struct input_error *error)
{
	for (unsigned place = 0; place < (stickers->is_pocket ? (unsigned)N_CORNERS : N_CUBIES); place++) {
		unsigned cubie, orientation;
		if (!find_cubie(stickers->seen[place], cubie_n_stickers(place), &cubie, &orientation))
			return explain_unknown(stickers, place, error);
		for (unsigned before = 0; before < place; before++)
			if (cube_cubie(out, before) == cubie) {
				locate_cubie(stickers, place, error);
				return input_error_say(error, "%s %s appears twice, at %s and at %s", place < N_CORNERS ? "corner" : "edge",
				                       cubie_name[cubie], cubie_name[before], cubie_name[place]);
			}
		cube_put(out, place, cubie, orientation);
	}
	return true;
}

/* Every cubie is there once; now check the three laws. */
static bool is_solvable(const struct cube *c, bool is_pocket, const char *text, struct input_error *error)
{
	const enum cube_fault fault = cube_check(c);
	unsigned twist = 0;
	if (fault == CUBE_OK || (fault == CUBE_PARITY && is_pocket))
		return true;
	for (unsigned i = 0; i < N_CORNERS; i++)
		twist += c->corner_ori[i];
	if (fault == CUBE_TWIST)
		return input_error_refuse(error, text, "corner orientations sum to %u mod 3; no sequence of turns solves this cube", twist % 3);
	if (fault == CUBE_FLIP)
		return input_error_refuse(error, text, "edge orientations sum to 1 mod 2; no sequence of turns solves this cube");
	return input_error_refuse(error, text, "corner and edge permutations differ in parity, as if two cubies were swapped; "
	                          "no sequence of turns solves this cube");
}

bool cubies_from_stickers(const struct sticker_text *stickers, struct cube *out, struct input_error *error)
{
	struct cube c = cube_solved;
	if (!read_places(stickers, &c, error) || !is_solvable(&c, stickers->is_pocket, stickers->text, error))
		return false;
	*out = c;
	return true;
}

/* The place that Reid names with the same letters, in any order. */
static unsigned find_place(const char *name)
{
	unsigned i = 0;
	while (strlen(cubie_name[i]) != strlen(name) || strspn(cubie_name[i], name) != strlen(name))
		i++;
	return i;
}

/* Which sticker of a place lies on the face of this letter. */
static unsigned sticker_on(unsigned place, char letter)
{
	return (unsigned)(strchr(cubie_name[place], letter) - cubie_name[place]);
}

/* Word k of the line, of n letters. */
static bool read_cubie(struct sticker_text *stickers, unsigned k, const char *at, size_t n, struct input_error *error)
{
	const char *const name = reid_name[k];
	if (n != strlen(name) || count_face_letters(at) < n) {
		input_error_locate(error, stickers->text, at, n);
		return input_error_say(error, "cubie %u is '%s'; expected the %zu stickers at %s, out of U R F D L B",
		                       k + 1, error->token, strlen(name), name);
	}
	const unsigned place = find_place(name);
	stickers->at[place] = at;
	for (size_t i = 0; i < n; i++)
		stickers->seen[place][sticker_on(place, name[i])] = face_of(at[i]);
	return true;
}

bool cubies_read(const char *text, struct cube *out, struct input_error *error)
{
	struct sticker_text stickers = {.text = text, .has_words = true};
	for (unsigned face = 0; face < N_FACES; face++)
		stickers.symbol[face][0] = face_letter[face];
	unsigned n_words = 0;
	const char *end;
	for (const char *at = text_skip_space(text); *at != '\0'; at = text_skip_space(end), n_words++) {
		end = text_skip_word(at);
		if (n_words < N_CUBIES && !read_cubie(&stickers, n_words, at, (size_t)(end - at), error))
			return false;
	}
	if (n_words != N_CUBIES)
		return input_error_refuse(error, text, "%u cubies; expected %u, those at UF UR UB ... DBR", n_words, (unsigned)N_CUBIES);
	return cubies_from_stickers(&stickers, out, error);
}

void cubies_write(const struct cube *c, char out[CUBIES_TEXT_SIZE])
{
	for (unsigned k = 0; k < N_CUBIES; k++) {
		const unsigned place = find_place(reid_name[k]), n = cubie_n_stickers(place);
		const char *const cubie = cubie_name[cube_cubie(c, place)];
		for (unsigned i = 0; i < n; i++)
			*out++ = cubie[(sticker_on(place, reid_name[k][i]) + n - cube_ori(c, place)) % n];
		*out++ = k + 1 < N_CUBIES ? ' ' : '\0';
	}
}
