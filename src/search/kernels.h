/* Every kernel by name; each is defined in the file of that name. */
#ifndef SUPERFLIP_SEARCH_KERNELS_H
#define SUPERFLIP_SEARCH_KERNELS_H
#include "search/kernel.h"

/* Corners and sets of six or seven edges, in groups of nodes; by instruction set. */
extern const struct kernel kernel_korf_avx512, kernel_korf_avx2, kernel_korf_portable;

/* The slice-free cosets (half-turn metric); by instruction set. */
extern const struct kernel kernel_coset_avx512, kernel_coset_avx2, kernel_coset_portable;

/* Any heuristic, cube by cube: slow, obvious, the oracle of the others. */
extern const struct kernel kernel_plain;
#endif
