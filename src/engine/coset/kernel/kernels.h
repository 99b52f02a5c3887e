/* The kernels of the coset family. */
#pragma once
#include "search/kernel.h"

/** The instruction sets, the widest first; the last one runs everywhere.  stages_SET.c has the stages
 * compiled for each. */
#define COSET_INSTRUCTION_SETS(ENTRY) \
	ENTRY(avx512, "AVX-512", PROCESSOR_AVX512) \
	ENTRY(avx2, "AVX2", PROCESSOR_AVX2) \
	ENTRY(portable, "portable", PROCESSOR_PORTABLE)

#define DECLARE_KERNEL(set, name, level) extern const struct kernel kernel_coset_##set;
COSET_INSTRUCTION_SETS(DECLARE_KERNEL)
#undef DECLARE_KERNEL
#define COSET_KERNEL(set, name, level) &kernel_coset_##set,

/** The core alone, without the optional orders (orders.h), with the widest instructions that run here: the
 * reference in tests. Completed iterations visit the same nodes; where there are bulk lookups the other
 * kernels expand 2 to 4 % fewer, because these know the table's own value of an inverse for which the core
 * has an inherited bound (doc/mathematics.md, section 14). */
extern const struct kernel kernel_coset_core;
