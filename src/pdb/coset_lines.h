/* How a slice-free coset table keeps its entries: as Bloom filters in lines of 64 bytes.
 *
 * What is nearer than a cap is what a search wants to know, and it is rare: of 6.7e10 cosets 10 % are nearer than 12
 * moves, 1 % nearer than 11.  So a table is a set of these, and a set that may err on one side: what it has, it has, and
 * of what it has not it says so mostly.  A bound that is too small by mistake is still a bound.  (B. Bloom, "Space/time
 * trade-offs in hash coding with allowable errors", CACM 13, 1970.)
 *
 * Some places have many near cosets and some have few, so 18 of them share their lines: those of the classes that leave
 * the same remainder modulo 35, and of the same part.  Their entries, place after place, are dealt out to the lines of
 * the group: entry i of a group with n lines is slot i / n of line i mod n.  A
 * line has three filters: for the slots nearer than the cap, than cap - 1, and than cap - 2.  Each slot has a few bits in
 * each filter, by its number alone; whatever is near has ones there.  What passes all three is probably at most the base,
 * cap - 3, and then its value stands in the side table, which has 4 bits for every hash of an entry, the smallest value of
 * all that share it.
 *
 * In memory and in files: a line that tells how the bits of all others are divided; the side table; the lines, group by
 * group, group (class mod 35) * parts + part. */
#ifndef SUPERFLIP_PDB_COSET_LINES_H
#define SUPERFLIP_PDB_COSET_LINES_H
#include "coord/coset_shape.h"

#include <stddef.h>

enum {
	COSET_LINE_BYTES = 64, COSET_LINE_BITS = 512,
	COSET_FILTERS = 3,            /* what fails number i, and none before, is the cap - i */
	COSET_MAX_HASHES = 4,         /* bits of a slot in a filter */
};

/* Bits begin to begin + bits - 1 of a line.  Those of a slot are begin + (slot * multiplier mod 2^16) * bits / 2^16, for
 * each multiplier. */
struct coset_filter {
	uint16_t begin, bits;
	uint16_t multiplier[COSET_MAX_HASHES];
	unsigned n_hashes;                /* as many multipliers count */
};

/* Where a table has what. */
struct coset_lines {
	const uint8_t *side, *line;
	uint32_t n_parts, n_groups, place_entries, group_lines;
	unsigned base, side_log2;
	struct coset_filter filter[COSET_FILTERS];
};

/** The depth at which a table of that size is cut off: all that is deeper counts as this deep. */
unsigned coset_cap(struct coset_shape s, enum metric metric);

/** How the bits of a line are to be divided in a table yet to be built: written to the line that tells it. */
void coset_divide(struct coset_shape s, enum metric metric, uint8_t line[COSET_LINE_BYTES]);

/** Read it.  @return false if no table can be divided so: its filters are outside the lines */
bool coset_read_division(const uint8_t line[COSET_LINE_BYTES], struct coset_filter filter[COSET_FILTERS]);

/* Two to five times as many as there are values to hold. */
static inline unsigned coset_side_log2(enum metric metric, unsigned base)
{
	if (metric == METRIC_QTM)
		return base <= 7 ? 20 : base == 8 ? 21 : base == 9 ? 24 : base == 10 ? 27 : 30;
	return base <= 6 ? 17 : base == 7 ? 20 : base == 8 ? 23 : base == 9 ? 27 : 30;
}

/* `entry` is group << 32 | index within the group. */
static inline uint64_t coset_side_slot(unsigned side_log2, uint64_t entry)
{
	return entry * 0x9E3779B97F4A7C15 >> (64 - side_log2);
}

static inline unsigned coset_side_value(const uint8_t *side, uint64_t slot)
{
	return (unsigned)side[slot >> 1] >> (slot & 1) * 4 & 15u;
}

/* What stands before the lines, but for the first. */
static inline size_t coset_lines_begin(unsigned side_log2)
{
	return COSET_LINE_BYTES + ((size_t)1 << side_log2) / 2;
}

static inline uint32_t coset_table_groups(struct coset_shape shape)
{
	return COSET_CLASS_GROUPS * coset_n_parts(shape.corners);
}

static inline uint64_t coset_table_lines(struct coset_shape shape)
{
	return (uint64_t)coset_table_groups(shape) * shape.lines;
}

static inline size_t coset_lines_bytes(struct coset_shape shape)
{
	return (size_t)coset_table_lines(shape) * COSET_LINE_BYTES;
}

/** Their division must be one that can be read. */
struct coset_lines coset_lines_of(const uint8_t *data, struct coset_shape shape, enum metric metric, unsigned base);

static inline unsigned coset_filter_bit(const struct coset_filter *f, unsigned hash, unsigned slot)
{
	return f->begin + ((uint32_t)(uint16_t)(slot * f->multiplier[hash]) * f->bits >> 16);
}

static inline bool coset_filter_has(const struct coset_filter *f, const uint8_t *line, unsigned slot)
{
	bool has = true;
	for (unsigned h = 0; h < f->n_hashes; h++) {
		const unsigned bit = coset_filter_bit(f, h, slot);
		has &= line[bit >> 3] >> (bit & 7) & 1;
	}
	return has;
}

/* The value of an entry that passes all filters. */
static inline unsigned coset_low_value(const struct coset_lines *t, uint64_t side_slot)
{
	const unsigned value = coset_side_value(t->side, side_slot);
	return value <= t->base ? value : t->base + 1;
}

/* The value of an entry, group << 32 | index within the group. */
static inline unsigned coset_lines_value(const struct coset_lines *t, uint64_t entry)
{
	const uint32_t i = (uint32_t)entry, slot = i / t->group_lines;
	const uint8_t *const line = t->line + ((entry >> 32) * t->group_lines + i % t->group_lines) * COSET_LINE_BYTES;
	for (unsigned f = 0; f < COSET_FILTERS; f++)
		if (!coset_filter_has(&t->filter[f], line, slot))
			return t->base + COSET_FILTERS - f;
	return coset_low_value(t, coset_side_slot(t->side_log2, entry));
}

/* The first entry of a class's part 0; those of part p have p << 32 more. */
static inline uint64_t coset_class_begin(const struct coset_lines *t, unsigned class)
{
	return (uint64_t)(class % COSET_CLASS_GROUPS * t->n_parts) << 32 | class / COSET_CLASS_GROUPS * t->place_entries;
}

/* The value at an index of the coordinate. */
static inline unsigned coset_lines_get(const struct coset_lines *t, uint64_t index)
{
	const uint64_t place = index / t->place_entries, class = place / t->n_parts, part = place % t->n_parts;
	return coset_lines_value(t, coset_class_begin(t, (unsigned)class) + (part << 32) + index % t->place_entries);
}

/* ---- a sample ---- */
/* Of all entries, some 4 million are counted by value: those of one line in so many. */
static inline uint64_t coset_sampled_one_in(struct coset_shape shape)
{
	return coset_size(shape) / (4 << 20);
}

/** Entries of a line, by its number in the table. */
static inline unsigned coset_line_entries(struct coset_shape shape, uint64_t line)
{
	const uint32_t n = COSET_GROUP_PLACES * coset_place_entries(shape);
	return n / shape.lines + (line % shape.lines < n % shape.lines);
}

/** Entries of the sample. */
uint64_t coset_sampled_entries(struct coset_shape shape);

/* ---- for searches ---- */
/* What src/pdb/coset_lines_read.h reads with. */
struct coset_reader {
	const uint8_t *line, *side;
	/* The quotient of an entry by the lines of its group is entry * reciprocal >> shift. */
	uint32_t reciprocal;
	unsigned shift;
	uint32_t group_lines;
	unsigned base, side_log2;
	struct coset_filter filter[COSET_FILTERS];
};
struct coset_reader coset_reader_of(const struct coset_lines *t);

/* ---- before there is a table ---- */
/** How many entries are nearer than so many moves: within some 10 %. */
double coset_expected_nearer(struct coset_shape shape, enum metric metric, unsigned depth);
#endif
