/* Lines of equations: what they look like, that members pass, and that every reader of this machine reads the same. */
#include "coset/family.h"
#include "support/support.h"
#include "coset/math/coset.h"
#include "coset/filter/solve.h"
#include "pdb/pdb.h"
#include "coset/filter/read_lines.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct line_reader *const readers[] = {&line_reader_portable, &line_reader_avx2, &line_reader_avx512};
enum { N_READERS = sizeof readers / sizeof *readers };

enum { N_SLOTS = UINT16_MAX + 1, MAX_TESTS = 1 + (COSET_LEVELS - 1) * COSET_MAX_ROWS };

/* Those of all slots of all lines, be they entries or not. */
static uint32_t group_entries(struct coset_shape s)
{
	return coset_line_slots(s) * s.lines;
}

/* ---- rows ---- */
static int compare_numbers(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

Test(coset_lines, no_two_rows_have_the_same_coefficients)
{
	static uint32_t coefficients[MAX_TESTS * N_SLOTS];
	for (unsigned test = 0; test < MAX_TESTS; test++)
		for (unsigned slot = 0; slot < N_SLOTS; slot++)
			coefficients[test * N_SLOTS + slot] = coset_row(slot, test).coefficients;
	qsort(coefficients, MAX_TESTS * N_SLOTS, sizeof *coefficients, compare_numbers);
	cr_expect_neq(coefficients[0], 0u, "without coefficients there is no equation");
	for (unsigned i = 1; i < MAX_TESTS * N_SLOTS; i++)
		cr_assert_neq(coefficients[i], coefficients[i - 1], "%08x", coefficients[i]);
}

/* Numbers below 256, counted: Pearson's sum of even ones is 255 on average, with a deviation of 22.6. */
struct spread { unsigned n, count[256]; };

static void expect_even(const struct spread *s, const char *what, unsigned test)
{
	const double mean = s->n / 256.0;
	double sum = 0;
	for (unsigned i = 0; i < 256; i++)
		sum += (s->count[i] - mean) * (s->count[i] - mean) / mean;
	cr_expect_lt(sum, 255 + 6 * 22.6, "%s, test %u: %.0f", what, test, sum);
}

static void count_number(struct spread *s, unsigned number)
{
	s->count[number & 255]++;
	s->n++;
}

/* The first bits of two starts. */
static unsigned both_starts(uint16_t a, uint16_t b)
{
	return (a >> 8 & 0xF0u) | (unsigned)b >> 12;
}

/* The bits of two rows that are looked at most. */
static unsigned both_bits(uint8_t a, uint8_t b)
{
	return (a & 15u) << 4 | (b & 15u);
}

Test(coset_lines, starts_and_bits_and_coefficients_are_spread_evenly)
{
	for (unsigned test = 0; test < MAX_TESTS; test++) {
		struct spread start = {0}, bits = {0}, both = {0}, of_next[2] = {{0}}, byte[COSET_ROW_BYTES] = {{0}};
		for (unsigned slot = 0; slot < N_SLOTS; slot++) {
			const struct coset_row row = coset_row(slot, test), next = coset_row((slot + 1) % N_SLOTS, test);
			count_number(&start, row.start >> 8 & 255u);
			count_number(&bits, row.bits);
			count_number(&both, (row.start >> 8 & 0xF0u) | (row.bits & 15u));
			count_number(&of_next[0], both_starts(row.start, next.start));
			count_number(&of_next[1], both_bits(row.bits, next.bits));
			for (unsigned i = 0; i < COSET_ROW_BYTES; i++)
				count_number(&byte[i], row.coefficients >> 8 * i);
		}
		expect_even(&start, "starts", test);
		expect_even(&bits, "bits", test);
		expect_even(&both, "starts and bits", test);
		expect_even(&of_next[0], "starts of neighbours", test);
		expect_even(&of_next[1], "bits of neighbours", test);
		for (unsigned i = 0; i < COSET_ROW_BYTES; i++)
			expect_even(&byte[i], "coefficients", test);
	}
}

/* Who passes one test by mistake is not more likely to pass another. */
Test(coset_lines, rows_of_a_slot_are_independent)
{
	for (unsigned test = 0; test < MAX_TESTS; test++)
		for (unsigned other = 0; other < test; other++) {
			struct spread start = {0}, bits = {0};
			for (unsigned slot = 0; slot < N_SLOTS; slot++) {
				const struct coset_row a = coset_row(slot, test), b = coset_row(slot, other);
				count_number(&start, both_starts(a.start, b.start));
				count_number(&bits, both_bits(a.bits, b.bits));
			}
			expect_even(&start, "starts", test);
			expect_even(&bits, "bits", test);
		}
}

/* ---- another reading of a line ---- */
enum { NOWHERE = -1 };

/* The byte of a line that has byte `i` of a solution: there are as many solutions as 63 bytes have room for, and the
 * last bytes of one more. */
static int byte_of_line(unsigned width, unsigned plane, unsigned i)
{
	if ((plane + 1) * width <= 63)
		return (int)(plane * width + i);
	const unsigned begin = 63 / width * width, n_left = 63 - begin;
	return plane * width == begin && i + n_left >= width ? (int)(begin + i + n_left - width) : NOWHERE;
}

/* What is known of a row that begins there: none has more than eight bits. */
static unsigned planes_from(unsigned width, unsigned begin)
{
	unsigned n = 0;
	while (n < 8 && byte_of_line(width, n, begin) != NOWHERE)
		n++;
	return n;
}

/* As coset_row() has them, with numbers that cannot overflow. */
struct row_of_numbers { uint64_t coefficients, start, bits; };

static struct row_of_numbers row_slowly(uint64_t slot, uint64_t test)
{
	const uint64_t modulus = UINT64_C(1) << 32;
	uint64_t x = (test * 65536 + slot + 2135587861) % modulus * 2654435761 % modulus;
	x ^= x / 32768;
	x = x * 2246822519 % modulus;
	x ^= x / 8192;
	const uint64_t y = x * 3266489917 % modulus;
	return (struct row_of_numbers){x, y / 65536, y / 256 % 256};
}

/* What is read of a line bit by bit: how many planes are looked at, and by plane whether the bit is not the row's. */
struct looked_at {
	unsigned n_planes;
	bool misses[8];
};

static struct looked_at look_slowly(const uint8_t *line, uint64_t slot, uint64_t test)
{
	struct looked_at l = {.n_planes = 0};
	const unsigned width = line[63] % 64;
	if (width < 4 || (line[63] / 64 % 2 == 1 && test == 0))
		return l;
	const struct row_of_numbers row = row_slowly(slot, test);
	const unsigned begin = (unsigned)(row.start * (width - 3) / 65536);
	l.n_planes = planes_from(width, begin);
	for (unsigned plane = 0; plane < l.n_planes; plane++) {
		unsigned sum = 0;
		for (unsigned i = 0; i < 32; i++) {
			const uint8_t solution = line[byte_of_line(width, plane, begin + i / 8)];
			sum += (row.coefficients >> i & 1) != 0 && (solution >> i % 8 & 1) != 0;
		}
		l.misses[plane] = sum % 2 != (row.bits >> plane & 1);
	}
	return l;
}

/* Without layers. */
static bool passes_slowly(const uint8_t *line, uint64_t slot, uint64_t test)
{
	const struct looked_at l = look_slowly(line, slot, test);
	for (unsigned plane = 0; plane < l.n_planes; plane++)
		if (l.misses[plane])
			return false;
	return true;
}

/* Whether a symbol says that what it is of may be near in a layer: it has the number of an even one, that or one that it
 * is a neighbour of; or there are several. */
static bool symbol_has_layer(unsigned symbol, unsigned layer)
{
	if (symbol >= 12)
		return symbol == 12;
	for (unsigned even = 0; even < 24; even++) {
		if (coset_tables.even_axes[even / 4] * 4 + even % 4 != symbol)
			continue;
		const uint8_t *const neighbour = coset_tables.neighbour[even];
		if (layer == even || layer == neighbour[0] || layer == neighbour[1] || layer == neighbour[2])
			return true;
	}
	return false;
}

/* With layers: planes 2 to 5 are a symbol's, the others must be right.  Of symbols that look alike, all may be meant. */
static uint32_t layers_slowly(const uint8_t *line, uint64_t slot, uint64_t test)
{
	static bool has_layer[16][24], is_known;
	for (unsigned i = 0; i < 16 * 24 && !is_known; i++)
		has_layer[i / 24][i % 24] = symbol_has_layer(i / 24, i % 24);
	is_known = true;
	const struct looked_at l = look_slowly(line, slot, test);
	uint32_t layers = 0;
	for (unsigned symbol = 0; symbol < 16; symbol++) {
		bool may_be = true;
		for (unsigned plane = 0; plane < l.n_planes; plane++)
			may_be &= l.misses[plane] == (plane >= 2 && plane < 6 && (symbol >> (plane - 2) & 1) != 0);
		for (unsigned layer = 0; layer < 24; layer++)
			layers |= (uint32_t)(may_be && has_layer[symbol][layer]) << layer;
	}
	return layers;
}

/* Without layers, as the code under test has it. */
static bool line_passes(const uint8_t *line, unsigned slot, unsigned test)
{
	const uint32_t layers = coset_line_layers(NULL, line, slot, test);
	cr_assert(layers == 0 || layers == 0xFFFFFF);
	return layers != 0;
}

/* ---- widths ---- */
Test(coset_lines, solutions_fill_the_line_and_share_no_byte)
{
	for (unsigned width = COSET_MIN_WIDTH; width <= COSET_MAX_WIDTH; width++) {
		unsigned n_owners[COSET_SOLUTION_BYTES] = {0}, n_bytes = 0;
		for (unsigned plane = 0; plane < COSET_MAX_PLANES; plane++) {
			const bool is_whole = plane < coset_whole_planes(width), is_next = plane == coset_whole_planes(width);
			const unsigned first = is_whole ? 0 : is_next ? coset_next_begin(width) : width;
			for (unsigned i = 0; i < width; i++) {
				const int byte = (int)(coset_plane_begin(width, plane) + i);
				cr_assert_eq(i >= first, byte_of_line(width, plane, i) != NOWHERE, "width %u, plane %u", width, plane);
				if (i < first)
					continue;
				cr_assert(byte >= 0 && byte < COSET_SOLUTION_BYTES, "width %u, plane %u: byte %d", width, plane, byte);
				cr_assert_eq(byte, byte_of_line(width, plane, i), "width %u, plane %u", width, plane);
				cr_assert_eq(n_owners[byte]++, 0u, "width %u, plane %u: byte %d", width, plane, byte);
				n_bytes++;
			}
		}
		const unsigned room = COSET_MAX_PLANES * width;  /* more solutions than that are not looked at */
		cr_expect_eq(n_bytes, room < COSET_SOLUTION_BYTES ? room : COSET_SOLUTION_BYTES, "width %u", width);
	}
}

/* All four bytes of a row are in a solution, or none is asked for. */
Test(coset_lines, rows_ask_for_the_solutions_that_have_all_their_bytes)
{
	for (unsigned width = COSET_MIN_WIDTH; width <= COSET_MAX_WIDTH; width++)
		for (unsigned begin = 0; begin + COSET_ROW_BYTES <= width; begin++) {
			const unsigned n = coset_row_planes(width, begin);
			cr_assert_eq(n, planes_from(width, begin), "width %u, begin %u: %u", width, begin, n);
			cr_assert(n >= 1 && n <= COSET_MAX_PLANES, "width %u, begin %u: %u", width, begin, n);
			for (unsigned plane = 0; plane < COSET_MAX_PLANES; plane++) {
				bool has_all = true;
				for (unsigned i = 0; i < COSET_ROW_BYTES; i++)
					has_all &= byte_of_line(width, plane, begin + i) != NOWHERE;
				cr_assert_eq(has_all, plane < n, "width %u, begin %u, plane %u", width, begin, plane);
			}
		}
}

Test(coset_lines, rows_begin_at_all_bytes_that_leave_room_for_them)
{
	for (unsigned width = COSET_MIN_WIDTH; width <= COSET_MAX_WIDTH; width++) {
		unsigned last = 0;
		for (unsigned start = 0; start < N_SLOTS; start++) {
			const struct coset_row row = {.start = (uint16_t)start};
			const unsigned begin = coset_row_begin(&row, width);
			if (begin != start * (width - 3) / N_SLOTS || begin > last + 1 || begin + COSET_ROW_BYTES > width)
				cr_assert_fail("width %u, start %u: %u after %u", width, start, begin, last);
			last = begin;
		}
		cr_expect_eq(last, width - COSET_ROW_BYTES, "width %u: %u", width, last);
	}
}

Test(coset_lines, what_readers_know_of_widths_is_what_lines_are)
{
	const struct coset_lines t = {.group_lines = 2437};
	const struct coset_reader r = coset_reader_of(&t);
	for (unsigned width = COSET_MIN_WIDTH; width < COSET_WIDTHS; width++) {
		cr_assert_eq(r.n_begins[width], width - (COSET_ROW_BYTES - 1), "width %u: %u", width, r.n_begins[width]);
		for (unsigned begin = 0; begin < r.n_begins[width]; begin++) {
			const unsigned n = planes_from(width, begin);
			cr_assert_eq(r.planes[begin >= r.next[width]][width], (1u << n) - 1, "width %u, begin %u", width, begin);
			for (unsigned plane = 0; plane < n; plane++)
				for (unsigned i = 0; i < COSET_ROW_BYTES; i++)
					cr_assert_eq((int)(r.plane_bytes[width][plane][i] + begin),
					             byte_of_line(width, plane, begin + i), "width %u, begin %u, plane %u", width,
					             begin, plane);
		}
	}
	for (unsigned width = 0; width < COSET_MIN_WIDTH; width++)
		cr_expect(r.n_begins[width] == 0 && r.planes[0][width] == 0 && r.planes[1][width] == 0, "width %u", width);
}

/* ---- lines ---- */
static void random_line(struct dice *dice, uint8_t line[COSET_LINE_BYTES])
{
	for (unsigned i = 0; i < COSET_LINE_BYTES; i++)
		line[i] = (uint8_t)dice_roll(dice);
}

/* Different ones, of the first tests; slots below `n_slots`, symbols below `n_symbols`. */
static void random_members(struct dice *dice, unsigned n_slots, unsigned n_tests, unsigned n_symbols, uint32_t *member,
                           unsigned n)
{
	static bool is_member[MAX_TESTS][N_SLOTS];
	for (unsigned i = 0; i < n;) {
		const unsigned slot = dice_below(dice, n_slots);
		const unsigned test = dice_below(dice, 2) == 0 ? 0 : dice_below(dice, n_tests);
		if (is_member[test][slot])
			continue;
		is_member[test][slot] = true;
		member[i++] = coset_member(slot, test, dice_below(dice, n_symbols));
	}
	for (unsigned i = 0; i < n; i++)
		is_member[member[i] >> 16 & 255][member[i] & UINT16_MAX] = false;
}

/* More members than a line can have, now and then. */
enum { MANY_MEMBERS = COSET_MAX_MEMBERS + 16 };

static void solved_line(struct dice *dice, unsigned n_slots, unsigned n_tests, unsigned n_symbols,
                        uint32_t member[MANY_MEMBERS], uint8_t line[COSET_LINE_BYTES])
{
	const uint32_t n = dice_below(dice, MANY_MEMBERS + 1);
	random_members(dice, n_slots, n_tests, n_symbols, member, n);
	const struct coset_batch batch = {.n_lines = 1, .stride = MANY_MEMBERS, .member = member, .n = &n};
	coset_solver_best()->solve(&batch, line);
	if (dice_below(dice, 8) == 0)
		line[COSET_WIDTH_AT] |= COSET_DEEPER_ONLY;
}

Test(coset_lines, a_slot_passes_where_another_reading_says_so)
{
	const struct coset_symbols *const symbols = coset_symbols();
	struct dice dice = {1};
	unsigned n_passing[COSET_WIDTHS] = {0}, n_failing[COSET_WIDTHS] = {0};
	for (unsigned n = 0; n < 8 * 256; n++) {
		uint8_t line[COSET_LINE_BYTES];
		random_line(&dice, line);
		line[COSET_WIDTH_AT] = (uint8_t)n;
		for (unsigned k = 0; k < 300; k++) {
			const unsigned slot = dice_below(&dice, N_SLOTS), test = dice_below(&dice, MAX_TESTS);
			const bool passes = line_passes(line, slot, test);
			if (passes != passes_slowly(line, slot, test))
				cr_assert_fail("line %u of seed 1, width %u, slot %u, test %u", n, n % COSET_WIDTHS, slot, test);
			if (coset_line_layers(symbols, line, slot, test) != layers_slowly(line, slot, test))
				cr_assert_fail("layers of line %u of seed 1, slot %u, test %u", n, slot, test);
			(passes ? n_passing : n_failing)[n % COSET_WIDTHS]++;
		}
	}
	for (unsigned width = 0; width < COSET_WIDTHS; width++) {
		cr_expect_gt(n_passing[width], 0u, "width %u", width);
		cr_expect_eq(n_failing[width] == 0, width < COSET_MIN_WIDTH, "width %u", width);
	}
}

/* The last byte modulo 64; its bit 6 lets all pass the first test. */
Test(coset_lines, a_width_counts_modulo_64)
{
	struct dice dice = {2};
	for (unsigned n = 0; n < 640; n++) {
		uint8_t line[COSET_LINE_BYTES], same[COSET_LINE_BYTES];
		random_line(&dice, line);
		line[COSET_WIDTH_AT] = (uint8_t)(n % COSET_WIDTHS);
		memcpy(same, line, sizeof same);
		for (unsigned more = COSET_WIDTHS; more < 256; more += COSET_WIDTHS) {
			same[COSET_WIDTH_AT] = (uint8_t)(line[COSET_WIDTH_AT] + more);
			for (unsigned slot = 0; slot < 1000; slot++) {
				const unsigned test = slot % MAX_TESTS;
				const bool is_given_up = test == 0 && more != 2 * COSET_WIDTHS;
				if (line_passes(same, slot, test) != (is_given_up || line_passes(line, slot, test)))
					cr_assert_fail("line %u of seed 2, width %u", n, same[COSET_WIDTH_AT]);
			}
		}
	}
}

static unsigned level_of_tests(unsigned n_passed, unsigned n_rows)
{
	return n_passed == 0 ? 0 : 1 + (n_passed - 1) / n_rows;
}

/* The first level has one test, each of the others has `n_rows`; who fails one is asked no more. */
static void expect_levels(const struct coset_symbols *symbols, unsigned n_rows)
{
	struct dice dice = {3};
	unsigned n_of_level[COSET_LEVELS + 1] = {0};
	for (unsigned n = 0; n < 20000; n++) {
		const unsigned slot = dice_below(&dice, N_SLOTS), layer = symbols == NULL ? 0 : dice_below(&dice, COSET_LAYERS);
		uint8_t line[COSET_LINE_BYTES];
		random_line(&dice, line);
		unsigned n_passed = 0;
		while (n_passed < 1 + 2 * n_rows && (symbols == NULL ? passes_slowly(line, slot, n_passed)
		                                                     : layers_slowly(line, slot, n_passed) >> layer & 1))
			n_passed++;
		const unsigned expected = level_of_tests(n_passed, n_rows);
		const unsigned levels = coset_line_levels(symbols, line, slot, layer, n_rows);
		cr_assert_eq(levels, expected, "%u rows, line %u of seed 3: %u", n_rows, n, levels);
		n_of_level[expected]++;
	}
	for (unsigned level = 0; level <= COSET_LEVELS; level++)
		cr_expect_gt(n_of_level[level], 10u, "%u rows, level %u: %u", n_rows, level, n_of_level[level]);
}

Test(coset_lines, levels_are_counted_up_to_the_first_failure)
{
	const struct coset_symbols *const symbols = coset_symbols();
	for (unsigned n_rows = 1; n_rows <= COSET_MAX_ROWS; n_rows++) {
		expect_levels(NULL, n_rows);
		expect_levels(symbols, n_rows);
	}
}

/* ---- caps and rows ---- */
static struct coset_shape shape_of(double lines, unsigned corners)
{
	return (struct coset_shape){(uint32_t)lines, (uint8_t)corners, false};
}

static struct coset_shape with_layers(struct coset_shape s)
{
	s.has_layers = true;
	return s;
}

Test(coset_lines, deeper_caps_want_more_lines)
{
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			unsigned last = coset_cap(shape_of(COSET_MIN_LINES, corners), metric);
			for (double lines = COSET_MIN_LINES; lines < COSET_MAX_LINES; lines *= 1.01) {
				const struct coset_shape s = shape_of(lines, corners);
				const struct pdb_key key = {coset_coordinate(s), metric};
				const unsigned cap = coset_cap(s, metric);
				cr_assert(cap >= last && cap <= last + 1, "%u lines: %u after %u", s.lines, cap, last);
				cr_assert_eq(pdb_base(key), cap - COSET_LEVELS);
				last = cap;
			}
		}
	cr_expect_eq(coset_cap((struct coset_shape){COSET_MIN_LINES, COSET_PARITY, false}, METRIC_HTM), 10u);
	cr_expect_eq(coset_cap((struct coset_shape){COSET_MAX_LINES, COSET_HTR, false}, METRIC_HTM), 13u);
}

/* For what tells layers apart takes as many bits as the rest. */
Test(coset_lines, with_layers_twice_as_many_lines_have_the_same_cap_and_rows)
{
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			for (double lines = 2 * COSET_MIN_LINES; lines <= COSET_MAX_LINES; lines *= 1.01) {
				const struct coset_shape half = shape_of((uint32_t)lines / 2, corners);
				const struct coset_shape s = with_layers(shape_of(half.lines * 2, corners));
				cr_assert_eq(coset_cap(s, metric), coset_cap(half, metric), "%u lines", s.lines);
				cr_assert_eq(coset_deeper_rows(s, metric), coset_deeper_rows(half, metric), "%u lines", s.lines);
			}
	cr_expect_eq(coset_cap((struct coset_shape){1176381, COSET_HTR, true}, METRIC_HTM), 12u);
	cr_expect_eq(coset_cap((struct coset_shape){1176381, COSET_HTR, false}, METRIC_HTM), 13u);
}

/* What is nearer than 9 moves and so on, within some 10 %: counted up to 10, then by the shares that doc/mathematics.md
 * gives.  Of quarter turns as far as it was counted. */
static const struct { enum metric metric; unsigned cap; double n_nearer; } nearer[] = {
	{METRIC_HTM, 9, 4.2e6}, {METRIC_HTM, 10, 5.1e7}, {METRIC_HTM, 11, 6.4e8}, {METRIC_HTM, 12, 7.2e9},
	{METRIC_QTM, 10, 4.1e6}, {METRIC_QTM, 11, 3.6e7},
};

static void expect_rows(struct coset_shape s, enum metric metric)
{
	const unsigned n = coset_deeper_rows(s, metric);
	cr_assert(n == 1 || n == 2, "%u lines: %u", s.lines, n);
	for (unsigned i = 0; i < sizeof nearer / sizeof *nearer; i++) {
		const double bits = (double)coset_table_lines(s) * 512 / nearer[i].n_nearer;
		if (nearer[i].metric == metric && nearer[i].cap == coset_cap(s, metric) && (bits < 2.1 || bits > 2.9))
			cr_assert_eq(n, bits < 2.5 ? 2u : 1u, "%u lines: %u with %.2f bits", s.lines, n, bits);
	}
}

Test(coset_lines, deeper_levels_have_two_rows_where_members_have_few_bits)
{
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			struct coset_shape last = shape_of(COSET_MIN_LINES, corners);
			for (double lines = last.lines; lines < COSET_MAX_LINES; lines *= 1.01) {
				const struct coset_shape s = shape_of(lines, corners);
				const unsigned n = coset_deeper_rows(s, metric);
				expect_rows(s, metric);
				if (coset_cap(s, metric) == coset_cap(last, metric))
					cr_assert_leq(n, coset_deeper_rows(last, metric), "%u lines", s.lines);
				last = s;
			}
		}
	cr_expect_eq(coset_deeper_rows(coset_sizes[0].shape, METRIC_HTM), 1u);
}

Test(coset_lines, levels_have_their_tests_one_after_the_other)
{
	static const unsigned first[COSET_MAX_ROWS + 1][COSET_LEVELS + 1] = {{0}, {0, 1, 2, 3}, {0, 1, 3, 5}};
	for (unsigned n_rows = 1; n_rows <= COSET_MAX_ROWS; n_rows++)
		for (unsigned level = 0; level <= COSET_LEVELS; level++)
			cr_expect_eq(coset_first_test(n_rows, level), first[n_rows][level], "%u rows, level %u", n_rows, level);
}

/* ---- tables ---- */
struct random_table {
	struct coset_shape shape;
	enum metric metric;
	uint8_t *data;
	struct coset_lines lines;
	struct coset_reader reader;
};

/* Of random bytes, one line in sixteen lets all pass. */
enum lines_kind { LINES_RANDOM, LINES_OF_EQUATIONS, LINES_SOLVED, N_LINES_KINDS };

/* Some hundred solved lines, each many times. */
static void write_solved_lines(struct dice *dice, const struct random_table *t, uint8_t *lines)
{
	enum { N_LINES = 300 };
	static uint8_t solved[N_LINES][COSET_LINE_BYTES];
	const unsigned n_tests = coset_first_test(t->lines.n_rows, COSET_LEVELS);
	for (unsigned i = 0; i < N_LINES; i++) {
		uint32_t member[MANY_MEMBERS];
		const unsigned n_symbols = t->shape.has_layers ? COSET_SYMBOL_ANY + 1 : 1;
		solved_line(dice, coset_line_slots(t->shape), n_tests, n_symbols, member, solved[i]);
	}
	for (uint64_t i = 0; i < coset_table_lines(t->shape); i++)
		memcpy(lines + i * COSET_LINE_BYTES, solved[dice_below(dice, N_LINES)], COSET_LINE_BYTES);
}

static void write_lines(struct dice *dice, const struct random_table *t, uint8_t *lines, enum lines_kind kind)
{
	if (kind == LINES_SOLVED) {
		write_solved_lines(dice, t, lines);
		return;
	}
	for (uint8_t *line = lines; line < lines + coset_lines_bytes(t->shape); line += COSET_LINE_BYTES) {
		for (unsigned k = 0; k < COSET_LINE_BYTES; k += 8) {
			const uint64_t bits = dice_roll(dice);
			memcpy(line + k, &bits, sizeof bits);
		}
		if (kind == LINES_OF_EQUATIONS)
			line[COSET_WIDTH_AT] = (uint8_t)(COSET_MIN_WIDTH + dice_below(dice, COSET_WIDTHS - COSET_MIN_WIDTH));
	}
}

static struct random_table random_table(struct dice *dice, struct coset_shape shape, enum metric metric,
                                        enum lines_kind kind)
{
	struct random_table t = {.shape = shape, .metric = metric};
	const unsigned base = coset_cap(shape, metric) - COSET_LEVELS;
	const size_t begin = coset_lines_begin(coset_side_log2(metric, base));
	t.data = aligned_alloc(64, begin + coset_lines_bytes(shape));
	t.lines = coset_lines_of(t.data, shape, metric, base);
	t.reader = coset_reader_of(&t.lines);
	for (size_t i = 0; i < begin; i++)
		t.data[i] = (uint8_t)dice_roll(dice);
	write_lines(dice, &t, t.data + begin, kind);
	return t;
}

/* The second and the fifth have two rows. */
static const struct { struct coset_shape shape; enum metric metric; } random_shapes[] = {
	{{4874, COSET_PARITY, false}, METRIC_HTM}, {{8000, COSET_HTR, false}, METRIC_HTM},
	{{10000, COSET_PARITY, false}, METRIC_QTM}, {{4874, COSET_PARITY, true}, METRIC_HTM},
	{{5000, COSET_HTR, false}, METRIC_QTM},     {{10000, COSET_PARITY, true}, METRIC_QTM},
};
enum { N_RANDOM_SHAPES = sizeof random_shapes / sizeof *random_shapes, LAYERED_SHAPE = 3 };

Test(coset_lines, random_tables_have_one_row_and_two)
{
	unsigned n_of_rows[COSET_MAX_ROWS + 1] = {0};
	for (unsigned k = 0; k < N_RANDOM_SHAPES; k++) {
		cr_expect(coset_shape_is_valid(random_shapes[k].shape), "shape %u", k);
		n_of_rows[coset_deeper_rows(random_shapes[k].shape, random_shapes[k].metric)]++;
	}
	cr_expect(n_of_rows[1] >= 2 && n_of_rows[2] >= 2, "%u and %u", n_of_rows[1], n_of_rows[2]);
	cr_expect(random_shapes[LAYERED_SHAPE].shape.has_layers);
}

/* A value read without any of the code under test, but for the sizes. */
static unsigned read_slowly(const struct random_table *t, uint64_t index)
{
	const unsigned n_parts = t->shape.corners == COSET_HTR ? 6 : 2;
	const uint64_t place_entries = UINT64_C(34650) << 9, n_lines = t->shape.lines;
	const uint64_t place_slots = (place_entries + n_lines - 1) / n_lines;
	const uint64_t n_layers = t->shape.has_layers ? 24 : 1, layer = index % n_layers, coset = index / n_layers;
	const uint64_t place = coset / place_entries, i = coset % place_entries;
	const uint64_t class = place / n_parts, part = place % n_parts, group = class % 35 * n_parts + part;
	const uint64_t slot = class / 35 * place_slots + i / n_lines;
	const unsigned base = coset_cap(t->shape, t->metric) - 3, n_rows = coset_deeper_rows(t->shape, t->metric);
	const unsigned side_log2 = coset_side_log2(t->metric, base);
	const uint8_t *const side = t->data, *const lines = side + (UINT64_C(1) << side_log2) / 2;
	const uint8_t *const line = lines + (group * n_lines + i % n_lines) * 64;
	for (unsigned test = 0; test < 1 + 2 * n_rows; test++)
		if (n_layers == 1 ? !passes_slowly(line, slot, test) : (layers_slowly(line, slot, test) >> layer & 1) == 0)
			return base + 3 - (test == 0 ? 0 : test <= n_rows ? 1 : 2);
	const uint64_t entry = (group << 32) + slot * n_lines + i % n_lines;
	const uint64_t side_slot = entry * UINT64_C(11400714819323198485) >> (64 - side_log2);
	const unsigned value = side_slot % 2 == 0 ? side[side_slot / 2] % 16 : side[side_slot / 2] / 16;
	return value <= base ? value : base + 1;
}

Test(coset_lines, values_are_those_of_another_reading)
{
	struct dice dice = {6};
	for (unsigned k = 0; k < N_LINES_KINDS * N_RANDOM_SHAPES; k++) {
		const unsigned shape = k / N_LINES_KINDS;
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric,
		                                     (enum lines_kind)(k % N_LINES_KINDS));
		const uint64_t size = coset_size(t.shape);
		uint64_t n_of_value[16] = {0};
		for (unsigned n = 0; n < 50000; n++) {
			const uint64_t index = n == 0 ? 0 : n == 1 ? size - 1 : dice_roll(&dice) % size;
			const unsigned value = coset_lines_get(&t.lines, index);
			if (value != read_slowly(&t, index))
				cr_assert_fail("table %u of seed 6, index %lu: %u", k, index, value);
			n_of_value[value]++;
		}
		for (unsigned value = 0; value <= t.lines.base + COSET_LEVELS; value++)
			cr_expect_gt(n_of_value[value], 0u, "table %u of seed 6: no %u", k, value);
		free(t.data);
	}
}

/* ---- readers ---- */
static uint64_t random_entry(struct dice *dice, struct coset_shape shape)
{
	return (uint64_t)dice_below(dice, coset_table_groups(shape)) << 32 | dice_below(dice, group_entries(shape));
}

/* Slots that are no entries have values, too. */
enum { ANY_VALUE = UINT8_MAX };

/* Entries, and what is asked for of them. */
static struct {
	unsigned n;
	uint64_t entry[READ_MAX];
	uint16_t layers[READ_MAX];
	uint8_t value[READ_MAX], second[READ_MAX];
	uint32_t near[READ_MAX];
} asked;

enum { NO_LAYER = 31 };

/* Without layers. */
static void expect_values(const struct random_table *t)
{
	static uint8_t value[READ_MAX];
	for (unsigned k = 0; k < N_READERS; k++) {
		if (!readers[k]->runs_here())
			continue;
		const char *const name = readers[k]->name;
		const bool is_clean = readers[k]->read(&t->reader, asked.entry, asked.n, value);
		cr_assert(is_clean, "%s, %u entries", name, asked.n);
		cr_assert(memcmp(value, asked.value, asked.n) == 0, "%s, %u entries", name, asked.n);
	}
}

/* Of layers that are not asked for nothing is said. */
static void expect_values_of_layers(const struct random_table *t)
{
	static uint8_t value[READ_MAX], second[READ_MAX];
	static uint32_t near[READ_MAX];
	for (unsigned k = 0; k < N_READERS; k++) {
		if (!readers[k]->runs_here())
			continue;
		const char *const name = readers[k]->name;
		const bool is_clean = readers[k]->read_layers(&t->reader, asked.entry, asked.layers, asked.n, value,
		                                              second, near);
		cr_assert(is_clean, "%s, %u entries", name, asked.n);
		for (unsigned i = 0; i < asked.n; i++) {
			const bool has_first = (asked.layers[i] & 255) != NO_LAYER, has_second = asked.layers[i] >> 8 != NO_LAYER;
			if ((has_first && value[i] != asked.value[i]) || (has_second && second[i] != asked.second[i]))
				cr_assert_fail("%s, %u entries, number %u", name, asked.n, i);
			if (near[i] != asked.near[i])
				cr_assert_fail("%s, %u entries, number %u: near in %06x", name, asked.n, i, near[i]);
		}
	}
}

/* An entry's line and slot, slowly. */
static uint32_t near_layers(const struct random_table *t, uint64_t entry)
{
	const uint64_t n_lines = t->shape.lines, i = (uint32_t)entry;
	return layers_slowly(t->lines.line + ((entry >> 32) * n_lines + i % n_lines) * 64, i / n_lines, 0);
}

static unsigned random_layer(struct dice *dice)
{
	return dice_below(dice, 8) == 0 ? NO_LAYER : dice_below(dice, COSET_LAYERS);
}

/* Entries that all have the value, or any. */
static void expect_same_values(struct dice *dice, const struct random_table *t, unsigned wanted, unsigned n)
{
	asked.n = n;
	for (unsigned i = 0; i < n;) {
		const bool is_wanted = wanted != ANY_VALUE;
		const unsigned first = is_wanted || !t->shape.has_layers ? dice_below(dice, t->lines.n_layers) : random_layer(dice);
		const unsigned second = random_layer(dice);
		const uint64_t entry = asked.entry[i] = random_entry(dice, t->shape);
		asked.layers[i] = (uint16_t)(first | second << 8);
		asked.value[i] = first == NO_LAYER ? 0 : (uint8_t)coset_lines_value(&t->lines, entry, first);
		if (is_wanted && asked.value[i] != wanted)
			continue;
		if (t->shape.has_layers) {
			asked.second[i] = second == NO_LAYER ? 0 : (uint8_t)coset_lines_value(&t->lines, entry, second);
			asked.near[i] = near_layers(t, entry);
		}
		i++;
	}
	if (t->shape.has_layers)
		expect_values_of_layers(t);
	else
		expect_values(t);
}

Test(coset_lines, every_reader_reads_arrays_of_all_lengths)
{
	static const unsigned sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 300, 1000, 1535, READ_MAX};
	struct dice dice = {7};
	for (unsigned k = 0; k < N_LINES_KINDS * N_RANDOM_SHAPES; k++) {
		const unsigned shape = k / N_LINES_KINDS;
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric,
		                                     (enum lines_kind)(k % N_LINES_KINDS));
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
			expect_same_values(&dice, &t, ANY_VALUE, sizes[i]);
		free(t.data);
	}
}

/* Where none passes a level, or all pass all of them and are in the side table. */
Test(coset_lines, every_reader_reads_arrays_of_one_value)
{
	struct dice dice = {8};
	static const unsigned shapes[] = {0, 1, LAYERED_SHAPE};
	for (unsigned k = 0; k < 3; k++) {
		const unsigned shape = shapes[k];
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric, LINES_SOLVED);
		for (unsigned value = 0; value <= t.lines.base + COSET_LEVELS; value++)
			for (unsigned n = 0; n <= 64; n += 1 + n / 16)
				expect_same_values(&dice, &t, value, n);
		free(t.data);
	}
}

Test(coset_lines, every_reader_reads_arrays_that_all_pass)
{
	struct dice dice = {9};
	static const unsigned shapes[] = {0, 1, LAYERED_SHAPE};
	for (unsigned k = 0; k < 3; k++) {
		const unsigned shape = shapes[k];
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric, LINES_RANDOM);
		uint8_t *const lines = t.data + (t.lines.line - t.data);
		for (uint64_t i = 0; i < coset_table_lines(t.shape); i++)  /* widths of 0 to 3, modulo 64 */
			lines[i * COSET_LINE_BYTES + COSET_WIDTH_AT] = (uint8_t)(dice_below(&dice, 256) & ~60u);
		for (unsigned n = 0; n <= 100; n++)
			expect_same_values(&dice, &t, ANY_VALUE, n);
		expect_same_values(&dice, &t, ANY_VALUE, READ_MAX);
		free(t.data);
	}
}

/* ---- where entries stand ---- */
static struct coset_lines lines_without_data(struct coset_shape s)
{
	return (struct coset_lines){
		.n_parts = coset_n_parts(s.corners), .n_groups = coset_table_groups(s), .place_entries = COSET_PLACE_ENTRIES,
		.place_slots = coset_place_slots(s), .group_lines = s.lines,
	};
}

/* Each place of a group has slots of its own. */
static void expect_seats(struct coset_shape shape)
{
	static bool is_taken[COSET_CLASS_GROUPS * COSET_MAX_PARTS][COSET_GROUP_PLACES];
	memset(is_taken, 0, sizeof is_taken);
	const struct coset_lines t = lines_without_data(shape);
	const uint32_t seat_entries = coset_place_slots(shape) * shape.lines;
	cr_assert_geq(seat_entries, t.place_entries, "%u lines", shape.lines);
	cr_assert_lt(seat_entries - t.place_entries, shape.lines, "%u lines: no slot too many", shape.lines);
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		for (unsigned part = 0; part < t.n_parts; part++) {
			const uint64_t entry = coset_class_begin(&t, class) + ((uint64_t)part << 32);
			const uint32_t group = (uint32_t)(entry >> 32), in_group = (uint32_t)entry;
			cr_assert_eq(group, class % 35 * t.n_parts + part, "class %u, part %u", class, part);
			cr_assert(group < t.n_groups && in_group % seat_entries == 0 && in_group < group_entries(shape));
			cr_assert_not(is_taken[group][in_group / seat_entries], "class %u, part %u", class, part);
			is_taken[group][in_group / seat_entries] = true;
		}
}

Test(coset_lines, places_have_seats_of_their_own)
{
	struct dice dice = {10};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		expect_seats(coset_sizes[i].shape);
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++) {
		expect_seats(shape_of(COSET_MIN_LINES, corners));
		expect_seats(shape_of(COSET_MAX_LINES, corners));
		expect_seats(with_layers(shape_of(COSET_MIN_LINES, corners)));
		for (unsigned n = 0; n < 50; n++)
			expect_seats(shape_of(COSET_MIN_LINES + dice_below(&dice, COSET_MAX_LINES - COSET_MIN_LINES), corners));
	}
}

static void expect_slots_of_16_bits(struct coset_shape s)
{
	s.lines = COSET_MIN_LINES;
	cr_expect_leq(coset_line_slots(s), (unsigned)N_SLOTS);
	s.lines--;
	cr_expect_gt(coset_line_slots(s), (unsigned)N_SLOTS);
	for (s.lines++; s.lines < COSET_MAX_LINES; s.lines += 1 + s.lines / 1000)
		cr_assert_leq(coset_line_slots(s), (unsigned)N_SLOTS, "%u lines", s.lines);
}

Test(coset_lines, lines_are_no_fewer_than_slots_of_16_bits_need)
{
	expect_slots_of_16_bits(shape_of(0, COSET_PARITY));
	expect_slots_of_16_bits(with_layers(shape_of(0, COSET_PARITY)));
}

/* Of a table that is small enough, every slot of every line of a group: an entry's, or nobody's. */
Test(coset_lines, every_entry_has_a_slot_of_its_own)
{
	const struct coset_shape shape = {COSET_MIN_LINES, COSET_PARITY, false};
	const struct coset_lines t = lines_without_data(shape);
	const unsigned first_class = 23, group = first_class * t.n_parts, n_slots = coset_line_slots(shape);
	uint8_t *const n_owners = calloc(n_slots, shape.lines);
	for (unsigned class = first_class; class < COSET_CLASSES; class += COSET_CLASS_GROUPS) {
		const uint64_t first = coset_class_begin(&t, class);
		cr_assert_eq(first >> 32, group, "class %u", class);
		for (uint32_t i = 0; i < t.place_entries; i++)
			n_owners[(uint32_t)first + i]++;
	}
	uint64_t n_entries = 0;
	for (unsigned slot = 0; slot < n_slots; slot++)
		for (uint32_t line = 0; line < shape.lines; line++) {
			const unsigned n = n_owners[slot * shape.lines + line];
			if (n > 1 || coset_slot_is_entry(shape, (uint64_t)group * shape.lines + line, slot) != (n == 1))
				cr_assert_fail("line %u, slot %u: %u entries", line, slot, n);
			n_entries += n;
		}
	cr_expect_eq(n_entries, (uint64_t)COSET_GROUP_PLACES * t.place_entries);
	free(n_owners);
}

/* All slots of a place but the last have an entry in each line; layers have none of their own. */
Test(coset_lines, lines_have_all_entries_of_a_place_together)
{
	struct dice dice = {11};
	for (unsigned n = 0; n < 60; n++) {
		struct coset_shape s = shape_of(0, dice_below(&dice, 2) == 0 ? COSET_PARITY : COSET_HTR);
		s.has_layers = n % 4 == 3;
		s.lines = n < 4 ? COSET_MIN_LINES : n < 8 ? COSET_MAX_LINES
		        : COSET_MIN_LINES + dice_below(&dice, 200000);
		const unsigned n_slots = coset_place_slots(s), n_places = COSET_GROUP_PLACES;
		const unsigned place = dice_below(&dice, n_places);
		const uint64_t first = (uint64_t)dice_below(&dice, coset_table_groups(s)) * s.lines;
		uint32_t n_last = 0;
		cr_assert_eq(coset_line_slots(s), n_places * n_slots, "%u lines", s.lines);
		for (uint32_t line = 0; line < s.lines; line++) {
			n_last += coset_slot_is_entry(s, first + line, place * n_slots + n_slots - 1);
			const unsigned slot = n_slots > 1 ? place * n_slots + dice_below(&dice, n_slots - 1) : place;
			cr_assert(coset_slot_is_entry(s, first + line, slot), "%u lines, slot %u", s.lines, slot);
		}
		cr_assert_eq((n_slots - 1) * s.lines + n_last, COSET_PLACE_ENTRIES, "%u lines", s.lines);
	}
}

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
		const bool is_last = k % 2 == 0 && k / 2 < n_multiples;
		const uint32_t multiple = (is_last ? n_multiples - k / 2 : dice_below(dice, n_multiples + 1)) * shape.lines;
		const uint32_t near[] = {
			0, n_entries - 1, multiple - (multiple != 0), multiple, multiple + 1, dice_below(dice, n_entries),
		};
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
			const uint64_t again = readers[k]->entry_of(&r, where[i], slot[i]);
			if (where[i] != where_slowly || slot[i] != slot_slowly || again != entry[i])
				cr_assert_fail("%s, %u lines, entry %lu of group %lu", readers[k]->name, shape.lines, index, group);
		}
	}
}

Test(coset_lines, quotients_of_entries_are_exact)
{
	struct dice dice = {12};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		for (unsigned n = 0; n < 20; n++)
			expect_located(&dice, coset_sizes[i].shape);
	for (unsigned i = 0; i < 2; i++) {
		const bool has_layers = i == 1;
		const uint32_t least = COSET_MIN_LINES;
		for (unsigned n = 0; n < 20; n++) {
			expect_located(&dice, (struct coset_shape){least, COSET_HTR, has_layers});
			expect_located(&dice, (struct coset_shape){COSET_MAX_LINES, COSET_HTR, has_layers});
			expect_located(&dice, (struct coset_shape){COSET_MAX_LINES - 1 - n, COSET_HTR, has_layers});
		}
		/* Where the reciprocal has another shift. */
		for (uint32_t lines = 8192; lines <= COSET_MAX_LINES; lines *= 2)
			for (unsigned k = 0; k < 3; k++)
				if (lines - 1 + k <= COSET_MAX_LINES)
					expect_located(&dice, (struct coset_shape){lines - 1 + k, COSET_PARITY, has_layers});
		for (unsigned n = 0; n < 1000; n++) {
			const uint32_t lines = least + dice_below(&dice, COSET_MAX_LINES + 1 - least);
			expect_located(&dice, (struct coset_shape){lines, COSET_PARITY, has_layers});
		}
	}
}

/* ---- sizes ---- */
Test(coset_lines, a_sample_has_some_three_million_entries)
{
	coset_init();
	for (unsigned i = 0; i < COSET_N_SIZES + 4; i++) {
		struct coset_shape s = shape_of(COSET_MIN_LINES, i / 2 % 2 == 0 ? COSET_PARITY : COSET_HTR);
		s.has_layers = i % 2 == 1;
		if (i < COSET_N_SIZES)
			s = coset_sizes[i].shape;
		const uint64_t one_in = coset_sampled_one_in(s), n_lines = coset_table_lines(s);
		uint64_t n = 0;
		for (uint64_t line = 0; line < n_lines; line += one_in) {  /* entries of each of its places, dealt out */
			const uint64_t in_group = line % s.lines, n_of_place = (COSET_PLACE_ENTRIES - in_group + s.lines - 1) / s.lines;
			for (unsigned class = (unsigned)(line / s.lines) / coset_n_parts(s.corners); class < COSET_CLASSES; class += 35)
				n += coset_tables.n_stabilizers[class] == 1 ? n_of_place * (s.has_layers ? 24 : 1) : 0;
		}
		cr_expect_eq(coset_sampled_entries(s), n, "shape %u: %lu, not %lu", i, coset_sampled_entries(s), n);
		/* 459 of 630 classes have no stabilisers; of the smallest tables with layers the sample is but three lines. */
		cr_expect(n > 2800000 && n < 3500000, "shape %u: %lu", i, n);
	}
}

Test(coset_lines, tables_have_the_sizes_of_their_names)
{
	static const double mb[COSET_N_SIZES] = {32, 129, 318, 1300, 2700, 5100, 8000};
	for (unsigned i = 0; i < COSET_N_SIZES; i++) {
		const struct pdb_key key = {coset_coordinate(coset_sizes[i].shape), METRIC_HTM};
		cr_expect_float_eq((double)pdb_data_bytes(key) / mb[i] / 1e6, 1, 0.02, "%s: %lu", coset_sizes[i].name,
		                   pdb_data_bytes(key));
	}
}
