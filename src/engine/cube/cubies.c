#include "cube/cubies.h"

#include "cube/choices.h"

/* Reid's order: the name of each place also says on which face each letter of a cubie lies. */
static const char *const reid_name[N_CUBIES] = {"UF",  "UR",  "UB",  "UL",  "DF",  "DR",  "DB",
                                                "DL",  "FR",  "FL",  "BR",  "BL",  "UFR", "URB",
                                                "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"};

/* A cubie with n stickers; turned by its orientation it shows its sticker k at place (k + orientation) %
 * n. */
static bool is_cubie(const uint8_t *stickers, const char *name, unsigned n, unsigned orientation)
{
	for (unsigned k = 0; k < n; k++)
		if (stickers[(k + orientation) % n] != N_FACES
		    && face_letter[stickers[(k + orientation) % n]] != name[k])
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
	/* A corner in a mirror: its three stickers are those of a cubie, but run the wrong way round. */
	const uint8_t mirrored[3] = {seen[0], seen[2], seen[1]};
	unsigned cubie, orientation;
	const bool is_mirrored = is_corner && find_cubie(mirrored, 3, &cubie, &orientation);
	locate_cubie(stickers, place, error);
	return input_error_say(
		error, "the %s at %s has stickers %s %s%s%s; no such cubie%s", is_corner ? "corner" : "edge",
		cubie_name[place], stickers->symbol[seen[0]], stickers->symbol[seen[1]], is_corner ? " " : "",
		is_corner ? stickers->symbol[seen[2]] : "", is_mirrored ? " (it is a mirror image)" : "");
}

/* ---- stickers that do not matter ---- */

/* The only cubie that fits into a place; N_CUBIES: several do, or none. */
static unsigned only_cubie(const struct choices *choices, unsigned place)
{
	unsigned found = N_CUBIES, n = 0;
	for (unsigned cubie = 0; cubie < N_CUBIES; cubie++)
		if (choices->turns[place][cubie] != 0) {
			found = cubie;
			n++;
		}
	return n == 1 ? found : N_CUBIES;
}

/* What fits into each place, whatever is in the others. */
static bool find_choices(const struct sticker_text *stickers, struct choices *out, struct input_error *error)
{
	*out = (struct choices){{{0}}};
	for (unsigned place = 0; place < N_CUBIES; place++) {
		const unsigned n = cubie_n_stickers(place);
		bool fits = false;
		cubie_foreach_of_kind(cubie, place)
			for (unsigned turns = 0; turns < n; turns++)
				if (is_cubie(stickers->seen[place], cubie_name[cubie], n, turns)) {
					out->turns[place][cubie] |= (uint8_t)(1u << turns);
					fits = true;
				}
		if (!fits)
			return explain_unknown(stickers, place, error);
		const unsigned cubie = only_cubie(out, place);
		for (unsigned before = 0; before < place && cubie < N_CUBIES; before++)
			if (only_cubie(out, before) == cubie) {
				locate_cubie(stickers, place, error);
				return input_error_say(error, "%s %s appears twice, at %s and at %s",
				                       place < N_CORNERS ? "corner" : "edge", cubie_name[cubie],
				                       cubie_name[before], cubie_name[place]);
			}
	}
	return true;
}

/* One of the cubes that have the stickers that are seen. */
static bool complete(const struct sticker_text *stickers, struct position *out, struct input_error *error)
{
	static const char *const reason[] = {
		[CUBE_TWIST] = "corner orientations never sum to 0 mod 3",
		[CUBE_FLIP] = "edge orientations never sum to 0 mod 2",
		[CUBE_PARITY] = "corner and edge permutations always differ in parity",
	};
	struct choices choices;
	struct position p = {.is_completed = true};
	unsigned place;
	if (!find_choices(stickers, &choices, error))
		return false;
	const enum cube_fault fault = choices_narrow(&choices, &p.cube, &place);
	if (fault > CUBE_EDGE_RANGE)
		return input_error_refuse(error, stickers->text,
			"whatever the other stickers are, the %s; no sequence of turns solves this cube",
		                          reason[fault]);
	if (fault != CUBE_OK) {
		locate_cubie(stickers, place, error);
		return input_error_say(error, "the %s that fit the stickers at %s are all needed in other places",
		                       place < N_CORNERS ? "corners" : "edges", cubie_name[place]);
	}
	for (place = 0; place < N_CUBIES; place++) {
		const unsigned n = cubie_n_stickers(place), cubie = cube_cubie(&p.cube, place);
		unsigned n_ways = 0;
		for (unsigned other = 0; other < N_CUBIES; other++)
			n_ways += (unsigned)__builtin_popcount(choices.turns[place][other]);
		p.is_completed &= n_ways == 1;
		for (unsigned k = 0; k < n; k++)
			if (stickers->seen[place][(k + cube_ori(&p.cube, place)) % n] != N_FACES)
				p.seen |= UINT64_C(1) << (3 * cubie + k);
	}
	p.seen = p.is_completed ? POSITION_WHOLE : p.seen;
	*out = p;
	return true;
}

bool cubies_from_stickers(const struct sticker_text *stickers, struct position *out,
                          struct input_error *error)
{
	struct cube c = cube_solved;
	bool is_whole = true;
	cubie_foreach_sticker(place, k)
		is_whole &= stickers->seen[place][k] != N_FACES;
	for (unsigned place = 0; place < (stickers->is_pocket ? N_CORNERS : (unsigned)N_CUBIES); place++) {
		unsigned cubie, orientation;
		find_cubie(stickers->seen[place], cubie_n_stickers(place), &cubie, &orientation);
		cube_put(&c, place, cubie, orientation);
	}
	const enum cube_fault fault = cube_check(&c);
	if (!is_whole || fault == CUBE_CORNER_RANGE || fault == CUBE_EDGE_RANGE)
		return complete(stickers, out, error);
	/* Every cubie is there once; only the three laws are left. */
	unsigned twist = 0;
	if (fault == CUBE_OK || (fault == CUBE_PARITY && stickers->is_pocket)) {
		*out = (struct position){.cube = c, .seen = POSITION_WHOLE};
		return true;
	}
	items_foreach(ori, c.corner_ori, N_CORNERS)
		twist += *ori;
	if (fault == CUBE_TWIST)
		return input_error_refuse(
			error, stickers->text,
			"corner orientations sum to %u mod 3; no sequence of turns solves this cube", twist % 3);
	return input_error_refuse(
		error, stickers->text, "%s; no sequence of turns solves this cube",
		fault == CUBE_FLIP ? "edge orientations sum to 1 mod 2"
		                   : "corner and edge permutations differ in parity, as if two cubies were swapped");
}

/* ---- Reid's line ---- */

unsigned cubies_find(const char *at, size_t n_letters)
{
	unsigned i = 0;
	char name[4] = "";
	memcpy(name, at, n_letters < sizeof name ? n_letters : 0);
	while (i < N_CUBIES && (strlen(cubie_name[i]) != n_letters || strspn(cubie_name[i], name) != n_letters))
		i++;
	return i;
}

/* Which sticker of a place lies on the face of this letter. */
static unsigned sticker_on(unsigned place, char letter)
{
	return (unsigned)(strchr(cubie_name[place], letter) - cubie_name[place]);
}

bool cubies_read(const char *text, struct position *out, struct input_error *error)
{
	struct sticker_text stickers = {.text = text, .has_words = true, .symbol[N_FACES] = "?"};
	for (unsigned face = 0; face < N_FACES; face++)
		stickers.symbol[face][0] = face_letter[face];
	unsigned n_words = 0;
	text_foreach_word(at, end, text) {
		if (++n_words > N_CUBIES)
			continue;
		const char *const name = reid_name[n_words - 1];
		const size_t n = (size_t)(end - at);
		const bool is_unseen = n == 1 && is_grey(*at);
		size_t n_stickers = 0;  /* letters of faces, or signs for what does not matter */
		while (n_stickers < n && (is_grey(at[n_stickers]) || strchr(face_letter,
			text_capital(at[n_stickers])) != NULL))
			n_stickers++;
		if (!is_unseen && (n != strlen(name) || n_stickers < n))
			return input_error_at(error, text, at, n,
				"cubie %u is '%s'; expected the %zu stickers at %s, out of U R F D L B",
			                      n_words, error->token, strlen(name), name);
		const unsigned place = cubies_find(name, strlen(name));
		stickers.at[place] = at;
		for (size_t i = 0; name[i] != '\0'; i++)
			stickers.seen[place][sticker_on(place, name[i])] = is_unseen || is_grey(at[i]) ? N_FACES
			    : (uint8_t)(strchr(face_letter, text_capital(at[i])) - face_letter);
	}
	if (n_words != N_CUBIES)
		return input_error_refuse(error, text, "%u cubies; expected %u, those at UF UR UB ... DBR", n_words,
		                          (unsigned)N_CUBIES);
	if (!cubies_from_stickers(&stickers, out, error))
		return false;
	out->form = POSITION_CUBIES;
	return true;
}

void cubies_write(const struct cube *c, uint64_t seen, char out[CUBIES_TEXT_SIZE])
{
	for (unsigned k = 0; k < N_CUBIES; k++) {
		const unsigned place = cubies_find(reid_name[k], strlen(reid_name[k])), n = cubie_n_stickers(place),
		               cubie = cube_cubie(c, place);
		for (unsigned i = 0; i < n; i++) {
			const unsigned sticker = (sticker_on(place, reid_name[k][i]) + n - cube_ori(c, place)) % n;
			*out++ = position_sees(seen, cubie, sticker) ? cubie_name[cubie][sticker] : '?';
		}
		*out++ = k + 1 < N_CUBIES ? ' ' : '\0';
	}
}
