/* Which way the centres are turned, of a cube on which that can be seen (a supercube): 2 bits a face from U
 * up, the clockwise quarter turns from where it is on the solved cube, and CENTRES_MARKED.  Each quarter turn
 * of a face turns its centre, and nothing else does: they are a factor of their own, 4^6 states, half of
 * which go with a position (their quarter turns have the parity of the corners). */
#pragma once
#include "cube/symmetry.h"

enum { N_CENTRES = 4096, CENTRES_MARKED = N_CENTRES, CENTRES_LOW_BITS = 0x555,
	CENTRES_TEXT_SIZE = 3 * N_FACES + 1 };

/** As they are after turning by a and by b, either of which may have no marks. */
static inline uint16_t centres_sum(unsigned a, unsigned b)
{
	return (uint16_t)((a ^ b ^ (a & b & CENTRES_LOW_BITS) << 1) | ((a | b) & CENTRES_MARKED));
}

static inline uint16_t centres_inverse(unsigned a) { return (uint16_t)(a ^ (a & CENTRES_LOW_BITS) << 1); }

static inline bool centres_are_upright(unsigned a) { return a % N_CENTRES == 0; }

static inline bool centres_are_odd(unsigned a) { return __builtin_parity(a & CENTRES_LOW_BITS) != 0; }

static inline unsigned centres_turns(unsigned a, unsigned face) { return a >> 2 * face & 3; }

/** After a move; without marks they stay so. */
static inline uint16_t centres_after(unsigned a, unsigned move)
{
	return a == 0 ? 0 : centres_sum(a, move_turns(move) << 2 * move_face(move));
}

/** Seen from another side, as cube_conjugate() has it. */
uint16_t centres_image(unsigned a, unsigned symmetry);

/** Whether each face that has to be turned may be, by quarter turns where it must. @param moves  bit m for
 * move m */
bool centres_are_in_reach(unsigned a, uint32_t moves);

/** Write the faces whose centres are turned: "U+ R2 F-", a quarter turn clockwise, a half turn, a quarter
 * turn back.
 * @return the length, 0 if there are none */
size_t centres_write(unsigned a, char out[CENTRES_TEXT_SIZE]);

/** Read that in any order, with ' for -.
 * @param out  on success filled, with CENTRES_MARKED
 * @return false if it is anything else, or names a face twice */
bool centres_read(const char *text, uint16_t *out);

/** Where in a text the marks begin with which it ends, or seems to: moves may, too. @return its end if there
 * are none */
const char *centres_find(const char *text, uint16_t *out);
