/* Texts of 54 stickers in all the orders and layouts in which people write them, brought into one order. */
#pragma once
#include "cube/facelet.h"

/* The orders:
 *     faces    U R F D L B, each row by row (Kociemba)
 *     net      U, then row by row L F R B, then D, as `superflip show` draws it
 *     digits   U L F R B D, each row by row (Kevin Chen and Yuxiang Li: U0 L1 F2 R3 B4 D5)
 *     vector   stickers 0 to 53 of Guillaume Boulanger and Axel Ardisson: W R B G O Y, unfolded their way
 *     heads    as the text itself says: "Face U :" before the nine stickers of each face */
enum layout_order { ORDER_FACES, ORDER_NET, ORDER_DIGITS, ORDER_VECTOR, ORDER_HEADS, N_LAYOUT_ORDERS };

extern const char *const layout_order_name[N_LAYOUT_ORDERS];  /* for messages */

enum { LAYOUT_SYMBOLS = 64, LAYOUT_ROWS = 64 };

/** The symbols of a text and how they are laid out; what is decoration (heads, colours of a terminal, the
 * punctuation of a Caml vector) is left out. */
struct layout {
	const char *text;
	const char *at[LAYOUT_SYMBOLS];             /* of the first symbols */
	unsigned n;                               /* of all symbols, perhaps more */
	unsigned n_words, shortest_word, longest_word;  /* in symbols */
	unsigned n_rows;                          /* lines with symbols, perhaps more than LAYOUT_ROWS */
	char row_lengths[LAYOUT_ROWS + 1];        /* in symbols, a character each: '0' + length, so '<' is twelve */
	bool is_vector;                           /* [|"B";"Y"; ... |] */
	unsigned n_heads;
	uint8_t head[N_FACES];                    /* enum face, in the order of the text */
};

/** Collect the symbols of a text. */
void layout_collect(const char *text, struct layout *out);

/** Read 54 collected stickers in an order.
 * @return false with *error naming a wrong number of facelets, else as facelet_read() */
bool layout_read(const struct layout *layout, enum layout_order order, struct position *out,
                 struct input_error *error);

/** Where facelet i (0..53, U R F D L B) stands in an order other than that of heads. */
unsigned layout_index(enum layout_order order, unsigned facelet);
