#include "cube/sticker_cycles.h"

#include "cube/facelet.h"

/* The number of a facelet; 0: a centre.  In rows of twelve, eight and twelve over L F R B, then face by
 * face. */
static unsigned number_of(unsigned facelet)
{
	static const uint8_t column[N_FACES] = {[FACE_F] = 1, [FACE_R] = 2, [FACE_B] = 3};
	const unsigned face = facelet / FACE_FACELETS, i = facelet % FACE_FACELETS, row = i / 3;
	if (i == 4)
		return 0;
	if (face == FACE_U || face == FACE_D)
		return (face == FACE_U ? 33 : 41) + i - (i > 4);
	return row == 1 ? 13 + 2u * column[face] + (i == 5) : (row == 0 ? 1u : 15u) + 3u * column[face] + i;
}

void sticker_permutation(const struct cube *c, uint8_t to[N_MOVING_STICKERS + 1])
{
	uint8_t from[N_FACELETS];
	facelet_origins(c, from);
	for (unsigned i = 0; i < N_FACELETS; i++)
		to[number_of(from[i])] = (uint8_t)number_of(i);
}

void sticker_cycles_write(const struct cube *c, char out[STICKER_CYCLES_TEXT_SIZE])
{
	uint8_t to[N_MOVING_STICKERS + 1];
	bool is_written[N_MOVING_STICKERS + 1] = {false};
	char *end = out;
	sticker_permutation(c, to);
	*end = '\0';
	for (unsigned first = 1; first <= N_MOVING_STICKERS; first++) {
		if (is_written[first] || to[first] == first)
			continue;
		for (unsigned s = first; !is_written[s]; s = to[s]) {
			end += sprintf(end, "%c%u", s == first ? '{' : ',', s);
			is_written[s] = true;
		}
		end += sprintf(end, "}");
	}
}
