#include "base/memory_speed.h"

#include "base/clock.h"
#include "base/memory.h"

enum { SIZE_BYTES = 64 << 20, LINE_BYTES = 64, IN_FLIGHT = 64, ROUNDS_BETWEEN_LOOKS = 256 };
static const double seconds = 0.03;

double memory_read_ns(void)
{
	uint8_t *const memory = memory_map_huge(SIZE_BYTES);
	if (memory == NULL)
		return 0;
	memset(memory, 1, SIZE_BYTES);  /* every page has memory of its own */
	uint64_t chain[IN_FLIGHT], n_reads = 0;
	const uint8_t *line[IN_FLIGHT];
	for (unsigned i = 0; i < IN_FLIGHT; i++) {
		chain[i] = i * UINT64_C(0x9E3779B97F4A7C15);
		line[i] = memory;
	}
	const double begin_s = clock_thread_s();
	double elapsed_s;
	do {
		for (unsigned round = 0; round < ROUNDS_BETWEEN_LOOKS; round++)
			for (unsigned i = 0; i < IN_FLIGHT; i++) {
				/* A linear congruential step (Knuth's constants), disturbed by what was read. */
				chain[i] = (chain[i] + *line[i]) * UINT64_C(6364136223846793005)
				           + UINT64_C(1442695040888963407);
				line[i] = memory + (chain[i] >> 32) % (SIZE_BYTES / LINE_BYTES) * LINE_BYTES;
				__builtin_prefetch(line[i], 0, 2);
			}
		n_reads += ROUNDS_BETWEEN_LOOKS * IN_FLIGHT;
		elapsed_s = clock_thread_s() - begin_s;
	} while (elapsed_s < seconds);
	memory_unmap(memory, SIZE_BYTES);
	return elapsed_s / (double)n_reads * 1e9;
}

struct machine machine_here(unsigned n_threads)
{
	static const double usual_read_ns = 5;
	const double read_ns = memory_read_ns();
	return (struct machine){read_ns > 0 ? read_ns : usual_read_ns, processor_level(), n_threads};
}
