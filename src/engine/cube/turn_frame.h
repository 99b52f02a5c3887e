/* Turns of a set as steps of a frame, the cheapest ways to turn one axis, and solutions as people turn
 * them. */
#pragma once
#include "cube/turn_set.h"

enum { N_ORIENTATIONS = 24, ANY_ORIENTATION = N_ORIENTATIONS,
       N_HOLDS = N_ORIENTATIONS * (TURN_SET_MAX + 1) };

/** Ways of the frame: from one hold by a turn to another.  A hold is an orientation of the frame, and what
 * the last turn was as far as prices of pairs ask: N_ORIENTATIONS * row + orientation.  Orientations are even
 * symmetry numbers / 2, the first is 0. */
struct frame_step {
	uint16_t from, to;
	uint8_t element;                    /* of the pieces, as seen from the centres */
	uint8_t cost, label;                /* label: the turn's number in the set */
};

/** The holds of a set: N_ORIENTATIONS without prices of pairs. */
static inline unsigned turn_set_holds(const struct turn_set *set)
{
	return N_ORIENTATIONS * (set->n_rows + 1);
}

/** All steps from holds that can be reached, by `from`; n_from[h] .. n_from[h + 1] - 1 begin at h.
 * @param out     TURN_SET_MAX for each hold
 * @param n_from  one more than there are holds */
void turn_set_frame_steps(const struct turn_set *set, struct frame_step *out,
                          unsigned *n_from);

/** The cheapest ways to turn an axis from a hold: to every product of turns and every hold. */
enum { AXIS_PRODUCTS = 16, AXIS_PATH_MAX = 12 };
struct axis_path {
	bool is_known;
	uint8_t n;
	uint16_t cost;
	uint16_t step[AXIS_PATH_MAX];       /* numbers in the list of steps */
};

/** @param rotations  without prices of pairs: the paths of no product from the first orientation, such as
 *                   R L' M', [axis * N_ORIENTATIONS + hold], which may stand between the turns; NULL: none do
 * @param has_many  of equally cheap paths those of most steps, and of these the first by turns of U, R and F
 *                   before those of both faces before those of D, L and B; else those of the fewest steps,
 *                   and of these the first by labels, with
 *                   rotations about any axis among them.  Of `has_many` only those remain that another
 *                   path of the same product does not make up for, whatever follows.
 * @param n_holds    or of classes of them
 * @param paths      [product * n_holds + hold] */
void axis_paths_find(const struct frame_step *steps, const unsigned *n_from, unsigned axis, unsigned begin,
                     unsigned n_holds, bool has_many, const struct axis_path *rotations,
                     struct axis_path *paths);

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
