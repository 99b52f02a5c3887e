/* What a superflip_cube is inside. */
#ifndef SUPERFLIP_API_CUBE_H
#define SUPERFLIP_API_CUBE_H
#include "superflip.h"

#include "cube/cube.h"

struct superflip_cube {
	superflip_puzzle puzzle;
	superflip_form form;
	bool is_rotated;
	struct cube cube;             /* of the 2x2x2 the corners; its edges mean nothing */
};

/** Fill the tables that everything about a puzzle needs.  Idempotent, thread-safe; cheap after the first call. */
void api_init(superflip_puzzle puzzle);

/** The options of position_read() and notation_read(). */
unsigned read_options_of(superflip_puzzle puzzle, unsigned options);
#endif
