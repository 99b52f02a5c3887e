/* The 2x2x2 cube by the fixed-corner model: 7! * 3^6 = 3,674,160 states and 9 turns. */
#pragma once
#include "cube/move.h"

enum {
	POCKET_PLACES = 7,
	POCKET_PERMS = 5040,          /* 7! */
	POCKET_ORIS = 729,            /* 3^6: the seventh twist follows from the others */
	POCKET_STATES = POCKET_PERMS * POCKET_ORIS,
	POCKET_SOLVED = 0,            /* index of the solved state */
	POCKET_MOVES = 9,             /* r r2 r' b b2 b' d d2 d' */
	POCKET_QUARTER_TURNS = 6
};

/* A 2x2x2 without its position in space (Laurent Théry, "Mini-Rubik"): the cubie up front left never moves,
 * because turning L, F or U is turning R, B or D and then the whole cube.  The other places are 0..6: URF DFR
 * DLF UBR DRB DBL ULB. Théry's numbers are these plus one; his orientations turn against Kociemba's. */
struct pocket {
	uint8_t perm[POCKET_PLACES];  /* the cubie in each place */
	uint8_t ori[POCKET_PLACES];   /* its twist there in counter-clockwise thirds; the sum is divisible by 3 */
};

extern const struct pocket pocket_solved;

/** What the corners of a cube are as a 2x2x2: the cubie up front left counts as solved, wherever it came
 * from.  So turns of R, B and D solve the cube as it is held exactly if they solve the pocket cube.  Edges
 * are not looked at. */
struct pocket pocket_of_cube(const struct cube *c);

/** The whole cube turned so that the cubie at a corner is solved. */
struct cube pocket_turned_home(const struct cube *c, unsigned corner);

/** A cube with these corners; its edges are solved, whatever their parity. */
struct cube pocket_to_cube(const struct pocket *p);

/** The state after a move, 0..8. */
struct pocket pocket_after(const struct pocket *p, unsigned move);

/** The state's number: perm index * 3^6 + ori index (Théry's n = n1 * 3^6 + n2). */
uint32_t pocket_rank(const struct pocket *p);
struct pocket pocket_unrank(uint32_t index);

/* A move acts on the two halves of an index separately; valid after pocket_init(). */
extern uint16_t pocket_perm_after[POCKET_PERMS][POCKET_MOVES];
extern uint16_t pocket_ori_after[POCKET_ORIS][POCKET_MOVES];

/** The moves of a metric, as single steps: all 9 in HTM, the 6 quarter turns in QTM. */
extern const uint8_t pocket_steps[N_METRICS][POCKET_MOVES];
extern const uint8_t pocket_n_steps[N_METRICS];

static inline uint32_t pocket_index(unsigned perm_index, unsigned ori_index)
{
	return perm_index * (uint32_t)POCKET_ORIS + ori_index;
}

static inline uint32_t pocket_state_after(uint32_t index, unsigned move)
{
	return pocket_index(pocket_perm_after[index / POCKET_ORIS][move],
	                    pocket_ori_after[index % POCKET_ORIS][move]);
}

/** Fill the move tables (and those of src/engine/cube).  Idempotent, thread-safe; the first call takes a
 * millisecond. */
void pocket_init(void);
