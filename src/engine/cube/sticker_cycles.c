#include "cube/sticker_cycles.h"

#include "cube/facelet.h"

#include <stdio.h>

/* The number of each facelet, faces U R F D L B row by row; 0: a centre. */
static const uint8_t number_of_facelet[N_FACELETS] = {
	33, 34, 35, 36, 0, 37, 38, 39, 40,
	7, 8, 9, 17, 0, 18, 27, 28, 29,
	4, 5, 6, 15, 0, 16, 24, 25, 26,
	41, 42, 43, 44, 0, 45, 46, 47, 48,
	1, 2, 3, 13, 0, 14, 21, 22, 23,
	10, 11, 12, 19, 0, 20, 30, 31, 32,
};

void sticker_permutation(const struct cube *c, uint8_t to[N_MOVING_STICKERS + 1])
{
	uint8_t from[N_FACELETS];
	facelet_origins(c, from);
	for (unsigned i = 0; i < N_FACELETS; i++)
		to[number_of_facelet[from[i]]] = number_of_facelet[i];
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
