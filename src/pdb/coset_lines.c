#include "pdb/coset_lines.h"

#include <endian.h>
#include <math.h>
#include <string.h>

/* ---- how many there are ---- */
/* Entries nearer than so many moves, if none fell together, in a table that tells 2.24e10 entries apart (the parity, nine
 * flips), and how that grows with their number.  Measured; of the last depths it is extrapolated. */
enum { N_COUNTED = 7 };
static const struct {
	unsigned first;
	double n[N_COUNTED];
} counted[N_METRICS] = {
	[METRIC_HTM] = {7, {3.1e4, 3.6e5, 4.2e6, 5.1e7, 6.1e8, 6.7e9, 6.5e10}},    /* nearer than 7 to 13 moves */
	[METRIC_QTM] = {8, {5.7e4, 4.3e5, 3.9e6, 3.5e7, 3.1e8, 2.5e9, 1.9e10}},    /* than 8 to 14 */
};
static const double counted_entries = 2.24e10, counted_growth[N_COUNTED] = {0, 0, 0, 0.01, 0.045, 0.12, 0.12};

double coset_expected_nearer(struct coset_shape shape, enum metric metric, unsigned depth)
{
	const unsigned i = depth - counted[metric].first;
	const double n_entries = (double)coset_size(shape);
	const double n = counted[metric].n[i] * pow(n_entries / counted_entries, counted_growth[i]);
	return n_entries * (1 - exp(-n / n_entries));
}

/* ---- the division of a line ---- */
/* Bits that a table must have for each cap after the smallest: some one and a half for each entry that is nearer, and for
 * the last one, which most entries are nearer than, one for each entry. */
enum { N_CAPS = 5 };
static const struct {
	unsigned smallest;
	double bits[N_CAPS - 1];
} caps[N_METRICS] = {
	[METRIC_HTM] = {9, {7e7, 8.5e8, 1.3e10, 1.1e11}},
	[METRIC_QTM] = {10, {5.3e7, 4.6e8, 3.7e9, 2.9e10}},
};

unsigned coset_cap(struct coset_shape shape, enum metric metric)
{
	unsigned cap = caps[metric].smallest;
	for (unsigned i = 0; i < N_CAPS - 1; i++)
		cap += (double)coset_table_lines(shape) * COSET_LINE_BITS >= caps[metric].bits[i];
	return cap;
}

/* Bits for each entry of the filters after the first, which has the rest. */
static const double bits_an_entry[COSET_FILTERS] = {0, 4.2, 4};

/* The share of all that passes by mistake a filter with so many hashes: lines have an average number of entries, each
 * its own by chance (Poisson). */
static double mistaken(unsigned n_bits, double n_entries, unsigned n_hashes)
{
	double share = exp(-n_entries), sum = 0;  /* of the lines with i entries */
	for (unsigned i = 1; i < 2 * n_entries + 20; i++) {
		share *= n_entries / i;
		sum += share * pow(1 - pow(1 - 1.0 / n_bits, n_hashes * i), n_hashes);
	}
	return sum;
}

static unsigned best_n_hashes(unsigned n_bits, double n_entries)
{
	unsigned best = 1;
	for (unsigned n = 2; n <= COSET_MAX_HASHES; n++)
		if (mistaken(n_bits, n_entries, n) < mistaken(n_bits, n_entries, best))
			best = n;
	return best;
}

static void choose_filters(struct coset_shape shape, enum metric metric, struct coset_filter filter[COSET_FILTERS])
{
	/* Odd numbers, so that of 2^16 slots no two are equal, without small relations between them. */
	static const uint16_t multipliers[COSET_FILTERS][COSET_MAX_HASHES] = {
		{40503, 27195, 49845, 15693}, {34283, 47521, 22739, 58963}, {51157, 36263, 29411, 61871},
	};
	const unsigned cap = coset_cap(shape, metric);
	const unsigned slots = (COSET_GROUP_PLACES * coset_place_entries(shape) + shape.lines - 1) / shape.lines;
	double n_entries[COSET_FILTERS];
	unsigned n_bits[COSET_FILTERS], left = COSET_LINE_BITS;
	for (unsigned i = COSET_FILTERS; i-- > 0;) {
		n_entries[i] = coset_expected_nearer(shape, metric, cap - i) / (double)coset_table_lines(shape);
		n_bits[i] = i == 0 ? left : 1 + (unsigned)(bits_an_entry[i] * n_entries[i]);
		left -= n_bits[i];
	}
	/* A bit for each slot makes no mistakes.  Slots are as far apart among 2^16 as they can be, all of them below it; for
	 * that to be a whole bit there must sometimes be one or two bits more than slots. */
	const uint16_t plain_multiplier = (uint16_t)(UINT16_MAX / (slots - 1));
	const unsigned plain_bits = (UINT16_MAX + (unsigned)plain_multiplier) / plain_multiplier;
	const bool is_plain = plain_bits <= n_bits[0];
	if (is_plain) {
		n_bits[1] += n_bits[0] - plain_bits;
		n_bits[0] = plain_bits;
	}
	for (unsigned i = 0, begin = 0; i < COSET_FILTERS; begin += n_bits[i++]) {
		filter[i] = (struct coset_filter){.begin = (uint16_t)begin, .bits = (uint16_t)n_bits[i]};
		filter[i].n_hashes = is_plain && i == 0 ? 1 : best_n_hashes(n_bits[i], n_entries[i]);
		memcpy(filter[i].multiplier, multipliers[i], sizeof multipliers[i]);
	}
	if (is_plain)
		filter[0].multiplier[0] = plain_multiplier;
}

/* Numbers of 16 bits, little-endian: of each filter begin, bits, hashes, multipliers. */
enum { FILTER_NUMBERS = 3 + COSET_MAX_HASHES };

void coset_divide(struct coset_shape shape, enum metric metric, uint8_t line[COSET_LINE_BYTES])
{
	struct coset_filter filter[COSET_FILTERS];
	choose_filters(shape, metric, filter);
	memset(line, 0, COSET_LINE_BYTES);
	for (unsigned i = 0; i < COSET_FILTERS; i++) {
		uint16_t number[FILTER_NUMBERS] = {filter[i].begin, filter[i].bits, (uint16_t)filter[i].n_hashes};
		memcpy(number + 3, filter[i].multiplier, sizeof filter[i].multiplier);
		for (unsigned k = 0; k < FILTER_NUMBERS; k++)
			number[k] = htole16(number[k]);
		memcpy(line + i * sizeof number, number, sizeof number);
	}
}

bool coset_read_division(const uint8_t line[COSET_LINE_BYTES], struct coset_filter filter[COSET_FILTERS])
{
	bool is_sound = true;
	for (unsigned i = 0; i < COSET_FILTERS; i++) {
		uint16_t number[FILTER_NUMBERS];
		memcpy(number, line + i * sizeof number, sizeof number);
		for (unsigned k = 0; k < FILTER_NUMBERS; k++)
			number[k] = le16toh(number[k]);
		filter[i] = (struct coset_filter){.begin = number[0], .bits = number[1], .n_hashes = number[2]};
		memcpy(filter[i].multiplier, number + 3, sizeof filter[i].multiplier);
		is_sound &= filter[i].bits != 0 && filter[i].begin + filter[i].bits <= COSET_LINE_BITS
		            && filter[i].n_hashes <= COSET_MAX_HASHES;
	}
	return is_sound;
}

struct coset_lines coset_lines_of(const uint8_t *data, struct coset_shape shape, enum metric metric, unsigned base)
{
	const unsigned side_log2 = coset_side_log2(metric, base);
	struct coset_lines lines = {
		.side = data + COSET_LINE_BYTES, .line = data + coset_lines_begin(side_log2), .n_parts = coset_n_parts(shape.corners),
		.n_groups = coset_table_groups(shape), .place_entries = coset_place_entries(shape), .group_lines = shape.lines,
		.base = base, .side_log2 = side_log2,
	};
	coset_read_division(data, lines.filter);
	return lines;
}

/* ---- a sample ---- */
uint64_t coset_sampled_entries(struct coset_shape shape)
{
	uint64_t n = 0;
	for (uint64_t line = 0; line < coset_table_lines(shape); line += coset_sampled_one_in(shape))
		n += coset_line_entries(shape, line);
	return n;
}

/* ---- for searches ---- */
struct coset_reader coset_reader_of(const struct coset_lines *t)
{
	/* Rounded up, it is too large by less than one; so the product is by less than 2^29, which all entries are below, and
	 * that is less than 2^shift / lines, by which it would have to be too large for the next quotient. */
	const unsigned shift = 29 + 32 - (unsigned)__builtin_clz(t->group_lines);
	struct coset_reader reader = {
		.line = t->line, .side = t->side, .reciprocal = (uint32_t)((UINT64_C(1) << shift) / t->group_lines + 1),
		.shift = shift, .group_lines = t->group_lines, .base = t->base, .side_log2 = t->side_log2,
	};
	memcpy(reader.filter, t->filter, sizeof reader.filter);
	return reader;
}
