/* How a slice-free coset table stores its entries: as equations in filter blocks of 64 bytes, one cache line
 * each.
 *
 * A search needs to know which entries are below a cap, and these are rare: of 6.7e10 cosets 10 % are nearer
 * than 12 moves and 1 % nearer than 11.  A table is therefore a set of these entries that may err on one
 * side: every member is found, and most non-members are recognised.  A bound that is too small by mistake is
 * still a bound.
 *
 * A set with false positive rate e needs at least log2(1/e) bits a member.  A Bloom filter takes 1.44 times
 * as many; a system of linear equations modulo 2 comes close.  Each member has an equation, coefficients and
 * bits derived from its slot alone; the filter block holds a solution, so that the coefficients times the
 * solution give the bits.  A non-member fails each bit with probability 1/2.  The coefficients are 32
 * consecutive bits, all others are zero, so the equations are solved quickly: a ribbon filter (Dillinger &
 * Walzer 2021, "Ribbon filter: practically smaller than Bloom and Xor", arXiv:2103.02515) for each filter
 * block.
 *
 * Some cells have many entries below the cap and some have few, so 18 of them, a group, share filter blocks:
 * those of the classes with the same remainder modulo 35 and of the same corner coset.  The entries of a cell
 * are scattered over the filter blocks of its group: entry i of the first cell, in a group with n filter
 * blocks, is slot i / n of filter block i mod n; the next cell has the slots after these.  A filter block has
 * three threshold sets: the slots below the cap, below cap - 1, and below cap - 2.  An entry in all three is
 * probably at most at the base, cap
 * - 3; its value is then in the side table, which has 4 bits for each hash of an entry, the smallest value of
 *   all
 * entries that share it.
 *
 * With subcosets (coset/math/coset.h) four bits of a member's equation are a label instead: it names the
 * subcosets that are below the threshold, namely one of the twelve even ones (labels 0 to 11) with perhaps
 * its neighbours, or COSET_LABEL_ANY for more than one even subcoset.  An odd subcoset is as near as one of
 * its neighbours, because the first quarter turn that reaches it may be of either face.  So even subcosets
 * suffice, and a label tells more than members for each subcoset would in the same space.  The side table
 * does not distinguish subcosets.
 *
 * The last byte, modulo 64, is the width: the bytes of a solution column.  The first column solves the first
 * bit of all equations, the second the second, and so on while 63 bytes have room; of the last column only
 * the final bytes are there, so equations that begin late have one bit more.  With a width below 4 all slots
 * pass.  A filter block with too many members for 63 bytes keeps only the later threshold sets, and bit 6 of
 * its last byte is set.
 *
 * In memory and in files: the side table, then the filter blocks group by group, group = (class mod 35) *
 * corner cosets + corner coset. */
#pragma once
#include "coset/math/coset.h"

enum {
	COSET_FILTER_BLOCK_BYTES = 64, COSET_FILTER_BLOCK_BITS = 512,
	COSET_THRESHOLD_SETS = 3,             /* an entry that fails set i first has value cap - i */
	COSET_MAX_EQUATIONS = 2,           /* of a member in a threshold set after the first */
	COSET_SOLUTION_BYTES = COSET_FILTER_BLOCK_BYTES - 1,
	COSET_WIDTH_AT = COSET_SOLUTION_BYTES,
	COSET_EQUATION_BYTES = 4,          /* 32 coefficients, which begin at any byte */
	COSET_MIN_WIDTH = COSET_EQUATION_BYTES, COSET_MAX_WIDTH = COSET_SOLUTION_BYTES, COSET_WIDTHS,
	COSET_DEEPER_ONLY = COSET_WIDTHS,
	COSET_MAX_COLUMNS = 8,         /* solution columns that a reader examines, at most */
	COSET_MAX_FIRST_COLUMNS = 4,   /* of these, what a reader may examine first */
	COSET_LABEL_AT = 2, COSET_LABEL_BITS = 4,  /* the columns that are its label */
	COSET_LABEL_ANY = 12,        /* more than one even subcoset */
};

/* Subcosets as bits, by the number of label bits examined and their values. */
enum { COSET_ALL_SUBCOSETS = (1 << COSET_SUBCOSETS) - 1, COSET_N_LABELS = 2 << COSET_LABEL_BITS };

/* What follows from the width of a filter block: the number of bytes an equation may begin at; masks of the
 * columns examined, for equations that begin before `next` and for those from there on; the first byte of
 * each column, and any byte for columns not examined.  All zero where every slot passes. */
struct coset_widths {
	_Alignas(COSET_FILTER_BLOCK_BYTES) uint8_t n_begins[COSET_WIDTHS], next[COSET_WIDTHS],
		columns[2][COSET_WIDTHS];
	/* of column_bytes */
	_Alignas(COSET_FILTER_BLOCK_BYTES) uint8_t first_byte[COSET_MAX_FIRST_COLUMNS][COSET_WIDTHS];
	uint8_t column_bytes[COSET_WIDTHS][COSET_MAX_COLUMNS][COSET_EQUATION_BYTES];
	_Alignas(COSET_FILTER_BLOCK_BYTES) uint32_t labels[COSET_N_LABELS];
};
/** Constant.  Thread-safe. */
const struct coset_widths *coset_widths(void);

/* Layout of a table. */
struct coset_filter {
	const uint8_t *side, *filter_block;
	const struct coset_widths *widths;
	uint32_t n_corner_cosets, n_subcosets, n_groups, cell_slots, group_filter_blocks;
	/* An entry divided by the filter blocks of its group is entry * reciprocal >> shift. */
	uint32_t reciprocal;
	unsigned shift, base, side_log2, n_equations;
};

/** The cap of a table of that shape: deeper entries read as the cap. */
unsigned coset_cap(struct coset_shape s, unsigned metric);

/** Equations of a member in each threshold set after the first: false positives matter most there, so two
 * where a filter block has few columns. */
unsigned coset_deeper_equations(struct coset_shape s, unsigned metric);

/** The binary logarithm of the entries of the side table. */
unsigned coset_side_log2(unsigned metric, unsigned base);

/* `entry` is group << 32 | index within the group. */
static inline uint64_t coset_side_slot(unsigned side_log2, uint64_t entry)
{
	return entry * 0x9E3779B97F4A7C15 >> (64 - side_log2);
}

static inline unsigned coset_side_value(const uint8_t *side, uint64_t slot)
{
	return (unsigned)side[slot >> 1] >> (slot & 1) * 4 & 15u;
}

/* Bytes before the filter blocks. */
static inline size_t coset_filter_begin(unsigned side_log2)
{
	return ((size_t)1 << side_log2) / 2;
}

static inline uint32_t coset_table_groups(struct coset_shape shape)
{
	return COSET_CLASS_GROUPS * coset_n_corner_cosets(shape.corners);
}

static inline uint64_t coset_table_filter_blocks(struct coset_shape shape)
{
	return (uint64_t)coset_table_groups(shape) * shape.filter_blocks;
}

/** The largest value in the side table: cap - COSET_THRESHOLD_SETS. */
static inline unsigned coset_base(struct coset_shape shape, unsigned metric)
{
	return coset_cap(shape, metric) - COSET_THRESHOLD_SETS;
}

/** Side table and filter blocks. */
static inline uint64_t coset_table_bytes(struct coset_shape shape, unsigned metric)
{
	return coset_filter_begin(coset_side_log2(metric, coset_base(shape, metric)))
	       + coset_table_filter_blocks(shape) * COSET_FILTER_BLOCK_BYTES;
}

struct coset_filter coset_filter_of(const uint8_t *data, struct coset_shape shape, unsigned metric);

/* ---- a filter block ---- */
/* A member's equation.  In a column of `width` bytes its coefficients begin at byte start * (width - 3) /
 * 2^16. */
struct coset_equation {
	uint32_t coefficients;
	uint16_t start;
	uint8_t bits;                     /* one for each solution column */
};

/* Differs for all slots and tests; at most 2^16 slots. */
static inline struct coset_equation coset_equation(unsigned slot, unsigned test)
{
	uint32_t x = ((test << 16 | slot) + 0x7F4A7C15) * 0x9E3779B1u;
	x ^= x >> 15;
	x *= 0x85EBCA77u;
	x ^= x >> 13;
	const uint32_t y = x * 0xC2B2AE3Du;
	return (struct coset_equation){x, (uint16_t)(y >> 16), (uint8_t)(y >> 8)};
}

static inline unsigned coset_equation_begin(const struct coset_equation *equation, unsigned width)
{
	return (uint32_t)equation->start * (width - (COSET_EQUATION_BYTES - 1)) >> 16;
}

/* Solution columns that are complete; the first byte that the next column has. */
static inline unsigned coset_whole_columns(unsigned width)
{
	return COSET_SOLUTION_BYTES / width;
}

static inline unsigned coset_next_begin(unsigned width)
{
	return width - COSET_SOLUTION_BYTES % width;
}

/* Columns examined for an equation that begins at a byte. */
static inline unsigned coset_equation_columns(unsigned width, unsigned begin)
{
	const unsigned n = coset_whole_columns(width) + (begin >= coset_next_begin(width));
	return n < COSET_MAX_COLUMNS ? n : COSET_MAX_COLUMNS;
}

/* Where byte 0 of a column is, or would be, in the filter block. */
static inline unsigned coset_column_begin(unsigned width, unsigned column)
{
	return column * width - (column < coset_whole_columns(width) ? 0 : coset_next_begin(width));
}

static inline uint32_t coset_coefficients_of_bytes(const uint8_t b[COSET_EQUATION_BYTES])
{
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* The label of an even subcoset. */
static inline unsigned coset_label(unsigned axes, unsigned subcoset_bits)
{
	return coset_subcoset(coset_tables.even_axes[axes], subcoset_bits);
}

static inline unsigned coset_label_seen(unsigned n_bits, unsigned bits)
{
	return (1u << n_bits) - 1 + bits;
}

/* The columns for which an equation, which begins at a byte of each, fails. */
static inline unsigned coset_odd_columns(const struct coset_widths *w, const uint8_t *filter_block,
                                         unsigned width, unsigned begin, uint32_t coefficients)
{
	unsigned odd = 0;
	for (unsigned p = 0; p < COSET_MAX_COLUMNS; p++) {
		const uint32_t solution =
			coset_coefficients_of_bytes(filter_block + w->column_bytes[width][p][0] + begin);
		odd |= (unsigned)__builtin_parity(solution & coefficients) << p;
	}
	return odd;
}

/* The subcosets in which a slot passes, by the columns examined and those in which it fails. */
static inline uint32_t coset_subcosets_passing(const struct coset_widths *w, unsigned columns,
                                               unsigned misses)
{
	const unsigned bits = (1 << COSET_LABEL_BITS) - 1;
	if (misses & ~(bits << COSET_LABEL_AT))
		return 0;
	return w->labels[(columns >> COSET_LABEL_AT & bits) + (misses >> COSET_LABEL_AT & bits)];
}

/* An equation as the reader of a filter block has it. */
struct coset_examined {
	uint32_t coefficients;
	unsigned width, begin, bits, columns;
};

static inline struct coset_examined coset_examine(const struct coset_widths *w, unsigned last_byte,
                                                  unsigned slot, unsigned test)
{
	const struct coset_equation equation = coset_equation(slot, test);
	const unsigned width = last_byte % COSET_WIDTHS,
				   begin = (uint32_t)equation.start * w->n_begins[width] >> 16;
	const bool is_examined = test != 0 || (last_byte & COSET_DEEPER_ONLY) == 0;
	return (struct coset_examined){equation.coefficients, width, begin, equation.bits,
	                               is_examined ? w->columns[begin >= w->next[width]][width] : 0};
}

/* The subcosets in which a slot passes a test; without subcosets, all or none. */
static inline uint32_t coset_filter_block_subcosets(bool has_labels, const uint8_t *filter_block,
                                                    unsigned slot, unsigned test)
{
	const struct coset_widths *const w = coset_widths();
	const struct coset_examined e = coset_examine(w, filter_block[COSET_WIDTH_AT], slot, test);
	const unsigned odd = coset_odd_columns(w, filter_block, e.width, e.begin, e.coefficients),
	               misses = (odd ^ e.bits) & e.columns;
	return has_labels  ? coset_subcosets_passing(w, e.columns, misses)
	       : misses == 0 ? COSET_ALL_SUBCOSETS
	                     : 0;
}

/* The value of an entry, group << 32 | index within the group, in a subcoset; without a side table no value
 * is below base + 1. */
static inline unsigned coset_filter_block_value(const struct coset_filter *t, const uint8_t *filter_block,
                                                uint64_t entry, unsigned subcoset)
{
	const unsigned slot = (uint32_t)entry / t->group_filter_blocks;
	unsigned value = t->base + 1;
	/* The first threshold set has one test, which is one equation; the others have n_equations each. */
	for (unsigned test = 0; test < 1 + (COSET_THRESHOLD_SETS - 1) * t->n_equations; test++)
		if (!(coset_filter_block_subcosets(t->n_subcosets > 1, filter_block, slot, test) >> subcoset & 1))
			return t->base + COSET_THRESHOLD_SETS - (test == 0 ? 0 : (test - 1) / t->n_equations + 1);
	if (t->side != NULL)
		value = coset_side_value(t->side, coset_side_slot(t->side_log2, entry));
	return value <= t->base ? value : t->base + 1;
}

static inline unsigned coset_filter_value(const struct coset_filter *t, uint64_t entry, unsigned subcoset)
{
	const uint64_t filter_block =
		(entry >> 32) * t->group_filter_blocks + (uint32_t)entry % t->group_filter_blocks;
	return coset_filter_block_value(t, t->filter_block + filter_block * COSET_FILTER_BLOCK_BYTES, entry,
	                                subcoset);
}

/* The first entry of a class's corner coset 0; corner coset p is p << 32 further. */
static inline uint64_t coset_class_begin(const struct coset_filter *t, unsigned class)
{
	return (uint64_t)(class % COSET_CLASS_GROUPS * t->n_corner_cosets) << 32
	       | class / COSET_CLASS_GROUPS * (t->cell_slots * t->group_filter_blocks);
}

/* The value at an index of the coordinate. */
static inline unsigned coset_filter_get(const struct coset_filter *t, uint64_t index)
{
	const uint64_t subcoset = index % t->n_subcosets, i = index / t->n_subcosets;
	const uint64_t cell = i / COSET_CELL_ENTRIES, class = cell / t->n_corner_cosets,
	               corner_coset = cell % t->n_corner_cosets;
	const uint64_t entry =
		coset_class_begin(t, (unsigned)class) + (corner_coset << 32) + i % COSET_CELL_ENTRIES;
	return coset_filter_value(t, entry, (unsigned)subcoset);
}

/* ---- a sample ---- */
/* About 3 million entries are counted by value: of one filter block in so many, those whose classes have no
 * stabilisers, since of the others some are not canonical. */
static inline uint64_t coset_sampled_one_in(struct coset_shape shape)
{
	return coset_size(shape) / (4 << 20);
}

/** Whether a slot of a sampled filter block is counted. */
bool coset_slot_is_counted(struct coset_shape shape, uint64_t filter_block, unsigned slot);

/** Entries of the sample. */
uint64_t coset_sampled_entries(struct coset_shape shape);
