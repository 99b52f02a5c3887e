/* Loops over independent chunks of work for the builders. */
#ifndef SUPERFLIP_PDB_PARALLEL_H
#define SUPERFLIP_PDB_PARALLEL_H
#include <stdint.h>

/** Call chunk(context, i) once for every i below n_chunks, from n_threads threads (the caller is one of them).
 * Chunks must not depend on each other. If threads cannot be had, the caller does their work. */
void parallel_for(unsigned n_threads, uint32_t n_chunks, void (*chunk)(void *context, uint32_t i), void *context);
#endif
