#include "slow_reading.h"

#include "coset/math/coset.h"

int byte_of_filter_block(unsigned width, unsigned column, unsigned i)
{
	if ((column + 1) * width <= 63)
		return (int)(column * width + i);
	const unsigned begin = 63 / width * width, n_left = 63 - begin;
	return column * width == begin && i + n_left >= width ? (int)(begin + i + n_left - width) : NOWHERE;
}

unsigned columns_from(unsigned width, unsigned begin)
{
	unsigned n = 0;
	while (n < 8 && byte_of_filter_block(width, n, begin) != NOWHERE)
		n++;
	return n;
}

/* As coset_equation() has them, with numbers that cannot overflow. */
struct equation_of_numbers { uint64_t coefficients, start, bits; };

static struct equation_of_numbers equation_slowly(uint64_t slot, uint64_t test)
{
	const uint64_t modulus = UINT64_C(1) << 32;
	uint64_t x = (test * 65536 + slot + 2135587861) % modulus * 2654435761 % modulus;
	x ^= x / 32768;
	x = x * 2246822519 % modulus;
	x ^= x / 8192;
	const uint64_t y = x * 3266489917 % modulus;
	return (struct equation_of_numbers){x, y / 65536, y / 256 % 256};
}

/* What is read of a filter block bit by bit: how many columns are looked at, and by column whether
 * the bit is not that of the equation. */
struct looked_at {
	unsigned n_columns;
	bool misses[8];
};

static struct looked_at look_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test)
{
	struct looked_at l = {.n_columns = 0};
	const unsigned width = filter_block[63] % 64;
	if (width < 4 || (filter_block[63] / 64 % 2 == 1 && test == 0))
		return l;
	const struct equation_of_numbers equation = equation_slowly(slot, test);
	const unsigned begin = (unsigned)(equation.start * (width - 3) / 65536);
	l.n_columns = columns_from(width, begin);
	for (unsigned column = 0; column < l.n_columns; column++) {
		unsigned sum = 0;
		for (unsigned i = 0; i < 32; i++) {
			const uint8_t solution = filter_block[byte_of_filter_block(width, column, begin + i / 8)];
			sum += (equation.coefficients >> i & 1) != 0 && (solution >> i % 8 & 1) != 0;
		}
		l.misses[column] = sum % 2 != (equation.bits >> column & 1);
	}
	return l;
}

bool passes_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test)
{
	const struct looked_at l = look_slowly(filter_block, slot, test);
	for (unsigned column = 0; column < l.n_columns; column++)
		if (l.misses[column])
			return false;
	return true;
}

/* Whether a label says that what it is of may be near in a subcoset: it has the number of an even one, that or one that it
 * is a neighbour of; or there are several. */
static bool label_has_subcoset(unsigned label, unsigned subcoset)
{
	if (label >= 12)
		return label == 12;
	for (unsigned even = 0; even < 24; even++) {
		if (coset_tables.even_axes[even / 4] * 4 + even % 4 != label)
			continue;
		const uint8_t *const neighbour = coset_tables.neighbour[even];
		if (subcoset == even || subcoset == neighbour[0] || subcoset == neighbour[1] || subcoset == neighbour[2])
			return true;
	}
	return false;
}

uint32_t subcosets_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test)
{
	static bool has_subcoset[16][24], is_known;
	for (unsigned i = 0; i < 16 * 24 && !is_known; i++)
		has_subcoset[i / 24][i % 24] = label_has_subcoset(i / 24, i % 24);
	is_known = true;
	const struct looked_at l = look_slowly(filter_block, slot, test);
	uint32_t subcosets = 0;
	for (unsigned label = 0; label < 16; label++) {
		bool may_be = true;
		for (unsigned column = 0; column < l.n_columns; column++)
			may_be &= l.misses[column] == (column >= 2 && column < 6 && (label >> (column - 2) & 1) != 0);
		for (unsigned subcoset = 0; subcoset < 24; subcoset++)
			subcosets |= (uint32_t)(may_be && has_subcoset[label][subcoset]) << subcoset;
	}
	return subcosets;
}
