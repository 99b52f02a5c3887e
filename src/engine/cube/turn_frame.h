/* Turns of a set as steps of a frame, the cheapest ways to turn one axis, and solutions as people turn
 * them. */
#pragma once
#include "cube/turn_set.h"

enum { N_ORIENTATIONS = 24, ANY_ORIENTATION = N_ORIENTATIONS };

/** Ways of the frame: from an orientation by a turn to another; orientations are even symmetry numbers / 2,
 * the first is 0. */
struct frame_step {
	uint8_t from, to;
	uint8_t element;                    /* of the pieces, as seen from the centres */
	uint8_t cost, label;                /* label: the turn's number in the set */
};

/** All steps from orientations that can be reached, by `from`; n_from[o] .. n_from[o + 1] - 1 begin at o.
 * @param out  N_ORIENTATIONS * TURN_SET_MAX of them */
void turn_set_frame_steps(const struct turn_set *set, struct frame_step *out,
                          unsigned n_from[N_ORIENTATIONS + 1]);

/** The cheapest ways to turn an axis from an orientation: to every product of turns and every orientation. */
enum { AXIS_PRODUCTS = 16, AXIS_PATH_MAX = 12 };
struct axis_path {
	bool is_known;
	uint8_t n;
	uint16_t cost;
	uint16_t step[AXIS_PATH_MAX];       /* numbers in the list of steps */
};

/** @param has_many  of equally cheap paths those of most steps, and of these the first by turns of U, R and F
 *                   before those of both faces before those of D, L and B; else those of the fewest steps,
 *                   and of these the first by labels, with
 *                   rotations about any axis among them */
void axis_paths_find(const struct frame_step *steps, const unsigned *n_from, unsigned axis, unsigned begin,
                     bool has_many, struct axis_path paths[AXIS_PRODUCTS][N_ORIENTATIONS]);

/** Write face turns on fixed centres as they are turned by hand, from the first orientation of the frame, at
 * the least cost, and of these with the fewest turns.  Turns of one axis that follow each other are one
 * product, left out if it is none.
 * @param end   the orientation to leave the frame in, by rotations at the end where the turns do not, or
 *   ANY_ORIENTATION
 * @param cost  set to what the turns cost, in units, without these rotations; may be NULL
 * @param out   text as snprintf() writes it
 * @return false if the set has no turns for them, or without memory */
bool turn_set_write(const struct turn_set *set, const uint8_t *moves, unsigned n, unsigned end,
                    unsigned *cost, char *out, size_t size);
