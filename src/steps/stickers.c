#include "steps/stickers.h"

#include "cube/layout.h"

const char sticker_letter[N_STICKER_COLOURS + 1] = "WRBGOY";
const uint8_t sticker_face[N_STICKER_COLOURS] = {FACE_U, FACE_B, FACE_L, FACE_R, FACE_F, FACE_D};

const uint8_t sticker_edge[N_EDGES][2] = {
	{1, 16}, {3, 23}, {5, 30}, {7, 37}, {12, 19}, {14, 28}, {10, 52}, {25, 39}, {21, 48}, {34, 41}, {32, 50}, {43, 46},
};
const uint8_t sticker_corner[N_CORNERS][3] = {
	{0, 15, 20}, {2, 17, 27}, {6, 26, 36}, {8, 33, 38}, {9, 18, 51}, {11, 29, 53}, {24, 42, 45}, {35, 44, 47},
};

/* A clockwise turn as five cycles: the sticker at each place comes from the next place of its row. */
enum { N_CYCLES = 5 };
static const uint8_t cycles[N_STICKER_COLOURS][N_CYCLES][4] = {
	[STICKER_W] = {{0, 6, 8, 2}, {1, 3, 7, 5}, {15, 26, 38, 27}, {17, 20, 36, 33}, {16, 23, 37, 30}},
	[STICKER_R] = {{9, 15, 17, 11}, {10, 12, 16, 14}, {51, 20, 2, 29}, {53, 18, 0, 27}, {52, 19, 1, 28}},
	[STICKER_B] = {{18, 24, 26, 20}, {19, 21, 25, 23}, {9, 45, 36, 0}, {15, 51, 42, 6}, {12, 48, 39, 3}},
	[STICKER_G] = {{27, 33, 35, 29}, {28, 30, 34, 32}, {17, 8, 44, 53}, {11, 2, 38, 47}, {14, 5, 41, 50}},
	[STICKER_O] = {{36, 42, 44, 38}, {37, 39, 43, 41}, {6, 24, 47, 33}, {8, 26, 45, 35}, {7, 25, 46, 34}},
	[STICKER_Y] = {{45, 51, 53, 47}, {46, 48, 52, 50}, {42, 18, 11, 35}, {44, 24, 9, 29}, {43, 21, 10, 32}},
};

struct stickers stickers_of_cube(const struct cube *c)
{
	static const uint8_t colour_of_letter[256] = {
		['U'] = STICKER_W, ['B'] = STICKER_R, ['L'] = STICKER_B, ['R'] = STICKER_G, ['F'] = STICKER_O, ['D'] = STICKER_Y,
	};
	char facelets[FACELET_TEXT_SIZE];
	struct stickers s;
	facelet_write(c, facelets);
	for (unsigned i = 0; i < N_FACELETS; i++)
		s.colour[layout_index(ORDER_VECTOR, i)] = colour_of_letter[(unsigned char)facelets[i]];
	return s;
}

void stickers_turn(struct stickers *s, enum sticker_colour face)
{
	uint8_t *const v = s->colour;
	for (unsigned i = 0; i < N_CYCLES; i++) {
		const uint8_t *const at = cycles[face][i];
		const uint8_t first = v[at[0]];
		v[at[0]] = v[at[1]];
		v[at[1]] = v[at[2]];
		v[at[2]] = v[at[3]];
		v[at[3]] = first;
	}
}
