/* Arrays of entries of a coset table: their locations, and what readers need.  Compiled with the instructions of the
 * including file; all versions give the same results.
 *
 * An entry is group << 32 | index within the group.  coset_locate() turns it into the byte offset of its filter block
 * and group << 16 | slot. */
#ifndef SUPERFLIP_COSET_FILTER_LOCATE_H
#define SUPERFLIP_COSET_FILTER_LOCATE_H
#include "coset/math/packed.h"
#include "coset/filter/filter.h"

#include <assert.h>

enum {
	COSET_READ_BLOCK = 64,              /* arrays have room for one more block than is read */
	COSET_READ_MAX = 1536,
	COSET_READ_ROOM = COSET_READ_MAX + COSET_READ_BLOCK,
};

/* For coset_read_begin() only.  Zeros at first, then for one table only, as stale locations are read speculatively. */
struct coset_scratch {
	_Alignas(64) uint64_t where[COSET_READ_ROOM];  /* of those that have passed so far */
	_Alignas(64) uint32_t slot[COSET_READ_ROOM];
	_Alignas(64) uint16_t number[COSET_READ_ROOM];
	_Alignas(64) uint16_t passing[COSET_READ_ROOM];   /* of those examined last, the numbers of those that passed */
	_Alignas(64) uint32_t near[COSET_READ_ROOM];   /* the subcosets in which they passed */
	_Alignas(64) uint8_t width[COSET_READ_ROOM];   /* last bytes of filter blocks */
	_Alignas(64) uint16_t subcosets[COSET_READ_ROOM]; /* of those that have passed; COSET_NO_SUBCOSET for one that has not */
};

/* One or two subcosets of interest: first | second << 8. */
enum { COSET_NO_SUBCOSET = 31 };

static inline uint16_t coset_two_subcosets(unsigned first, unsigned second)
{
	return (uint16_t)(first | second << 8);
}

/** @param where  n entries, replaced by their locations; like `slot` with room for a block more, whose begin is set
 * to zero, because speculative reads must stay within the table */
static inline void coset_locate(const struct coset_reader *r, uint64_t *restrict where, uint32_t *restrict slot, unsigned n)
{
	const uint32_t reciprocal = r->reciprocal, n_filter_blocks = r->group_filter_blocks;
	const unsigned shift = r->shift;
	for (unsigned i = 0; i < n; i++) {  /* products of 32 bits have vector instructions */
		const uint32_t group = (uint32_t)(where[i] >> 32), entry = (uint32_t)where[i];
		const uint32_t s = (uint32_t)((uint64_t)entry * reciprocal >> shift);
		where[i] = ((uint64_t)group * n_filter_blocks + (entry - s * n_filter_blocks)) * COSET_FILTER_BLOCK_BYTES;
		slot[i] = group << 16 | s;
	}
	memset(where + n, 0, 16 * sizeof *where);
	memset(slot + n, 0, 16 * sizeof *slot);
}

/* The entry, for the side table. */
static inline uint64_t coset_entry_of(const struct coset_reader *r, uint64_t where, uint32_t slot)
{
	const uint64_t group = slot >> 16, filter_block = where / COSET_FILTER_BLOCK_BYTES - group * r->group_filter_blocks;
	return group << 32 | ((uint64_t)(slot & UINT16_MAX) * r->group_filter_blocks + filter_block);
}

/* The last bytes of filter blocks, in a loop of their own, which overlaps the cache misses. */
static inline void coset_read_widths(const struct coset_reader *r, const uint64_t *where, unsigned n, uint8_t *width)
{
	const uint8_t *const last_bytes = r->filter_block + COSET_WIDTH_AT;
	for (unsigned i = 0; i < n; i++)
		width[i] = last_bytes[where[i]];
}
#endif
