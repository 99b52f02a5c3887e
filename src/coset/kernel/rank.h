/* A logarithmic scale to sort by: counts as floating-point numbers have them, with RANK_BITS bits after the first, so that counts
 * which differ by less than a sixty-fourth may be equal. */
#ifndef SUPERFLIP_COSET_KERNEL_RANK_H
#define SUPERFLIP_COSET_KERNEL_RANK_H
#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { RANK_BITS = 6, FLOAT_BITS = 23, FLOAT_BIAS = 127, N_RANKS = 65 << RANK_BITS };  /* of numbers to 2^64, and of 0 */
static_assert((int)N_RANKS <= UINT16_MAX, "ranks have 16 bits");

static inline uint16_t rank_of(uint64_t work)
{
	const float number = (float)(int64_t)work;  /* far from 2^63 */
	uint32_t bits;
	memcpy(&bits, &number, sizeof bits);
	const uint32_t rank = bits >> (FLOAT_BITS - RANK_BITS);
	return (uint16_t)(work == 0 ? 0 : rank - (FLOAT_BIAS << RANK_BITS) + 1);
}
#endif
