/* superflip bench memory: random reads per second, the limit of the machine. */
#include "cli/bench/bench.h"
#include "base/processor.h"
#include "cli/cli.h"
#include "base/memory_speed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
	"\n\n"
	"Random reads of 64-byte lines per second, by pages (ordinary, huge, and those of a mapped table file with --file),\n"
	"threads, and reads that each thread has in flight, prefetched to the first-level or second-level cache.";

static const double seconds_each = 0.1;
static const unsigned in_flight[] = {1, 2, 4, 8, 16, 32, 64};
enum { N_IN_FLIGHT = sizeof in_flight / sizeof *in_flight };

static const char *const columns[] = {
	"pages", "bytes", "threads", "in_flight", "prefetch", "reads_per_second", "nanoseconds", "latency_ns", NULL,
};

struct area {
	const char *pages;
	void *address;
	size_t size_bytes;
};

/* The bytes of this process that are on huge pages, from the kernel's account; 0 if it does not tell. */
static size_t huge_bytes(void)
{
	FILE *const file = fopen("/proc/self/smaps_rollup", "re");
	char line[128];
	unsigned long kilobytes = 0, sum = 0;
	while (file != NULL && fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "AnonHugePages: %lu", &kilobytes) == 1 || sscanf(line, "FilePmdMapped: %lu", &kilobytes) == 1)
			sum += kilobytes;
	if (file != NULL)
		fclose(file);
	return (size_t)sum * 1024;
}

static int map_anonymous(size_t size_bytes, bool is_huge, struct area *out)
{
	void *const address = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (address == MAP_FAILED)
		return bench_fail_memory();
	madvise(address, size_bytes, is_huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	memset(address, 1, size_bytes);  /* every page has memory of its own */
	*out = (struct area){.pages = is_huge ? "huge" : "ordinary", .address = address, .size_bytes = size_bytes};
	if (is_huge && huge_bytes() < size_bytes / 2)
		complain("bench memory: few huge pages were available; those figures are for ordinary pages");
	return EXIT_SOLVED;
}

static int map_file(const struct bench_options *o, struct area *out)
{
	const int fd = open(o->file, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *address = MAP_FAILED;
	errno = fd >= 0 ? EINVAL : errno;  /* what a file without a single line is told */
	if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size >= MEMORY_LINE_BYTES)
		address = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
	const int error = errno;
	if (fd >= 0)
		close(fd);
	if (address == MAP_FAILED) {
		complain("%s: %s: %s", o->command, o->file, strerror(error));
		return EXIT_TABLE;
	}
	madvise(address, (size_t)status.st_size, MADV_HUGEPAGE);
	*out = (struct area){.pages = "file", .address = address, .size_bytes = (size_t)status.st_size};
	return EXIT_SOLVED;
}

static int measure(struct table *table, const struct area *area, unsigned n_threads)
{
	for (unsigned i = 0; i < N_IN_FLIGHT; i++)
		for (unsigned prefetch = 0; prefetch < N_MEMORY_PREFETCHES && interrupted_by() == 0; prefetch++) {
			const struct memory_speed_request request = {
				.memory = area->address, .size_bytes = area->size_bytes, .n_threads = n_threads,
				.n_in_flight = in_flight[i], .prefetch = (enum memory_prefetch)prefetch, .seconds = seconds_each,
			};
			const double reads_per_s = memory_reads_per_second(&request);
			if (reads_per_s == 0) {
				complain("bench memory: cannot start the threads: %s", strerror(errno));
				return EXIT_MEMORY;
			}
			const double each_ns = 1e9 * n_threads / reads_per_s;
			TABLE_ROW(table, cell_text(area->pages), cell_count(area->size_bytes), cell_count(n_threads), cell_count(in_flight[i]),
			          cell_text(memory_prefetch_name[prefetch]), cell_real(reads_per_s, 0), cell_real(each_ns, 2),
			          cell_real(each_ns * in_flight[i], 1));  /* from the beginning of a read to its use */
		}
	return EXIT_SOLVED;
}

/* 1, 2, 4 ... below the most, and the most. */
static int measure_area(struct table *table, const struct area *area, unsigned most)
{
	int status = EXIT_SOLVED;
	for (unsigned threads = 1; threads < most && status == EXIT_SOLVED; threads *= 2)
		status = measure(table, area, threads);
	return status == EXIT_SOLVED ? measure(table, area, most) : status;
}

static int run_all(const struct bench_options *o, struct table *table)
{
	const unsigned most = o->n_threads != 0 ? o->n_threads : processors_usable();
	int status = EXIT_SOLVED;
	for (unsigned kind = 0; kind < 3 && status == EXIT_SOLVED && interrupted_by() == 0; kind++) {
		struct area area;
		if (kind == 2 && o->file == NULL)
			break;
		status = kind == 2 ? map_file(o, &area) : map_anonymous(o->size_bytes, kind == 1, &area);
		if (status != EXIT_SOLVED)
			break;
		status = measure_area(table, &area, most);
		munmap(area.address, area.size_bytes);
	}
	return status;
}

int bench_memory(int argc, char **argv)
{
	struct bench_options o = {.size_bytes = UINT64_C(256) << 20};
	int status;
	if (bench_options_read(argc, argv, BENCH_MEMORY, usage, &o, &status) < 0)
		return status;
	if (o.size_bytes < MEMORY_LINE_BYTES || o.size_bytes >> 38 != 0) {
		complain("%s: expected a size from 64 bytes to less than 256G", o.command);
		return EXIT_USAGE;
	}
	struct bench_run run;
	if (bench_begin(&run, &o, json_pack("{s:s}", "bench", "memory"), bench_about(&o), columns) == EXIT_SOLVED)
		run.exit_status = run_all(&o, run.table);
	return bench_end(&run, false);
}
