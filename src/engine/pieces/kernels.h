/* The kernels for piece tables. */
#pragma once
#include "coord/corners.h"
#include "search/kernel.h"

/** Corners and sets of six or seven edges, in batches of nodes, by instruction set. */
extern const struct kernel kernel_korf_avx512, kernel_korf_avx2, kernel_korf_portable;

/* Their move tables of corners: column m of a row is the coordinate after move m. */
struct korf_tables {
	_Alignas(64) uint16_t twist_after[N_TWISTS][MOVE_ROW];
	_Alignas(64) uint16_t perm_after[N_CORNER_PERMS][MOVE_ROW];
};

/** Made at first use (about 10 ms), thread-safe, kept to the end of the process. */
const struct korf_tables *korf_tables(void);

/** Goals (heuristic/heuristic.h) and turn sets, by one table or several. */
extern const struct kernel kernel_goal;
