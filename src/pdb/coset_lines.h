/* How the entries of a slice-free coset table are coded: nested unary, in lines of 64 bytes.
 *
 * A line has a number of slots, one for each of its entries: first a bit for each slot, whether it is the cap; then one
 * for each zero among these, whether it is cap - 1; one for each zero among those, whether it is cap - 2.  The bits of
 * all levels follow each other, so wherever in the line a zero stands, the next bit of its entry stands at the number of
 * slots + the number of zeros before it.  What ends in zeros has code 0: it is at most the base, which is cap - 3, and
 * its value stands in the side table, which has 4 bits for every hash of an index, the smallest value of all that share
 * it.
 * Bits that find no room in the line count as zeros.  So a few entries of overflowing lines read smaller than they are:
 * as base + 1, for no value of code 0 is more, or as what others have put into their place of the side table.
 *
 * The table is a sequence of places, as the table folds classes and parts (coset_fold.begin), and each has lines of its
 * own, as many as its density wants.  Entry i of a place with n lines is slot i / n of line i mod n; slots that the last
 * entry does not reach are caps.  In memory and in files: the first line of each place and the end of the last, 32 bits
 * each, little-endian, and zeros up to a line; the side table; the lines. */
#ifndef SUPERFLIP_PDB_COSET_LINES_H
#define SUPERFLIP_PDB_COSET_LINES_H
#include "coord/coset_shape.h"

#include <endian.h>
#include <stddef.h>
#include <string.h>

enum {
	COSET_LINE_BYTES = 64, COSET_LINE_BITS = 512,
	COSET_LEVELS = 3,             /* codes 3, 2, 1 are base + code */
	COSET_CODE_BITS = 2,          /* while a table is built, before it is compressed: entry 4i in the low bits of byte i */
};

/* Where a table has what. */
struct coset_lines {
	const uint32_t *begin;        /* lines, in the byte order of the file */
	const uint8_t *side, *line;
	uint32_t n_places, place_entries;
	unsigned base, side_log2;
};

/* Two to five times as many as there are values to hold. */
static inline unsigned coset_side_log2(enum metric metric, unsigned base)
{
	if (metric == METRIC_QTM)
		return base <= 7 ? 20 : base == 8 ? 21 : base == 9 ? 24 : base == 10 ? 27 : 30;
	return base <= 6 ? 17 : base == 7 ? 20 : base == 8 ? 23 : base == 9 ? 27 : 30;
}

/* `index` is that of the whole table. */
static inline uint64_t coset_side_slot(unsigned side_log2, uint64_t index)
{
	return index * 0x9E3779B97F4A7C15 >> (64 - side_log2);
}

static inline unsigned coset_side_value(const uint8_t *side, uint64_t slot)
{
	return (unsigned)side[slot >> 1] >> (slot & 1) * 4 & 15u;
}

static inline uint32_t coset_place_entries(struct coset_shape shape)
{
	return (uint32_t)COSET_SLICES << shape.flip_bits;
}

static inline uint32_t coset_table_places(struct coset_shape shape)
{
	return (uint32_t)shape.classes << (shape.corners == COSET_PARITY);
}

/** What stands before the side table, and before the lines. */
static inline size_t coset_side_begin(struct coset_shape shape)
{
	return ((coset_table_places(shape) + 1) * sizeof(uint32_t) + COSET_LINE_BYTES - 1) / COSET_LINE_BYTES * COSET_LINE_BYTES;
}

static inline size_t coset_lines_begin(struct coset_shape shape, unsigned side_log2)
{
	return coset_side_begin(shape) + ((size_t)1 << side_log2) / 2;
}

static inline struct coset_lines coset_lines_of(const uint8_t *data, struct coset_shape shape, enum metric metric,
                                                unsigned base)
{
	const unsigned side_log2 = coset_side_log2(metric, base);
	return (struct coset_lines){
		.begin = (const uint32_t *)(const void *)data, .side = data + coset_side_begin(shape),
		.line = data + coset_lines_begin(shape, side_log2), .n_places = coset_table_places(shape),
		.place_entries = coset_place_entries(shape), .base = base, .side_log2 = side_log2,
	};
}

static inline uint32_t coset_place_line(const struct coset_lines *t, uint32_t place)
{
	return le32toh(t->begin[place]);
}

static inline uint32_t coset_place_lines(const struct coset_lines *t, uint32_t place)
{
	return coset_place_line(t, place + 1) - coset_place_line(t, place);
}

static inline unsigned coset_place_slots(const struct coset_lines *t, uint32_t n_lines)
{
	return (t->place_entries + n_lines - 1) / n_lines;
}

static inline uint64_t coset_line_word(const uint8_t *line, unsigned i)
{
	uint64_t word;
	memcpy(&word, line + i * sizeof word, sizeof word);
	return le64toh(word);
}

static inline bool coset_line_has(const uint8_t *line, unsigned bit)
{
	return bit < COSET_LINE_BITS && (line[bit >> 3] >> (bit & 7) & 1) != 0;
}

/* Where the bit of the next level stands of an entry that has a zero here; from COSET_LINE_BITS on there is none. */
static inline unsigned coset_line_next(const uint8_t *line, unsigned slots, unsigned bit)
{
	unsigned n_ones = 0;
	for (unsigned w = 0; w < COSET_LINE_BITS / 64; w++) {
		const unsigned below = bit > 64 * w ? bit - 64 * w : 0;
		const uint64_t word = coset_line_word(line, w);
		n_ones += (unsigned)__builtin_popcountll(below >= 64 ? word : word & ((UINT64_C(1) << below) - 1));
	}
	return slots + bit - n_ones;
}

/* The value of an entry with code 0. */
static inline unsigned coset_low_value(const struct coset_lines *t, uint64_t side_slot)
{
	const unsigned value = coset_side_value(t->side, side_slot);
	return value <= t->base ? value : t->base + 1;
}

static inline unsigned coset_lines_get(const struct coset_lines *t, uint64_t index)
{
	const uint32_t place = (uint32_t)(index / t->place_entries), entry = (uint32_t)(index % t->place_entries);
	const uint32_t n_lines = coset_place_lines(t, place);
	const unsigned slots = coset_place_slots(t, n_lines);
	const uint8_t *const line = t->line + (size_t)(coset_place_line(t, place) + entry % n_lines) * COSET_LINE_BYTES;
	unsigned bit = entry / n_lines;
	for (unsigned level = 0; level < COSET_LEVELS; level++) {
		if (coset_line_has(line, bit))
			return t->base + COSET_LEVELS - level;
		bit = coset_line_next(line, slots, bit);
	}
	return coset_low_value(t, coset_side_slot(t->side_log2, index));
}

/* Slots of a line by code; those that found no room count as code 0. */
struct coset_line_counts {
	unsigned of[COSET_LEVELS + 1];
};
struct coset_line_counts coset_line_count(const uint8_t *line, unsigned slots);

/** Entry number i, in the line's own order, of those with code 0: its slot. */
unsigned coset_line_low_slot(const uint8_t *line, unsigned slots, const struct coset_line_counts *counts, unsigned i);

/** The fewest and the most lines of a place: 512 slots a line, and what two bits an entry would take. */
static inline uint32_t coset_place_min_lines(uint32_t place_entries)
{
	return (place_entries + COSET_LINE_BITS - 1) / COSET_LINE_BITS;
}

static inline uint32_t coset_place_max_lines(uint32_t place_entries)
{
	return place_entries / (COSET_LINE_BITS / COSET_CODE_BITS);
}

/** Whether the first lines of all places are such that no read leaves the `n_lines` that there are. */
bool coset_lines_are_sound(const struct coset_lines *t, uint64_t n_lines);

/** Code a place, given as two bits an entry.
 * @param codes  coset_place_codes_bytes(), of which those behind the entries are all ones
 * @param lines  room for coset_place_max_lines()
 * @return how many lines it has become */
uint32_t coset_place_encode(const uint8_t *codes, unsigned flip_bits, uint8_t *lines);
size_t coset_place_codes_bytes(unsigned flip_bits);

/* ---- for searches ---- */
/* A place with the quotient by its lines as a product: entry * reciprocal / 2^COSET_RECIPROCAL_BITS is exact, for entries
 * are less than 2^25 and lines less than 2^17. */
enum { COSET_RECIPROCAL_BITS = 42 };
struct coset_place {
	_Alignas(16) uint32_t reciprocal;
	uint32_t n_lines, line, slots;
};

/* What src/pdb/coset_lines_read.h reads with. */
struct coset_reader {
	_Alignas(64) uint8_t below[8][COSET_LINE_BYTES * 2];  /* from [b & 7][64 - (b >> 3)] on, a line with ones below bit b */
	const uint8_t *line, *side;
	struct coset_place *place;    /* owned */
	uint32_t place_entries;
	unsigned base, side_log2;
};

/** @return false without memory; coset_reader_free() releases what is made */
bool coset_reader_make(const struct coset_lines *t, struct coset_reader *out);
void coset_reader_free(struct coset_reader *r);

/* ---- before there is a table ---- */
/** How many entries would be nearer than the cap if no two fell together, and nearer than a move or two less: within some
 * 10 %. */
double coset_expected_nearer(struct coset_shape shape, enum metric metric, unsigned n_less);
/** What a table will have: within some 3 %. */
uint64_t coset_lines_expected_bytes(struct coset_shape shape, enum metric metric);
#endif
