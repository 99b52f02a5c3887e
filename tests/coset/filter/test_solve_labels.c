/* Filter blocks with labels: members pass in their subcosets, and of all else what the columns promise. */
#include "members.h"

static unsigned columns_of(uint32_t member, unsigned width)
{
	const struct coset_equation equation = coset_equation(slot_of(member), test_of(member));
	return coset_equation_columns(width, coset_equation_begin(&equation, width));
}

/* In their subcosets, and in others only as far as the solution columns do not tell these apart: dense filter
 * blocks have few. */
Test(coset_solve_labels, members_pass_in_the_subcosets_of_their_labels, .init = coset_init)
{
	static struct filter_blocks l;
	unsigned n_of_columns[COSET_MAX_COLUMNS + 1] = {0};
	struct dice dice = {9};
	for (unsigned round = 0; round < 6; round++) {
		filter_blocks_random(&dice, N_FILTER_BLOCKS, 0, round % 2 == 0 ? 80 : STRIDE, WITH_LABELS, &l);
		filter_blocks_solve(round % 3 == 0 ? coset_solver_portable : coset_solvers[processor_level()], &l);
		for (unsigned i = 0; i < N_FILTER_BLOCKS; i++)
			for (unsigned k = 0; k < l.n[i] && l.n[i] <= STRIDE; k++) {
				const uint32_t member = l.member[i][k];
				const unsigned width = width_of(l.filter_block[i]),
				               n_columns = width == 0 ? 0 : columns_of(member, width);
				const uint32_t subcosets =
					coset_filter_block_subcosets(true, l.filter_block[i], slot_of(member), test_of(member));
				cr_assert_eq(subcosets, label_subcosets_seen(n_columns, label_of(member)),
				             "round %u of seed 9, filter block %u: member %u of %u, label %u, subcosets %06x",
				             round, i, k, l.n[i], label_of(member), subcosets);
				cr_assert_eq(label_subcosets(label_of(member)) & ~subcosets, 0u);
				n_of_columns[n_columns]++;
			}
	}
	for (unsigned n_columns = 0; n_columns <= COSET_MAX_COLUMNS; n_columns++)
		cr_expect_gt(n_of_columns[n_columns], 100u, "%u columns: %u", n_columns, n_of_columns[n_columns]);
}

/* Its even subcoset, and three odd ones; each odd subcoset is in three even ones' reach. */
Test(coset_solve_labels, labels_stand_for_an_even_subcoset_and_its_neighbours, .init = coset_init)
{
	const uint32_t *const labels = coset_widths()->labels;
	unsigned n_of_subcoset[COSET_SUBCOSETS] = {0};
	for (unsigned label = 0; label < 12; label++) {
		const uint32_t subcosets = labels[coset_label_seen(COSET_LABEL_BITS, label)];
		cr_expect_eq(subcosets, label_subcosets(label), "label %u: %06x", label, subcosets);
		cr_expect_eq(__builtin_popcount(subcosets), 4, "label %u: %06x", label, subcosets);
		for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++)
			n_of_subcoset[subcoset] += subcosets >> subcoset & 1;
	}
	for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++) {
		const bool is_even = coset_tables.even_axes[subcoset / 4] != COSET_ODD_AXES;
		cr_expect_eq(n_of_subcoset[subcoset], is_even ? 1u : 3u, "subcoset %u: %u", subcoset,
		             n_of_subcoset[subcoset]);
	}
	for (unsigned label = 12; label < 16; label++)
		cr_expect_eq(labels[coset_label_seen(COSET_LABEL_BITS, label)], label == 12 ? 0xFFFFFFu : 0u);
}

Test(coset_solve_labels, of_all_else_passes_in_a_subcoset_what_the_columns_promise, .init = coset_init)
{
	static struct filter_blocks l;
	static const unsigned sizes[] = {20, 57, 80, 106, 180, 240, 300, 440};
	struct dice dice = {10};
	for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		static double share[COSET_WIDTHS][COSET_SUBCOSETS];
		double expected[COSET_SUBCOSETS] = {0}, passed[COSET_SUBCOSETS] = {0};
		for (unsigned width = 0; width < COSET_WIDTHS && s == 0; width++)
			for (unsigned subcoset = 0;
			     subcoset < COSET_SUBCOSETS && (width == 0 || width >= COSET_MIN_WIDTH); subcoset++)
				share[width][subcoset] = label_share(width, subcoset);
		l.n_filter_blocks = N_FILTER_BLOCKS;
		for (unsigned i = 0; i < N_FILTER_BLOCKS; i++) {
			l.n[i] = sizes[s];
			members_random(&dice, sizes[s], 1638, N_TESTS, WITH_LABELS, l.member[i]);
		}
		filter_blocks_solve(coset_solvers[processor_level()], &l);
		for (unsigned i = 0; i < N_FILTER_BLOCKS; i++)
			for (unsigned slot = 1638; slot < 2638; slot++) {
				const uint32_t subcosets =
					coset_filter_block_subcosets(true, l.filter_block[i], slot, s % N_TESTS);
				for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++) {
					expected[subcoset] += share[width_of(l.filter_block[i])][subcoset];
					passed[subcoset] += subcosets >> subcoset & 1;
				}
			}
		for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++)
			cr_expect(passed[subcoset] > 0.85 * expected[subcoset]
			              && passed[subcoset] < 1.3 * expected[subcoset],
			          "%u members, subcoset %u: %.0f pass, not %.0f", sizes[s], subcoset, passed[subcoset],
			          expected[subcoset]);
	}
}
