/* The kernels of the coset family. */
#ifndef SUPERFLIP_COSET_KERNEL_KERNELS_H
#define SUPERFLIP_COSET_KERNEL_KERNELS_H
#include "search/kernel.h"

/** By instruction set. */
extern const struct kernel kernel_coset_avx512, kernel_coset_avx2, kernel_coset_portable;

/** The core alone, without the optional orders (orders.h), with the widest instructions that run here: the reference in tests.
 * Completed iterations visit the same nodes; where there are bulk lookups the other kernels expand 2 to 4 % fewer, because these
 * know the table's own value of an inverse for which the core has an inherited bound (doc/mathematics.md, section 14). */
extern const struct kernel kernel_coset_core;
#endif
