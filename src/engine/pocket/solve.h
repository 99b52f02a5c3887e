/* Solutions for a cube as it is held: they make each face one colour; which one depends on how the scramble
 * rotated the cube. */
#pragma once
#include "pocket/table.h"
#include "search/search.h"

/** Find the solutions that a request asks for: the first, some or all of the lengths that it permits, in
 * turns of U, R and F, no face twice in a row.
 * @param distance  pocket_distances() in its metric
 * @param request   also its cube, time limit and stopped()
 * @param out       without nodes and iterations */
void pocket_search(const uint8_t *distance, const struct search_request *request, struct search_result *out);

/* Solutions are printed in turns of U R F, which leave the corner DBL in its place, while those of a pocket
 * state leave UFL.  A half turn of the whole cube about the R-L axis (x2) changes one into the other: R B D
 * become R F U. */

/** The index whose solutions, by pocket_face_turn(), solve the corners of this cube. */
uint32_t pocket_index_to_solve(const struct cube *c);

/** Turns of U, R and F as turns of R, B and D that solve the same cubes: turning U is turning D, and then the
 * whole cube.
 * @param out  n moves of cube/move.h; may be `moves` */
void pocket_turn_opposite(const uint8_t *moves, unsigned n, uint8_t *out);

/** A pocket move 0..8 as the turn of U, R or F that it is after x2. */
unsigned pocket_face_turn(unsigned pocket_move);
