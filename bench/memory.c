/* What does memory allow?  Random reads of 64-byte lines per second, the upper limit of table lookups.
 *
 *     make study NAME=memory ARGS="[-m MEGABYTES] [-s SECONDS] [FILE]"
 *
 * It reads from anonymous memory (256 MB) on ordinary and on huge pages, and from FILE, such as a table,
 * mapped as tables are, by threads and by reads that each thread has in flight, prefetched to the
 * first-level or second-level cache: SECONDS (0.1) for each row. latency_ns is the time from the beginning
 * of a read to its use.  About 6 s with two threads, 8 s with FILE. */
#include "base/clock.h"
#include "base/processor.h"
#include "base/system.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static void *map_anonymous(size_t size_bytes, bool is_huge)
{
	void *const memory = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		fail("memory");
	system_use_huge_pages(memory, size_bytes, is_huge);
	memset(memory, 1, size_bytes);  /* every page has memory of its own */
	struct system_pages pages;
	if (is_huge && (!system_pages_of(memory, size_bytes, &pages) || pages.huge_bytes < size_bytes / 2))
		fputs("memory: few huge pages were available; those figures are for ordinary pages\n", stderr);
	return memory;
}

static void *map_file(const char *path, size_t *size_bytes)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	if (fd < 0 || fstat(fd, &status) != 0)
		fail(path);
	*size_bytes = (size_t)status.st_size;
	void *const memory = mmap(NULL, *size_bytes, PROT_READ, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		fail(path);
	system_use_huge_pages(memory, *size_bytes, true);
	system_populate(memory, *size_bytes);
	return memory;
}

/* ---- reading ---- */

enum { LINE_BYTES = 64, MAX_IN_FLIGHT = 64, READS_BETWEEN_LOOKS = 1 << 14 };

struct reader {
	const uint8_t *memory;
	uint64_t n_lines, seed, n_reads;
	unsigned n_in_flight;
	bool prefetches_to_l2;
	double end_s, seconds;         /* seconds: of the thread's processor time */
	volatile uint64_t result;      /* keeps the reads from being elided */
	pthread_t thread;
};

/* Chains of reads, one for each in flight: where the next one reads depends on what was read.  to_l2 is a
 * constant to the callers. */
static inline __attribute__((always_inline)) void read_lines(struct reader *r, bool to_l2)
{
	const unsigned n = r->n_in_flight;
	uint64_t chain[MAX_IN_FLIGHT];
	const uint8_t *line[MAX_IN_FLIGHT];
	for (unsigned i = 0; i < n; i++) {
		chain[i] = (r->seed + i) * UINT64_C(0x9E3779B97F4A7C15);
		line[i] = r->memory;
	}
	do {
		for (unsigned reads = 0; reads < READS_BETWEEN_LOOKS; reads += n)
			for (unsigned i = 0; i < n; i++) {
				/* A linear congruential step (Knuth's constants), disturbed by what was read. */
				chain[i] = (chain[i] + *line[i]) * UINT64_C(6364136223846793005)
				           + UINT64_C(1442695040888963407);
				line[i] = r->memory + ((chain[i] >> 32) * r->n_lines >> 32) * LINE_BYTES;
				if (to_l2)
					__builtin_prefetch(line[i], 0, 2);
				else
					__builtin_prefetch(line[i], 0, 3);
			}
		r->n_reads += READS_BETWEEN_LOOKS;
	} while (clock_monotonic_s() < r->end_s);
	for (unsigned i = 0; i < n; i++)
		r->result += chain[i];
}

static void *read_all(void *argument)
{
	struct reader *const r = argument;
	const double begin_s = clock_thread_s();
	if (r->prefetches_to_l2)
		read_lines(r, true);
	else
		read_lines(r, false);
	r->seconds = clock_thread_s() - begin_s;
	return NULL;
}

/* Reads per second of all threads together. */
static double reads_per_second(const struct reader *like, unsigned n_threads)
{
	struct reader *const readers = calloc(n_threads, sizeof *readers);
	double sum = 0;
	for (unsigned i = 0; i < n_threads; i++) {
		readers[i] = *like;
		readers[i].seed = i * 1000;
		if (pthread_create(&readers[i].thread, NULL, read_all, &readers[i]) != 0)
			fail("memory: threads");
	}
	for (unsigned i = 0; i < n_threads; i++) {
		pthread_join(readers[i].thread, NULL);
		sum += (double)readers[i].n_reads / readers[i].seconds;
	}
	free(readers);
	return sum;
}

static void measure(const char *pages, void *memory, size_t size_bytes, double seconds)
{
	const unsigned most = processors_usable();
	for (unsigned n_threads = 1;; n_threads = 2 * n_threads < most ? 2 * n_threads : most) {
		for (unsigned n_in_flight = 1; n_in_flight <= MAX_IN_FLIGHT; n_in_flight *= 2)
			for (unsigned to_l2 = 0; to_l2 < 2; to_l2++) {
				const struct reader like = {
					.memory = memory, .n_lines = size_bytes / LINE_BYTES, .n_in_flight = n_in_flight,
					.prefetches_to_l2 = to_l2, .end_s = clock_monotonic_s() + seconds,
				};
				const double reads_per_s = reads_per_second(&like, n_threads);
				const double each_ns = 1e9 * n_threads / reads_per_s;
				printf("%s,%zu,%u,%u,%s,%.0f,%.2f,%.1f\n", pages, size_bytes, n_threads, n_in_flight,
				       to_l2 ? "L2" : "L1", reads_per_s, each_ns, each_ns * n_in_flight);
			}
		if (n_threads == most)
			break;
	}
	munmap(memory, size_bytes);
}

int main(int argc, char **argv)
{
	size_t size_bytes = 256 << 20;
	double seconds = 0.1;
	for (int letter; (letter = getopt(argc, argv, "m:s:")) != -1;)
		switch (letter) {
		case 'm': size_bytes = (size_t)atoi(optarg) << 20; break;
		case 's': seconds = atof(optarg); break;
		default: return 2;
		}
	if (size_bytes == 0 || size_bytes >> 38 != 0) {
		fputs("memory: expected -m from 1 to 262143\n", stderr);
		return 2;
	}
	puts("pages,bytes,threads,in_flight,prefetch,reads_per_second,nanoseconds,latency_ns");
	measure("ordinary", map_anonymous(size_bytes, false), size_bytes, seconds);
	measure("huge", map_anonymous(size_bytes, true), size_bytes, seconds);
	if (optind < argc) {
		void *const table = map_file(argv[optind], &size_bytes);
		measure("file", table, size_bytes, seconds);
	}
}
