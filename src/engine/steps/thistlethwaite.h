/* M. Thistlethwaite's method (1981): through ever smaller groups, each entered by a shortest way, G0 = <U, R,
 * F, D, L, B> > G1 = <U, R, F2, D, L, B2> (edges oriented) > G2 = <U, R2, F2, D, L2, B2> (corners oriented,
 * the middle slice filled) > G3 = <U2, R2, F2, D2, L2, B2> > 1.  A table holds for every coset of the next
 * group the exact number of moves into it, so each stage walks down its table.  7 + 10 + 13 + 15 = 45 moves
 * are enough for every cube; on average they are 31.35. */
#pragma once
#include "steps/method.h"

enum { DOMINO_STAGE = 1, N_THISTLETHWAITE_STAGES = 4 };  /* into <U,D,R2,L2,F2,B2> */

/** The moves that stage 0..3 may use, bit m for move m: 18, 14, 10, 6. */
extern const uint32_t thistlethwaite_moves[N_THISTLETHWAITE_STAGES];

/** Fill the tables (2 MB) at the first call; thread-safe.  Distances are read after it.  Valid after
 * cube_init(). */
void thistlethwaite_make_tables(void);

/** Distances of the cosets of stage 0..3, in moves of its group.
 * @param n  filled: how many there are */
const uint8_t *thistlethwaite_distances(unsigned stage, uint32_t *n);

/** The stage that leads to a goal; N_THISTLETHWAITE_STAGES: none. */
unsigned thistlethwaite_stage_of(const struct goal *goal);

/** How many moves of a stage lead a cube that is in its group into the next. */
unsigned thistlethwaite_distance(unsigned stage, const struct cube *c);
