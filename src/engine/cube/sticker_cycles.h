/* A position as a permutation of the 48 stickers that move, and its cycles. */
#pragma once
#include "cube/cube.h"

/* The faces L F R B lie side by side: their top rows are stickers 1 to 12, the middle ones, without centres,
 * 13 to 20, the bottom rows 21 to 32; then U 33 to 40 and D 41 to 48, row by row (French Wikipedia, "Théorie
 * mathématique sur le Rubik's Cube"). */
enum { N_MOVING_STICKERS = 48, STICKER_CYCLES_TEXT_SIZE = 3 * N_MOVING_STICKERS + N_MOVING_STICKERS + 1 };

/** Where each sticker of the solved cube is in a position: to[s] for s from 1 to 48; to[0] is 0. */
void sticker_permutation(const struct cube *c, uint8_t to[N_MOVING_STICKERS + 1]);

/** Print the cycles, "{2,36}{5,39}": the sticker at each number goes to the next one; each cycle and all of
 * them begin with the smallest number; stickers that stay are left out.  The solved cube is the empty
 * text. */
void sticker_cycles_write(const struct cube *c, char out[STICKER_CYCLES_TEXT_SIZE]);
