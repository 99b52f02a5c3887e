/* Filters in lines: how they are divided, that what is in them is found, and that every reader of this machine reads the
 * same. */
#include "../support/support.h"
#include "coord/coset.h"
#include "levels.h"
#include "pdb/pdb.h"
#include "read_lines.h"

#include <endian.h>
#include <math.h>
#include <string.h>

static const struct line_reader *const readers[] = {&line_reader_portable, &line_reader_avx2, &line_reader_avx512};
enum { N_READERS = sizeof readers / sizeof *readers };

enum { N_SLOTS = UINT16_MAX + 1 };

static uint32_t group_entries(struct coset_shape s)
{
	return COSET_GROUP_PLACES * coset_place_entries(s);
}

/* As many slots as a line has at most. */
static unsigned line_slots(struct coset_shape s)
{
	return (group_entries(s) + s.lines - 1) / s.lines;
}

/* ---- divisions ---- */
/* The numbers in a line: seven of each filter. */
static void write_filters(const struct coset_filter filter[COSET_FILTERS], uint8_t line[COSET_LINE_BYTES])
{
	memset(line, 0, COSET_LINE_BYTES);
	for (unsigned i = 0; i < COSET_FILTERS; i++) {
		const unsigned numbers[] = {
			filter[i].begin, filter[i].bits, filter[i].n_hashes, filter[i].multiplier[0], filter[i].multiplier[1],
			filter[i].multiplier[2], filter[i].multiplier[3],
		};
		for (unsigned k = 0; k < 7; k++) {
			line[(i * 7 + k) * 2] = (uint8_t)numbers[k];
			line[(i * 7 + k) * 2 + 1] = (uint8_t)(numbers[k] >> 8);
		}
	}
}

static void random_filters(struct dice *dice, struct coset_filter filter[COSET_FILTERS])
{
	for (unsigned i = 0; i < COSET_FILTERS; i++) {
		filter[i].begin = (uint16_t)dice_below(dice, COSET_LINE_BITS);
		filter[i].bits = (uint16_t)(1 + dice_below(dice, COSET_LINE_BITS - filter[i].begin));
		filter[i].n_hashes = dice_below(dice, COSET_MAX_HASHES + 1);
		for (unsigned h = 0; h < COSET_MAX_HASHES; h++)
			filter[i].multiplier[h] = (uint16_t)dice_roll(dice);
	}
}

static bool filters_equal(const struct coset_filter *a, const struct coset_filter *b)
{
	return a->begin == b->begin && a->bits == b->bits && a->n_hashes == b->n_hashes
	       && memcmp(a->multiplier, b->multiplier, sizeof a->multiplier) == 0;
}

Test(coset_lines, a_division_is_read_as_written)
{
	struct dice dice = {1};
	for (unsigned n = 0; n < 10000; n++) {
		struct coset_filter written[COSET_FILTERS], read[COSET_FILTERS];
		uint8_t line[COSET_LINE_BYTES];
		random_filters(&dice, written);
		write_filters(written, line);
		cr_assert(coset_read_division(line, read), "number %u of seed 1", n);
		for (unsigned i = 0; i < COSET_FILTERS; i++)
			cr_assert(filters_equal(&written[i], &read[i]), "number %u of seed 1, filter %u", n, i);
	}
}

Test(coset_lines, a_division_outside_the_line_is_refused)
{
	static const struct { uint16_t begin, bits; unsigned n_hashes; bool is_sound; } cases[] = {
		{0, 512, 4, true},      {511, 1, 4, true},      {256, 256, 1, true},    {100, 50, 0, true},
		{0, 513, 1, false},     {1, 512, 1, false},     {511, 2, 1, false},     {512, 1, 1, false},
		{512, 0, 1, false},     {0, 0, 1, false},       {0, 512, 5, false},     {0, 512, 65535, false},
		{65535, 1, 1, false},   {65535, 65535, 1, false}, {1, 65535, 1, false}, {32768, 32768, 1, false},
	};
	struct dice dice = {2};
	for (unsigned i = 0; i < COSET_FILTERS; i++)
		for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
			struct coset_filter filter[COSET_FILTERS];
			uint8_t line[COSET_LINE_BYTES];
			random_filters(&dice, filter);
			filter[i].begin = cases[k].begin;
			filter[i].bits = cases[k].bits;
			filter[i].n_hashes = cases[k].n_hashes;
			write_filters(filter, line);
			cr_expect_eq(coset_read_division(line, filter), cases[k].is_sound, "filter %u, case %u", i, k);
		}
}

/* Every slot of a line has a bit to itself. */
static bool is_one_to_one(const struct coset_filter *f, unsigned n_slots)
{
	bool is_used[COSET_LINE_BITS] = {false};
	for (unsigned slot = 0; slot < n_slots; slot++) {
		const unsigned bit = coset_filter_bit(f, 0, slot);
		if (is_used[bit])
			return false;
		is_used[bit] = true;
	}
	return true;
}

/* @return whether the first filter is plain */
static bool expect_sound_division(struct coset_shape s, enum metric metric)
{
	struct coset_filter filter[COSET_FILTERS];
	uint8_t line[COSET_LINE_BYTES];
	memset(line, 0xFF, sizeof line);
	coset_divide(s, metric, line);
	cr_assert(coset_read_division(line, filter), "%u lines", s.lines);
	unsigned n_bits = 0;
	for (unsigned i = 0; i < COSET_FILTERS; i++) {
		cr_assert_eq(filter[i].begin, n_bits, "%u lines, filter %u: one after the other", s.lines, i);
		cr_assert(filter[i].n_hashes >= 1 && filter[i].n_hashes <= COSET_MAX_HASHES, "%u lines, filter %u", s.lines, i);
		n_bits += filter[i].bits;
	}
	cr_assert_eq(n_bits, COSET_LINE_BITS, "%u lines: %u bits", s.lines, n_bits);
	for (unsigned i = 42; i < sizeof line; i++)
		cr_assert_eq(line[i], 0, "%u lines: the rest of the line", s.lines);
	const unsigned n_slots = line_slots(s);
	const bool is_plain = filter[0].n_hashes == 1 && filter[0].multiplier[0] == UINT16_MAX / (n_slots - 1);
	if (is_plain)
		cr_assert(is_one_to_one(&filter[0], n_slots), "%u lines: %u slots in %u bits", s.lines, n_slots, filter[0].bits);
	return is_plain;
}

Test(coset_lines, lines_are_divided_without_a_gap)
{
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			expect_sound_division(coset_sizes[i].shape, metric);
	for (uint8_t corners = 0; corners < N_COSET_CORNERS; corners++)
		for (uint8_t flip_bits = 8; flip_bits <= 9; flip_bits++)
			for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
				for (double lines = coset_min_lines(flip_bits); lines < COSET_MAX_LINES; lines *= 1.01)
					expect_sound_division((struct coset_shape){(uint32_t)lines, corners, flip_bits}, metric);
				expect_sound_division((struct coset_shape){COSET_MAX_LINES, corners, flip_bits}, metric);
			}
}

/* Where there is a bit for each entry, there are no mistakes: for every number of slots that can be. */
Test(coset_lines, plain_filters_have_a_bit_for_each_slot)
{
	unsigned n_plain = 0;
	for (uint8_t corners = 0; corners < N_COSET_CORNERS; corners++)
		for (uint8_t flip_bits = 8; flip_bits <= 9; flip_bits++)
			for (unsigned n_slots = 77; n_slots <= COSET_LINE_BITS; n_slots++) {
				struct coset_shape s = {0, corners, flip_bits};
				s.lines = (group_entries(s) + n_slots - 1) / n_slots;
				if (s.lines <= COSET_MAX_LINES)
					for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
						n_plain += expect_sound_division(s, metric);
			}
	cr_expect_gt(n_plain, 1000u, "%u", n_plain);
}

Test(coset_lines, deeper_caps_want_more_lines)
{
	for (uint8_t corners = 0; corners < N_COSET_CORNERS; corners++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			unsigned last = coset_cap((struct coset_shape){coset_min_lines(9), corners, 9}, metric);
			for (double lines = coset_min_lines(9); lines < COSET_MAX_LINES; lines *= 1.05) {
				const struct coset_shape s = {(uint32_t)lines, corners, 9};
				const struct pdb_key key = {{.kind = COORDINATE_COSET, .coset = s}, metric};
				const unsigned cap = coset_cap(s, metric);
				cr_assert(cap >= last && cap <= last + 1, "%u lines: %u after %u", s.lines, cap, last);
				cr_assert_eq(pdb_base(key), cap - COSET_FILTERS);
				last = cap;
			}
		}
	cr_expect_eq(coset_cap((struct coset_shape){2437, COSET_TETRAD, 8}, METRIC_HTM), 9u);
	cr_expect_eq(coset_cap((struct coset_shape){COSET_MAX_LINES, COSET_HTR, 9}, METRIC_HTM), 13u);
}

/* ---- filters ---- */
/* As coset_lines.h says it, with numbers that cannot overflow. */
static unsigned bit_of(const struct coset_filter *f, unsigned hash, uint64_t slot)
{
	const uint64_t scattered = slot * f->multiplier[hash] % N_SLOTS;
	return (unsigned)(f->begin + scattered * f->bits / N_SLOTS);
}

Test(coset_lines, bits_of_slots_are_those_of_the_formula)
{
	struct dice dice = {3};
	for (unsigned n = 0; n < 200; n++) {
		struct coset_filter filter[COSET_FILTERS];
		random_filters(&dice, filter);
		const unsigned h = dice_below(&dice, COSET_MAX_HASHES);
		for (unsigned slot = 0; slot < N_SLOTS; slot += slot < 600 || slot > N_SLOTS - 600 ? 1 : 97) {
			const unsigned bit = coset_filter_bit(&filter[0], h, slot);
			if (bit != bit_of(&filter[0], h, slot) || bit < filter[0].begin || bit >= filter[0].begin + filter[0].bits)
				cr_assert_fail("filter %u of seed 3, slot %u: %u", n, slot, bit);
		}
	}
}

Test(coset_lines, what_is_in_a_filter_is_found_and_a_missing_bit_is_enough)
{
	struct dice dice = {4};
	for (unsigned n = 0; n < 2000; n++) {
		struct coset_filter filter[COSET_FILTERS];
		uint8_t line[COSET_LINE_BYTES] = {0};
		unsigned slots[40];
		random_filters(&dice, filter);
		const struct coset_filter *const f = &filter[0];
		for (unsigned i = 0; i < 40; i++) {
			slots[i] = dice_below(&dice, N_SLOTS);
			for (unsigned h = 0; h < f->n_hashes; h++)
				line[bit_of(f, h, slots[i]) / 8] |= (uint8_t)(1u << bit_of(f, h, slots[i]) % 8);
		}
		for (unsigned i = 0; i < 40; i++) {
			cr_assert(coset_filter_has(f, line, slots[i]), "filter %u of seed 4", n);
			for (unsigned h = 0; h < f->n_hashes; h++) {
				const unsigned bit = bit_of(f, h, slots[i]);
				line[bit / 8] ^= (uint8_t)(1u << bit % 8);
				cr_assert_not(coset_filter_has(f, line, slots[i]), "filter %u of seed 4", n);
				line[bit / 8] ^= (uint8_t)(1u << bit % 8);
			}
		}
	}
}

Test(coset_lines, a_bit_for_each_slot_makes_no_mistakes)
{
	const struct coset_shape shape = {500000, COSET_TETRAD, 8};  /* 320 slots */
	struct coset_filter filter[COSET_FILTERS];
	uint8_t division[COSET_LINE_BYTES];
	coset_divide(shape, METRIC_HTM, division);
	cr_assert(coset_read_division(division, filter));
	cr_assert_eq(filter[0].n_hashes, 1u);
	struct dice dice = {12};
	for (unsigned n = 0; n < 1000; n++) {
		uint8_t line[COSET_LINE_BYTES] = {0};
		bool is_in[320] = {false};
		for (unsigned i = dice_below(&dice, 320); i > 0; i--) {
			const unsigned slot = dice_below(&dice, 320), bit = coset_filter_bit(&filter[0], 0, slot);
			is_in[slot] = true;
			line[bit / 8] |= (uint8_t)(1u << bit % 8);
		}
		for (unsigned slot = 0; slot < 320; slot++)
			if (coset_filter_has(&filter[0], line, slot) != is_in[slot])
				cr_assert_fail("line %u of seed 12, slot %u", n, slot);
	}
}

/* ---- tables of random bits ---- */
struct random_table {
	struct coset_shape shape;
	enum metric metric;
	uint8_t *data;
	struct coset_lines lines;
	struct coset_reader reader;
};

/* One to three of four bits in a line are ones, so that all values occur. */
static struct random_table random_table(struct dice *dice, struct coset_shape shape, enum metric metric,
                                        const struct coset_filter filter[COSET_FILTERS])
{
	struct random_table t = {.shape = shape, .metric = metric};
	const unsigned base = coset_cap(shape, metric) - COSET_FILTERS;
	const size_t begin = coset_lines_begin(coset_side_log2(metric, base)), bytes = begin + coset_lines_bytes(shape);
	t.data = aligned_alloc(64, bytes);
	for (size_t i = 0; i < bytes; i += COSET_LINE_BYTES) {
		const unsigned kind = dice_below(dice, 4);
		for (unsigned k = 0; k < COSET_LINE_BYTES; k += 8) {
			uint64_t bits = dice_roll(dice);
			if (i >= begin && kind != 0)
				bits = kind == 1 ? bits & dice_roll(dice) : bits | dice_roll(dice);
			memcpy(t.data + i + k, &bits, sizeof bits);
		}
	}
	if (filter == NULL)
		coset_divide(shape, metric, t.data);
	else
		write_filters(filter, t.data);
	t.lines = coset_lines_of(t.data, shape, metric, base);
	t.reader = coset_reader_of(&t.lines);
	return t;
}

/* A value read without any of the code under test, but for the sizes. */
static unsigned read_slowly(const struct random_table *t, uint64_t index)
{
	const unsigned n_parts = t->shape.corners == COSET_HTR ? 6 : t->shape.corners == COSET_PARITY ? 2 : 1;
	const uint64_t place_entries = UINT64_C(34650) << t->shape.flip_bits, n_lines = t->shape.lines;
	const uint64_t place = index / place_entries, class = place / n_parts, part = place % n_parts;
	const uint64_t group = class % 35 * n_parts + part, i = class / 35 * place_entries + index % place_entries;
	const unsigned base = coset_cap(t->shape, t->metric) - 3, side_log2 = coset_side_log2(t->metric, base);
	const uint8_t *const side = t->data + 64, *const lines = side + (UINT64_C(1) << side_log2) / 2;
	const uint8_t *const line = lines + (group * n_lines + i % n_lines) * 64;
	for (unsigned f = 0; f < 3; f++) {
		const uint8_t *const numbers = t->data + 14 * f;
		const unsigned begin = numbers[0] + 256u * numbers[1], bits = numbers[2] + 256u * numbers[3];
		for (unsigned h = 0; h < numbers[4] + 256u * numbers[5]; h++) {
			const uint64_t multiplier = numbers[6 + 2 * h] + 256u * numbers[7 + 2 * h];
			const uint64_t bit = begin + i / n_lines * multiplier % 65536 * bits / 65536;
			if ((line[bit / 8] >> bit % 8 & 1) == 0)
				return base + 3 - f;
		}
	}
	const uint64_t hash = ((group << 32) + i) * UINT64_C(11400714819323198485), slot = hash >> (64 - side_log2);
	const unsigned value = slot % 2 == 0 ? side[slot / 2] % 16 : side[slot / 2] / 16;
	return value <= base ? value : base + 1;
}

static uint64_t random_entry(struct dice *dice, struct coset_shape shape)
{
	return (uint64_t)dice_below(dice, coset_table_groups(shape)) << 32 | dice_below(dice, group_entries(shape));
}

static const struct { struct coset_shape shape; enum metric metric; } random_shapes[] = {
	{{2437, COSET_TETRAD, 8}, METRIC_HTM}, {{4873, COSET_PARITY, 9}, METRIC_QTM}, {{2500, COSET_HTR, 8}, METRIC_HTM},
	{{4096, COSET_TETRAD, 8}, METRIC_QTM},
};
enum { N_RANDOM_SHAPES = sizeof random_shapes / sizeof *random_shapes };

Test(coset_lines, values_are_those_of_another_reading)
{
	struct dice dice = {5};
	for (unsigned k = 0; k < 2 * N_RANDOM_SHAPES; k++) {
		struct coset_filter filter[COSET_FILTERS];
		random_filters(&dice, filter);
		struct random_table t = random_table(&dice, random_shapes[k / 2].shape, random_shapes[k / 2].metric,
		                                     k % 2 == 0 ? NULL : filter);
		const uint64_t size = coset_size(t.shape);
		uint64_t n_of_value[16] = {0};
		for (unsigned n = 0; n < 50000; n++) {
			const uint64_t index = n == 0 ? 0 : n == 1 ? size - 1 : dice_roll(&dice) % size;
			const unsigned value = coset_lines_get(&t.lines, index);
			if (value != read_slowly(&t, index))
				cr_assert_fail("table %u of seed 5, index %lu: %u", k, index, value);
			n_of_value[value]++;
		}
		for (unsigned value = 0; value <= t.lines.base + COSET_FILTERS && k % 2 == 0; value++)
			cr_expect_gt(n_of_value[value], 0u, "table %u of seed 5: no %u", k, value);
		free(t.data);
	}
}

/* Entries of one group, each once; of all groups, all of the table. */
Test(coset_lines, indices_have_entries_of_their_own)
{
	const struct coset_shape shape = {4873, COSET_HTR, 9};
	static bool is_taken[COSET_CLASS_GROUPS * COSET_MAX_PARTS][COSET_GROUP_PLACES];
	const struct coset_lines t = {
		.n_parts = coset_n_parts(shape.corners), .n_groups = coset_table_groups(shape),
		.place_entries = coset_place_entries(shape), .group_lines = shape.lines,
	};
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		for (unsigned part = 0; part < t.n_parts; part++) {
			const uint64_t entry = coset_class_begin(&t, class) + ((uint64_t)part << 32);
			const uint32_t group = (uint32_t)(entry >> 32), in_group = (uint32_t)entry;
			cr_assert(group < t.n_groups && in_group % t.place_entries == 0 && in_group < group_entries(shape));
			cr_assert_not(is_taken[group][in_group / t.place_entries], "class %u, part %u", class, part);
			is_taken[group][in_group / t.place_entries] = true;
		}
}

static void expect_same_values(struct dice *dice, const struct random_table *t, unsigned n, unsigned n_ahead)
{
	static uint64_t entry[READ_MAX];
	static uint8_t expected[READ_MAX], value[READ_MAX];
	for (unsigned i = 0; i < n; i++) {
		entry[i] = random_entry(dice, t->shape);
		expected[i] = (uint8_t)coset_lines_value(&t->lines, entry[i]);
	}
	for (unsigned k = 0; k < N_READERS; k++) {
		if (!readers[k]->runs_here())
			continue;
		cr_assert(readers[k]->read(&t->reader, entry, n, n_ahead, value), "%s, %u entries, %u ahead", readers[k]->name, n,
		          n_ahead);
		cr_assert(memcmp(value, expected, n) == 0, "%s, %u entries, %u ahead", readers[k]->name, n, n_ahead);
	}
}

Test(coset_lines, every_reader_reads_arrays_of_all_lengths)
{
	static const unsigned sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 300, 1000, 1535, READ_MAX};
	static const unsigned aheads[] = {0, 1, 15, 16, 17, 100, 1000, READ_MAX};
	struct dice dice = {6};
	for (unsigned k = 0; k < 3 * N_RANDOM_SHAPES; k++) {
		struct coset_filter filter[COSET_FILTERS];
		random_filters(&dice, filter);
		struct random_table t = random_table(&dice, random_shapes[k / 3].shape, random_shapes[k / 3].metric,
		                                     k % 3 == 0 ? NULL : filter);
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
			for (unsigned j = 0; j < sizeof aheads / sizeof *aheads; j++)
				expect_same_values(&dice, &t, sizes[i], aheads[j]);
		free(t.data);
	}
}

/* Arrays of equal values, too: where all pass, or none does. */
Test(coset_lines, every_reader_reads_arrays_that_all_pass_or_all_fail)
{
	struct dice dice = {7};
	struct random_table t = random_table(&dice, random_shapes[0].shape, random_shapes[0].metric, NULL);
	uint8_t *const lines = t.data + (t.lines.line - t.data);
	for (unsigned ones = 0; ones < 2; ones++) {
		memset(lines, ones ? 0xFF : 0, coset_lines_bytes(t.shape));
		for (unsigned n = 0; n <= 100; n++)
			expect_same_values(&dice, &t, n, n / 2);
		expect_same_values(&dice, &t, READ_MAX, 0);
	}
	free(t.data);
}

/* ---- where entries stand ---- */
static void expect_located(struct dice *dice, struct coset_shape shape)
{
	static uint64_t entry[READ_MAX], where[READ_MAX];
	static uint32_t slot[READ_MAX];
	const struct coset_lines t = {.group_lines = shape.lines};
	const struct coset_reader r = coset_reader_of(&t);
	const uint32_t n_entries = group_entries(shape), last_group = coset_table_groups(shape) - 1;
	unsigned n = 0;
	for (unsigned k = 0; n + 8 <= READ_MAX; k++) {
		/* Next to multiples of the lines quotients go wrong first, and most of all next to the last ones. */
		const uint32_t n_multiples = n_entries / shape.lines;
		const uint32_t multiple = (k % 2 == 0 && k / 2 < n_multiples ? n_multiples - k / 2 : dice_below(dice, n_multiples + 1)) * shape.lines;
		const uint32_t near[] = {0, n_entries - 1, multiple - (multiple != 0), multiple, multiple + 1, dice_below(dice, n_entries)};
		for (unsigned i = 0; i < sizeof near / sizeof *near; i++)
			if (near[i] < n_entries)
				entry[n++] = (uint64_t)(i == 1 ? last_group : dice_below(dice, last_group + 1)) << 32 | near[i];
	}
	for (unsigned k = 0; k < N_READERS; k++) {
		if (!readers[k]->runs_here())
			continue;
		readers[k]->locate(&r, entry, n, where, slot);
		for (unsigned i = 0; i < n; i++) {
			const uint64_t group = entry[i] >> 32, index = (uint32_t)entry[i];
			const uint64_t where_slowly = (group * shape.lines + index % shape.lines) * 64;
			const uint64_t slot_slowly = group * 65536 + index / shape.lines;
			if (where[i] != where_slowly || slot[i] != slot_slowly || readers[k]->entry_of(&r, where[i], slot[i]) != entry[i])
				cr_assert_fail("%s, %u lines, entry %lu of group %lu", readers[k]->name, shape.lines, index, group);
		}
	}
}

Test(coset_lines, quotients_of_entries_are_exact)
{
	struct dice dice = {8};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		for (unsigned n = 0; n < 20; n++)
			expect_located(&dice, coset_sizes[i].shape);
	for (uint8_t flip_bits = 8; flip_bits <= 9; flip_bits++) {
		const uint32_t min_lines = coset_min_lines(flip_bits);
		for (unsigned n = 0; n < 20; n++) {
			expect_located(&dice, (struct coset_shape){min_lines, COSET_HTR, flip_bits});
			expect_located(&dice, (struct coset_shape){COSET_MAX_LINES, COSET_HTR, flip_bits});
			expect_located(&dice, (struct coset_shape){COSET_MAX_LINES - 1 - n, COSET_HTR, flip_bits});
		}
		for (uint32_t lines = 8192; lines <= COSET_MAX_LINES; lines *= 2)  /* and where the reciprocal has another shift */
			for (unsigned k = 0; k < 3; k++)
				if (lines - 1 + k <= COSET_MAX_LINES)
					expect_located(&dice, (struct coset_shape){lines - 1 + k, COSET_TETRAD, flip_bits});
		for (unsigned n = 0; n < 1000; n++) {
			const uint32_t lines = min_lines + dice_below(&dice, COSET_MAX_LINES + 1 - min_lines);
			expect_located(&dice, (struct coset_shape){lines, COSET_PARITY, flip_bits});
		}
	}
}

/* ---- sizes ---- */
Test(coset_lines, lines_have_all_entries_of_the_group_together)
{
	struct dice dice = {9};
	for (unsigned n = 0; n < 100; n++) {
		struct coset_shape s = {0, (uint8_t)dice_below(&dice, N_COSET_CORNERS), (uint8_t)(8 + n % 2)};
		s.lines = n == 0 ? coset_min_lines(8) : n == 1 ? coset_min_lines(9) : coset_min_lines(9) + dice_below(&dice, 200000);
		const uint64_t first = (uint64_t)dice_below(&dice, coset_table_groups(s)) * s.lines;
		uint64_t n_entries = 0;
		for (uint32_t line = 0; line < s.lines; line++) {
			n_entries += coset_line_entries(s, first + line);
			cr_assert_leq(coset_line_entries(s, first + line), line_slots(s));
		}
		cr_assert_eq(n_entries, group_entries(s), "%u lines", s.lines);
		cr_assert_leq(line_slots(s), (unsigned)N_SLOTS, "%u lines", s.lines);
	}
}

Test(coset_lines, a_sample_has_some_four_million_entries)
{
	for (unsigned i = 0; i < COSET_N_SIZES + 6; i++) {
		const uint8_t corners = (uint8_t)(i / 2 % 3), flip_bits = (uint8_t)(8 + i % 2);
		const struct coset_shape s = i < COSET_N_SIZES ? coset_sizes[i].shape
		                                               : (struct coset_shape){coset_min_lines(flip_bits), corners, flip_bits};
		const uint64_t one_in = coset_sampled_one_in(s), n_lines = coset_table_lines(s);
		uint64_t n = 0;
		for (uint64_t line = 0; line < n_lines; line += one_in) {  /* slots that the line has, one by one */
			const uint64_t in_group = line % s.lines;
			n += (group_entries(s) - in_group + s.lines - 1) / s.lines;
		}
		cr_expect_eq(coset_sampled_entries(s), n, "shape %u: %lu, not %lu", i, coset_sampled_entries(s), n);
		cr_expect(n > 4 << 20 && n < (4 << 20) * 1.02, "shape %u: %lu", i, n);
	}
}

Test(coset_lines, tables_have_the_sizes_of_their_names)
{
	static const double mb[COSET_N_SIZES] = {32, 129, 318, 1300, 2700, 5100, 8000, 16400};
	for (unsigned i = 0; i < COSET_N_SIZES; i++) {
		const struct pdb_key key = {{.kind = COORDINATE_COSET, .coset = coset_sizes[i].shape}, METRIC_HTM};
		cr_expect_float_eq((double)pdb_data_bytes(key) / mb[i] / 1e6, 1, 0.02, "%s: %lu", coset_sizes[i].name,
		                   pdb_data_bytes(key));
	}
}

/* ---- what is expected ---- */
/* Entries of each depth, all copies of a coset counted. */
static void expect_near_counts(struct coset_shape shape, enum metric metric, unsigned depth)
{
	struct coset_parts parts;
	coset_parts_fill(&parts, shape);
	const struct coset_space space = {&parts, metric == METRIC_QTM ? QUARTER_TURNS : (1u << N_MOVES) - 1};
	struct coset_level *const level = levels_made(&space, depth);
	double n = 0;
	for (unsigned d = 0; d <= depth; d++) {
		for (unsigned p = 0; p < coset_n_places(&space); p++)
			n += level[d].place[p].n;
		if (d + 1 < (metric == METRIC_QTM ? 8 : 7))
			continue;
		const double expected = coset_expected_nearer(shape, metric, d + 1);
		cr_expect(expected > 0.85 * n && expected < 1.15 * n, "corners %u, %u flips, metric %u, nearer than %u: %.0f, not %.0f",
		          shape.corners, shape.flip_bits, metric, d + 1, n, expected);
	}
	levels_free(level, depth);
}

Test(coset_lines, as_many_are_near_as_is_expected, .init = coset_ways_init)
{
	for (uint8_t corners = 0; corners < N_COSET_CORNERS; corners++)
		for (uint8_t flip_bits = 8; flip_bits <= 9; flip_bits++) {
			expect_near_counts((struct coset_shape){5000, corners, flip_bits}, METRIC_HTM, 8);
			expect_near_counts((struct coset_shape){5000, corners, flip_bits}, METRIC_QTM, 9);
		}
}

Test(coset_lines, more_are_expected_nearer_than_more_moves_but_never_more_than_there_are)
{
	for (uint8_t corners = 0; corners < N_COSET_CORNERS; corners++)
		for (uint8_t flip_bits = 8; flip_bits <= 9; flip_bits++)
			for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
				const struct coset_shape s = {5000, corners, flip_bits};
				const unsigned first = metric == METRIC_HTM ? 7 : 8;
				for (unsigned depth = first; depth < first + 7; depth++) {
					const double n = coset_expected_nearer(s, metric, depth);
					cr_expect_lt(n, (double)coset_size(s));
					cr_expect(depth == first || n > coset_expected_nearer(s, metric, depth - 1));
				}
			}
}
