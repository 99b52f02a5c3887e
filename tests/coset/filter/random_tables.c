#include "random_tables.h"

#include "members.h"

const struct random_shape random_shapes[N_RANDOM_SHAPES] = {
	{{4874, COSET_PARITY, false}, METRIC_HTM}, {{8000, COSET_HTR, false}, METRIC_HTM},
	{{10000, COSET_PARITY, false}, METRIC_QTM}, {{4874, COSET_PARITY, true}, METRIC_HTM},
	{{5000, COSET_HTR, false}, METRIC_QTM},     {{10000, COSET_PARITY, true}, METRIC_QTM},
};

enum { MANY_MEMBERS = COSET_MAX_MEMBERS + 16 };  /* more than a filter block can have, now and then */

void random_filter_block(struct dice *dice, uint8_t filter_block[COSET_FILTER_BLOCK_BYTES])
{
	for (unsigned i = 0; i < COSET_FILTER_BLOCK_BYTES; i++)
		filter_block[i] = (uint8_t)dice_roll(dice);
}

static void solved_filter_block(struct dice *dice, unsigned n_slots, unsigned n_tests, unsigned n_labels,
                                uint32_t member[MANY_MEMBERS], uint8_t filter_block[COSET_FILTER_BLOCK_BYTES])
{
	const uint32_t n = dice_below(dice, MANY_MEMBERS + 1);
	members_random(dice, n, n_slots, n_tests, n_labels, member);
	const struct coset_batch batch = {
		.n_filter_blocks = 1, .stride = MANY_MEMBERS, .member = member, .n = &n};
	coset_solvers[processor_level()](&batch, filter_block);
	if (dice_below(dice, 8) == 0)
		filter_block[COSET_WIDTH_AT] |= COSET_DEEPER_ONLY;
}

/* Some hundred solved filter blocks, each many times. */
static void write_solved_filter_blocks(struct dice *dice, const struct random_table *t,
                                       uint8_t *filter_blocks)
{
	static uint8_t solved[N_FILTER_BLOCKS][COSET_FILTER_BLOCK_BYTES];
	const unsigned n_tests = 1 + (COSET_THRESHOLD_SETS - 1) * t->filter.n_equations;
	for (unsigned i = 0; i < N_FILTER_BLOCKS; i++) {
		uint32_t member[MANY_MEMBERS];
		const unsigned n_labels = t->shape.has_subcosets ? WITH_LABELS : 1;
		solved_filter_block(dice, coset_filter_block_slots(t->shape), n_tests, n_labels, member, solved[i]);
	}
	for (uint64_t i = 0; i < coset_table_filter_blocks(t->shape); i++)
		memcpy(filter_blocks + i * COSET_FILTER_BLOCK_BYTES, solved[dice_below(dice, N_FILTER_BLOCKS)],
		       COSET_FILTER_BLOCK_BYTES);
}

static void write_filter_blocks(struct dice *dice, const struct random_table *t, uint8_t *filter_blocks,
                                enum filter_blocks_kind kind)
{
	if (kind == FILTER_BLOCKS_SOLVED) {
		write_solved_filter_blocks(dice, t, filter_blocks);
		return;
	}
	const uint8_t *const end = filter_blocks + coset_table_filter_blocks(t->shape) * COSET_FILTER_BLOCK_BYTES;
	for (uint8_t *filter_block = filter_blocks; filter_block < end; filter_block += COSET_FILTER_BLOCK_BYTES) {
		for (unsigned k = 0; k < COSET_FILTER_BLOCK_BYTES; k += 8) {
			const uint64_t bits = dice_roll(dice);
			memcpy(filter_block + k, &bits, sizeof bits);
		}
		if (kind == FILTER_BLOCKS_OF_EQUATIONS)
			filter_block[COSET_WIDTH_AT] = (uint8_t)(COSET_MIN_WIDTH + dice_below(dice, COSET_WIDTHS - COSET_MIN_WIDTH));
	}
}

struct random_table random_table(struct dice *dice, const struct random_shape *r,
                                 enum filter_blocks_kind kind)
{
	const struct coset_shape shape = r->shape;
	const enum metric metric = r->metric;
	struct random_table t = {.shape = shape, .metric = metric};
	const size_t begin = coset_filter_begin(coset_side_log2(metric, coset_base(shape, metric)));
	t.data = aligned_alloc(64, begin + coset_table_filter_blocks(shape) * COSET_FILTER_BLOCK_BYTES);
	t.filter = coset_filter_of(t.data, shape, metric);
	for (size_t i = 0; i < begin; i++)
		t.data[i] = (uint8_t)dice_roll(dice);
	write_filter_blocks(dice, &t, t.data + begin, kind);
	return t;
}

struct random_table random_table_of(struct dice *dice, unsigned k)
{
	return random_table(dice, &random_shapes[k / N_FILTER_BLOCKS_KINDS],
	                    (enum filter_blocks_kind)(k % N_FILTER_BLOCKS_KINDS));
}
