/* The cube as a list of cubies: Reid's line, and what every reader of stickers needs to tell cubies apart. */
#pragma once
#include "cube/position.h"

enum { CUBIES_TEXT_SIZE = N_EDGES * 3 + N_CORNERS * 4 };  /* twenty names, each followed by a space or the
                                                           * final '\0' */

/* The stickers of twenty cubies, as they were read from some text. */
struct sticker_text {
	const char *text;
	uint8_t seen[N_CUBIES][3];         /* enum face of the stickers in each place, in the order of cubie_name;
	                                    * N_FACES: any */
	const char *at[N_CUBIES];          /* where the text says so */
	bool has_words;                    /* there stands a word for each cubie, not only its first sticker */
	bool is_pocket;                    /* corners only: a 2x2x2, on which only the law of twist applies */
	char symbol[N_FACES + 1][5];       /* what the text writes for each face, and for any */
};

/** Find the cubies that have these stickers and check that turns solve them.
 * @param out  on success filled but for its form, otherwise untouched; the edges of a 2x2x2 are solved
 * @return false with *error naming the first corner, else edge, that does not exist or appears twice, else
 *         the first of twist, flip and parity that is wrong */
bool cubies_from_stickers(const struct sticker_text *stickers, struct position *out,
                          struct input_error *error);

/** The place, and the cubie, with these letters in any order; N_CUBIES: there is none. */
unsigned cubies_find(const char *at, size_t n_letters);

/** Read Reid's line, the cubies at UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR,
 * in either case; a letter, or a whole cubie, may be one of the signs for what does not matter.
 * @param out  on success filled, otherwise untouched
 * @return false with *error filled */
bool cubies_read(const char *text, struct position *out, struct input_error *error);

/** Print a cube as Reid's line, with ? for the stickers that do not matter. @param seen  as in struct
 * position */
void cubies_write(const struct cube *c, uint64_t seen, char out[CUBIES_TEXT_SIZE]);
