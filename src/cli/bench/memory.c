/* superflip bench memory: random reads per second, the limit of the machine. */
#include "cli/bench/bench.h"

#include "base/memory_speed.h"
#include "base/system.h"
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool map_anonymous(struct bench_run *run, bool is_huge, struct area *out)
{
	const size_t size_bytes = run->options->size_bytes;
	void *const address = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (address == MAP_FAILED) {
		bench_fail_memory(run);
		return false;
	}
	system_use_huge_pages(address, size_bytes, is_huge);
	memset(address, 1, size_bytes);  /* every page has memory of its own */
	*out = (struct area){.pages = is_huge ? "huge" : "ordinary", .address = address, .size_bytes = size_bytes};
	struct system_pages pages;
	if (is_huge && (!system_pages_of(address, size_bytes, &pages) || pages.huge_bytes < size_bytes / 2))
		complain("bench memory: few huge pages were available; those figures are for ordinary pages");
	return true;
}

static bool map_file(struct bench_run *run, struct area *out)
{
	const struct bench_options *const o = run->options;
	const int fd = open(o->file, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *address = MAP_FAILED;
	errno = fd >= 0 ? EINVAL : errno;  /* what a file without a single line is told */
	if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size >= MEMORY_LINE_BYTES)
		address = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
	const int error = errno;
	if (fd >= 0)
		close(fd);
	if (address == MAP_FAILED) {
		run->exit_status = complain_and(EXIT_TABLE, "%s: %s: %s", o->command, o->file, strerror(error));
		return false;
	}
	system_use_huge_pages(address, (size_t)status.st_size, true);
	system_populate(address, (size_t)status.st_size);
	*out = (struct area){.pages = "file", .address = address, .size_bytes = (size_t)status.st_size};
	return true;
}

static void measure(struct bench_run *run, const struct area *area, unsigned n_threads)
{
	for (unsigned i = 0; i < N_IN_FLIGHT; i++)
		for (unsigned prefetch = 0; prefetch < N_MEMORY_PREFETCHES && bench_may_go_on(run); prefetch++) {
			const double reads_per_s = memory_reads_per_second(&(struct memory_speed_request){
				.memory = area->address, .size_bytes = area->size_bytes, .n_threads = n_threads,
				.n_in_flight = in_flight[i], .prefetch = (enum memory_prefetch)prefetch, .seconds = seconds_each,
			});
			if (reads_per_s == 0) {
				run->exit_status = complain_and(EXIT_MEMORY, "bench memory: cannot start the threads: %s", strerror(errno));
				return;
			}
			const double each_ns = 1e9 * n_threads / reads_per_s;
			TABLE_ROW(run->table, cell_text(area->pages), cell_count(area->size_bytes), cell_count(n_threads),
			          cell_count(in_flight[i]), cell_text(memory_prefetch_name[prefetch]), cell_real(reads_per_s, 0),
			          cell_real(each_ns, 2),
			          cell_real(each_ns * in_flight[i], 1));  /* from the beginning of a read to its use */
		}
}

static void run_memory(struct bench_run *run)
{
	const struct bench_options *const o = run->options;
	unsigned n_threads[BENCH_MAX_THREAD_COUNTS];
	const unsigned n = bench_thread_counts(o, n_threads), n_kinds = o->file != NULL ? 3 : 2;
	if (o->size_bytes < MEMORY_LINE_BYTES || o->size_bytes >> 38 != 0) {
		run->exit_status = complain_and(EXIT_USAGE, "%s: expected a size from 64 bytes to less than 256G", o->command);
		return;
	}
	bench_begin(run, json_pack("{s:s}", "bench", "memory"), columns);
	for (unsigned kind = 0; kind < n_kinds && bench_may_go_on(run); kind++) {
		struct area area;
		if (!(kind == 2 ? map_file(run, &area) : map_anonymous(run, kind == 1, &area)))
			break;
		for (unsigned i = 0; i < n && bench_may_go_on(run); i++)
			measure(run, &area, n_threads[i]);
		munmap(area.address, area.size_bytes);
	}
	bench_print(run, false);
}

const struct measurement bench_memory = {
	.name = "memory", .summary = "random reads per second: the limit of the machine", .user = BENCH_MEMORY, .run = run_memory,
	.defaults = {.size_bytes = UINT64_C(256) << 20},
	.usage = "\n\n"
	         "Random reads of 64-byte lines per second, by pages (ordinary, huge, and those of a mapped table file with --file),\n"
	         "threads, and reads that each thread has in flight, prefetched to the first-level or second-level cache.",
};
