/* Filter blocks made from members: these are found, little else is, and every solver of this machine makes
 * the same blocks. */
#include "members.h"

Test(coset_solve, every_solver_makes_the_same_filter_blocks)
{
	static struct filter_blocks l;
	static uint8_t expected[N_FILTER_BLOCKS][COSET_FILTER_BLOCK_BYTES];
	struct dice dice = {1};
	for (unsigned round = 0; round < 40; round++) {
		const unsigned most[] = {8, 120, 240, STRIDE + 20};
		filter_blocks_random(&dice, round % 4 == 0 ? N_FILTER_BLOCKS : 1 + dice_below(&dice, 40), 0,
		                     most[round / 4 % 4], round % 3 == 0 ? 1 : WITH_LABELS, &l);
		filter_blocks_solve(coset_solver_portable, &l);
		memcpy(expected, l.filter_block, sizeof expected);
		for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
			filter_blocks_solve(coset_solvers[k], &l);
			for (unsigned i = 0; i < N_FILTER_BLOCKS; i++)  /* and what follows the filter blocks stays as it
			                                                 * is */
				cr_assert(memcmp(l.filter_block[i], expected[i], COSET_FILTER_BLOCK_BYTES) == 0,
				          "%s, round %u of seed 1, filter block %u of %u: %u members",
				          processor_level_name[k], round, i, l.n_filter_blocks, l.n[i]);
		}
	}
}

/* ---- widths ---- */
/* Whether the equations of all members are independent: Gauss's elimination of 504 columns, bit by bit. */
static bool are_independent(const uint32_t *member, unsigned n, unsigned width)
{
	static bool equation[COSET_MAX_MEMBERS][8 * COSET_MAX_WIDTH];
	memset(equation, 0, sizeof equation);
	for (unsigned i = 0; i < n; i++) {
		const struct coset_equation r = coset_equation(slot_of(member[i]), test_of(member[i]));
		for (unsigned bit = 0; bit < 32; bit++)
			equation[i][8 * coset_equation_begin(&r, width) + bit] = r.coefficients >> bit & 1;
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned pivot = 0;
		while (pivot < 8 * width && !equation[i][pivot])
			pivot++;
		if (pivot == 8 * width)
			return false;
		for (unsigned other = i + 1; other < n; other++)
			if (equation[other][pivot])
				for (unsigned bit = 0; bit < 8 * width; bit++)
					equation[other][bit] ^= equation[i][bit];
	}
	return true;
}

static unsigned first_width(unsigned n)
{
	unsigned width = COSET_MIN_WIDTH;
	while (8 * width < n + n / 32 + 3)
		width++;
	return width;
}

static unsigned expected_width(const uint32_t *member, unsigned n)
{
	unsigned width = first_width(n);
	while (width <= COSET_MAX_WIDTH && !are_independent(member, n, width))
		width++;
	return width <= COSET_MAX_WIDTH ? width : 0;
}

Test(coset_solve, a_width_is_the_first_with_independent_equations)
{
	static struct filter_blocks l;
	struct dice dice = {3};
	filter_blocks_random(&dice, 100, 0, 504, WITH_LABELS, &l);
	filter_blocks_solve(coset_solvers[processor_level()], &l);
	for (unsigned i = 0; i < l.n_filter_blocks; i++) {
		const unsigned expected = expected_width(l.member[i], l.n[i]);
		cr_assert_eq(width_of(l.filter_block[i]), expected,
		             "filter block %u of seed 3, %u members: width %u, not %u", i, l.n[i],
		             width_of(l.filter_block[i]), expected);
	}
}

/* Up to a few hundred equations at one byte, of which only 32 can be independent. */
Test(coset_solve, members_that_begin_at_the_same_bytes_do_no_harm)
{
	static struct filter_blocks l;
	static unsigned expected[N_FILTER_BLOCKS];
	struct dice dice = {8};
	l.n_filter_blocks = 48;
	for (unsigned i = 0; i < l.n_filter_blocks; i++) {
		const unsigned range = 1u << (10 + i % 6), last = 65536 - range;
		const unsigned begin = i % 3 == 0 ? 0 : i % 3 == 1 ? last : dice_below(&dice, last);
		const unsigned most = range / 2 < COSET_MAX_MEMBERS ? range / 2 : COSET_MAX_MEMBERS;
		l.n[i] = dice_below(&dice, i % 2 == 0 ? 64 : most + 1);
		unsigned n = 0;
		for (unsigned slot = dice_below(&dice, 1000); n < l.n[i]; slot++) {
			if (coset_equation(slot % 65536, slot / 65536).start - begin < range)
				l.member[i][n++] = coset_member(slot % 65536, slot / 65536, 0);
		}
		expected[i] = expected_width(l.member[i], l.n[i]);
	}
	for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
		filter_blocks_solve(coset_solvers[k], &l);
		for (unsigned i = 0; i < l.n_filter_blocks; i++) {
			cr_assert_eq(width_of(l.filter_block[i]), expected[i],
			             "%s, filter block %u of seed 8, %u members: width %u, not %u",
			             processor_level_name[k], i, l.n[i], width_of(l.filter_block[i]), expected[i]);
			for (unsigned m = 0; m < l.n[i]; m++)
				cr_assert(
					filter_block_passes(l.filter_block[i], slot_of(l.member[i][m]), test_of(l.member[i][m])),
					"%s, filter block %u of seed 8: member %u", processor_level_name[k], i, m);
		}
	}
}

Test(coset_solve, a_filter_block_has_a_bit_for_every_member_and_few_more)
{
	static struct filter_blocks l;
	struct dice dice = {4};
	for (unsigned n = 0; n <= 360; n += 20) {
		double bits = 0;
		filter_blocks_random(&dice, N_FILTER_BLOCKS, n, n, n / 20 % 2 == 0 ? 1 : WITH_LABELS, &l);
		filter_blocks_solve(coset_solvers[processor_level()], &l);
		for (unsigned i = 0; i < N_FILTER_BLOCKS; i++) {
			const unsigned width = width_of(l.filter_block[i]);
			cr_assert(width >= COSET_MIN_WIDTH && width <= COSET_MAX_WIDTH && 8 * width >= n,
			          "%u members: %u", n, width);
			bits += 8 * width;
		}
		cr_expect_lt(bits / N_FILTER_BLOCKS, fmax(1.09 * n + 10, 8 * COSET_MIN_WIDTH + 0.1),
		             "%u members: %f bits", n, bits / N_FILTER_BLOCKS);
	}
}

/* ---- all else ---- */
static bool is_zero(const uint8_t *filter_block)
{
	static const uint8_t zero[COSET_FILTER_BLOCK_BYTES];
	return memcmp(filter_block, zero, sizeof zero) == 0;
}

Test(coset_solve, with_too_many_members_all_pass)
{
	static struct filter_blocks l;
	struct dice dice = {6};
	for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
		l.n_filter_blocks = 0;
		for (unsigned n = 480; n < 520; n++) {
			l.n[l.n_filter_blocks] = n < 518 ? n : n == 518 ? UINT16_MAX : UINT32_MAX;
			members_random(&dice, n < STRIDE ? n : STRIDE, 1638, 2, WITH_LABELS,
			               l.member[l.n_filter_blocks++]);
		}
		filter_blocks_solve(coset_solvers[k], &l);
		for (unsigned i = 0; i < l.n_filter_blocks; i++) {
			const unsigned width = width_of(l.filter_block[i]);
			cr_assert(width == 0 ? is_zero(l.filter_block[i]) : l.n[i] <= 8 * width, "%s: %u members",
			          processor_level_name[k], l.n[i]);
			cr_assert(width == 0 || first_width(l.n[i]) <= COSET_MAX_WIDTH, "%s: %u members",
			          processor_level_name[k], l.n[i]);
			for (unsigned slot = 0; slot < 1000 && width == 0; slot++)
				cr_assert(filter_block_passes(l.filter_block[i], slot, slot % N_TESTS));
		}
	}
}

/* Their bits are zero and the slot's are chance, so but one of 256 fails by one of eight solution columns. */
Test(coset_solve, without_members_hardly_any_slot_passes)
{
	static struct filter_blocks l;
	l.n_filter_blocks = 3;
	memset(l.n, 0, sizeof l.n);
	for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
		filter_blocks_solve(coset_solvers[k], &l);
		unsigned n_passed = 0;
		for (unsigned slot = 0; slot <= UINT16_MAX; slot++)
			n_passed += filter_block_passes(l.filter_block[slot % 3], slot, 0);
		cr_expect(n_passed > 256 * 0.8 && n_passed < 256 * 1.2, "%s: %u", processor_level_name[k], n_passed);
		for (unsigned i = 0; i < 3; i++)
			cr_expect_eq(width_of(l.filter_block[i]), (unsigned)COSET_MIN_WIDTH);
	}
}

/* ---- order ---- */
Test(coset_solve, the_order_of_members_and_of_filter_blocks_does_not_matter)
{
	static struct filter_blocks l, shuffled;
	static unsigned from[N_FILTER_BLOCKS];
	struct dice dice = {7};
	filter_blocks_random(&dice, N_FILTER_BLOCKS, 0, COSET_MAX_MEMBERS, WITH_LABELS, &l);
	filter_blocks_solve(coset_solvers[processor_level()], &l);
	for (unsigned k = processor_level(); k < PROCESSOR_LEVELS; k++) {
		shuffled.n_filter_blocks = l.n_filter_blocks;
		for (unsigned i = 0; i < N_FILTER_BLOCKS; i++) {  /* Fisher and Yates: filter blocks, and members
		                                                   * within each */
			const unsigned j = dice_below(&dice, i + 1);
			from[i] = from[j];
			from[j] = i;
		}
		for (unsigned i = 0; i < N_FILTER_BLOCKS; i++) {
			shuffled.n[i] = l.n[from[i]];
			for (unsigned a = 0; a < l.n[from[i]]; a++) {
				const unsigned b = dice_below(&dice, a + 1);
				shuffled.member[i][a] = shuffled.member[i][b];
				shuffled.member[i][b] = l.member[from[i]][a];
			}
		}
		filter_blocks_solve(coset_solvers[k], &shuffled);
		for (unsigned i = 0; i < N_FILTER_BLOCKS; i++)
			cr_assert(memcmp(shuffled.filter_block[i], l.filter_block[from[i]], COSET_FILTER_BLOCK_BYTES)
			              == 0,
			          "%s, filter block %u of seed 7: %u members", processor_level_name[k], i, shuffled.n[i]);
	}
}
