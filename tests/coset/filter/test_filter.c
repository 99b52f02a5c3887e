/* Lines of equations: what they look like, that members pass, and that every reader of this machine reads the same. */
#include "coset/family.h"
#include "support/support.h"
#include "coset/math/coset.h"
#include "coset/filter/solve.h"
#include "pdb/pdb.h"
#include "coset/filter/read_filter_blocks.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct filter_block_reader *const readers[] = {&filter_block_reader_portable, &filter_block_reader_avx2,
                                                            &filter_block_reader_avx512};
enum { N_READERS = sizeof readers / sizeof *readers };

enum { N_SLOTS = UINT16_MAX + 1, MAX_TESTS = 1 + (COSET_THRESHOLD_SETS - 1) * COSET_MAX_EQUATIONS };

/* Those of all slots of all lines, be they entries or not. */
static uint32_t group_entries(struct coset_shape s)
{
	return coset_filter_block_slots(s) * s.filter_blocks;
}

/* ---- rows ---- */
static int compare_numbers(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

Test(coset_filter, no_two_rows_have_the_same_coefficients)
{
	static uint32_t coefficients[MAX_TESTS * N_SLOTS];
	for (unsigned test = 0; test < MAX_TESTS; test++)
		for (unsigned slot = 0; slot < N_SLOTS; slot++)
			coefficients[test * N_SLOTS + slot] = coset_equation(slot, test).coefficients;
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

Test(coset_filter, starts_and_bits_and_coefficients_are_spread_evenly)
{
	for (unsigned test = 0; test < MAX_TESTS; test++) {
		struct spread start = {0}, bits = {0}, both = {0}, of_next[2] = {{0}}, byte[COSET_EQUATION_BYTES] = {{0}};
		for (unsigned slot = 0; slot < N_SLOTS; slot++) {
			const struct coset_equation equation = coset_equation(slot, test), next = coset_equation((slot + 1) % N_SLOTS, test);
			count_number(&start, equation.start >> 8 & 255u);
			count_number(&bits, equation.bits);
			count_number(&both, (equation.start >> 8 & 0xF0u) | (equation.bits & 15u));
			count_number(&of_next[0], both_starts(equation.start, next.start));
			count_number(&of_next[1], both_bits(equation.bits, next.bits));
			for (unsigned i = 0; i < COSET_EQUATION_BYTES; i++)
				count_number(&byte[i], equation.coefficients >> 8 * i);
		}
		expect_even(&start, "starts", test);
		expect_even(&bits, "bits", test);
		expect_even(&both, "starts and bits", test);
		expect_even(&of_next[0], "starts of neighbours", test);
		expect_even(&of_next[1], "bits of neighbours", test);
		for (unsigned i = 0; i < COSET_EQUATION_BYTES; i++)
			expect_even(&byte[i], "coefficients", test);
	}
}

/* Who passes one test by mistake is not more likely to pass another. */
Test(coset_filter, rows_of_a_slot_are_independent)
{
	for (unsigned test = 0; test < MAX_TESTS; test++)
		for (unsigned other = 0; other < test; other++) {
			struct spread start = {0}, bits = {0};
			for (unsigned slot = 0; slot < N_SLOTS; slot++) {
				const struct coset_equation a = coset_equation(slot, test), b = coset_equation(slot, other);
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
static int byte_of_filter_block(unsigned width, unsigned column, unsigned i)
{
	if ((column + 1) * width <= 63)
		return (int)(column * width + i);
	const unsigned begin = 63 / width * width, n_left = 63 - begin;
	return column * width == begin && i + n_left >= width ? (int)(begin + i + n_left - width) : NOWHERE;
}

/* What is known of a row that begins there: none has more than eight bits. */
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

/* What is read of a line bit by bit: how many solution columns are looked at, and by solution column whether the bit is not the row's. */
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

/* Without subcosets. */
static bool passes_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test)
{
	const struct looked_at l = look_slowly(filter_block, slot, test);
	for (unsigned column = 0; column < l.n_columns; column++)
		if (l.misses[column])
			return false;
	return true;
}

/* Whether a label says that what it is of may be near in a subcoset: it has the number of an even one, that or one that it
 * is a neighbour of; or there are several. */
static bool label_has_subcoset(unsigned label, unsigned subcoset)
{
	if (label >= 12)
		return label == 12;
	for (unsigned even = 0; even < 24; even++) {
		if (coset_tables.even_axes[even / 4] * 4 + even % 4 != label)
			continue;
		const uint8_t *const neighbour = coset_tables.neighbour[even];
		if (subcoset == even || subcoset == neighbour[0] || subcoset == neighbour[1] || subcoset == neighbour[2])
			return true;
	}
	return false;
}

/* With subcosets: solution columns 2 to 5 are a label's, the others must be right.  Of labels that look alike, all may be meant. */
static uint32_t subcosets_slowly(const uint8_t *filter_block, uint64_t slot, uint64_t test)
{
	static bool has_subcoset[16][24], is_known;
	for (unsigned i = 0; i < 16 * 24 && !is_known; i++)
		has_subcoset[i / 24][i % 24] = label_has_subcoset(i / 24, i % 24);
	is_known = true;
	const struct looked_at l = look_slowly(filter_block, slot, test);
	uint32_t subcosets = 0;
	for (unsigned label = 0; label < 16; label++) {
		bool may_be = true;
		for (unsigned column = 0; column < l.n_columns; column++)
			may_be &= l.misses[column] == (column >= 2 && column < 6 && (label >> (column - 2) & 1) != 0);
		for (unsigned subcoset = 0; subcoset < 24; subcoset++)
			subcosets |= (uint32_t)(may_be && has_subcoset[label][subcoset]) << subcoset;
	}
	return subcosets;
}

/* Without subcosets, as the code under test has it. */
static bool filter_block_passes(const uint8_t *filter_block, unsigned slot, unsigned test)
{
	const uint32_t subcosets = coset_filter_block_subcosets(NULL, filter_block, slot, test);
	cr_assert(subcosets == 0 || subcosets == 0xFFFFFF);
	return subcosets != 0;
}

/* ---- widths ---- */
Test(coset_filter, solutions_fill_the_filter_block_and_share_no_byte)
{
	for (unsigned width = COSET_MIN_WIDTH; width <= COSET_MAX_WIDTH; width++) {
		unsigned n_owners[COSET_SOLUTION_BYTES] = {0}, n_bytes = 0;
		for (unsigned column = 0; column < COSET_MAX_COLUMNS; column++) {
			const bool is_whole = column < coset_whole_columns(width), is_next = column == coset_whole_columns(width);
			const unsigned first = is_whole ? 0 : is_next ? coset_next_begin(width) : width;
			for (unsigned i = 0; i < width; i++) {
				const int byte = (int)(coset_column_begin(width, column) + i);
				cr_assert_eq(i >= first, byte_of_filter_block(width, column, i) != NOWHERE, "width %u, plane %u", width, column);
				if (i < first)
					continue;
				cr_assert(byte >= 0 && byte < COSET_SOLUTION_BYTES, "width %u, plane %u: byte %d", width, column, byte);
				cr_assert_eq(byte, byte_of_filter_block(width, column, i), "width %u, plane %u", width, column);
				cr_assert_eq(n_owners[byte]++, 0u, "width %u, plane %u: byte %d", width, column, byte);
				n_bytes++;
			}
		}
		const unsigned room = COSET_MAX_COLUMNS * width;  /* more solutions than that are not looked at */
		cr_expect_eq(n_bytes, room < COSET_SOLUTION_BYTES ? room : COSET_SOLUTION_BYTES, "width %u", width);
	}
}

/* All four bytes of a row are in a solution, or none is asked for. */
Test(coset_filter, rows_ask_for_the_solutions_that_have_all_their_bytes)
{
	for (unsigned width = COSET_MIN_WIDTH; width <= COSET_MAX_WIDTH; width++)
		for (unsigned begin = 0; begin + COSET_EQUATION_BYTES <= width; begin++) {
			const unsigned n = coset_equation_columns(width, begin);
			cr_assert_eq(n, columns_from(width, begin), "width %u, begin %u: %u", width, begin, n);
			cr_assert(n >= 1 && n <= COSET_MAX_COLUMNS, "width %u, begin %u: %u", width, begin, n);
			for (unsigned column = 0; column < COSET_MAX_COLUMNS; column++) {
				bool has_all = true;
				for (unsigned i = 0; i < COSET_EQUATION_BYTES; i++)
					has_all &= byte_of_filter_block(width, column, begin + i) != NOWHERE;
				cr_assert_eq(has_all, column < n, "width %u, begin %u, plane %u", width, begin, column);
			}
		}
}

Test(coset_filter, rows_begin_at_all_bytes_that_leave_room_for_them)
{
	for (unsigned width = COSET_MIN_WIDTH; width <= COSET_MAX_WIDTH; width++) {
		unsigned last = 0;
		for (unsigned start = 0; start < N_SLOTS; start++) {
			const struct coset_equation equation = {.start = (uint16_t)start};
			const unsigned begin = coset_equation_begin(&equation, width);
			if (begin != start * (width - 3) / N_SLOTS || begin > last + 1 || begin + COSET_EQUATION_BYTES > width)
				cr_assert_fail("width %u, start %u: %u after %u", width, start, begin, last);
			last = begin;
		}
		cr_expect_eq(last, width - COSET_EQUATION_BYTES, "width %u: %u", width, last);
	}
}

Test(coset_filter, what_readers_know_of_widths_is_what_filter_blocks_are)
{
	const struct coset_filter t = {.group_filter_blocks = 2437};
	const struct coset_reader r = coset_reader_of(&t);
	for (unsigned width = COSET_MIN_WIDTH; width < COSET_WIDTHS; width++) {
		cr_assert_eq(r.n_begins[width], width - (COSET_EQUATION_BYTES - 1), "width %u: %u", width, r.n_begins[width]);
		for (unsigned begin = 0; begin < r.n_begins[width]; begin++) {
			const unsigned n = columns_from(width, begin);
			cr_assert_eq(r.columns[begin >= r.next[width]][width], (1u << n) - 1, "width %u, begin %u", width, begin);
			for (unsigned column = 0; column < n; column++)
				for (unsigned i = 0; i < COSET_EQUATION_BYTES; i++)
					cr_assert_eq((int)(r.column_bytes[width][column][i] + begin),
					             byte_of_filter_block(width, column, begin + i), "width %u, begin %u, plane %u", width,
					             begin, column);
		}
	}
	for (unsigned width = 0; width < COSET_MIN_WIDTH; width++)
		cr_expect(r.n_begins[width] == 0 && r.columns[0][width] == 0 && r.columns[1][width] == 0, "width %u", width);
}

/* ---- lines ---- */
static void random_filter_block(struct dice *dice, uint8_t filter_block[COSET_FILTER_BLOCK_BYTES])
{
	for (unsigned i = 0; i < COSET_FILTER_BLOCK_BYTES; i++)
		filter_block[i] = (uint8_t)dice_roll(dice);
}

/* Different ones, of the first tests; slots below `n_slots`, labels below `n_labels`. */
static void random_members(struct dice *dice, unsigned n_slots, unsigned n_tests, unsigned n_labels, uint32_t *member,
                           unsigned n)
{
	static bool is_member[MAX_TESTS][N_SLOTS];
	for (unsigned i = 0; i < n;) {
		const unsigned slot = dice_below(dice, n_slots);
		const unsigned test = dice_below(dice, 2) == 0 ? 0 : dice_below(dice, n_tests);
		if (is_member[test][slot])
			continue;
		is_member[test][slot] = true;
		member[i++] = coset_member(slot, test, dice_below(dice, n_labels));
	}
	for (unsigned i = 0; i < n; i++)
		is_member[member[i] >> 16 & 255][member[i] & UINT16_MAX] = false;
}

/* More members than a line can have, now and then. */
enum { MANY_MEMBERS = COSET_MAX_MEMBERS + 16 };

static void solved_filter_block(struct dice *dice, unsigned n_slots, unsigned n_tests, unsigned n_labels,
                                uint32_t member[MANY_MEMBERS], uint8_t filter_block[COSET_FILTER_BLOCK_BYTES])
{
	const uint32_t n = dice_below(dice, MANY_MEMBERS + 1);
	random_members(dice, n_slots, n_tests, n_labels, member, n);
	const struct coset_batch batch = {.n_filter_blocks = 1, .stride = MANY_MEMBERS, .member = member, .n = &n};
	coset_solver_best()->solve(&batch, filter_block);
	if (dice_below(dice, 8) == 0)
		filter_block[COSET_WIDTH_AT] |= COSET_DEEPER_ONLY;
}

Test(coset_filter, a_slot_passes_where_another_reading_says_so)
{
	const struct coset_labels *const labels = coset_labels();
	struct dice dice = {1};
	unsigned n_passing[COSET_WIDTHS] = {0}, n_failing[COSET_WIDTHS] = {0};
	for (unsigned n = 0; n < 8 * 256; n++) {
		uint8_t filter_block[COSET_FILTER_BLOCK_BYTES];
		random_filter_block(&dice, filter_block);
		filter_block[COSET_WIDTH_AT] = (uint8_t)n;
		for (unsigned k = 0; k < 300; k++) {
			const unsigned slot = dice_below(&dice, N_SLOTS), test = dice_below(&dice, MAX_TESTS);
			const bool passes = filter_block_passes(filter_block, slot, test);
			if (passes != passes_slowly(filter_block, slot, test))
				cr_assert_fail("line %u of seed 1, width %u, slot %u, test %u", n, n % COSET_WIDTHS, slot, test);
			if (coset_filter_block_subcosets(labels, filter_block, slot, test) != subcosets_slowly(filter_block, slot, test))
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
Test(coset_filter, a_width_counts_modulo_64)
{
	struct dice dice = {2};
	for (unsigned n = 0; n < 640; n++) {
		uint8_t filter_block[COSET_FILTER_BLOCK_BYTES], same[COSET_FILTER_BLOCK_BYTES];
		random_filter_block(&dice, filter_block);
		filter_block[COSET_WIDTH_AT] = (uint8_t)(n % COSET_WIDTHS);
		memcpy(same, filter_block, sizeof same);
		for (unsigned more = COSET_WIDTHS; more < 256; more += COSET_WIDTHS) {
			same[COSET_WIDTH_AT] = (uint8_t)(filter_block[COSET_WIDTH_AT] + more);
			for (unsigned slot = 0; slot < 1000; slot++) {
				const unsigned test = slot % MAX_TESTS;
				const bool is_given_up = test == 0 && more != 2 * COSET_WIDTHS;
				if (filter_block_passes(same, slot, test) != (is_given_up || filter_block_passes(filter_block, slot, test)))
					cr_assert_fail("line %u of seed 2, width %u", n, same[COSET_WIDTH_AT]);
			}
		}
	}
}

static unsigned level_of_tests(unsigned n_passed, unsigned n_equations)
{
	return n_passed == 0 ? 0 : 1 + (n_passed - 1) / n_equations;
}

/* The first level has one test, each of the others has `n_equations`; who fails one is asked no more. */
static void expect_levels(const struct coset_labels *labels, unsigned n_equations)
{
	struct dice dice = {3};
	unsigned n_of_level[COSET_THRESHOLD_SETS + 1] = {0};
	for (unsigned n = 0; n < 20000; n++) {
		const unsigned slot = dice_below(&dice, N_SLOTS), subcoset = labels == NULL ? 0 : dice_below(&dice, COSET_SUBCOSETS);
		uint8_t filter_block[COSET_FILTER_BLOCK_BYTES];
		random_filter_block(&dice, filter_block);
		unsigned n_passed = 0;
		while (n_passed < 1 + 2 * n_equations && (labels == NULL ? passes_slowly(filter_block, slot, n_passed)
		                                                     : subcosets_slowly(filter_block, slot, n_passed) >> subcoset & 1))
			n_passed++;
		const unsigned expected = level_of_tests(n_passed, n_equations);
		const unsigned levels = coset_filter_block_thresholds(labels, filter_block, slot, subcoset, n_equations);
		cr_assert_eq(levels, expected, "%u rows, line %u of seed 3: %u", n_equations, n, levels);
		n_of_level[expected]++;
	}
	for (unsigned level = 0; level <= COSET_THRESHOLD_SETS; level++)
		cr_expect_gt(n_of_level[level], 10u, "%u rows, level %u: %u", n_equations, level, n_of_level[level]);
}

Test(coset_filter, levels_are_counted_up_to_the_first_failure)
{
	const struct coset_labels *const labels = coset_labels();
	for (unsigned n_equations = 1; n_equations <= COSET_MAX_EQUATIONS; n_equations++) {
		expect_levels(NULL, n_equations);
		expect_levels(labels, n_equations);
	}
}

/* ---- caps and rows ---- */
static struct coset_shape shape_of(double filter_blocks, unsigned corners)
{
	return (struct coset_shape){(uint32_t)filter_blocks, (uint8_t)corners, false};
}

static struct coset_shape with_subcosets(struct coset_shape s)
{
	s.has_subcosets = true;
	return s;
}

Test(coset_filter, deeper_caps_want_more_filter_blocks)
{
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			unsigned last = coset_cap(shape_of(COSET_MIN_FILTER_BLOCKS, corners), metric);
			for (double filter_blocks = COSET_MIN_FILTER_BLOCKS; filter_blocks < COSET_MAX_FILTER_BLOCKS; filter_blocks *= 1.01) {
				const struct coset_shape s = shape_of(filter_blocks, corners);
				const struct pdb_key key = {coset_coordinate(s), metric};
				const unsigned cap = coset_cap(s, metric);
				cr_assert(cap >= last && cap <= last + 1, "%u lines: %u after %u", s.filter_blocks, cap, last);
				cr_assert_eq(pdb_base(key), cap - COSET_THRESHOLD_SETS);
				last = cap;
			}
		}
	cr_expect_eq(coset_cap((struct coset_shape){COSET_MIN_FILTER_BLOCKS, COSET_PARITY, false}, METRIC_HTM), 10u);
	cr_expect_eq(coset_cap((struct coset_shape){COSET_MAX_FILTER_BLOCKS, COSET_HTR, false}, METRIC_HTM), 13u);
}

/* For what tells subcosets apart takes as many bits as the rest. */
Test(coset_filter, with_subcosets_twice_as_many_filter_blocks_have_the_same_cap_and_rows)
{
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++)
			for (double filter_blocks = 2 * COSET_MIN_FILTER_BLOCKS; filter_blocks <= COSET_MAX_FILTER_BLOCKS; filter_blocks *= 1.01) {
				const struct coset_shape half = shape_of((uint32_t)filter_blocks / 2, corners);
				const struct coset_shape s = with_subcosets(shape_of(half.filter_blocks * 2, corners));
				cr_assert_eq(coset_cap(s, metric), coset_cap(half, metric), "%u lines", s.filter_blocks);
				cr_assert_eq(coset_deeper_equations(s, metric), coset_deeper_equations(half, metric), "%u lines", s.filter_blocks);
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
	const unsigned n = coset_deeper_equations(s, metric);
	cr_assert(n == 1 || n == 2, "%u lines: %u", s.filter_blocks, n);
	for (unsigned i = 0; i < sizeof nearer / sizeof *nearer; i++) {
		const double bits = (double)coset_table_filter_blocks(s) * 512 / nearer[i].n_nearer;
		if (nearer[i].metric == metric && nearer[i].cap == coset_cap(s, metric) && (bits < 2.1 || bits > 2.9))
			cr_assert_eq(n, bits < 2.5 ? 2u : 1u, "%u lines: %u with %.2f bits", s.filter_blocks, n, bits);
	}
}

Test(coset_filter, deeper_levels_have_two_rows_where_members_have_few_bits)
{
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++)
		for (enum metric metric = METRIC_HTM; metric < N_METRICS; metric++) {
			struct coset_shape last = shape_of(COSET_MIN_FILTER_BLOCKS, corners);
			for (double filter_blocks = last.filter_blocks; filter_blocks < COSET_MAX_FILTER_BLOCKS; filter_blocks *= 1.01) {
				const struct coset_shape s = shape_of(filter_blocks, corners);
				const unsigned n = coset_deeper_equations(s, metric);
				expect_rows(s, metric);
				if (coset_cap(s, metric) == coset_cap(last, metric))
					cr_assert_leq(n, coset_deeper_equations(last, metric), "%u lines", s.filter_blocks);
				last = s;
			}
		}
	cr_expect_eq(coset_deeper_equations(coset_sizes[0].shape, METRIC_HTM), 1u);
}

Test(coset_filter, levels_have_their_tests_one_after_the_other)
{
	static const unsigned first[COSET_MAX_EQUATIONS + 1][COSET_THRESHOLD_SETS + 1] = {{0}, {0, 1, 2, 3}, {0, 1, 3, 5}};
	for (unsigned n_equations = 1; n_equations <= COSET_MAX_EQUATIONS; n_equations++)
		for (unsigned level = 0; level <= COSET_THRESHOLD_SETS; level++)
			cr_expect_eq(coset_first_test(n_equations, level), first[n_equations][level], "%u rows, level %u", n_equations, level);
}

/* ---- tables ---- */
struct random_table {
	struct coset_shape shape;
	enum metric metric;
	uint8_t *data;
	struct coset_filter filter_blocks;
	struct coset_reader reader;
};

/* Of random bytes, one line in sixteen lets all pass. */
enum filter_blocks_kind { FILTER_BLOCKS_RANDOM, FILTER_BLOCKS_OF_EQUATIONS, FILTER_BLOCKS_SOLVED, N_FILTER_BLOCKS_KINDS };

/* Some hundred solved lines, each many times. */
static void write_solved_filter_blocks(struct dice *dice, const struct random_table *t, uint8_t *filter_blocks)
{
	enum { N_FILTER_BLOCKS = 300 };
	static uint8_t solved[N_FILTER_BLOCKS][COSET_FILTER_BLOCK_BYTES];
	const unsigned n_tests = coset_first_test(t->filter_blocks.n_equations, COSET_THRESHOLD_SETS);
	for (unsigned i = 0; i < N_FILTER_BLOCKS; i++) {
		uint32_t member[MANY_MEMBERS];
		const unsigned n_labels = t->shape.has_subcosets ? COSET_LABEL_ANY + 1 : 1;
		solved_filter_block(dice, coset_filter_block_slots(t->shape), n_tests, n_labels, member, solved[i]);
	}
	for (uint64_t i = 0; i < coset_table_filter_blocks(t->shape); i++)
		memcpy(filter_blocks + i * COSET_FILTER_BLOCK_BYTES, solved[dice_below(dice, N_FILTER_BLOCKS)], COSET_FILTER_BLOCK_BYTES);
}

static void write_filter_blocks(struct dice *dice, const struct random_table *t, uint8_t *filter_blocks,
                                enum filter_blocks_kind kind)
{
	if (kind == FILTER_BLOCKS_SOLVED) {
		write_solved_filter_blocks(dice, t, filter_blocks);
		return;
	}
	for (uint8_t *filter_block = filter_blocks; filter_block < filter_blocks + coset_filter_bytes(t->shape); filter_block += COSET_FILTER_BLOCK_BYTES) {
		for (unsigned k = 0; k < COSET_FILTER_BLOCK_BYTES; k += 8) {
			const uint64_t bits = dice_roll(dice);
			memcpy(filter_block + k, &bits, sizeof bits);
		}
		if (kind == FILTER_BLOCKS_OF_EQUATIONS)
			filter_block[COSET_WIDTH_AT] = (uint8_t)(COSET_MIN_WIDTH + dice_below(dice, COSET_WIDTHS - COSET_MIN_WIDTH));
	}
}

static struct random_table random_table(struct dice *dice, struct coset_shape shape, enum metric metric,
                                        enum filter_blocks_kind kind)
{
	struct random_table t = {.shape = shape, .metric = metric};
	const unsigned base = coset_cap(shape, metric) - COSET_THRESHOLD_SETS;
	const size_t begin = coset_filter_begin(coset_side_log2(metric, base));
	t.data = aligned_alloc(64, begin + coset_filter_bytes(shape));
	t.filter_blocks = coset_filter_of(t.data, shape, metric, base);
	t.reader = coset_reader_of(&t.filter_blocks);
	for (size_t i = 0; i < begin; i++)
		t.data[i] = (uint8_t)dice_roll(dice);
	write_filter_blocks(dice, &t, t.data + begin, kind);
	return t;
}

/* The second and the fifth have two rows. */
static const struct { struct coset_shape shape; enum metric metric; } random_shapes[] = {
	{{4874, COSET_PARITY, false}, METRIC_HTM}, {{8000, COSET_HTR, false}, METRIC_HTM},
	{{10000, COSET_PARITY, false}, METRIC_QTM}, {{4874, COSET_PARITY, true}, METRIC_HTM},
	{{5000, COSET_HTR, false}, METRIC_QTM},     {{10000, COSET_PARITY, true}, METRIC_QTM},
};
enum { N_RANDOM_SHAPES = sizeof random_shapes / sizeof *random_shapes, LAYERED_SHAPE = 3 };

Test(coset_filter, random_tables_have_one_equation_and_two)
{
	unsigned n_of_rows[COSET_MAX_EQUATIONS + 1] = {0};
	for (unsigned k = 0; k < N_RANDOM_SHAPES; k++) {
		cr_expect(coset_shape_is_valid(random_shapes[k].shape), "shape %u", k);
		n_of_rows[coset_deeper_equations(random_shapes[k].shape, random_shapes[k].metric)]++;
	}
	cr_expect(n_of_rows[1] >= 2 && n_of_rows[2] >= 2, "%u and %u", n_of_rows[1], n_of_rows[2]);
	cr_expect(random_shapes[LAYERED_SHAPE].shape.has_subcosets);
}

/* A value read without any of the code under test, but for the sizes. */
static unsigned read_slowly(const struct random_table *t, uint64_t index)
{
	const unsigned n_corner_cosets = t->shape.corners == COSET_HTR ? 6 : 2;
	const uint64_t block_entries = UINT64_C(34650) << 9, n_filter_blocks = t->shape.filter_blocks;
	const uint64_t block_slots = (block_entries + n_filter_blocks - 1) / n_filter_blocks;
	const uint64_t n_subcosets = t->shape.has_subcosets ? 24 : 1, subcoset = index % n_subcosets, coset = index / n_subcosets;
	const uint64_t block = coset / block_entries, i = coset % block_entries;
	const uint64_t class = block / n_corner_cosets, corner_coset = block % n_corner_cosets;
	const uint64_t group = class % 35 * n_corner_cosets + corner_coset;
	const uint64_t slot = class / 35 * block_slots + i / n_filter_blocks;
	const unsigned base = coset_cap(t->shape, t->metric) - 3, n_equations = coset_deeper_equations(t->shape, t->metric);
	const unsigned side_log2 = coset_side_log2(t->metric, base);
	const uint8_t *const side = t->data, *const filter_blocks = side + (UINT64_C(1) << side_log2) / 2;
	const uint8_t *const filter_block = filter_blocks + (group * n_filter_blocks + i % n_filter_blocks) * 64;
	for (unsigned test = 0; test < 1 + 2 * n_equations; test++)
		if (n_subcosets == 1 ? !passes_slowly(filter_block, slot, test)
		                     : (subcosets_slowly(filter_block, slot, test) >> subcoset & 1) == 0)
			return base + 3 - (test == 0 ? 0 : test <= n_equations ? 1 : 2);
	const uint64_t entry = (group << 32) + slot * n_filter_blocks + i % n_filter_blocks;
	const uint64_t side_slot = entry * UINT64_C(11400714819323198485) >> (64 - side_log2);
	const unsigned value = side_slot % 2 == 0 ? side[side_slot / 2] % 16 : side[side_slot / 2] / 16;
	return value <= base ? value : base + 1;
}

Test(coset_filter, values_are_those_of_another_reading)
{
	struct dice dice = {6};
	for (unsigned k = 0; k < N_FILTER_BLOCKS_KINDS * N_RANDOM_SHAPES; k++) {
		const unsigned shape = k / N_FILTER_BLOCKS_KINDS;
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric,
		                                     (enum filter_blocks_kind)(k % N_FILTER_BLOCKS_KINDS));
		const uint64_t size = coset_size(t.shape);
		uint64_t n_of_value[16] = {0};
		for (unsigned n = 0; n < 50000; n++) {
			const uint64_t index = n == 0 ? 0 : n == 1 ? size - 1 : dice_roll(&dice) % size;
			const unsigned value = coset_filter_get(&t.filter_blocks, index);
			if (value != read_slowly(&t, index))
				cr_assert_fail("table %u of seed 6, index %lu: %u", k, index, value);
			n_of_value[value]++;
		}
		for (unsigned value = 0; value <= t.filter_blocks.base + COSET_THRESHOLD_SETS; value++)
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
	uint16_t subcosets[READ_MAX];
	uint8_t value[READ_MAX], second[READ_MAX];
	uint32_t near[READ_MAX];
} asked;

enum { NO_SUBCOSET = 31 };

/* Without subcosets. */
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

/* Of subcosets that are not asked for nothing is said. */
static void expect_values_of_subcosets(const struct random_table *t)
{
	static uint8_t value[READ_MAX], second[READ_MAX];
	static uint32_t near[READ_MAX];
	for (unsigned k = 0; k < N_READERS; k++) {
		if (!readers[k]->runs_here())
			continue;
		const char *const name = readers[k]->name;
		const bool is_clean = readers[k]->read_subcosets(&t->reader, asked.entry, asked.subcosets, asked.n, value,
		                                              second, near);
		cr_assert(is_clean, "%s, %u entries", name, asked.n);
		for (unsigned i = 0; i < asked.n; i++) {
			const bool has_first = (asked.subcosets[i] & 255) != NO_SUBCOSET, has_second = asked.subcosets[i] >> 8 != NO_SUBCOSET;
			if ((has_first && value[i] != asked.value[i]) || (has_second && second[i] != asked.second[i]))
				cr_assert_fail("%s, %u entries, number %u", name, asked.n, i);
			if (near[i] != asked.near[i])
				cr_assert_fail("%s, %u entries, number %u: near in %06x", name, asked.n, i, near[i]);
		}
	}
}

/* An entry's line and slot, slowly. */
static uint32_t near_subcosets(const struct random_table *t, uint64_t entry)
{
	const uint64_t n_filter_blocks = t->shape.filter_blocks, i = (uint32_t)entry;
	return subcosets_slowly(t->filter_blocks.filter_block + ((entry >> 32) * n_filter_blocks + i % n_filter_blocks) * 64,
	                        i / n_filter_blocks, 0);
}

static unsigned random_subcoset(struct dice *dice)
{
	return dice_below(dice, 8) == 0 ? NO_SUBCOSET : dice_below(dice, COSET_SUBCOSETS);
}

/* Entries that all have the value, or any. */
static void expect_same_values(struct dice *dice, const struct random_table *t, unsigned wanted, unsigned n)
{
	asked.n = n;
	for (unsigned i = 0; i < n;) {
		const bool is_wanted = wanted != ANY_VALUE;
		const unsigned first = is_wanted || !t->shape.has_subcosets ? dice_below(dice, t->filter_blocks.n_subcosets)
		                                                            : random_subcoset(dice);
		const unsigned second = random_subcoset(dice);
		const uint64_t entry = asked.entry[i] = random_entry(dice, t->shape);
		asked.subcosets[i] = (uint16_t)(first | second << 8);
		asked.value[i] = first == NO_SUBCOSET ? 0 : (uint8_t)coset_filter_value(&t->filter_blocks, entry, first);
		if (is_wanted && asked.value[i] != wanted)
			continue;
		if (t->shape.has_subcosets) {
			asked.second[i] = second == NO_SUBCOSET ? 0 : (uint8_t)coset_filter_value(&t->filter_blocks, entry, second);
			asked.near[i] = near_subcosets(t, entry);
		}
		i++;
	}
	if (t->shape.has_subcosets)
		expect_values_of_subcosets(t);
	else
		expect_values(t);
}

Test(coset_filter, every_reader_reads_arrays_of_all_lengths)
{
	static const unsigned sizes[] = {0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 300, 1000, 1535, READ_MAX};
	struct dice dice = {7};
	for (unsigned k = 0; k < N_FILTER_BLOCKS_KINDS * N_RANDOM_SHAPES; k++) {
		const unsigned shape = k / N_FILTER_BLOCKS_KINDS;
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric,
		                                     (enum filter_blocks_kind)(k % N_FILTER_BLOCKS_KINDS));
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
			expect_same_values(&dice, &t, ANY_VALUE, sizes[i]);
		free(t.data);
	}
}

/* Where none passes a level, or all pass all of them and are in the side table. */
Test(coset_filter, every_reader_reads_arrays_of_one_value)
{
	struct dice dice = {8};
	static const unsigned shapes[] = {0, 1, LAYERED_SHAPE};
	for (unsigned k = 0; k < 3; k++) {
		const unsigned shape = shapes[k];
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric, FILTER_BLOCKS_SOLVED);
		for (unsigned value = 0; value <= t.filter_blocks.base + COSET_THRESHOLD_SETS; value++)
			for (unsigned n = 0; n <= 64; n += 1 + n / 16)
				expect_same_values(&dice, &t, value, n);
		free(t.data);
	}
}

Test(coset_filter, every_reader_reads_arrays_that_all_pass)
{
	struct dice dice = {9};
	static const unsigned shapes[] = {0, 1, LAYERED_SHAPE};
	for (unsigned k = 0; k < 3; k++) {
		const unsigned shape = shapes[k];
		struct random_table t = random_table(&dice, random_shapes[shape].shape, random_shapes[shape].metric, FILTER_BLOCKS_RANDOM);
		uint8_t *const filter_blocks = t.data + (t.filter_blocks.filter_block - t.data);
		for (uint64_t i = 0; i < coset_table_filter_blocks(t.shape); i++)  /* widths of 0 to 3, modulo 64 */
			filter_blocks[i * COSET_FILTER_BLOCK_BYTES + COSET_WIDTH_AT] = (uint8_t)(dice_below(&dice, 256) & ~60u);
		for (unsigned n = 0; n <= 100; n++)
			expect_same_values(&dice, &t, ANY_VALUE, n);
		expect_same_values(&dice, &t, ANY_VALUE, READ_MAX);
		free(t.data);
	}
}

/* ---- where entries stand ---- */
static struct coset_filter filter_blocks_without_data(struct coset_shape s)
{
	return (struct coset_filter){
		.n_corner_cosets = coset_n_corner_cosets(s.corners), .n_groups = coset_table_groups(s),
		.block_entries = COSET_BLOCK_ENTRIES,
		.block_slots = coset_block_slots(s), .group_filter_blocks = s.filter_blocks,
	};
}

/* Each place of a group has slots of its own. */
static void expect_offsets(struct coset_shape shape)
{
	static bool is_taken[COSET_CLASS_GROUPS * COSET_MAX_CORNER_COSETS][COSET_GROUP_BLOCKS];
	memset(is_taken, 0, sizeof is_taken);
	const struct coset_filter t = filter_blocks_without_data(shape);
	const uint32_t offset_entries = coset_block_slots(shape) * shape.filter_blocks;
	cr_assert_geq(offset_entries, t.block_entries, "%u lines", shape.filter_blocks);
	cr_assert_lt(offset_entries - t.block_entries, shape.filter_blocks, "%u lines: no slot too many", shape.filter_blocks);
	for (unsigned class = 0; class < COSET_CLASSES; class++)
		for (unsigned corner_coset = 0; corner_coset < t.n_corner_cosets; corner_coset++) {
			const uint64_t entry = coset_class_begin(&t, class) + ((uint64_t)corner_coset << 32);
			const uint32_t group = (uint32_t)(entry >> 32), in_group = (uint32_t)entry;
			cr_assert_eq(group, class % 35 * t.n_corner_cosets + corner_coset, "class %u, part %u", class, corner_coset);
			cr_assert(group < t.n_groups && in_group % offset_entries == 0 && in_group < group_entries(shape));
			cr_assert_not(is_taken[group][in_group / offset_entries], "class %u, part %u", class, corner_coset);
			is_taken[group][in_group / offset_entries] = true;
		}
}

Test(coset_filter, blocks_have_seats_of_their_own)
{
	struct dice dice = {10};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		expect_offsets(coset_sizes[i].shape);
	for (unsigned corners = COSET_PARITY; corners < N_COSET_CORNERS; corners++) {
		expect_offsets(shape_of(COSET_MIN_FILTER_BLOCKS, corners));
		expect_offsets(shape_of(COSET_MAX_FILTER_BLOCKS, corners));
		expect_offsets(with_subcosets(shape_of(COSET_MIN_FILTER_BLOCKS, corners)));
		for (unsigned n = 0; n < 50; n++)
			expect_offsets(shape_of(COSET_MIN_FILTER_BLOCKS
			                      + dice_below(&dice, COSET_MAX_FILTER_BLOCKS - COSET_MIN_FILTER_BLOCKS), corners));
	}
}

static void expect_slots_of_16_bits(struct coset_shape s)
{
	s.filter_blocks = COSET_MIN_FILTER_BLOCKS;
	cr_expect_leq(coset_filter_block_slots(s), (unsigned)N_SLOTS);
	s.filter_blocks--;
	cr_expect_gt(coset_filter_block_slots(s), (unsigned)N_SLOTS);
	for (s.filter_blocks++; s.filter_blocks < COSET_MAX_FILTER_BLOCKS; s.filter_blocks += 1 + s.filter_blocks / 1000)
		cr_assert_leq(coset_filter_block_slots(s), (unsigned)N_SLOTS, "%u lines", s.filter_blocks);
}

Test(coset_filter, filter_blocks_are_no_fewer_than_slots_of_16_bits_need)
{
	expect_slots_of_16_bits(shape_of(0, COSET_PARITY));
	expect_slots_of_16_bits(with_subcosets(shape_of(0, COSET_PARITY)));
}

/* Of a table that is small enough, every slot of every line of a group: an entry's, or nobody's. */
Test(coset_filter, every_entry_has_a_slot_of_its_own)
{
	const struct coset_shape shape = {COSET_MIN_FILTER_BLOCKS, COSET_PARITY, false};
	const struct coset_filter t = filter_blocks_without_data(shape);
	const unsigned first_class = 23, group = first_class * t.n_corner_cosets, n_slots = coset_filter_block_slots(shape);
	uint8_t *const n_owners = calloc(n_slots, shape.filter_blocks);
	for (unsigned class = first_class; class < COSET_CLASSES; class += COSET_CLASS_GROUPS) {
		const uint64_t first = coset_class_begin(&t, class);
		cr_assert_eq(first >> 32, group, "class %u", class);
		for (uint32_t i = 0; i < t.block_entries; i++)
			n_owners[(uint32_t)first + i]++;
	}
	uint64_t n_entries = 0;
	for (unsigned slot = 0; slot < n_slots; slot++)
		for (uint32_t filter_block = 0; filter_block < shape.filter_blocks; filter_block++) {
			const unsigned n = n_owners[slot * shape.filter_blocks + filter_block];
			if (n > 1 || coset_slot_is_entry(shape, (uint64_t)group * shape.filter_blocks + filter_block, slot) != (n == 1))
				cr_assert_fail("line %u, slot %u: %u entries", filter_block, slot, n);
			n_entries += n;
		}
	cr_expect_eq(n_entries, (uint64_t)COSET_GROUP_BLOCKS * t.block_entries);
	free(n_owners);
}

/* All slots of a place but the last have an entry in each line; subcosets have none of their own. */
Test(coset_filter, filter_blocks_have_all_entries_of_a_block_together)
{
	struct dice dice = {11};
	for (unsigned n = 0; n < 60; n++) {
		struct coset_shape s = shape_of(0, dice_below(&dice, 2) == 0 ? COSET_PARITY : COSET_HTR);
		s.has_subcosets = n % 4 == 3;
		s.filter_blocks = n < 4 ? COSET_MIN_FILTER_BLOCKS : n < 8 ? COSET_MAX_FILTER_BLOCKS
		        : COSET_MIN_FILTER_BLOCKS + dice_below(&dice, 200000);
		const unsigned n_slots = coset_block_slots(s), n_blocks = COSET_GROUP_BLOCKS;
		const unsigned block = dice_below(&dice, n_blocks);
		const uint64_t first = (uint64_t)dice_below(&dice, coset_table_groups(s)) * s.filter_blocks;
		uint32_t n_last = 0;
		cr_assert_eq(coset_filter_block_slots(s), n_blocks * n_slots, "%u lines", s.filter_blocks);
		for (uint32_t filter_block = 0; filter_block < s.filter_blocks; filter_block++) {
			n_last += coset_slot_is_entry(s, first + filter_block, block * n_slots + n_slots - 1);
			const unsigned slot = n_slots > 1 ? block * n_slots + dice_below(&dice, n_slots - 1) : block;
			cr_assert(coset_slot_is_entry(s, first + filter_block, slot), "%u lines, slot %u", s.filter_blocks, slot);
		}
		cr_assert_eq((n_slots - 1) * s.filter_blocks + n_last, COSET_BLOCK_ENTRIES, "%u lines", s.filter_blocks);
	}
}

static void expect_located(struct dice *dice, struct coset_shape shape)
{
	static uint64_t entry[READ_MAX], where[READ_MAX];
	static uint32_t slot[READ_MAX];
	const struct coset_filter t = {.group_filter_blocks = shape.filter_blocks};
	const struct coset_reader r = coset_reader_of(&t);
	const uint32_t n_entries = group_entries(shape), last_group = coset_table_groups(shape) - 1;
	unsigned n = 0;
	for (unsigned k = 0; n + 8 <= READ_MAX; k++) {
		/* Next to multiples of the lines quotients go wrong first, and most of all next to the last ones. */
		const uint32_t n_multiples = n_entries / shape.filter_blocks;
		const bool is_last = k % 2 == 0 && k / 2 < n_multiples;
		const uint32_t multiple = (is_last ? n_multiples - k / 2 : dice_below(dice, n_multiples + 1)) * shape.filter_blocks;
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
			const uint64_t where_slowly = (group * shape.filter_blocks + index % shape.filter_blocks) * 64;
			const uint64_t slot_slowly = group * 65536 + index / shape.filter_blocks;
			const uint64_t again = readers[k]->entry_of(&r, where[i], slot[i]);
			if (where[i] != where_slowly || slot[i] != slot_slowly || again != entry[i])
				cr_assert_fail("%s, %u lines, entry %lu of group %lu", readers[k]->name, shape.filter_blocks, index, group);
		}
	}
}

Test(coset_filter, quotients_of_entries_are_exact)
{
	struct dice dice = {12};
	for (unsigned i = 0; i < COSET_N_SIZES; i++)
		for (unsigned n = 0; n < 20; n++)
			expect_located(&dice, coset_sizes[i].shape);
	for (unsigned i = 0; i < 2; i++) {
		const bool has_subcosets = i == 1;
		const uint32_t least = COSET_MIN_FILTER_BLOCKS;
		for (unsigned n = 0; n < 20; n++) {
			expect_located(&dice, (struct coset_shape){least, COSET_HTR, has_subcosets});
			expect_located(&dice, (struct coset_shape){COSET_MAX_FILTER_BLOCKS, COSET_HTR, has_subcosets});
			expect_located(&dice, (struct coset_shape){COSET_MAX_FILTER_BLOCKS - 1 - n, COSET_HTR, has_subcosets});
		}
		/* Where the reciprocal has another shift. */
		for (uint32_t filter_blocks = 8192; filter_blocks <= COSET_MAX_FILTER_BLOCKS; filter_blocks *= 2)
			for (unsigned k = 0; k < 3; k++)
				if (filter_blocks - 1 + k <= COSET_MAX_FILTER_BLOCKS)
					expect_located(&dice, (struct coset_shape){filter_blocks - 1 + k, COSET_PARITY, has_subcosets});
		for (unsigned n = 0; n < 1000; n++) {
			const uint32_t filter_blocks = least + dice_below(&dice, COSET_MAX_FILTER_BLOCKS + 1 - least);
			expect_located(&dice, (struct coset_shape){filter_blocks, COSET_PARITY, has_subcosets});
		}
	}
}

/* ---- sizes ---- */
Test(coset_filter, a_sample_has_some_three_million_entries)
{
	coset_init();
	for (unsigned i = 0; i < COSET_N_SIZES + 4; i++) {
		struct coset_shape s = shape_of(COSET_MIN_FILTER_BLOCKS, i / 2 % 2 == 0 ? COSET_PARITY : COSET_HTR);
		s.has_subcosets = i % 2 == 1;
		if (i < COSET_N_SIZES)
			s = coset_sizes[i].shape;
		const uint64_t one_in = coset_sampled_one_in(s), n_filter_blocks = coset_table_filter_blocks(s);
		uint64_t n = 0;
		for (uint64_t filter_block = 0; filter_block < n_filter_blocks; filter_block += one_in) {  /* entries of each of its places, dealt out */
			const uint64_t in_group = filter_block % s.filter_blocks;
			const uint64_t n_of_block = (COSET_BLOCK_ENTRIES - in_group + s.filter_blocks - 1) / s.filter_blocks;
			for (unsigned class = (unsigned)(filter_block / s.filter_blocks) / coset_n_corner_cosets(s.corners); class < COSET_CLASSES; class += 35)
				n += coset_tables.n_stabilizers[class] == 1 ? n_of_block * (s.has_subcosets ? 24 : 1) : 0;
		}
		cr_expect_eq(coset_sampled_entries(s), n, "shape %u: %lu, not %lu", i, coset_sampled_entries(s), n);
		/* 459 of 630 classes have no stabilisers; of the smallest tables with subcosets the sample is but three lines. */
		cr_expect(n > 2800000 && n < 3500000, "shape %u: %lu", i, n);
	}
}

Test(coset_filter, tables_have_the_sizes_of_their_names)
{
	static const double mb[COSET_N_SIZES] = {32, 129, 318, 1300, 2700, 5100, 8000};
	for (unsigned i = 0; i < COSET_N_SIZES; i++) {
		const struct pdb_key key = {coset_coordinate(coset_sizes[i].shape), METRIC_HTM};
		cr_expect_float_eq((double)pdb_data_bytes(key) / mb[i] / 1e6, 1, 0.02, "%s: %lu", coset_sizes[i].name,
		                   pdb_data_bytes(key));
	}
}
