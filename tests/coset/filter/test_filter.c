/* Filter blocks and tables of them read as another reading has it; how many thresholds and equations tables
 * have. */
#include "coset/filter/solve.h"
#include "labels.h"
#include "random_tables.h"

/* ---- filter blocks ---- */
/* The last byte modulo 64 is the width; its bit 6 lets all pass the first test. */
Test(coset_filter, a_slot_passes_where_another_reading_says_so)
{
	struct dice dice = {1};
	unsigned n_passing[COSET_WIDTHS] = {0}, n_failing[COSET_WIDTHS] = {0};
	for (unsigned n = 0; n < 8 * 256; n++) {
		uint8_t filter_block[COSET_FILTER_BLOCK_BYTES];
		random_filter_block(&dice, filter_block);
		filter_block[COSET_WIDTH_AT] = (uint8_t)n;
		for (unsigned k = 0; k < 300; k++) {
			const unsigned slot = dice_below(&dice, N_SLOTS), test = dice_below(&dice, MAX_TESTS);
			const bool passes = filter_block_passes(filter_block, slot, test);
			if (passes != passes_slowly(filter_block, slot, test))
				cr_assert_fail("filter block %u of seed 1, width %u, slot %u, test %u", n, n % COSET_WIDTHS,
				               slot, test);
			if (coset_filter_block_subcosets(true, filter_block, slot, test)
			    != subcosets_slowly(filter_block, slot, test))
				cr_assert_fail("subcosets of filter block %u of seed 1, slot %u, test %u", n, slot, test);
			(passes ? n_passing : n_failing)[n % COSET_WIDTHS]++;
		}
	}
	for (unsigned width = 0; width < COSET_WIDTHS; width++) {
		cr_expect_gt(n_passing[width], 0u, "width %u", width);
		cr_expect_eq(n_failing[width] == 0, width < COSET_MIN_WIDTH, "width %u", width);
	}
}

/* ---- caps and equations ---- */
/* What is nearer than 9 moves and so on, within about 10 %: counted up to 10, then by the shares that
 * doc/mathematics.md gives.  Of quarter turns as far as it was counted. */
static const struct { enum metric metric; unsigned cap; double n_nearer; } nearer[] = {
	{METRIC_HTM, 9, 4.2e6}, {METRIC_HTM, 10, 5.1e7}, {METRIC_HTM, 11, 6.4e8}, {METRIC_HTM, 12, 7.2e9},
	{METRIC_QTM, 10, 4.1e6}, {METRIC_QTM, 11, 3.6e7},
};

static void expect_equations(struct coset_shape s, enum metric metric)
{
	const unsigned n = coset_deeper_equations(s, metric);
	cr_assert(n == 1 || n == 2, "%u filter blocks: %u", s.filter_blocks, n);
	array_foreach(row, nearer) {
		const double bits = (double)coset_table_filter_blocks(s) * 512 / row->n_nearer;
		if (row->metric == metric && row->cap == coset_cap(s, metric) && (bits < 2.1 || bits > 2.9))
			cr_assert_eq(n, bits < 2.5 ? 2u : 1u, "%u filter blocks: %u with %.2f bits", s.filter_blocks, n,
			             bits);
	}
}

/* Where members have few bits there are two equations, and deeper caps want more filter blocks; with
 * subcosets twice as many, for what tells these apart takes as many bits as the rest. */
Test(coset_filter, caps_and_equations_follow_the_filter_blocks)
{
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++)
		metric_foreach(metric) {
			struct coset_shape last = shape_of(COSET_MIN_FILTER_BLOCKS, corners);
			for (double filter_blocks = last.filter_blocks; filter_blocks < COSET_MAX_FILTER_BLOCKS;
			     filter_blocks *= 1.01) {
				const struct coset_shape s = shape_of(filter_blocks, corners),
				                         twice = with_subcosets(shape_of(2 * s.filter_blocks, corners));
				const unsigned cap = coset_cap(s, metric), n = coset_deeper_equations(s, metric),
				               last_cap = coset_cap(last, metric);
				cr_assert(cap == last_cap ? n <= coset_deeper_equations(last, metric) : cap == last_cap + 1,
				          "%u filter blocks: %u after %u", s.filter_blocks, cap, last_cap);
				cr_assert_eq(pdb_base(pdb_key_in(coset_coordinate(s), metric)), cap - COSET_THRESHOLD_SETS);
				cr_assert(twice.filter_blocks > COSET_MAX_FILTER_BLOCKS
				              || (coset_cap(twice, metric) == cap
				                  && coset_deeper_equations(twice, metric) == n),
				          "%u filter blocks", s.filter_blocks);
				expect_equations(s, metric);
				last = s;
			}
		}
	cr_expect_eq(coset_cap(shape_of(COSET_MIN_FILTER_BLOCKS, COSET_PARITY), METRIC_HTM), 10u);
	cr_expect_eq(coset_cap(shape_of(COSET_MAX_FILTER_BLOCKS, COSET_HTR), METRIC_HTM), 13u);
	cr_expect_eq(coset_cap(shape_of(1176381, COSET_HTR), METRIC_HTM), 13u);
	cr_expect_eq(coset_cap(with_subcosets(shape_of(1176381, COSET_HTR)), METRIC_HTM), 12u);
	cr_expect_eq(coset_deeper_equations(coset_sizes[0].shape, METRIC_HTM), 1u);
}

/* ---- tables ---- */
Test(coset_filter, random_tables_have_one_equation_and_two)
{
	unsigned n_of_equations[COSET_MAX_EQUATIONS + 1] = {0};
	for (unsigned k = 0; k < N_RANDOM_SHAPES; k++) {
		cr_expect(coset_shape_is_valid(random_shapes[k].shape), "shape %u", k);
		n_of_equations[coset_deeper_equations(random_shapes[k].shape, random_shapes[k].metric)]++;
	}
	cr_expect(n_of_equations[1] >= 2 && n_of_equations[2] >= 2, "%u and %u", n_of_equations[1],
	          n_of_equations[2]);
	cr_expect(random_shapes[LAYERED_SHAPE].shape.has_subcosets);
}

/* A value read without any of the code under test, but for the sizes. */
static unsigned read_slowly(const struct random_table *t, uint64_t index)
{
	const unsigned n_corner_cosets = t->shape.corners == COSET_HTR ? 6 : 2;
	const uint64_t cell_entries = UINT64_C(34650) << 9, n_filter_blocks = t->shape.filter_blocks;
	const uint64_t cell_slots = (cell_entries + n_filter_blocks - 1) / n_filter_blocks;
	const uint64_t n_subcosets = t->shape.has_subcosets ? 24 : 1, subcoset = index % n_subcosets,
	               coset = index / n_subcosets;
	const uint64_t block = coset / cell_entries, i = coset % cell_entries;
	const uint64_t class = block / n_corner_cosets, corner_coset = block % n_corner_cosets;
	const uint64_t group = class % 35 * n_corner_cosets + corner_coset;
	const uint64_t slot = class / 35 * cell_slots + i / n_filter_blocks;
	const unsigned base = coset_cap(t->shape, t->metric) - 3,
	               n_equations = coset_deeper_equations(t->shape, t->metric);
	const unsigned side_log2 = coset_side_log2(t->metric, base);
	const uint8_t *const side = t->data, *const filter_blocks = side + (UINT64_C(1) << side_log2) / 2;
	const uint8_t *const filter_block = filter_blocks + (group * n_filter_blocks + i % n_filter_blocks) * 64;
	for (unsigned test = 0; test < 1 + 2 * n_equations; test++)
		if (n_subcosets == 1 ? !passes_slowly(filter_block, slot, test)
		                     : (subcosets_slowly(filter_block, slot, test) >> subcoset & 1) == 0)
			return base + 3 - (test == 0 ? 0 : test <= n_equations ? 1 : 2);
	const uint64_t entry = (group << 32) + slot * n_filter_blocks + i % n_filter_blocks;
	const uint64_t side_slot = entry * UINT64_C(11400714819323198485) >> (64 - side_log2);
	const unsigned value = side_slot % 2 == 0 ? side[side_slot / 2] % 16 : side[side_slot / 2] / 16;
	return value <= base ? value : base + 1;
}

Test(coset_filter, values_are_those_of_another_reading)
{
	struct dice dice = {6};
	for (unsigned k = 0; k < N_RANDOM_TABLES; k += are_slow_wanted() ? 1 : 2) {
		struct random_table t = random_table_of(&dice, k);
		const uint64_t size = coset_size(t.shape);
		uint64_t n_of_value[16] = {0};
		for (unsigned n = are_slow_wanted() ? 0 : 30000; n < 50000; n++) {
			const uint64_t index = n == 49998 ? 0 : n == 49999 ? size - 1 : dice_roll(&dice) % size;
			const unsigned value = coset_filter_get(&t.filter, index);
			if (value != read_slowly(&t, index))
				cr_assert_fail("table %u of seed 6, index %lu: %u", k, index, value);
			n_of_value[value]++;
		}
		for (unsigned value = 0; value <= t.filter.base + COSET_THRESHOLD_SETS; value++)
			cr_expect_gt(n_of_value[value], 0u, "table %u of seed 6: no %u", k, value);
		free(t.data);
	}
}
