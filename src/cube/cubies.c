#include "cube/cubies.h"

#include "cube/text.h"

#include <string.h>

enum { N_CUBIES = N_EDGES + N_CORNERS };

/* Reid's order: the name of each place also says on which face each letter of a cubie lies. */
static const char *const reid_name[N_CUBIES] = {"UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL",
                                                "UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"};

static char capital(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Case does not matter. */
static uint8_t face_of(char letter)
{
	return (uint8_t)(strchr(face_letter, capital(letter)) - face_letter);
}

/* The number of face letters at the beginning of the text. */
static size_t count_face_letters(const char *text)
{
	size_t n = 0;
	while (text[n] != '\0' && strchr(face_letter, capital(text[n])) != NULL)
		n++;
	return n;
}

/* A cubie with n stickers; turned by its orientation it shows its sticker k at place (k + orientation) % n. */
static bool is_cubie(const uint8_t *stickers, const char *name, unsigned n, unsigned orientation)
{
	for (unsigned k = 0; k < n; k++)
		if (stickers[(k + orientation) % n] != face_of(name[k]))
			return false;
	return true;
}

static bool find_cubie(const uint8_t *stickers, const char *const *names, unsigned n_names, unsigned n_stickers,
                       uint8_t *cubie, uint8_t *orientation)
{
	for (unsigned c = 0; c < n_names; c++)
		for (unsigned o = 0; o < n_stickers; o++)
			if (is_cubie(stickers, names[c], n_stickers, o)) {
				*cubie = (uint8_t)c;
				*orientation = (uint8_t)o;
				return true;
			}
	return false;
}

/* Whether a corner exists in a mirror: its three stickers are those of a cubie, but run the wrong way round. */
static bool is_mirrored_corner(const uint8_t *stickers)
{
	const uint8_t mirrored[3] = {stickers[0], stickers[2], stickers[1]};
	uint8_t cubie, orientation;
	return find_cubie(mirrored, corner_name, N_CORNERS, 3, &cubie, &orientation);
}

static void locate_cubie(const struct sticker_text *stickers, const char *at, struct input_error *error)
{
	const size_t n_bytes = stickers->has_words ? (size_t)(text_skip_word(at) - at) : text_char_bytes(at);
	input_error_locate(error, stickers->text, at, n_bytes);
}

static bool read_corners(const struct sticker_text *stickers, struct cube *out, struct input_error *error)
{
	for (unsigned i = 0; i < N_CORNERS; i++) {
		const uint8_t *const seen = stickers->corner[i];
		const bool known = find_cubie(seen, corner_name, N_CORNERS, 3, &out->corner_perm[i], &out->corner_ori[i]);
		const uint8_t *const twin = known ? memchr(out->corner_perm, out->corner_perm[i], i) : NULL;
		if (known && twin == NULL)
			continue;
		locate_cubie(stickers, stickers->corner_at[i], error);
		if (!known)
			return input_error_say(error, "the corner at %s has stickers %s %s %s; no such cubie%s", corner_name[i],
			                       stickers->symbol[seen[0]], stickers->symbol[seen[1]], stickers->symbol[seen[2]],
			                       is_mirrored_corner(seen) ? " (it is a mirror image)" : "");
		return input_error_say(error, "corner %s appears twice, at %s and at %s", corner_name[out->corner_perm[i]],
		                       corner_name[twin - out->corner_perm], corner_name[i]);
	}
	return true;
}

static bool read_edges(const struct sticker_text *stickers, struct cube *out, struct input_error *error)
{
	for (unsigned i = 0; i < N_EDGES; i++) {
		const uint8_t *const seen = stickers->edge[i];
		const bool known = find_cubie(seen, edge_name, N_EDGES, 2, &out->edge_perm[i], &out->edge_ori[i]);
		const uint8_t *const twin = known ? memchr(out->edge_perm, out->edge_perm[i], i) : NULL;
		if (known && twin == NULL)
			continue;
		locate_cubie(stickers, stickers->edge_at[i], error);
		if (!known)
			return input_error_say(error, "the edge at %s has stickers %s %s; no such cubie", edge_name[i],
			                       stickers->symbol[seen[0]], stickers->symbol[seen[1]]);
		return input_error_say(error, "edge %s appears twice, at %s and at %s", edge_name[out->edge_perm[i]],
		                       edge_name[twin - out->edge_perm], edge_name[i]);
	}
	return true;
}

static unsigned sum(const uint8_t *ori, unsigned n)
{
	unsigned total = 0;
	for (unsigned i = 0; i < n; i++)
		total += ori[i];
	return total;
}

static bool say_twist(const struct cube *c, struct input_error *error)
{
	return input_error_say(error, "corner orientations sum to %u mod 3; no sequence of turns solves this cube",
	                       sum(c->corner_ori, N_CORNERS) % 3);
}

/* Every cubie is there once; now check the three laws. */
static bool is_solvable(const struct cube *c, const char *text, struct input_error *error)
{
	const enum cube_fault fault = cube_check(c);
	if (fault == CUBE_OK)
		return true;
	input_error_locate(error, text, text_skip_space(text), 0);
	if (fault == CUBE_TWIST)
		return say_twist(c, error);
	if (fault == CUBE_FLIP)
		return input_error_say(error, "edge orientations sum to 1 mod 2; no sequence of turns solves this cube");
	return input_error_say(error, "corner and edge permutations differ in parity, as if two cubies were swapped; "
	                       "no sequence of turns solves this cube");
}

bool cubies_from_stickers(const struct sticker_text *stickers, struct cube *out, struct input_error *error)
{
	struct cube c;
	if (!read_corners(stickers, &c, error) || !read_edges(stickers, &c, error) ||
	    !is_solvable(&c, stickers->text, error))
		return false;
	*out = c;
	return true;
}

bool cubies_corners_from_stickers(const struct sticker_text *stickers, struct cube *out, struct input_error *error)
{
	struct cube c = cube_solved;
	if (!read_corners(stickers, &c, error))
		return false;
	if (sum(c.corner_ori, N_CORNERS) % 3 != 0) {
		input_error_locate(error, stickers->text, text_skip_space(stickers->text), 0);
		return say_twist(&c, error);
	}
	memcpy(out->corner_perm, c.corner_perm, sizeof c.corner_perm);
	memcpy(out->corner_ori, c.corner_ori, sizeof c.corner_ori);
	return true;
}

/* The place that Reid names with the letters of `name`, in any order. */
static unsigned find_place(const char *name, const char *const *names, unsigned n_names)
{
	unsigned i = 0;
	while (strspn(names[i], name) != strlen(name) && i + 1 < n_names)
		i++;
	return i;
}

/* Which sticker of the place called `ours` lies on the face of this letter. */
static unsigned sticker_on(const char *ours, char letter)
{
	return (unsigned)(strchr(ours, letter) - ours);
}

/* Word k of the line, of n letters. */
static bool read_cubie(struct sticker_text *stickers, unsigned k, const char *at, size_t n, struct input_error *error)
{
	const char *const name = reid_name[k];
	const size_t n_stickers = strlen(name);
	if (n != n_stickers || count_face_letters(at) < n) {
		input_error_locate(error, stickers->text, at, n);
		return input_error_say(error, "cubie %u is '%s'; expected the %zu stickers at %s, out of U R F D L B",
		                       k + 1, error->token, n_stickers, name);
	}
	const bool is_edge = n_stickers == 2;
	const unsigned place = is_edge ? find_place(name, edge_name, N_EDGES) : find_place(name, corner_name, N_CORNERS);
	const char *const ours = is_edge ? edge_name[place] : corner_name[place];
	uint8_t *const seen = is_edge ? stickers->edge[place] : stickers->corner[place];
	*(is_edge ? &stickers->edge_at[place] : &stickers->corner_at[place]) = at;
	for (size_t i = 0; i < n; i++)
		seen[sticker_on(ours, name[i])] = face_of(at[i]);
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
	if (n_words != N_CUBIES) {
		input_error_locate(error, text, text_skip_space(text), 0);
		return input_error_say(error, "%u cubies; expected %u, those at UF UR UB ... DBR", n_words, (unsigned)N_CUBIES);
	}
	return cubies_from_stickers(&stickers, out, error);
}

/* The letters of the cubie at a place, turned by its orientation, in the order of Reid's name of the place. */
static char *write_cubie(char *out, const char *reid, const char *ours, const char *cubie, unsigned orientation)
{
	const unsigned n = (unsigned)strlen(ours);
	for (unsigned i = 0; i < n; i++)
		*out++ = cubie[(sticker_on(ours, reid[i]) + n - orientation) % n];
	*out++ = ' ';
	return out;
}

void cubies_write(const struct cube *c, char out[CUBIES_TEXT_SIZE])
{
	char *at = out;
	for (unsigned k = 0; k < N_EDGES; k++) {
		const unsigned i = find_place(reid_name[k], edge_name, N_EDGES);
		at = write_cubie(at, reid_name[k], edge_name[i], edge_name[c->edge_perm[i]], c->edge_ori[i]);
	}
	for (unsigned k = N_EDGES; k < N_CUBIES; k++) {
		const unsigned i = find_place(reid_name[k], corner_name, N_CORNERS);
		at = write_cubie(at, reid_name[k], corner_name[i], corner_name[c->corner_perm[i]], c->corner_ori[i]);
	}
	at[-1] = '\0';
}
