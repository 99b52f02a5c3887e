#include "members.h"

void filter_blocks_solve(coset_solver *solver, struct filter_blocks *l)
{
	const struct coset_batch batch = {
		.n_filter_blocks = l->n_filter_blocks, .stride = STRIDE, .member = l->member[0], .n = l->n,
	};
	memset(l->filter_block, 0x5A, sizeof l->filter_block);
	solver(&batch, l->filter_block[0]);
}

void members_random(struct dice *dice, unsigned n, unsigned n_slots, unsigned n_tests, unsigned n_labels,
                           uint32_t *member)
{
	static bool is_taken[N_TESTS][UINT16_MAX + 1];
	for (unsigned i = 0; i < n;) {
		const unsigned slot = dice_below(dice, n_slots), test = dice_below(dice, n_tests);
		if (is_taken[test][slot])
			continue;
		is_taken[test][slot] = true;
		member[i++] = coset_member(slot, test, dice_below(dice, n_labels));
	}
	for (unsigned i = 0; i < n; i++)
		is_taken[test_of(member[i])][slot_of(member[i])] = false;
}

void filter_blocks_random(struct dice *dice, unsigned n_filter_blocks, unsigned min_members,
                          unsigned max_members, unsigned n_labels, struct filter_blocks *l)
{
	static const unsigned n_slots[] = {512, 1638, 8000, UINT16_MAX + 1};
	l->n_filter_blocks = n_filter_blocks;
	for (unsigned i = 0; i < n_filter_blocks; i++) {
		l->n[i] = min_members + dice_below(dice, max_members + 1 - min_members);
		/* Only so many are there to be read. */
		const unsigned n = l->n[i] < STRIDE ? l->n[i] : STRIDE;
		const unsigned n_tests = 2 + dice_below(dice, N_TESTS - 1);
		members_random(dice, n, n_slots[dice_below(dice, 4)], n_tests, n_labels, l->member[i]);
	}
}
