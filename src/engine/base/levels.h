/* A byte for each state, its distance, which threads fill in level by level.  Relaxed: two threads may find
 * the same state at the same time, but both write the same distance. */
#ifndef SUPERFLIP_BASE_LEVELS_H
#define SUPERFLIP_BASE_LEVELS_H
#include <stddef.h>
#include <stdint.h>

static inline unsigned levels_load(const uint8_t *p)
{
	return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static inline void levels_store(uint8_t *p, unsigned distance)
{
	__atomic_store_n(p, (uint8_t)distance, __ATOMIC_RELAXED);
}

/** The states of a row with that distance, below 128 as all are.
 * @param n  of the row: a multiple of 8, at an address that is one
 * @return how many there are in *list */
static inline unsigned levels_list(const uint8_t *row, size_t n, unsigned distance, uint16_t *list)
{
	const uint64_t ones = 0x0101010101010101;
	unsigned n_found = 0;
	for (size_t w = 0; w < n; w += 8) {
		const uint64_t differ =
			__atomic_load_n((const uint64_t *)(const void *)(row + w), __ATOMIC_RELAXED) ^ ones * distance;
		/* All bytes are below 128, so adding 127 sets the top bit of those that differ and carries
		 * nowhere. */
		for (uint64_t equal = ~(differ + ones * 127) & ones * 128; equal != 0; equal &= equal - 1)
			list[n_found++] = (uint16_t)(w + (unsigned)__builtin_ctzll(equal) / 8);
	}
	return n_found;
}
#endif
