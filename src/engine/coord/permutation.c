#include "coord/permutation.h"

uint32_t permutation_count(unsigned n, unsigned k)
{
	uint32_t count = 1;
	for (unsigned i = 0; i < k; i++)
		count *= n - i;
	return count;
}

uint32_t permutation_rank(const uint8_t *picked, unsigned n, unsigned k)
{
	uint32_t rank = 0;
	for (unsigned i = 0; i < k; i++) {
		uint32_t digit = picked[i];
		for (unsigned j = 0; j < i; j++)
			digit -= picked[j] < picked[i];
		rank = rank * (n - i) + digit;
	}
	return rank;
}

void permutation_unrank(uint32_t rank, unsigned n, unsigned k, uint8_t *picked)
{
	for (unsigned i = k; i-- > 0;) {
		picked[i] = (uint8_t)(rank % (n - i));
		rank /= n - i;
	}
	/* Digits to values: those at or above an earlier value were counted without it. */
	for (unsigned i = k; i-- > 0;)
		for (unsigned j = i + 1; j < k; j++)
			picked[j] = (uint8_t)(picked[j] + (picked[j] >= picked[i]));
}
