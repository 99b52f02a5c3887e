/* A set of elements of H in memory, 2.44 GB, and extending it as a whole. */
#ifndef SUPERFLIP_SUBGROUP_BITMAP_H
#define SUPERFLIP_SUBGROUP_BITMAP_H
#include "pdb/pdb.h"
#include "subgroup/element.h"
#include "subgroup/status.h"

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

/* Relaxed: bits are only set, and nobody looks at them before the threads have met. */
static inline bool bitmap_has(const struct bitmap *b, struct bit_position at)
{
	return (__atomic_load_n(b->page[at.page] + at.byte, __ATOMIC_RELAXED) >> at.bit & 1) != 0;
}

/** Add an element; several threads may. @return whether it is new */
static inline bool bitmap_set(struct bitmap *b, struct bit_position at)
{
	const uint8_t mask = (uint8_t)(1u << at.bit);
	return !bitmap_has(b, at) && (__atomic_fetch_or(b->page[at.page] + at.byte, mask, __ATOMIC_RELAXED) & mask) == 0;
}

/** Add all elements that a move of H makes of one in the set.
 * @param n_threads   no more than bitmap_open() was told
 * @param n_elements  how many there are now
 * @return SUBGROUP_OK; SUBGROUP_INTERRUPTED: the set is lost, and bitmap_clear() or bitmap_close() comes next */
enum subgroup_status bitmap_extend(struct bitmap *b, unsigned n_threads, const struct pdb_progress *progress, uint64_t *n_elements);

/** Use huge pages for what is touched from now on: quicker, but a single element then takes 2 MB. */
void bitmap_expect_many(struct bitmap *b);

/** Make the set empty, whatever it was. */
void bitmap_clear(struct bitmap *b);

/** How many elements there are. */
uint64_t bitmap_count(const struct bitmap *b, unsigned n_threads);
#endif
