/* Filter blocks and tables of them from a seed: of random bytes, of equations, and solved from members. */
#ifndef SUPERFLIP_TESTS_COSET_FILTER_RANDOM_TABLES_H
#define SUPERFLIP_TESTS_COSET_FILTER_RANDOM_TABLES_H
#include "coset/family.h"
#include "support/support.h"

enum { N_SLOTS = UINT16_MAX + 1, MAX_TESTS = 1 + (COSET_THRESHOLD_SETS - 1) * COSET_MAX_EQUATIONS };

struct random_table {
	struct coset_shape shape;
	enum metric metric;
	uint8_t *data;                       /* the side table, then filter blocks; the caller frees it */
	struct coset_filter filter;
};

/* Of random bytes, one filter block in sixteen lets all pass. */
enum filter_blocks_kind { FILTER_BLOCKS_RANDOM, FILTER_BLOCKS_OF_EQUATIONS, FILTER_BLOCKS_SOLVED, N_FILTER_BLOCKS_KINDS };

/* The second and the fifth have two equations. */
enum { N_RANDOM_SHAPES = 6, LAYERED_SHAPE = 3 };
struct random_shape { struct coset_shape shape; enum metric metric; };
extern const struct random_shape random_shapes[N_RANDOM_SHAPES];

static inline struct coset_shape shape_of(double filter_blocks, unsigned corners)
{
	return (struct coset_shape){(uint32_t)filter_blocks, (uint8_t)corners, false};
}

static inline struct coset_shape with_subcosets(struct coset_shape s)
{
	s.has_subcosets = true;
	return s;
}

/** All slots of all filter blocks of a group, whether they hold entries or not. */
static inline uint32_t group_entries(struct coset_shape s)
{
	return coset_filter_block_slots(s) * s.filter_blocks;
}

void random_filter_block(struct dice *dice, uint8_t filter_block[COSET_FILTER_BLOCK_BYTES]);

struct random_table random_table(struct dice *dice, const struct random_shape *shape,
                                 enum filter_blocks_kind kind);

/** Number k of all shapes and kinds. */
enum { N_RANDOM_TABLES = N_FILTER_BLOCKS_KINDS * N_RANDOM_SHAPES };
struct random_table random_table_of(struct dice *dice, unsigned k);
#endif
