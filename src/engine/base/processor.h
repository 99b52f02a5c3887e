/* What the processor can do, and how many of them this process may use. */
#pragma once
#include <stdbool.h>

/** Instruction sets, the widest first: each processor runs all from its own on.  It has everything that the
 * Makefile lets the compiler use in files *_avx512.c, or *_avx2.c; some processors have only a part. */
enum { PROCESSOR_AVX512, PROCESSOR_AVX2, PROCESSOR_PORTABLE, PROCESSOR_LEVELS };
extern const char *const processor_level_name[PROCESSOR_LEVELS];
unsigned processor_level(void);

/** Processors that this process may use: affinity mask and cgroup quota, at least 1. */
unsigned processors_usable(void);

/** The properties of a machine that estimates of running times depend on. */
struct machine {
	double read_ns;            /* of one thread for a random cache line of a large memory, with many reads in
	                            * flight */
	unsigned level;            /* processor_level() */
	unsigned n_threads;        /* that build */
};
