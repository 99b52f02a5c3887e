/* Turn sets: which turns a solution may have, slices, wide turns and rotations among them, and what each
 * costs.
 *
 * Pieces are kept on fixed centres, where a turn is two things: a turn of the two outer layers of an axis
 * (axis_turns_number()), and a turn of the frame, that is of whoever holds the cube: M is R L' and then the
 * cube held the other way.  Where the frame stands decides which turn of the pieces a letter means, and
 * nothing else. */
#pragma once
#include "cube/symmetry.h"
#include "cube/turn.h"

enum { TURN_SET_MAX = 64, TURN_COST_MAX = 60, TURN_SET_TEXT_SIZE = 16384 };

/* half turns, quarter turns, slices, axes, quarter turns of slices, and turns with rotations */
enum turn_metric { TURNS_HTM, TURNS_QTM, TURNS_STM, TURNS_ATM, TURNS_STQM, TURNS_ETM, N_TURN_METRICS };
extern const char *const turn_metric_name[N_TURN_METRICS];   /* "htm", ... */

struct turn_set {
	unsigned n;
	struct turn turn[TURN_SET_MAX];     /* at what they cost alone */
	uint32_t unit_thousandths;          /* what a unit of cost is */
	/* Prices of pairs: after turn t others cost what after[row[t]] says, and the first turn what after[0]
	 * does, which is what they cost alone. */
	unsigned n_rows;                    /* beside row 0 */
	uint8_t row[TURN_SET_MAX], after[TURN_SET_MAX + 1][TURN_SET_MAX];
};

/** Read a set.
 * @param metric   what turns cost for which `costs` does not say it
 * @param turns    "M U", "R U r", "(R L') F2": a letter alone is all turns of its layers; NULL: those of the
 *                 metric, the faces, with slices in stm, stqm and etm, any two opposite faces in atm,
 *                 rotations in etm
 * @param costs    "U=1 U2=1.5 (R L')=2": of turns of the set, and without `turns` perhaps of more;
 *                 "U R after D=2", "* after *=2": of turns that follow others at once, of lines about the
 *                 same pair the last; NULL: as in the metric
 * @param options  READ_FRENCH or 0
 * @return false with *error filled */
bool turn_set_read(enum turn_metric metric, const char *turns, const char *costs, unsigned options,
                   struct turn_set *out, struct input_error *error);

/** The greatest common divisor of two costs, of which one may be 0. */
unsigned turn_cost_gcd(unsigned a, unsigned b);

/** Turns of faces, bit m for move m, in the unit of a move of the metric. */
struct turn_set turn_set_of_moves(enum metric metric, uint32_t moves);

/** The turns of a set as moves of faces, bit m for move m; 0: it has others. */
uint32_t turn_set_faces(const struct turn_set *set);

/** The set as turn_set_read() takes it for costs: the same text for the same set. @param text
 * TURN_SET_TEXT_SIZE bytes  @return false if it is longer, as that of no set is that was read */
bool turn_set_identity(const struct turn_set *set, char *text);

/** What a turn does to the pieces when the frame stands in its first orientation. */
static inline unsigned turn_element(const struct turn *t)
{
	return axis_turns_number(t->axis, (t->near + 4u - t->middle) % 4, (t->middle + 4u - t->far) % 4);
}

