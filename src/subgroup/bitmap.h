/* A set of members of H in memory, 2.44 GB, and extending it whole. */
#ifndef SUPERFLIP_SUBGROUP_BITMAP_H
#define SUPERFLIP_SUBGROUP_BITMAP_H
#include "subgroup/member.h"

#include <stddef.h>

struct bitmap {
	uint8_t *page[N_PAGES];       /* PAGE_BYTES each; extending moves them about */
	uint8_t **spare;              /* pages that hold nothing */
	unsigned n_spare;
	uint8_t *memory;
	size_t memory_bytes;
};

/** Bytes that a bitmap takes at most, with so many threads. */
size_t bitmap_bytes(unsigned n_threads);

/** An empty set.  Memory is taken as it is touched.
 * @param out  on success filled, released by bitmap_close(); otherwise untouched
 * @return false without memory */
bool bitmap_open(unsigned n_threads, struct bitmap *out);
void bitmap_close(struct bitmap *b);

/* Relaxed: bits are only added, and nobody looks at them before the threads have met. */
static inline bool bitmap_has(const struct bitmap *b, struct member_place place)
{
	return (__atomic_load_n(b->page[place.page] + place.byte, __ATOMIC_RELAXED) >> place.bit & 1) != 0;
}

/** Add a member; several threads may. @return whether it is new */
static inline bool bitmap_mark(uint8_t *byte, uint8_t bit)
{
	const uint8_t mask = (uint8_t)(1u << bit);
	if (__atomic_load_n(byte, __ATOMIC_RELAXED) & mask)
		return false;
	return (__atomic_fetch_or(byte, mask, __ATOMIC_RELAXED) & mask) == 0;
}

/** Told how many of N_PAGES pages are done; false interrupts. */
typedef bool bitmap_watcher(void *context, unsigned n_pages);

/** Add all members that a move of H makes of one in the set.
 * @param n_threads  no more than bitmap_open() was told
 * @param watcher    may be NULL
 * @param n_members  how many there are now
 * @return false if it was interrupted; then the set is lost: bitmap_clear() or bitmap_close() it */
bool bitmap_extend(struct bitmap *b, unsigned n_threads, bitmap_watcher *watcher, void *context, uint64_t *n_members);

/** Use huge pages for what is touched from now on: quicker, but a single member then takes 2 MB. */
void bitmap_expect_many(struct bitmap *b);

/** Make the set empty, whatever it was. */
void bitmap_clear(struct bitmap *b);

/** How many members there are. */
uint64_t bitmap_count(const struct bitmap *b, unsigned n_threads);
#endif
