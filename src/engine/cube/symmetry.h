/* The 48 symmetries of the cube: 24 rotations and their mirror images, as (possibly mirrored) cubes. */
#pragma once
#include "cube/move.h"

enum { N_SYMMETRIES = 48 };

/* Symmetry 0 is the identity.  The first 16 keep the U-D axis; odd numbers are mirror images. */
extern struct cube symmetry_cube[N_SYMMETRIES];
extern uint8_t symmetry_inverse[N_SYMMETRIES];
extern uint8_t symmetry_product[N_SYMMETRIES][N_SYMMETRIES];  /* first the row, then the column */
extern uint8_t symmetry_move[N_SYMMETRIES][N_MOVES];          /* S m S^-1 as a move */

/** The face whose turns a symmetry makes those of another one. */
static inline unsigned symmetry_face(unsigned symmetry, unsigned face)
{
	return move_face(symmetry_move[symmetry][face * 3]);
}

/** Whether a symmetry, or it and inversion together, takes the moves of a set to moves of the set. @param
 * moves  bit m for move m */
bool symmetry_keeps_moves(unsigned symmetry, bool inverts, uint32_t moves);

/* Turns of an axis, both faces together: axis * 16 + clockwise quarter turns of U, R or F, 0 to 3, * 4 +
 * those of the face opposite.  And S t S^-1, as such a number. */
enum { N_AXIS_TURNS = 48 };
static inline unsigned axis_turns_number(unsigned axis, unsigned first, unsigned second)
{
	return axis * 16 + first * 4 + second;
}
static inline unsigned axis_turns_axis(unsigned turns) { return turns / 16; }
static inline unsigned axis_turns_first(unsigned turns) { return turns / 4 % 4; }
static inline unsigned axis_turns_second(unsigned turns) { return turns % 4; }
static inline unsigned axis_turns_inverse(unsigned turns)
{
	return axis_turns_number(axis_turns_axis(turns), (4 - axis_turns_first(turns)) % 4,
	                         (4 - axis_turns_second(turns)) % 4);
}
/* What two turns of an axis make together. */
static inline unsigned axis_turns_product(unsigned a, unsigned b)
{
	return axis_turns_number(axis_turns_axis(a), (axis_turns_first(a) + axis_turns_first(b)) % 4,
	                         (axis_turns_second(a) + axis_turns_second(b)) % 4);
}
extern uint8_t symmetry_axis_turns[N_SYMMETRIES][N_AXIS_TURNS];

/** What bounds know of a turn set (cube/turn_set.h): the least cost of undoing each turn of an axis; 0: no
 * turn does it. */
struct turn_costs {
	uint8_t of[N_AXIS_TURNS];
};

/* The symmetry that turns the whole cube once about an axis, clockwise as seen from U, R or F. */
extern const uint8_t symmetry_quarter_turn[3];

/** S c S^-1: the same pattern seen from another side. */
struct cube cube_conjugate(const struct cube *c, unsigned symmetry);

/** The symmetries that leave c as it is, bit s for symmetry s (bit 0 always). */
uint64_t cube_symmetries(const struct cube *c);

/** Called once by cube_init(), before the moves are made, and after that. */
void symmetry_fill_cubes(void);
void symmetry_fill_moves(void);
