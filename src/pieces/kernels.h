/* The kernels of the Korf family, by instruction set. */
#ifndef SUPERFLIP_PIECES_KERNELS_H
#define SUPERFLIP_PIECES_KERNELS_H
#include "search/kernel.h"

/** Corners and sets of six or seven edges, in batches of nodes. */
extern const struct kernel kernel_korf_avx512, kernel_korf_avx2, kernel_korf_portable;
#endif
