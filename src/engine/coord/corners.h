/* Corner coordinates: permutation 0..40319 in lexicographic order, twist 0..2186 in base 3, and what moves do
 * to them. */
#pragma once
#include "cube/move.h"

enum { N_CORNER_PERMS = 40320, N_TWISTS = 2187 };

/** Rank of corner_perm[0..7], the first position most significant. */
unsigned corners_rank_perm(const struct cube *c);
void corners_unrank_perm(unsigned rank, struct cube *c);

/** corner_ori[0..6] as a number in base 3, the first position most significant; the eighth follows from
 * them. */
unsigned corners_rank_twist(const struct cube *c);
void corners_unrank_twist(unsigned rank, struct cube *c);

/* Rows of a cache line: column m is the coordinate after move m; 18 of 32 columns are used. */
enum { MOVE_ROW = 32 };

/** Fill after[n][MOVE_ROW] on the cubie level, for a small coordinate.
 * @param unrank  sets what the coordinate sees of a solved cube */
void coord_fill_moves(unsigned n, unsigned (*rank)(const struct cube *c),
                      void (*unrank)(unsigned rank, struct cube *c), uint16_t (*after)[MOVE_ROW]);
/** Fill twist_after[N_TWISTS][MOVE_ROW] (140 kB). */
void corners_fill_twist_moves(uint16_t (*twist_after)[MOVE_ROW]);
/** Fill perm_after[N_CORNER_PERMS][MOVE_ROW] (2.6 MB). */
void corners_fill_perm_moves(uint16_t (*perm_after)[MOVE_ROW]);
