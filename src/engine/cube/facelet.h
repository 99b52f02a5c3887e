/* The cube as 54 stickers: faces U R F D L B, each row by row as Kociemba's programs write them. */
#pragma once
#include "cube/position.h"

enum { FACE_FACELETS = 9, N_FACELETS = N_FACES * FACE_FACELETS, FACELET_TEXT_SIZE = N_FACELETS + 1 };

/** Read 54 facelets that are anywhere in a text.  Any six symbols are accepted (letters in either
 * case, digits, coloured squares); the centres say which face each one belongs to.  Facelets that do not
 * matter are . ? - _ or *; if there are centres among them the symbols are U R F D L B.
 * @param at   where each of them stands, in the order U R F D L B
 * @param out  on success filled, otherwise untouched; the cube relative to its centres, which are turned only
 *             if the symbols are U R F D L B
 * @return false with *error naming, in this order, the first facelet that is none
 *         of six symbols, a symbol that does not appear nine times, impossible centres, the first impossible
 *         cubie, and
 *         a twist, flip or parity that turns cannot make */
bool facelet_read(const char *text, const char *const at[N_FACELETS], struct position *out,
                  struct input_error *error);

/** The facelet (0..53) at a place (0..7 corners, 8..19 edges) that lies on face k of its name. */
unsigned facelet_of(unsigned place, unsigned k);

/** Where each facelet would be on the solved cube. */
void facelet_origins(const struct cube *c, uint8_t from[N_FACELETS]);

/** Print a cube with its centres in place. */
void facelet_write(const struct cube *c, char out[FACELET_TEXT_SIZE]);

/** The same with . for the stickers that do not matter. @param seen  as in struct position */
void facelet_write_seen(const struct cube *c, uint64_t seen, char out[FACELET_TEXT_SIZE]);
