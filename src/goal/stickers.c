/* Goals as 54 stickers, some of which do not matter. */
#include "cube/facelet.h"
#include "cube/text.h"
#include "goal/goal.h"

#include <stdio.h>
#include <string.h>

static const char grey[] = ".?-_*";

enum { N_PLACES = N_CORNERS + N_EDGES };

/* What a place may hold. */
struct choice {
	uint16_t pieces;                    /* of its kind, a set */
	bool is_oriented;                   /* each in one way, as when it is solved; else in any */
};

/* The stickers of a text without white space.  @return false: there are other characters, or not 54 of them */
static bool take_stickers(const char *text, char stickers[N_FACELETS])
{
	unsigned n = 0;
	for (; *text != '\0'; text++) {
		if (strchr(" \t\n", *text) != NULL)
			continue;
		const char letter = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
		const bool is_grey = strchr(grey, *text) != NULL;
		if (n == N_FACELETS || (!is_grey && strchr(face_letter, letter) == NULL))
			return false;
		stickers[n++] = is_grey ? '.' : letter;
	}
	return n == N_FACELETS;
}

bool goal_is_stickers(const char *text)
{
	char stickers[N_FACELETS];
	return take_stickers(text, stickers) && memchr(stickers, '.', N_FACELETS) != NULL;
}

/* ---- what each place may hold ---- */

static bool is_corner(unsigned place) { return place < N_CORNERS; }
static unsigned n_stickers(unsigned place) { return is_corner(place) ? 3 : 2; }
static const char *name_of(unsigned place) { return is_corner(place) ? corner_name[place] : edge_name[place - N_CORNERS]; }

/* Whether a piece, turned so, shows what is seen of a place; the cube it is in need not be solvable. */
static bool fits(const char *stickers, unsigned place, unsigned piece, unsigned turn)
{
	struct cube c = cube_solved;
	char shown[FACELET_TEXT_SIZE];
	const unsigned at = is_corner(place) ? place : place - N_CORNERS;
	uint8_t *const perm = is_corner(place) ? c.corner_perm : c.edge_perm, *const ori = is_corner(place) ? c.corner_ori : c.edge_ori;
	perm[piece] = (uint8_t)at;
	perm[at] = (uint8_t)piece;
	ori[at] = (uint8_t)turn;
	facelet_write(&c, shown);
	bool is_same = true;
	for (unsigned k = 0; k < n_stickers(place); k++) {
		const char seen = stickers[facelet_of(place, k)];
		is_same &= seen == '.' || seen == shown[facelet_of(place, k)];
	}
	return is_same;
}

static struct choice choice_of(const char *stickers, unsigned place)
{
	struct choice choice = {.is_oriented = true};
	for (unsigned piece = 0; piece < (is_corner(place) ? (unsigned)N_CORNERS : (unsigned)N_EDGES); piece++)
		for (unsigned turn = 0; turn < n_stickers(place); turn++)
			if (fits(stickers, place, piece, turn)) {
				choice.pieces |= (uint16_t)(1u << piece);
				choice.is_oriented &= turn == 0;
			}
	return choice;
}

/* A piece that can only be in one place is in no other. */
static void remove_known(struct choice *choice, unsigned n)
{
	for (bool is_changed = true; is_changed;) {
		is_changed = false;
		for (unsigned i = 0; i < n; i++)
			for (unsigned j = 0; j < n && (choice[i].pieces & (choice[i].pieces - 1)) == 0; j++)
				if (j != i && (choice[j].pieces & choice[i].pieces) != 0) {
					choice[j].pieces &= (uint16_t)~choice[i].pieces;
					is_changed = true;
				}
	}
}

/* ---- a pattern of them ---- */

/* Say that something is wrong before and after the name of a piece. */
static bool refuse(struct input_error *error, const char *text, const char *before, const char *piece, const char *after)
{
	*error = (struct input_error){.row = 0};
	input_error_locate(error, text, text, 0);
	snprintf(error->message, sizeof error->message, "%s %s%s", before, piece, after);
	return false;
}

static bool is_less(struct choice a, struct choice b)
{
	return __builtin_popcount(a.pieces) < __builtin_popcount(b.pieces);
}

/* The classes of one kind of piece: places that may hold the same pieces, which are those at home there. */
static bool take_classes(const char *text, const struct choice *choice, unsigned n, unsigned first_place, uint8_t *of,
                         struct input_error *error)
{
	for (unsigned i = 0; i < n; i++) {
		const char *const name = name_of(first_place + i);
		unsigned first = 0;
		if (choice[i].pieces == 0)
			return refuse(error, text, "no piece fits the stickers at", name, "");
		if ((choice[i].pieces >> i & 1) == 0)
			return refuse(error, text, "the stickers at", name, " are not those of the solved cube; a goal of stickers is a part of that");
		for (unsigned j = 0; j < n; j++)
			if ((choice[i].pieces >> j & 1) != 0
			    && (choice[j].pieces != choice[i].pieces || choice[j].is_oriented != choice[i].is_oriented))
				return refuse(error, text, "the stickers at", name_of(first_place + (is_less(choice[j], choice[i]) ? j : i)),
				              " fit pieces that may be elsewhere as well; show more of them");
		while ((choice[i].pieces >> first & 1) == 0)
			first++;
		of[i] = (uint8_t)(first | (choice[i].is_oriented ? (unsigned)PATTERN_ORIENTED : 0));
	}
	return true;
}

static bool check_centres(const char *text, const char *stickers, struct input_error *error)
{
	for (unsigned face = 0; face < N_FACES; face++) {
		const char centre = stickers[face * FACE_FACELETS + FACE_FACELETS / 2], name[2] = {face_letter[face], '\0'};
		if (centre != '.' && centre != face_letter[face])
			return refuse(error, text, "the centre of", name, " is of another colour; a goal of stickers has the centres in place");
	}
	return true;
}

bool goal_parse_stickers(const char *text, struct pattern *out, struct input_error *error)
{
	char stickers[N_FACELETS];
	struct choice choice[N_PLACES];
	struct pattern pattern = {.free_face = 0};
	take_stickers(text, stickers);
	if (!check_centres(text, stickers, error))
		return false;
	for (unsigned place = 0; place < N_PLACES; place++)
		choice[place] = choice_of(stickers, place);
	remove_known(choice, N_CORNERS);
	remove_known(choice + N_CORNERS, N_EDGES);
	if (!take_classes(text, choice, N_CORNERS, 0, pattern.corner, error)
	    || !take_classes(text, choice + N_CORNERS, N_EDGES, N_CORNERS, pattern.edge, error))
		return false;
	*out = pattern;
	return true;
}
