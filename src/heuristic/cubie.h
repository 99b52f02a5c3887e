/* How far single cubies are from their solved places: what is known without a table on disk. */
#ifndef SUPERFLIP_HEURISTIC_CUBIE_H
#define SUPERFLIP_HEURISTIC_CUBIE_H
#include "cube/move.h"

enum { N_TURNED_CORNERS = 4, N_TURNED_EDGES = 4 };  /* cubies that one move of either metric takes elsewhere */

/* Moves that place and orient one cubie, regardless of the others: [cubie][position][orientation]. */
struct cubie_distances {
	uint8_t corner[N_CORNERS][N_CORNERS][3];
	uint8_t edge[N_EDGES][N_EDGES][2];
};

/** Found by breadth-first search at first use; thread-safe. */
const struct cubie_distances *cubie_distances(enum metric metric);

/** The moves of all corners and of all edges of a cube, each cubie for itself. */
struct cubie_sums { unsigned corners, edges; };
struct cubie_sums cubie_sums(enum metric metric, const struct cube *c);
#endif
