/* How many random cache lines a second the machine reads: the upper limit of table lookups. */
#ifndef SUPERFLIP_BASE_MEMORY_SPEED_H
#define SUPERFLIP_BASE_MEMORY_SPEED_H
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_LINE_BYTES = 64, MEMORY_MAX_IN_FLIGHT = 64 };

enum memory_prefetch { MEMORY_PREFETCH_L1, MEMORY_PREFETCH_L2, N_MEMORY_PREFETCHES };
extern const char *const memory_prefetch_name[N_MEMORY_PREFETCHES];

struct memory_speed_request {
	const uint8_t *memory;         /* aligned to MEMORY_LINE_BYTES */
	size_t size_bytes;             /* less than 256 GiB; a rest smaller than a line is not read */
	unsigned n_threads;
	unsigned n_in_flight;          /* reads that one thread has begun and not used; 1: nothing but latency */
	enum memory_prefetch prefetch; /* which cache they are fetched into before they are used */
	double seconds;                /* how long to measure */
};

/** Reads per second of all threads together.  Where a thread reads next depends on what it has read n_in_flight reads
 * ago, so that no more are in flight than asked for.  Seconds are of each thread's processor time.
 * @return 0 if no thread could be created (errno is set) */
double memory_reads_per_second(const struct memory_speed_request *request);

/** Nanoseconds of one thread for a random read of memory on huge pages, with as many in flight as there can be: in 0.1 s
 * a rough measure for estimates.  Where the caches hold a good part of 64 MB, it says too little.
 * @return 0 without memory or threads */
double memory_read_ns(void);
#endif
