#include "slow_reading.h"

#include "coset/math/coset.h"

enum { NOWHERE = -1 };

/* The byte of a filter block that has byte `i` of a solution column, or NOWHERE: there are as many columns as
 * 63 bytes have room for, and the last bytes of one more. */
static int byte_of_filter_block(unsigned width, unsigned column, unsigned i)
{
	if ((column + 1) * width <= 63)
		return (int)(column * width + i);
	const unsigned begin = 63 / width * width, n_left = 63 - begin;
	return column * width == begin && i + n_left >= width ? (int)(begin + i + n_left - width) : NOWHERE;
}

/* How many solution columns are looked at for an equation that begins there: eight at most. */
static unsigned columns_from(unsigned width, unsigned begin)
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

uint32_t label_subcosets(unsigned label)
{
	uint32_t subcosets = 0;
	for (unsigned even = 0; even < 24; even++)
		if (coset_tables.even_axes[even / 4] * 4 + even % 4 == label) {
			subcosets = 1u << even;
			for (unsigned slice = 0; slice < 3; slice++)
				subcosets |= 1u << coset_tables.neighbour[even][slice];
		}
	return label == 12 ? 0xFFFFFF : subcosets;
}

uint32_t subcosets_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test)
{
	static uint32_t of_label[16];
	for (unsigned label = 0; label < 16 && of_label[12] == 0; label++)
		of_label[label] = label_subcosets(label);
	const struct looked_at l = look_slowly(filter_block, slot, test);
	uint32_t subcosets = 0;
	for (unsigned label = 0; label < 16; label++) {
		bool may_be = true;
		for (unsigned column = 0; column < l.n_columns; column++)
			may_be &= l.misses[column] == (column >= 2 && column < 6 && (label >> (column - 2) & 1) != 0);
		subcosets |= may_be ? of_label[label] : 0;
	}
	return subcosets;
}
