#include "coset/filter/filter.h"

#include "coset/math/coset.h"

#include <pthread.h>

/* Bits that a table must have for each cap after the smallest: some one and a half for each entry that is nearer, and for
 * the last one, which most entries are nearer than, two and a half. */
enum { N_CAPS = 5 };
static const struct {
	unsigned smallest;
	double bits[N_CAPS - 1];
} caps[N_METRICS] = {
	[METRIC_HTM] = {9, {7e7, 8.5e8, 1.3e10, 1.1e11}},
	[METRIC_QTM] = {10, {5.3e7, 4.6e8, 3.7e9, 3.3e10}},
};

/* What tells the layers apart takes bits, too. */
static double bits_for_cosets(struct coset_shape shape)
{
	return (double)coset_table_lines(shape) * COSET_LINE_BITS / (shape.has_layers ? 2 : 1);
}

unsigned coset_cap(struct coset_shape shape, enum metric metric)
{
	unsigned cap = caps[metric].smallest;
	for (unsigned i = 0; i < N_CAPS - 1; i++)
		cap += bits_for_cosets(shape) >= caps[metric].bits[i];
	return cap;
}

unsigned coset_deeper_rows(struct coset_shape shape, enum metric metric)
{
	/* Entries nearer than caps from the smallest on, about. */
	static const double near[N_METRICS][N_CAPS] = {
		[METRIC_HTM] = {4.2e6, 5.1e7, 6.1e8, 7e9, 4e10}, [METRIC_QTM] = {3.9e6, 3.5e7, 3.1e8, 2.6e9, 1.6e10},
	};
	const double n = near[metric][coset_cap(shape, metric) - caps[metric].smallest];
	return bits_for_cosets(shape) < 2.5 * n ? 2 : 1;
}

/* The even layer that a symbol stands for, and its neighbours. */
static uint32_t layers_of_symbol(unsigned symbol)
{
	uint32_t layers = 0;
	if (symbol >= COSET_SYMBOL_ANY)
		return symbol == COSET_SYMBOL_ANY ? COSET_ALL_LAYERS : 0;
	for (unsigned layer = 0; layer < COSET_LAYERS; layer++) {
		const unsigned axes = layer >> COSET_LAYER_BITS, bits = layer % (1 << COSET_LAYER_BITS);
		if (coset_tables.even_axes[axes] == COSET_ODD_AXES || coset_symbol(axes, bits) != symbol)
			continue;
		layers |= 1u << layer;
		for (unsigned slice = 0; slice < COSET_AXES; slice++)
			layers |= 1u << coset_tables.neighbour[layer][slice];
	}
	return layers;
}

static struct coset_symbols all_symbols;

static void fill_symbols(void)
{
	coset_init();
	for (unsigned n = 0; n <= COSET_SYMBOL_BITS; n++)
		for (unsigned symbol = 0; symbol < 1 << COSET_SYMBOL_BITS; symbol++)
			all_symbols.layers[coset_symbol_seen(n, symbol % (1u << n))] |= layers_of_symbol(symbol);
}

const struct coset_symbols *coset_symbols(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_symbols);
	return &all_symbols;
}

struct coset_lines coset_lines_of(const uint8_t *data, struct coset_shape shape, enum metric metric, unsigned base)
{
	const unsigned side_log2 = coset_side_log2(metric, base);
	return (struct coset_lines){
		.side = data, .line = data + coset_lines_begin(side_log2), .n_parts = coset_n_parts(shape.corners),
		.n_layers = coset_n_layers(shape), .n_groups = coset_table_groups(shape), .place_entries = COSET_PLACE_ENTRIES,
		.place_slots = coset_place_slots(shape), .group_lines = shape.lines, .base = base, .side_log2 = side_log2,
		.n_rows = coset_deeper_rows(shape, metric), .symbols = shape.has_layers ? coset_symbols() : NULL,
	};
}

/* ---- a sample ---- */
static bool place_is_counted(struct coset_shape shape, uint64_t line, unsigned place)
{
	const unsigned first_class = (unsigned)(line / shape.lines) / coset_n_parts(shape.corners);
	coset_init();
	return coset_tables.n_stabilizers[first_class + place * COSET_CLASS_GROUPS] == 1;
}

bool coset_slot_is_counted(struct coset_shape shape, uint64_t line, unsigned slot)
{
	const unsigned place = slot / coset_place_slots(shape);
	return coset_slot_is_entry(shape, line, slot) && place_is_counted(shape, line, place);
}

uint64_t coset_sampled_entries(struct coset_shape shape)
{
	uint64_t n = 0;
	for (uint64_t line = 0; line < coset_table_lines(shape); line += coset_sampled_one_in(shape))
		for (unsigned place = 0; place < COSET_GROUP_PLACES; place++)
			if (place_is_counted(shape, line, place))  /* the last slot is not all lines' */
				n += (COSET_PLACE_ENTRIES - 1 - line % shape.lines) / shape.lines + 1;
	return n * coset_n_layers(shape);
}

/* ---- for searches ---- */
static void fill_width(struct coset_reader *r, unsigned width)
{
	if (width < COSET_MIN_WIDTH)
		return;
	r->n_begins[width] = (uint8_t)(width - (COSET_ROW_BYTES - 1));
	r->next[width] = (uint8_t)coset_next_begin(width);
	for (unsigned i = 0; i < 2; i++)
		r->planes[i][width] = (uint8_t)((1u << coset_row_planes(width, i == 0 ? 0 : width)) - 1);
	for (unsigned p = 0; p < COSET_MAX_FIRST_PLANES; p++)
		r->first_byte[p][width] = (uint8_t)(p < coset_row_planes(width, width) ? coset_plane_begin(width, p) : 0);
	for (unsigned p = 0; p < coset_row_planes(width, width); p++)
		for (unsigned i = 0; i < COSET_ROW_BYTES; i++)
			r->plane_bytes[width][p][i] = (uint8_t)(coset_plane_begin(width, p) + i);
}

struct coset_reader coset_reader_of(const struct coset_lines *t)
{
	/* Rounded up, it is too large by one at most; so the product is by less than 2^31, which all entries are below, and
	 * that is no more than 2^shift / lines, by which it would have to be too large for the next quotient. */
	const unsigned shift = 31 + 32 - (unsigned)__builtin_clz(t->group_lines - 1);
	struct coset_reader reader = {
		.line = t->line, .side = t->side, .reciprocal = (uint32_t)((UINT64_C(1) << shift) / t->group_lines + 1),
		.shift = shift, .group_lines = t->group_lines,
		.base = t->base, .side_log2 = t->side_log2, .n_rows = t->n_rows, .symbol_layers = coset_symbols()->layers,
	};
	for (unsigned width = 0; width < COSET_WIDTHS; width++)
		fill_width(&reader, width);
	return reader;
}
