/* Many entries of a coset table read at once.  Compiled with the instructions of the including file; all versions give
 * the same results.
 *
 * An entry is group << 32 | index within the group.  coset_locate() makes of it where its line stands, in bytes, and
 * group << 16 | slot. */
#ifndef SUPERFLIP_PDB_COSET_LINES_READ_H
#define SUPERFLIP_PDB_COSET_LINES_READ_H
#include "coord/coset_packed.h"
#include "pdb/coset_lines.h"

enum {
	COSET_READ_BLOCK = 64,              /* arrays have room for a block more than is read */
	COSET_READ_MAX = 1536,
	COSET_READ_ROOM = COSET_READ_MAX + COSET_READ_BLOCK,
};

/* For coset_read_begin() alone. */
struct coset_scratch {
	_Alignas(64) uint64_t where[COSET_READ_ROOM];  /* of those that have passed the first filter */
	_Alignas(64) uint32_t slot[COSET_READ_ROOM];
	_Alignas(64) uint16_t number[COSET_READ_ROOM];
	_Alignas(64) uint8_t byte[COSET_READ_ROOM], bit[COSET_READ_ROOM];  /* where in the line */
	_Alignas(64) uint8_t misses[COSET_READ_ROOM];
};

/** @param where  n entries, which become where these stand; as is `slot`, with room for a block more, which may be used */
static inline void coset_locate(const struct coset_reader *r, uint64_t *restrict where, uint32_t *restrict slot, unsigned n)
{
	const uint64_t reciprocal = r->reciprocal, n_lines = r->group_lines;
	const unsigned shift = r->shift;
	for (unsigned i = 0; i < n; i++) {
		const uint64_t group = where[i] >> 32, entry = where[i] & UINT32_MAX, s = entry * reciprocal >> shift;
		where[i] = (group * n_lines + entry - s * n_lines) * COSET_LINE_BYTES;
		slot[i] = (uint32_t)(group << 16 | s);
	}
}

/* What the side table is asked for. */
static inline uint64_t coset_entry_of(const struct coset_reader *r, uint64_t where, uint32_t slot)
{
	const uint64_t group = slot >> 16, line = where / COSET_LINE_BYTES - group * r->group_lines;
	return group << 32 | ((uint64_t)(slot & UINT16_MAX) * r->group_lines + line);
}

/* One dense loop, towards the second-level cache, which has more room for misses: between the arithmetic, prefetches
 * hold up the reorder buffer one by one while their addresses are translated. */
static inline void coset_prefetch(const struct coset_reader *r, const uint64_t *where, unsigned n)
{
	const uint8_t *const lines = r->line;
#pragma GCC unroll 8
	for (unsigned i = 0; i < n; i++)
		__builtin_prefetch(&lines[where[i]], 0, 2);
}

/* Which slots miss a bit in a filter: s->misses is not zero then. */
static inline void coset_filter_all(const struct coset_reader *r, const struct coset_filter *f, const uint64_t *where,
                                    const uint32_t *slot, unsigned n, struct coset_scratch *s)
{
	const uint8_t *const lines = r->line;
	const unsigned first_bit = f->begin, n_bits = f->bits, room = (n + COSET_READ_BLOCK - 1) / COSET_READ_BLOCK * COSET_READ_BLOCK;
	for (unsigned h = 0; h < f->n_hashes; h++) {
		const unsigned multiplier = f->multiplier[h];
		for (unsigned i = 0; i < room; i++) {
			const unsigned bit = first_bit + ((slot[i] * multiplier & UINT16_MAX) * n_bits >> 16);
			s->byte[i] = (uint8_t)(bit >> 3);
			s->bit[i] = (uint8_t)(1u << (bit & 7));
		}
		if (h == 0)
#pragma GCC unroll 8
			for (unsigned i = 0; i < n; i++)
				s->misses[i] = (uint8_t)(~lines[where[i] + s->byte[i]] & s->bit[i]);
		else
#pragma GCC unroll 8
			for (unsigned i = 0; i < n; i++)
				s->misses[i] |= (uint8_t)(~lines[where[i] + s->byte[i]] & s->bit[i]);
	}
}

/* Entries of which more must be read than their lines. */
struct coset_low {
	unsigned n;
	uint16_t number[COSET_READ_MAX];
	uint64_t slot[COSET_READ_MAX];      /* in the side table */
};

/* Those that pass stay at the front of s->where, s->slot and s->number.  Returns their number. */
static inline unsigned coset_keep_passing(const struct coset_reader *r, unsigned filter, uint8_t *restrict value,
                                          unsigned n, struct coset_scratch *s)
{
	coset_filter_all(r, &r->filter[filter], s->where, s->slot, n, s);
	unsigned n_passing = 0;
	for (unsigned i = 0; i < n; i++) {
		const bool passes = s->misses[i] == 0;
		const uint16_t number = s->number[i];
		s->where[n_passing] = s->where[i];
		s->slot[n_passing] = s->slot[i];
		s->number[n_passing] = number;
		value[number] = (uint8_t)(value[number] - passes);
		n_passing += passes;
	}
	return n_passing;
}

/** Begin to read entries that were located and prefetched: all values but those in `low` are complete then, and these
 * have been asked for.
 * @param value  on a cache line
 * @param n      at most COSET_READ_MAX */
static inline void coset_read_begin(const struct coset_reader *r, const uint64_t *where, const uint32_t *slot,
                                    uint8_t *restrict value, unsigned n, struct coset_scratch *s, struct coset_low *low)
{
	const unsigned cap = r->base + COSET_FILTERS;
	coset_filter_all(r, &r->filter[0], where, slot, n, s);
	unsigned n_open = 0;
	for (unsigned i = 0; i < n; i++) {
		const bool passes = s->misses[i] == 0;
		s->where[n_open] = where[i];
		s->slot[n_open] = slot[i];
		s->number[n_open] = (uint16_t)i;
		value[i] = (uint8_t)(cap - passes);
		n_open += passes;
	}
	for (unsigned filter = 1; filter < COSET_FILTERS; filter++)
		n_open = coset_keep_passing(r, filter, value, n_open, s);
	low->n = n_open;
	for (unsigned i = 0; i < n_open; i++) {
		low->number[i] = s->number[i];
		low->slot[i] = coset_side_slot(r->side_log2, coset_entry_of(r, s->where[i], s->slot[i]));
		__builtin_prefetch(&r->side[low->slot[i] >> 1]);
	}
}

/** Complete the values: as coset_lines_get() has them. */
static inline void coset_read_end(const struct coset_reader *r, const struct coset_low *low, uint8_t *restrict value)
{
	for (unsigned j = 0; j < low->n; j++) {
		const unsigned x = coset_side_value(r->side, low->slot[j]);
		value[low->number[j]] = (uint8_t)(x <= r->base ? x : r->base + 1);
	}
}
#endif
