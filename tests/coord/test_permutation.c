#include "coord/permutation.h"

#include "support/test.h"
#include <stdbool.h>

/* Different numbers below n. */
static bool is_row(const uint8_t *picked, unsigned n, unsigned k)
{
	unsigned seen = 0;
	for (unsigned i = 0; i < k; i++) {
		if (picked[i] >= n || (seen >> picked[i] & 1))
			return false;
		seen |= 1u << picked[i];
	}
	return true;
}

/* Rows of k of n, one rank after the other, must grow: as there are as many rows as ranks, none is
 * missing. */
static void expect_lexicographic_order(unsigned n, unsigned k)
{
	uint8_t before[12] = {0}, row[12];
	for (uint32_t rank = 0; rank < permutation_count(n, k); rank++) {
		permutation_unrank(rank, n, k, row);
		if (!is_row(row, n, k) || (rank > 0 && memcmp(before, row, k) >= 0)
		    || permutation_rank(row, n, k) != rank)
			cr_assert_fail("rank %u of %u out of %u", rank, k, n);
		memcpy(before, row, k);
	}
}

Test(permutation, counts_are_falling_factorials)
{
	cr_expect_eq(permutation_count(8, 8), 40320u);
	cr_expect_eq(permutation_count(12, 6), 665280u);
	cr_expect_eq(permutation_count(12, 7), 3991680u);
	cr_expect_eq(permutation_count(12, 1), 12u);
	cr_expect_eq(permutation_count(12, 0), 1u);
}

Test(permutation, ranks_of_whole_permutations_are_a_bijection_in_lexicographic_order)
{
	for (unsigned n = 1; n <= 8; n++)
		expect_lexicographic_order(n, n);
}

Test(permutation, ranks_of_partial_permutations_are_a_bijection_in_lexicographic_order)
{
	for (unsigned k = 1; k <= 7; k++)
		expect_lexicographic_order(12, k);
	expect_lexicographic_order(9, 3);
}

Test(permutation, the_first_and_the_last_row_are_the_sorted_ones)
{
	const uint8_t first[6] = {0, 1, 2, 3, 4, 5}, last[6] = {11, 10, 9, 8, 7, 6};
	cr_expect_eq(permutation_rank(first, 12, 6), 0u);
	cr_expect_eq(permutation_rank(last, 12, 6), permutation_count(12, 6) - 1);
}
