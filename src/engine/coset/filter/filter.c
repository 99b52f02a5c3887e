#include "coset/filter/filter.h"

#include "base/once.h"

#include <math.h>

enum { N_CAPS = 5 };
static const struct {
	unsigned smallest;
	double bits[N_CAPS - 1];       /* that a table needs for each cap after the smallest: about 1.5 for each
	                                * entry below the cap, and 2.5 for the last cap, which most entries are
	                                * below */
	double near[N_CAPS];           /* entries below each cap, from the smallest on */
	uint8_t side_log2[N_CAPS];     /* for each cap: 2 to 5 times the values in the side table */
} caps[N_COSET_METRICS] = {
	[COSET_HTM] = {9, {7e7, 8.5e8, 1.3e10, 1.1e11}, {4.2e6, 5.1e7, 6.1e8, 7e9, 4e10}, {17, 20, 23, 27, 30}},
	[COSET_QTM] = {10,
                   {5.3e7, 4.6e8, 3.7e9, 3.3e10},
                   {3.9e6, 3.5e7, 3.1e8, 2.6e9, 1.6e10},
                   {20, 21, 24, 27, 30}},
	[COSET_STM] = {9,
                   {3.8e8, 6.5e9, 9e10, INFINITY},
                   {1.6e7, 2.5e8, 4e9, 3.5e10, 6e10},
                   {18, 22, 26, 30, 30}},
	[COSET_ATM] = {8,
                   {6.8e8, 1.7e10, 1.3e11, INFINITY},
                   {1.8e7, 4.5e8, 1e10, 5e10, 6e10},
                   {17, 21, 26, 30, 30}},
};

/* Labels take bits, too. */
static double bits_for_cosets(struct coset_shape shape)
{
	return (double)coset_table_filter_blocks(shape) * COSET_FILTER_BLOCK_BITS / (shape.has_subcosets ? 2 : 1);
}

unsigned coset_cap(struct coset_shape shape, unsigned metric)
{
	unsigned cap = caps[metric].smallest;
	items_foreach(bits, caps[metric].bits, N_CAPS - 1)
		cap += bits_for_cosets(shape) >= *bits;
	return cap;
}

unsigned coset_deeper_equations(struct coset_shape shape, unsigned metric)
{
	const double n = caps[metric].near[coset_cap(shape, metric) - caps[metric].smallest];
	return bits_for_cosets(shape) < 2.5 * n ? 2 : 1;
}

unsigned coset_side_log2(unsigned metric, unsigned base)
{
	return caps[metric].side_log2[base + COSET_THRESHOLD_SETS - caps[metric].smallest];
}

/* The even subcoset that a label names, and its neighbours. */
static uint32_t subcosets_of_label(unsigned label)
{
	uint32_t subcosets = 0;
	if (label >= COSET_LABEL_ANY)
		return label == COSET_LABEL_ANY ? COSET_ALL_SUBCOSETS : 0;
	for (unsigned subcoset = 0; subcoset < COSET_SUBCOSETS; subcoset++) {
		const unsigned axes = subcoset >> COSET_SUBCOSET_BITS, bits = subcoset % (1 << COSET_SUBCOSET_BITS);
		if (coset_tables.even_axes[axes] == COSET_ODD_AXES || coset_label(axes, bits) != label)
			continue;
		subcosets |= 1u << subcoset;
		for (unsigned slice = 0; slice < COSET_AXES; slice++)
			subcosets |= 1u << coset_tables.neighbour[subcoset][slice];
	}
	return subcosets;
}

static struct coset_widths widths;

static void fill_widths(void)
{
	struct coset_widths *const w = &widths;
	coset_init();
	for (unsigned n = 0; n <= COSET_LABEL_BITS; n++)
		for (unsigned label = 0; label < 1 << COSET_LABEL_BITS; label++)
			w->labels[coset_label_seen(n, label % (1u << n))] |= subcosets_of_label(label);
	for (unsigned width = COSET_MIN_WIDTH; width < COSET_WIDTHS; width++) {
		const unsigned n_columns = coset_equation_columns(width, width);
		w->n_begins[width] = (uint8_t)(width - (COSET_EQUATION_BYTES - 1));
		w->next[width] = (uint8_t)coset_next_begin(width);
		for (unsigned i = 0; i < 2; i++)
			w->columns[i][width] = (uint8_t)((1u << coset_equation_columns(width, i == 0 ? 0 : width)) - 1);
		for (unsigned p = 0; p < n_columns; p++)
			for (unsigned i = 0; i < COSET_EQUATION_BYTES; i++)
				w->column_bytes[width][p][i] = (uint8_t)(coset_column_begin(width, p) + i);
		for (unsigned p = 0; p < COSET_MAX_FIRST_COLUMNS; p++)
			w->first_byte[p][width] = w->column_bytes[width][p][0];
	}
}

const struct coset_widths *coset_widths(void)
{
	ONCE(fill_widths);
	return &widths;
}

struct coset_filter coset_filter_of(const uint8_t *data, struct coset_shape shape, unsigned metric)
{
	const unsigned base = coset_base(shape, metric);
	const unsigned side_log2 = coset_side_log2(metric, base);
	/* Rounded up, the reciprocal is too large by at most 1, so the product is too large by less than 2^31, as
	 * all entries are below 2^31.  That is at most 2^shift / filter blocks, the excess that the next quotient
	 * would need. */
	const unsigned shift = 31 + 32 - (unsigned)__builtin_clz(shape.filter_blocks - 1);
	return (struct coset_filter){
		.side = data,
		.filter_block = data + coset_filter_begin(side_log2),
		.widths = coset_widths(),
		.n_corner_cosets = coset_n_corner_cosets(shape.corners),
		.n_subcosets = coset_n_subcosets(shape),
		.n_groups = coset_table_groups(shape),
		.cell_slots = coset_cell_slots(shape),
		.group_filter_blocks = shape.filter_blocks,
		.reciprocal = (uint32_t)((UINT64_C(1) << shift) / shape.filter_blocks + 1),
		.shift = shift,
		.base = base,
		.side_log2 = side_log2,
		.n_equations = coset_deeper_equations(shape, metric),
	};
}

/* ---- a sample ---- */
static bool cell_is_counted(struct coset_shape shape, uint64_t filter_block, unsigned cell)
{
	const unsigned first_class =
		(unsigned)(filter_block / shape.filter_blocks) / coset_n_corner_cosets(shape.corners);
	coset_init();
	return coset_tables.n_stabilizers[first_class + cell * COSET_CLASS_GROUPS] == 1;
}

bool coset_slot_is_counted(struct coset_shape shape, uint64_t filter_block, unsigned slot)
{
	const unsigned cell = slot / coset_cell_slots(shape);
	/* Not all filter blocks use the last slot. */
	return slot % coset_cell_slots(shape) * shape.filter_blocks + filter_block % shape.filter_blocks
	           < COSET_CELL_ENTRIES
	       && cell_is_counted(shape, filter_block, cell);
}

uint64_t coset_sampled_entries(struct coset_shape shape)
{
	uint64_t n = 0;
	for (uint64_t filter_block = 0; filter_block < coset_table_filter_blocks(shape);
	     filter_block += coset_sampled_one_in(shape))
		for (unsigned cell = 0; cell < COSET_GROUP_CELLS; cell++)
			if (cell_is_counted(shape, filter_block, cell))  /* not all filter blocks use the last slot */
				n += (COSET_CELL_ENTRIES - 1 - filter_block % shape.filter_blocks) / shape.filter_blocks + 1;
	return n * coset_n_subcosets(shape);
}
