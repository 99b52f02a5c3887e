/* How fast the machine reads random cache lines, the limit of table lookups; bench/memory.c has it by threads
 * and reads in flight. */
#pragma once
#include "base/processor.h"

/** Nanoseconds of one thread for a random read of memory on huge pages, with many reads in flight: in 0.03 s a
 * rough measure for estimates.  Where the caches hold a good part of 64 MB, it says too little.
 * @return 0 without memory */
double memory_read_ns(void);

/** This machine, measured; as usual where it cannot be. */
struct machine machine_here(unsigned n_threads);
