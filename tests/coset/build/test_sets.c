/* Sets of cosets hold what was listed, in its order, in little memory. */
#include "coset/build/level.h"
#include "support/support.h"

TestSuite(coset_sets, .init = coset_transitions_init);

/* Read in pieces of all lengths. */
static void expect_read_as_listed(const struct coset_set *set, const uint32_t *listed, uint32_t n,
                                  struct dice *dice)
{
	uint32_t *const read = malloc((n + 1) * sizeof *read);
	struct coset_set_reader reader = coset_set_begin(set);
	uint32_t n_read = 0, beyond;
	while (n_read < n) {
		const unsigned most = 1 + dice_below(dice, 150),
		               n_here = coset_set_read(&reader, most, read + n_read);
		cr_assert_eq(n_here, n - n_read < most ? n - n_read : most);
		n_read += n_here;
	}
	cr_expect_eq(coset_set_read(&reader, 1, &beyond), 0u);
	for (uint32_t i = 0; i < n; i++)
		if (read[i] != listed[i])
			cr_assert_fail("number %u of %u: %u, not %u", i, n, read[i], listed[i]);
	free(read);
}

/* With all flips an index has 27 bits: up to 34,650 * 2^11. */
Test(coset_sets, sets_hold_indices_in_the_order_of_their_list)
{
	enum { N = 1000 };
	static const uint32_t ends[] = {COSET_SLICES * 2048u, COSET_SLICES * 512u, 1 << 24, 1 << 20, 1 << 16, N};
	static uint32_t found[N];
	struct dice dice = {77};
	array_foreach(row, ends)
		for (unsigned is_rising = 0; is_rising < 2; is_rising++)
			for (uint32_t n = N; n != 0; n /= 3) {
				struct coset_set set;
				for (unsigned i = 0; i < n; i++) {  /* the first and the last index among them; lowest bytes
				                                     * may fall */
					found[i] = (uint32_t)((*row - 1ull) * (n == 1 ? 1 : i) / (n == 1 ? 1 : n - 1));
					found[i] ^= is_rising ? 0 : i * 7 & 255;
				}
				const struct coset_workspace workspace = {.n_words = (*row + 63) / 64, .found = found, .n_found = n};
				cr_assert(coset_set_make(&workspace, &set));
				cr_assert_eq(set.n, n);
				expect_read_as_listed(&set, found, n, &dice);
				coset_set_free(&set);
				cr_expect_null(set.words);
			}
}

/* A cell may have nothing at some depth; its set is there all the same. */
Test(coset_sets, sets_may_be_empty)
{
	const struct coset_workspace workspace = {.n_words = COSET_SLICES * 512 / 64};
	struct coset_set set;
	uint32_t coset;
	cr_assert(coset_set_make(&workspace, &set));
	struct coset_set_reader reader = coset_set_begin(&set);
	cr_expect_not_null(set.words);
	cr_expect_eq(coset_set_read(&reader, 1, &coset), 0u);
	coset_set_free(&set);
	cr_expect_eq(coset_set_bytes(&set), 0u);
}

/* A byte or two of each index, a bit for it, and one for each step by which the others rise. */
Test(coset_sets, sets_take_a_byte_or_two_and_two_bits_for_each_index)
{
	enum { N_POSSIBLE = COSET_SLICES * 512 };
	struct dice dice = {5};
	for (uint32_t distance = 2; distance < 20000; distance *= 3) {
		const uint32_t max = 2 * (N_POSSIBLE / distance) + 1;
		uint32_t *const found = malloc(max * sizeof *found), n = 0;
		for (uint32_t coset = dice_below(&dice, distance); coset < N_POSSIBLE; coset += 1 + dice_below(&dice, 2 * distance))
			found[n++] = coset;
		cr_assert_leq(n, max);
		const struct coset_workspace workspace = {.n_words = N_POSSIBLE / 64, .found = found, .n_found = n};
		struct coset_set set;
		cr_assert(coset_set_make(&workspace, &set));
		const double steps = (double)N_POSSIBLE / n, bits = 8.0 * (double)coset_set_bytes(&set) / n;
		const double expected = fmin(8 + 1 + steps / 256, 16 + 1 + steps / 65536);
		cr_expect_leq(bits, expected + 200.0 / n, "%u cosets: %.2f bits, not %.2f", n, bits, expected);
		expect_read_as_listed(&set, found, n, &dice);
		coset_set_free(&set);
		free(found);
	}
}
