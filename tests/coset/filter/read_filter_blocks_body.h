/* Compiled once for every instruction set by read_filter_blocks_*.c, which define
 * FILTER_BLOCK_READER. */
#include "coset/filter/read.h"
#include "coset/filter/read_filter_blocks.h"

#include <assert.h>

static_assert((int)READ_MAX == (int)COSET_READ_MAX, "as many as can be read");

static _Alignas(64) uint64_t where_read[COSET_READ_ROOM];
static _Alignas(64) uint32_t slot_read[COSET_READ_ROOM];

static void locate_filter_blocks(const struct coset_filter *r, const uint64_t *entry, unsigned n,
                                 uint64_t *where, uint32_t *slot)
{
	memcpy(where_read, entry, n * sizeof *entry);
	coset_locate(r, where_read, slot_read, n);
	memcpy(where, where_read, n * sizeof *where);
	memcpy(slot, slot_read, n * sizeof *slot);
}

enum { UNTOUCHED = 0xA5 };

/* Whether nothing after the block of the last of n values was written. */
static bool is_untouched(const uint8_t *values, unsigned n, size_t size)
{
	bool is_clean = true;
	for (unsigned i = (n + COSET_READ_SPARE - 1) / COSET_READ_SPARE * COSET_READ_SPARE; i < size; i++)
		is_clean &= values[i] == UNTOUCHED;
	return is_clean;
}

/* What is left in it must be of this table. */
static struct coset_scratch *scratch_for(const struct coset_filter *r)
{
	static struct coset_scratch scratch;
	static struct coset_filter last;
	if (last.filter_block != r->filter_block || last.group_filter_blocks != r->group_filter_blocks)
		memset(&scratch, 0, sizeof scratch);
	last = *r;
	return &scratch;
}

static bool read_filter_blocks(const struct coset_filter *r, const uint64_t *entry, unsigned n,
                               uint8_t *value)
{
	static struct coset_low low;
	static _Alignas(64) uint8_t values[COSET_READ_ROOM];
	memset(values, UNTOUCHED, sizeof values);
	memcpy(where_read, entry, n * sizeof *entry);
	coset_locate(r, where_read, slot_read, n);
	coset_read_begin(r, where_read, slot_read, values, n, false, NULL, NULL, NULL, scratch_for(r), &low);
	coset_read_end(r, &low, false, values, NULL);
	memcpy(value, values, n);
	return is_untouched(values, n, sizeof values);
}

static bool read_subcosets(const struct coset_filter *r, const uint64_t *entry, const uint16_t *subcosets,
                           unsigned n, uint8_t *value, uint8_t *second, uint32_t *near)
{
	static struct coset_low low;
	static _Alignas(64) uint8_t values[2][COSET_READ_ROOM];
	static uint16_t subcosets_read[COSET_READ_ROOM];
	static uint32_t near_read[COSET_READ_ROOM];
	memset(values, UNTOUCHED, sizeof values);
	memset(near_read, UNTOUCHED, sizeof near_read);
	memcpy(where_read, entry, n * sizeof *entry);
	memcpy(subcosets_read, subcosets, n * sizeof *subcosets);
	coset_locate(r, where_read, slot_read, n);
	coset_read_begin(r, where_read, slot_read, values[0], n, true, subcosets_read, values[1], near_read,
	                 scratch_for(r), &low);
	coset_read_end(r, &low, true, values[0], values[1]);
	memcpy(value, values[0], n);
	memcpy(second, values[1], n);
	memcpy(near, near_read, n * sizeof *near);
	const unsigned near_end = n + COSET_READ_SPARE;  /* room for a block more */
	return is_untouched(values[0], n, sizeof values[0])
	       && is_untouched(values[1], n, sizeof values[1])
	       && is_untouched((const uint8_t *)near_read, near_end * sizeof *near_read, sizeof near_read);
}

static uint64_t entry_of(const struct coset_filter *r, uint64_t where, uint32_t slot)
{
	return coset_entry_of(r, where, slot);
}

static uint64_t digest(const struct coset_cube *cube, uint32_t transform, unsigned move)
{
	const struct coset_edge_turn *const turn = &coset_tables.edge_turn[move];
	const coset_edges edges = coset_edges_load(cube->edges), after = coset_edges_after(edges, turn);
	const struct coset_edge_transform both = coset_edge_transform_after(turn, transform);
	const uint64_t corners = cube->corners;
	uint64_t sum = 0;
	const uint64_t all[] = {
		coset_corners_after(corners, &coset_tables.turn[move]),
		coset_corners_relabelled(corners, coset_tables.turn[move].relabel),
		coset_raw_corner_coset(corners),
		coset_entry(edges, transform, COSET_FLIP_BITS),
		coset_entry(after, transform, COSET_FLIP_BITS_WITH_SUBCOSET),
		coset_entry_by_transform(edges, &both, COSET_FLIP_BITS_WITH_SUBCOSET),
		coset_entry(coset_edges_framed(edges, transform), 0, COSET_FLIP_BITS_WITH_SUBCOSET),
		coset_entry(coset_edges_relabelled(edges, coset_tables.turn[move].relabel), transform,
	                COSET_FLIP_BITS),
		coset_extract((uint32_t)corners & 0xFFF, (uint32_t)transform & 0xFFF),
	};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		sum = (sum ^ all[i]) * UINT64_C(0x9E3779B97F4A7C15);
	return sum;
}

const struct filter_block_reader FILTER_BLOCK_READER = {
	read_filter_blocks, read_subcosets, locate_filter_blocks, entry_of, digest,
};
