/* What does memory allow?  Random reads of 64-byte lines per second, the upper limit of table lookups.
 *
 *     make study NAME=memory ARGS="[-m MEGABYTES] [-s SECONDS] [FILE]"
 *
 * It reads from anonymous memory (256 MB) on ordinary and on huge pages, and from FILE, such as a table,
 * mapped as tables are, by threads and by reads that each thread has in flight, prefetched to the
 * first-level or second-level cache: SECONDS (0.1) for each row. latency_ns is the time from the beginning
 * of a read to its use.  About 6 s with two threads, 8 s with FILE. */
#include "base/memory_speed.h"
#include "base/processor.h"
#include "base/system.h"

#include <fcntl.h>
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

static void measure(const char *pages, void *memory, size_t size_bytes, double seconds)
{
	const unsigned most = processors_usable();
	for (unsigned n_threads = 1;; n_threads = 2 * n_threads < most ? 2 * n_threads : most) {
		for (unsigned n_in_flight = 1; n_in_flight <= MEMORY_MAX_IN_FLIGHT; n_in_flight *= 2)
			for (unsigned prefetch = 0; prefetch < N_MEMORY_PREFETCHES; prefetch++) {
				const double reads_per_s = memory_reads_per_second(&(struct memory_speed_request){
					.memory = memory, .size_bytes = size_bytes, .n_threads = n_threads,
					.n_in_flight = n_in_flight, .prefetch = (enum memory_prefetch)prefetch, .seconds = seconds,
				});
				if (reads_per_s == 0)
					fail("memory: threads");
				const double each_ns = 1e9 * n_threads / reads_per_s;
				printf("%s,%zu,%u,%u,%s,%.0f,%.2f,%.1f\n", pages, size_bytes, n_threads, n_in_flight,
				       memory_prefetch_name[prefetch], reads_per_s, each_ns, each_ns * n_in_flight);
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
