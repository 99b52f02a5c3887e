/* The array readers of coset tables (coset/filter/read.h), one for each instruction set. */
#ifndef SUPERFLIP_TESTS_COSET_FILTER_READ_FILTER_BLOCKS_H
#define SUPERFLIP_TESTS_COSET_FILTER_READ_FILTER_BLOCKS_H
#include "base/processor.h"
#include "coset/filter/filter.h"

enum { READ_MAX = 1536 };

struct filter_block_reader {
	/* Values of n <= READ_MAX entries, each group << 32 | index within it.  @return whether nothing after the
	 * block of the last value was written */
	bool (*read)(const struct coset_filter *r, const uint64_t *entry, unsigned n, uint8_t *value);
	/* The same of a table with subcosets, of which one or two are asked for in each entry
	 * (coset_two_subcosets()): the values of the first and of the second, and all subcosets that are near. */
	bool (*read_subcosets)(const struct coset_filter *r, const uint64_t *entry, const uint16_t *subcosets,
	                       unsigned n, uint8_t *value, uint8_t *second, uint32_t *near);
	/* Where n entries stand, and group << 16 | slot. */
	void (*locate)(const struct coset_filter *r, const uint64_t *entry, unsigned n, uint64_t *where,
	               uint32_t *slot);
	/* The entry back from these. */
	uint64_t (*entry_of)(const struct coset_filter *r, uint64_t where, uint32_t slot);
	/* A digest of what coset/math/packed.h makes of a cube: moved, relabelled, and in a frame. */
	uint64_t (*digest)(const struct coset_cube *cube, uint32_t transform, unsigned move);
};
extern const struct filter_block_reader filter_block_reader_portable, filter_block_reader_avx2,
	filter_block_reader_avx512;

static const struct filter_block_reader *const readers[PROCESSOR_LEVELS] = {
	&filter_block_reader_avx512, &filter_block_reader_avx2, &filter_block_reader_portable};
#endif
