/* Cubes of which not all is known: which cubies may be in which places, and which of that is so in some cube
 * that turns can solve. */
#pragma once
#include "cube/cube.h"

/** Bit t of turns[place][cubie]: that cubie may be there, turned t times. */
struct choices {
	uint8_t turns[N_CUBIES][N_CUBIES];
};

/** Leave out what is in none of the cubes that these choices permit and turns can solve.
 * @param cube   on CUBE_OK one of these cubes
 * @param place  on CUBE_CORNER_RANGE and CUBE_EDGE_RANGE one that no cubie is left for
 * @return the first law that all of them break */
enum cube_fault choices_narrow(struct choices *choices, struct cube *cube, unsigned *place);
