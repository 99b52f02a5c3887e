/* Reading a position in whatever form people write it: moves, facelets, or cubies. */
#pragma once
#include "cube/move.h"
#include "cube/text.h"

enum position_form { POSITION_MOVES, POSITION_FACELETS, POSITION_CUBIES };

/** Options for reading. */
enum {
	READ_FRENCH = 1,              /* face letters H B A P G D for U D F B L R */
	READ_GROUPS = 2,              /* bare parentheses (R U) are a group */
	READ_NISS = 4,                /* bare parentheses (R U) are turns on the inverse */
	READ_POCKET = 8,              /* turns of the 2x2x2: no slices, no wide turns; r b d for R B D */
	READ_GREY = 16,               /* stickers that do not matter, written . ? - _ or *, may leave several
	                               * cubes */
	READ_CENTERS = 32,            /* centres count: turned by moves, or marked after a state, as in "U+ R2 F-"
	                               * (cube/centres.h) */
};

#define POSITION_WHOLE UINT64_MAX

struct position {
	struct cube cube;             /* relative to where the centres ended */
	enum position_form form;
	unsigned rotation;            /* symmetry number (even: a rotation) of where the centres are now; 0: in
	                               * place */
	uint64_t seen;                /* the stickers that matter, bit 3 * cubie + k for letter k of cubie_name;
	                               * POSITION_WHOLE: all */
	bool is_completed;            /* some were not shown, but only one cube has the others: then all matter */
};

/** Whether sticker k of a cubie matters. */
static inline bool position_sees(uint64_t seen, unsigned cubie, unsigned k)
{
	return seen >> (3 * cubie + k) & 1;
}

/** Whether a character stands for a sticker that does not matter. */
#define GREY_SIGNS ".?-_*"
static inline bool is_grey(char c) { return c == '.' || c == '?' || c == '-' || c == '_' || c == '*'; }

/** Read moves, 54 facelets (letters or colours) or Reid's twenty cubies, whichever the text is.
 * An empty text is the solved cube.
 * @param out  on success filled; of a position not all of whose stickers matter `cube` is one of the cubes
 *   that have the others
 * @return false with *error filled if it is none of them or no solvable cube */
bool position_read(const char *text, unsigned options, struct position *out, struct input_error *error);

/** Whether a text is facelets or cubies, right or wrong, some of which do not matter. */
bool position_is_grey(const char *text);
