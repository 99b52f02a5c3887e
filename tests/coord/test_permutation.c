#include "coord/permutation.h"

#include "support/test.h"

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

/* So the first and the last row are the sorted ones; counts are falling factorials. */
Test(permutation, ranks_are_a_bijection_in_lexicographic_order)
{
	for (unsigned n = 1; n <= 8; n++)
		expect_lexicographic_order(n, n);
	for (unsigned k = 0; k <= 7; k++)
		expect_lexicographic_order(12, k);
	expect_lexicographic_order(9, 3);
	cr_expect(permutation_count(8, 8) == 40320 && permutation_count(12, 6) == 665280
	          && permutation_count(12, 7) == 3991680 && permutation_count(12, 0) == 1);
}
