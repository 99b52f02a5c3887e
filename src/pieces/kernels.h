/* The kernels for piece tables. */
#ifndef SUPERFLIP_PIECES_KERNELS_H
#define SUPERFLIP_PIECES_KERNELS_H
#include "search/kernel.h"

/** Corners and sets of six or seven edges, in batches of nodes, by instruction set. */
extern const struct kernel kernel_korf_avx512, kernel_korf_avx2, kernel_korf_portable;

/** Goals (heuristic/heuristic.h), by one table or several. */
extern const struct kernel kernel_goal;

/** Goals by a turn set. */
extern const struct kernel kernel_turns;
#endif
