/* Coset tables as their builder makes them never say more than a depth, with and without subcosets. */
#include "coset/filter/labels.h"
#include "coset/math/map.h"
#include "expect_table.h"
#include "support/support.h"
#include "support/tables.h"

TestSuite(coset_bounds, .init = coset_transitions_init);

/* 22 to 66 MB each. */
static struct pdb small_table(enum coset_corners corners, unsigned metric)
{
	return shared_table(key_of((struct coordinate_key)COSET_COORDINATE(4874, corners, false), metric));
}

Test(coset_bounds, nothing_reads_more_than_its_depth_with_parity)
{
	const struct pdb table = small_table(COSET_PARITY, METRIC_HTM);
	expect_bounds_by_parents(&table);
}

Test(coset_bounds, nothing_reads_more_than_its_depth_with_htr_corners)
{
	const struct pdb table = small_table(COSET_HTR, METRIC_HTM);
	expect_bounds_by_parents(&table);
}

Test(coset_bounds, nothing_reads_more_than_its_depth_in_quarter_turns)
{
	const struct pdb table = small_table(COSET_PARITY, METRIC_QTM);
	expect_bounds_by_parents(&table);
}

Test(coset_bounds, nothing_reads_more_than_its_depth_where_two_faces_are_turned_at_once)
{
	for (unsigned metric = are_slow_wanted() ? COSET_STM : COSET_ATM; metric <= COSET_ATM; metric++) {
		const struct pdb table = small_table(COSET_PARITY, metric);
		expect_bounds_by_parents(&table);
		expect_depths_of_walks(&table);
		expect_bounds_of_walks(&table);
	}
}

Test(coset_bounds, short_walks_have_their_lengths_but_for_equal_hashes)
{
	const struct pdb parity = small_table(COSET_PARITY, METRIC_HTM), htr = small_table(COSET_HTR, METRIC_HTM);
	expect_depths_of_walks(&parity);
	expect_depths_of_walks(&htr);
}

Test(coset_bounds, walks_are_never_shorter_than_their_bound)
{
	const struct pdb table = small_table(COSET_PARITY, METRIC_QTM);
	expect_bounds_of_walks(&table);
}

Test(coset_bounds, histograms_count_every_entry_of_the_sampled_filter_blocks_once)
{
	skip_unless_slow();
	const struct pdb table = small_table(COSET_PARITY, METRIC_HTM);
	expect_counts_of_sample(&table);
}

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
		const uint64_t cell = coset / COSET_CELL_ENTRIES;
		const unsigned p = (unsigned)cell,
		               width = width_of(&filter, p, (uint32_t)(coset % COSET_CELL_ENTRIES));
		n_passing += coset_filter_get(&filter, index) < table->base + COSET_THRESHOLD_SETS;
		expected += share[width][index % 24];
	}
	cr_expect(n_passing > 0.9 * expected && n_passing < 1.1 * expected, "%.0f pass, not %.0f", n_passing,
	          expected);
	cr_expect_lt(expected, 50000);
}

/* Small ones, 23 MB, of 5.4e11 entries. */
static struct pdb table_with_subcosets(enum metric metric)
{
	return shared_table(
		pdb_key_in((struct coordinate_key)COSET_COORDINATE(5003, COSET_PARITY, true), metric));
}

static void expect_sound_subcosets(enum metric metric)
{
	const struct pdb table = table_with_subcosets(metric);
	expect_counts_of_sample(&table);
	expect_bounds_of_walks(&table);
	expect_depths_of_walks(&table);
	expect_odd_subcosets_by_even(&table);
	expect_mistakes_of_subcosets(&table);
}

Test(coset_bounds, odd_subcosets_are_near_where_an_even_neighbour_is_and_mistakes_are_as_rare_as_promised)
{
	expect_sound_subcosets(METRIC_HTM);
}

Test(coset_bounds, odd_subcosets_in_quarter_turns_are_near_where_an_even_neighbour_is)
{
	skip_unless_slow();
	expect_sound_subcosets(METRIC_QTM);
}

Test(coset_bounds, with_subcosets_nothing_reads_more_than_its_depth)
{
	const struct pdb table = table_with_subcosets(METRIC_HTM);
	expect_bounds_by_parents(&table);
}

Test(coset_bounds, with_subcosets_nothing_reads_more_than_its_depth_in_quarter_turns)
{
	skip_unless_slow();
	const struct pdb table = table_with_subcosets(METRIC_QTM);
	expect_bounds_by_parents(&table);
}
