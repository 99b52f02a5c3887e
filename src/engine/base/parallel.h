/* Loops over independent chunks of work for the builders. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { PARALLEL_MAX_THREADS = 256 };        /* more are not used */

typedef void parallel_chunk(void *context, uint32_t i);

/** Call chunk(context, i) once for every i below n_chunks, from n_threads threads (the caller is one of
 * them). Chunks must not depend on each other. If threads cannot be had, the caller does their work. */
void parallel_for(unsigned n_threads, uint32_t n_chunks, parallel_chunk *chunk,
                  void *context);

/** The same, but goes_on(watcher, chunks begun so far) is called, too, by the caller after each chunk of its
 * own.
 * @return false if that ever was false: then chunks may be missing */
bool parallel_for_watched(unsigned n_threads, uint32_t n_chunks, parallel_chunk *chunk,
                          void *context, bool (*goes_on)(void *watcher, uint32_t n_begun), void *watcher);

/** In a chunk: the number of the thread, below n_threads, for what each has of its own; 0 is the caller's.  A
 * chunk begins no loop. */
unsigned parallel_thread(void);
