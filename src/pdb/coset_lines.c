#include "pdb/coset_lines.h"

#include <math.h>
#include <stdlib.h>

enum { LINE_WORDS = COSET_LINE_BITS / 64, ALL_BITS = COSET_LEVELS * COSET_LINE_BITS };

/* ---- a line ---- */
/* Ones among bits begin .. begin + n - 1, as far as they are in the line. */
static unsigned count_ones(const uint8_t *line, unsigned begin, unsigned n)
{
	unsigned sum = 0;
	for (unsigned w = begin / 64; w < LINE_WORDS && w * 64 < begin + n; w++) {
		uint64_t word = coset_line_word(line, w);
		if (begin > w * 64)
			word &= ~UINT64_C(0) << (begin - w * 64);
		if (begin + n < (w + 1) * 64)
			word &= (UINT64_C(1) << (begin + n - w * 64)) - 1;
		sum += (unsigned)__builtin_popcountll(word);
	}
	return sum;
}

struct coset_line_counts coset_line_count(const uint8_t *line, unsigned slots)
{
	struct coset_line_counts counts;
	unsigned begin = 0, n = slots;
	for (unsigned level = 0; level < COSET_LEVELS; level++) {
		const unsigned n_ones = count_ones(line, begin, n);
		counts.of[COSET_LEVELS - level] = n_ones;
		begin += n;
		n -= n_ones;
	}
	counts.of[0] = n;
	return counts;
}

/* Where zero number i stands; behind the line there are only zeros. */
static unsigned find_zero(const uint8_t *line, unsigned i)
{
	for (unsigned w = 0; w < LINE_WORDS; w++) {
		uint64_t zeros = ~coset_line_word(line, w);
		const unsigned n = (unsigned)__builtin_popcountll(zeros);
		if (i < n) {
			for (; i > 0; i--)
				zeros &= zeros - 1;
			return w * 64 + (unsigned)__builtin_ctzll(zeros);
		}
		i -= n;
	}
	return COSET_LINE_BITS + i;
}

unsigned coset_line_low_slot(const uint8_t *line, unsigned slots, const struct coset_line_counts *counts, unsigned i)
{
	/* The zeros of the last level come after all those of the others, of which each has a bit of the next level. */
	const unsigned n_next = slots - counts->of[3], n_last = n_next - counts->of[2];
	unsigned bit = find_zero(line, n_next + n_last + i);
	for (unsigned level = 1; level < COSET_LEVELS; level++)
		bit = find_zero(line, bit - slots);
	return bit;
}

/* ---- all places ---- */
bool coset_lines_are_sound(const struct coset_lines *t, uint64_t n_lines)
{
	if (coset_place_line(t, 0) != 0 || coset_place_line(t, t->n_places) != n_lines)
		return false;
	/* Together they cannot pass n_lines: each is positive, and the last ends there. */
	for (uint32_t p = 0; p < t->n_places; p++)
		if (coset_place_line(t, p) > coset_place_line(t, p + 1)
		    || coset_place_lines(t, p) < coset_place_min_lines(t->place_entries)
		    || coset_place_lines(t, p) > coset_place_max_lines(t->place_entries))
			return false;
	return true;
}

/* ---- encoding ---- */
enum { MAX_OVERFLOW = 1000 };         /* one line of so many may overflow */
static const double margin = 3.15;    /* standard deviations of a line's bits; beyond are fewer than one in a thousand */

size_t coset_place_codes_bytes(unsigned flip_bits)
{
	/* The last slots and the last lines reach beyond. */
	const size_t n = (size_t)COSET_SLICES << flip_bits;
	return n / 4 + coset_place_max_lines((uint32_t)n) / 4 + 64;
}

/* The even bits, closed up. */
static uint64_t even_bits(uint64_t x)
{
	x &= 0x5555555555555555;
	x = (x | x >> 1) & 0x3333333333333333;
	x = (x | x >> 2) & 0x0F0F0F0F0F0F0F0F;
	x = (x | x >> 4) & 0x00FF00FF00FF00FF;
	x = (x | x >> 8) & 0x0000FFFF0000FFFF;
	return (x | x >> 16) & 0x00000000FFFFFFFF;
}

/* The codes of 64 entries: their high bits and their low bits. */
static void read_codes(const uint8_t *codes, size_t begin, uint64_t *high, uint64_t *low)
{
	const uint8_t *const at = codes + begin / 4;
	const unsigned shift = begin % 4 * 2;
	const uint64_t first = coset_line_word(at, 0), second = coset_line_word(at, 1), last = at[16];
	const uint64_t a = first >> shift | second << 1 << (63 - shift), b = second >> shift | last << 1 << (63 - shift);
	*high = even_bits(a >> 1) | even_bits(b >> 1) << 32;
	*low = even_bits(a) | even_bits(b) << 32;
}

/* Bit j of row i to bit i of row j (H. Warren, Hacker's Delight, 7-3). */
static void transpose(uint64_t row[64])
{
	uint64_t mask = 0x00000000FFFFFFFF;
	for (unsigned width = 32; width != 0; width >>= 1, mask ^= mask << width)
		for (unsigned i = 0; i < 64; i = ((i | width) + 1) & ~width) {
			const uint64_t t = (row[i] >> width ^ row[i | width]) & mask;
			row[i] ^= t << width;
			row[i | width] ^= t;
		}
}

/* Of 64 lines the codes by slot: word w has slots 64w to 64w + 63. */
struct block {
	uint64_t high[LINE_WORDS][64], low[LINE_WORDS][64];
};

static void read_block(const uint8_t *codes, uint32_t n_lines, unsigned slots, uint32_t first_line, struct block *b)
{
	for (unsigned w = 0; w * 64 < slots; w++) {
		for (unsigned i = 0; i < 64; i++) {
			b->high[w][i] = b->low[w][i] = ~UINT64_C(0);
			if (w * 64 + i < slots)
				read_codes(codes, (size_t)(w * 64 + i) * n_lines + first_line, &b->high[w][i], &b->low[w][i]);
		}
		transpose(b->high[w]);
		transpose(b->low[w]);
	}
}

/* Append to a line, behind `bit` bits, those of x where `open` has ones.  Returns how many bits there are then. */
static unsigned append(uint64_t *words, unsigned bit, uint64_t x, uint64_t open)
{
	uint64_t closed_up = 0;
	unsigned n = 0;
	for (; open != 0; open &= open - 1)
		closed_up |= (x >> __builtin_ctzll(open) & 1) << n++;
	words[bit / 64] |= closed_up << bit % 64;
	words[bit / 64 + 1] |= closed_up >> 1 >> (63 - bit % 64);
	return bit + n;
}

/* Returns the bits that the line needs. */
static unsigned encode_line(const struct block *b, unsigned line, unsigned slots, uint8_t *out)
{
	uint64_t words[ALL_BITS / 64 + 2] = {0};
	unsigned bit = slots;
	for (unsigned w = 0; w * 64 < slots; w++) {
		words[w] |= b->high[w][line] & b->low[w][line];
		if (slots < (w + 1) * 64)
			words[w] &= (UINT64_C(1) << slots % 64) - 1;  /* behind the slots all are caps */
	}
	for (unsigned w = 0; w * 64 < slots; w++)
		bit = append(words, bit, b->high[w][line], ~(b->high[w][line] & b->low[w][line]));
	for (unsigned w = 0; w * 64 < slots; w++)
		bit = append(words, bit, b->low[w][line], ~b->high[w][line]);
	for (unsigned w = 0; w < LINE_WORDS; w++) {
		const uint64_t word = htole64(words[w]);
		memcpy(out + w * sizeof word, &word, sizeof word);
	}
	return bit;
}

/* Returns how many lines overflow. */
static uint32_t encode_lines(const uint8_t *codes, uint32_t n_lines, unsigned slots, uint8_t *lines)
{
	struct block b;
	uint32_t n_overflowing = 0;
	for (uint32_t first = 0; first < n_lines; first += 64) {
		read_block(codes, n_lines, slots, first, &b);
		for (unsigned i = 0; i < 64 && first + i < n_lines; i++)
			n_overflowing += encode_line(&b, i, slots, lines + (size_t)(first + i) * COSET_LINE_BYTES) > COSET_LINE_BITS;
	}
	return n_overflowing;
}

/* As many slots as fit if each entry by itself takes 1, 2 or 3 bits, given the shares of the latter two. */
static unsigned slots_that_fit(double share_two, double share_three)
{
	const double mean = 1 + share_two + 2 * share_three;
	const double variance = share_two + 4 * share_three - (mean - 1) * (mean - 1);
	unsigned slots = (unsigned)(COSET_LINE_BITS / mean);
	while (slots * mean + margin * sqrt(slots * variance) > COSET_LINE_BITS)
		slots--;
	return slots;
}

/* The next larger number of lines with which the flips, the low bits of an index, go on from slot to slot by the golden
 * section of their range or by what is left of it: so a line has flips of all kinds. */
static uint32_t even_lines(uint32_t n, unsigned flip_bits)
{
	const uint32_t range = 1u << flip_bits, larger = flip_bits == 8 ? 159 : 317, smaller = range - larger;
	const uint32_t to_larger = (larger - n) % range, to_smaller = (smaller - n) % range;
	return n + (to_larger < to_smaller ? to_larger : to_smaller);
}

static uint32_t expected_lines(uint32_t n_entries, double share_two, double share_three)
{
	const unsigned slots = slots_that_fit(share_two, share_three);
	return (n_entries + slots - 1) / slots;
}

uint32_t coset_place_encode(const uint8_t *codes, unsigned flip_bits, uint8_t *lines)
{
	const uint32_t n_entries = (uint32_t)COSET_SLICES << flip_bits, most = coset_place_max_lines(n_entries);
	uint64_t n_two = 0, n_three = 0;
	for (uint32_t i = 0; i < n_entries; i += 32) {
		const uint64_t word = coset_line_word(codes + i / 4, 0), even = 0x5555555555555555;
		n_two += (unsigned)__builtin_popcountll(word >> 1 & ~word & even);
		n_three += (unsigned)__builtin_popcountll(~word >> 1 & even);
	}
	uint32_t n_lines = expected_lines(n_entries, (double)n_two / n_entries, (double)n_three / n_entries);
	for (;; n_lines++) {
		n_lines = even_lines(n_lines, flip_bits);
		if (n_lines > most)
			n_lines = most;
		/* With an unlucky number the slices of a line are alike, and more overflow than should. */
		const unsigned slots = (n_entries + n_lines - 1) / n_lines;
		if (encode_lines(codes, n_lines, slots, lines) <= n_lines / MAX_OVERFLOW || n_lines == most)
			return n_lines;
	}
}

/* ---- for searches ---- */
bool coset_reader_make(const struct coset_lines *t, struct coset_reader *out)
{
	struct coset_place *const place = aligned_alloc(_Alignof(struct coset_place), t->n_places * sizeof *place);
	if (place == NULL)
		return false;
	for (uint32_t p = 0; p < t->n_places; p++) {
		const uint32_t n_lines = coset_place_lines(t, p);
		place[p] = (struct coset_place){
			.line = coset_place_line(t, p), .n_lines = n_lines, .slots = coset_place_slots(t, n_lines),
			.reciprocal = (uint32_t)(((UINT64_C(1) << COSET_RECIPROCAL_BITS) - 1) / n_lines + 1),
		};
	}
	*out = (struct coset_reader){
		.line = t->line, .side = t->side, .place = place, .place_entries = t->place_entries, .base = t->base,
		.side_log2 = t->side_log2,
	};
	for (unsigned bits = 0; bits < 8; bits++) {
		memset(out->below[bits], 0xFF, COSET_LINE_BYTES);
		out->below[bits][COSET_LINE_BYTES] = (uint8_t)((1u << bits) - 1);
	}
	return true;
}

void coset_reader_free(struct coset_reader *r)
{
	free(r->place);
}

/* ---- before there is a table ---- */
/* Entries that are nearer than the cap, measured with a table of so many entries; larger tables tell more cosets apart.
 * Of the last caps it is extrapolated. */
struct marked {
	double n_entries, n_nearer;
};
static const struct marked marked[N_METRICS][5] = {
	[METRIC_HTM] = {{1.8e7, 3.3e6}, {1.9e8, 4.5e7}, {1.8e9, 5.5e8}, {8e9, 5.8e9}, {6.4e10, 7.1e10}},   /* from 9 on */
	[METRIC_QTM] = {{1.8e7, 3.6e6}, {1.9e8, 3.4e7}, {1.8e9, 3.0e8}, {4.7e9, 2.2e9}, {4.7e10, 2.1e10}},  /* from 10 on */
};
static const double marked_growth = 0.12;                /* as a power of the entries */
static const double marked_ratio[N_METRICS] = {10.5, 8};  /* to those a move nearer */

double coset_expected_nearer(struct coset_shape shape, enum metric metric, unsigned n_less)
{
	const struct marked *const m = &marked[metric][coset_cap(shape, metric) - (metric == METRIC_QTM ? 10 : 9)];
	const double growth = pow((double)coset_size(shape) / m->n_entries, marked_growth);
	return m->n_nearer * growth / pow(marked_ratio[metric], n_less);
}

uint64_t coset_lines_expected_bytes(struct coset_shape shape, enum metric metric)
{
	const unsigned cap = coset_cap(shape, metric);
	const double n = (double)coset_size(shape);
	const double below = 1 - exp(-coset_expected_nearer(shape, metric, 0) / n);
	const double below_next = 1 - exp(-coset_expected_nearer(shape, metric, 1) / n);
	const uint32_t place_entries = coset_place_entries(shape);
	const double lines = expected_lines(place_entries, below - below_next, below_next) + (1u << shape.flip_bits) / 4.0;
	const double most = coset_place_max_lines(place_entries);
	return coset_lines_begin(shape, coset_side_log2(metric, cap - COSET_LEVELS))
	       + (uint64_t)((lines < most ? lines : most) * coset_table_places(shape)) * COSET_LINE_BYTES;
}
