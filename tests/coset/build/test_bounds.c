/* Coset tables as their builder makes them never say more than a depth, with and without subcosets. */
#include "coset/filter/labels.h"
#include "coset/math/map.h"
#include "expect_table.h"
#include "support/support.h"
#include "support/tables.h"

TestSuite(coset_bounds, .init = coset_transitions_init);

/* ---- subcosets ---- */
/* An odd subcoset is near where one of its neighbours is, and nowhere else. */
static void expect_odd_subcosets_by_even(const struct pdb *table)
{
	const struct coset_filter filter = coset_filter_of_key(table->entries, table->key);
	const unsigned cap = table->base + COSET_THRESHOLD_SETS;
	struct dice dice = {12};
	unsigned n_near = 0;
	for (unsigned n = 0; n < 200000; n++) {
		const uint64_t begin = dice_roll(&dice) % (table->n_entries / 24) * 24;
		unsigned value[24];
		for (unsigned subcoset = 0; subcoset < 24; subcoset++)
			value[subcoset] = coset_filter_get(&filter, begin + subcoset);
		for (unsigned subcoset = 0; subcoset < 24; subcoset++) {
			const uint8_t *const near = coset_tables.neighbour[subcoset];
			const bool has_near = value[near[0]] < cap || value[near[1]] < cap || value[near[2]] < cap;
			if (coset_tables.even_axes[subcoset / 4] == COSET_ODD_AXES && (value[subcoset] < cap) != has_near)
				cr_assert_fail("index %lu: odd subcoset %u is %u", begin, subcoset, value[subcoset]);
			n_near += value[subcoset] < cap;
		}
	}
	cr_expect_gt(n_near, 1000u);
}

/* Of what is far, for hardly any cube is near, passes at the first level what the filter block's solution
 * columns promise. */
static void expect_mistakes_of_subcosets(const struct pdb *table)
{
	static double share[COSET_WIDTHS][24];
	const struct coset_filter filter = coset_filter_of_key(table->entries, table->key);
	struct dice dice = {13};
	double n_passing = 0, expected = 0;
	for (unsigned width = COSET_MIN_WIDTH; width < COSET_WIDTHS; width++)
		for (unsigned subcoset = 0; subcoset < 24; subcoset++)
			share[width][subcoset] = label_share(width, subcoset);
	for (unsigned n = 0; n < 100000; n++) {
		const struct cube c = dice_cube(&dice);
		const uint64_t index = coordinate_rank(table->key.coordinate, &c), coset = index / 24;
		const unsigned p = (unsigned)(coset / COSET_CELL_ENTRIES),
		               width = width_of(&filter, p, (uint32_t)(coset % COSET_CELL_ENTRIES));
		n_passing += coset_filter_get(&filter, index) < table->base + COSET_THRESHOLD_SETS;
		expected += share[width][index % 24];
	}
	cr_expect(n_passing > 0.9 * expected && n_passing < 1.1 * expected, "%.0f pass, not %.0f", n_passing,
	          expected);
	cr_expect_lt(expected, 50000);
}

/* ---- all ---- */
Test(coset_bounds, nothing_reads_more_than_its_depth_nor_than_walks_that_lead_there)
{
	static const struct { enum coset_corners corners; unsigned metric; bool has_subcosets, is_slow;
	} rows[] = {
		{COSET_PARITY, METRIC_HTM, false, false}, {COSET_HTR, METRIC_HTM, false, false},
		{COSET_PARITY, METRIC_QTM, false, false}, {COSET_PARITY, COSET_ATM, false, false},
		{COSET_PARITY, METRIC_HTM, true, false}, {COSET_PARITY, COSET_STM, false, true},
		{COSET_PARITY, METRIC_QTM, true, true},
	};
	array_foreach(row, rows) {
		if (row->is_slow && !are_slow_wanted())
			continue;
		/* 22 to 66 MB each; those with subcosets are of 5.4e11 entries. */
		const struct coset_shape shape = {row->has_subcosets ? 5003 : 4874, (uint8_t)row->corners,
		                                  row->has_subcosets};
		const struct pdb table = shared_table(key_of(coset_coordinate(shape), row->metric));
		expect_bounds_by_parents(&table);
		expect_depths_of_walks(&table);
		expect_bounds_of_walks(&table);
		if (row->has_subcosets || are_slow_wanted())
			expect_counts_of_sample(&table);
		if (row->has_subcosets) {
			expect_odd_subcosets_by_even(&table);
			expect_mistakes_of_subcosets(&table);
		}
	}
}
