#include "base/memory_speed.h"

#include "base/clock.h"
#include "base/memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { READS_BETWEEN_LOOKS = 1 << 14 };

const char *const memory_prefetch_name[N_MEMORY_PREFETCHES] = {"L1", "L2"};

struct reader {
	const struct memory_speed_request *request;
	atomic_bool *begins, *ends;    /* set by the thread that created the reader */
	uint64_t seed, n_reads;
	double seconds;
	uint64_t result;               /* keeps the reads from being elided */
	pthread_t thread;
};

static inline __attribute__((always_inline)) void fetch(const uint8_t *line, enum memory_prefetch prefetch)
{
	if (prefetch == MEMORY_PREFETCH_L1)
		__builtin_prefetch(line, 0, 3);
	else
		__builtin_prefetch(line, 0, 2);
}

/* Chains of reads, one for each in flight; `prefetch` is a constant to the callers. */
static inline __attribute__((always_inline)) void read_lines(struct reader *r, enum memory_prefetch prefetch)
{
	const uint8_t *const memory = r->request->memory;
	const uint64_t n_lines = r->request->size_bytes / MEMORY_LINE_BYTES;
	const unsigned n = r->request->n_in_flight;
	uint64_t chain[MEMORY_MAX_IN_FLIGHT];
	const uint8_t *line[MEMORY_MAX_IN_FLIGHT];
	for (unsigned i = 0; i < n; i++) {
		chain[i] = (r->seed + i) * UINT64_C(0x9E3779B97F4A7C15);
		line[i] = memory;
	}
	/* Once at least: on a busy machine a thread may begin when the time is over. */
	do {
		for (unsigned reads = 0; reads < READS_BETWEEN_LOOKS; reads += n)
			for (unsigned i = 0; i < n; i++) {
				/* A linear congruential step (Knuth's constants), disturbed by what was read. */
				chain[i] = (chain[i] + *line[i]) * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
				line[i] = memory + ((chain[i] >> 32) * n_lines >> 32) * MEMORY_LINE_BYTES;
				fetch(line[i], prefetch);
			}
		r->n_reads += (READS_BETWEEN_LOOKS + n - 1) / n * n;
	} while (!atomic_load_explicit(r->ends, memory_order_relaxed));
	for (unsigned i = 0; i < n; i++)
		r->result += chain[i];
}

static void *read_all(void *argument)
{
	struct reader *const r = argument;
	while (!atomic_load(r->begins))
		;
	const double begin_s = clock_thread_s();
	if (r->request->prefetch == MEMORY_PREFETCH_L1)
		read_lines(r, MEMORY_PREFETCH_L1);
	else
		read_lines(r, MEMORY_PREFETCH_L2);
	r->seconds = clock_thread_s() - begin_s;
	return NULL;
}

double memory_reads_per_second(const struct memory_speed_request *request)
{
	atomic_bool begins = false, ends = false;
	struct reader *const readers = calloc(request->n_threads, sizeof *readers);
	unsigned n = 0;
	int error = readers == NULL ? ENOMEM : 0;
	while (error == 0 && n < request->n_threads) {
		readers[n] = (struct reader){.request = request, .begins = &begins, .ends = &ends, .seed = n * 1000};
		error = pthread_create(&readers[n].thread, NULL, read_all, &readers[n]);
		n += error == 0;
	}
	atomic_store(&begins, true);
	if (error == 0) {
		const struct timespec pause = {.tv_sec = (time_t)request->seconds,
		                               .tv_nsec = (long)((request->seconds - (double)(time_t)request->seconds) * 1e9)};
		nanosleep(&pause, NULL);
	}
	atomic_store(&ends, true);
	double reads_per_s = 0;
	for (unsigned i = 0; i < n; i++) {
		pthread_join(readers[i].thread, NULL);
		if (readers[i].seconds > 0)
			reads_per_s += (double)readers[i].n_reads / readers[i].seconds;
	}
	free(readers);
	errno = error;
	return error == 0 ? reads_per_s : 0;
}

double memory_read_ns(void)
{
	const size_t size_bytes = 64 << 20;
	uint8_t *const memory = memory_map_huge(size_bytes);
	if (memory == NULL)
		return 0;
	memset(memory, 1, size_bytes);  /* every page has memory of its own */
	const struct memory_speed_request request = {
		.memory = memory, .size_bytes = size_bytes, .n_threads = 1, .n_in_flight = MEMORY_MAX_IN_FLIGHT,
		.prefetch = MEMORY_PREFETCH_L2, .seconds = 0.1,
	};
	const double reads_per_s = memory_reads_per_second(&request);
	memory_unmap(memory, size_bytes);
	return reads_per_s > 0 ? 1e9 / reads_per_s : 0;
}
