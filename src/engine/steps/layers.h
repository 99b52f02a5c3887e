/* Layer by layer, as a beginner solves the cube: the algorithm of Guillaume Boulanger and Axel Ardisson
 * ("Le Rubik's cube", TIPE, 2013-2014), move for move.  Nothing is searched; a solution has about 163
 * moves. */
#ifndef SUPERFLIP_STEPS_LAYERS_H
#define SUPERFLIP_STEPS_LAYERS_H
#include "steps/method.h"

enum { N_LAYERS_STAGES = 5 };
extern const char *const layers_stage_name[N_LAYERS_STAGES];   /* "white cross", ... */

/** Print moves as the report does, "2R;W;-R;".
 * @param out  room for 3 * n + 1 characters */
void layers_write(const uint8_t *moves, unsigned n, char *out);

/* The cube as a vector of 54 stickers, numbered and turned as by Guillaume Boulanger and Axel Ardisson
 * ("Le Rubik's cube", TIPE, 2013-2014): faces W R B G O Y; in the net R is above W, O below W, Y below O, B
 * left and G right of W.  Held as our facelets are, these are the faces U B L R F D. */
enum sticker_colour { STICKER_W, STICKER_R, STICKER_B, STICKER_G, STICKER_O, STICKER_Y, N_STICKER_COLOURS };
enum { N_STICKERS = 54 };

/* W 0-8, R 9-17, B 18-26, G 27-35, O 36-44, Y 45-53; the centres 4 13 22 31 40 49 never move. */
struct stickers {
	uint8_t colour[N_STICKERS];   /* enum sticker_colour */
};

extern const char sticker_letter[N_STICKER_COLOURS + 1];          /* "WRBGOY" */
extern const uint8_t sticker_face[N_STICKER_COLOURS];             /* enum face of each colour */
extern const uint8_t sticker_edge[N_EDGES][2];                    /* the stickers of each edge, in the
                                                                   * report's order */
extern const uint8_t sticker_corner[N_CORNERS][3];                /* the stickers of each corner, in the
                                                                   * report's order */

struct stickers stickers_of_cube(const struct cube *c);

/** Turn the face of a colour clockwise by a quarter. */
void stickers_turn(struct stickers *s, enum sticker_colour face);
#endif
