/* Ranks of permutations and partial permutations, in lexicographic order. */
#pragma once
#include <stdint.h>

/** Number of ways to pick k of n in order: n! / (n - k)!. */
uint32_t permutation_count(unsigned n, unsigned k);

/** Rank of `picked`, k different numbers below n, among all such rows in lexicographic order.
 * The digit of picked[i] is the number of smaller values not picked before it; radix n - i. */
uint32_t permutation_rank(const uint8_t *picked, unsigned n, unsigned k);

/** The row with that rank. */
void permutation_unrank(uint32_t rank, unsigned n, unsigned k, uint8_t *picked);
