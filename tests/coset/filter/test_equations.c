/* The equations of slots: spread evenly, independent of each other, and within the bytes of a filter block. */
#include "coset/filter/filter.h"
#include "random_tables.h"
#include "slow_reading.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static int compare_numbers(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

Test(coset_equations, no_two_equations_have_the_same_coefficients)
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

/* The bits of two equations that are looked at most. */
static unsigned both_bits(uint8_t a, uint8_t b)
{
	return (a & 15u) << 4 | (b & 15u);
}

Test(coset_equations, starts_and_bits_and_coefficients_are_spread_evenly)
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
Test(coset_equations, rows_of_a_slot_are_independent)
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

/* ---- widths ---- */
Test(coset_equations, solutions_fill_the_filter_block_and_share_no_byte)
{
	for (unsigned width = COSET_MIN_WIDTH; width <= COSET_MAX_WIDTH; width++) {
		unsigned n_owners[COSET_SOLUTION_BYTES] = {0}, n_bytes = 0;
		for (unsigned column = 0; column < COSET_MAX_COLUMNS; column++) {
			const bool is_whole = column < coset_whole_columns(width), is_next = column == coset_whole_columns(width);
			const unsigned first = is_whole ? 0 : is_next ? coset_next_begin(width) : width;
			for (unsigned i = 0; i < width; i++) {
				const int byte = (int)(coset_column_begin(width, column) + i);
				cr_assert_eq(i >= first, byte_of_filter_block(width, column, i) != NOWHERE, "width %u, column %u", width, column);
				if (i < first)
					continue;
				cr_assert(byte >= 0 && byte < COSET_SOLUTION_BYTES, "width %u, column %u: byte %d", width, column, byte);
				cr_assert_eq(byte, byte_of_filter_block(width, column, i), "width %u, column %u", width, column);
				cr_assert_eq(n_owners[byte]++, 0u, "width %u, column %u: byte %d", width, column, byte);
				n_bytes++;
			}
		}
		const unsigned room = COSET_MAX_COLUMNS * width;  /* more solutions than that are not looked at */
		cr_expect_eq(n_bytes, room < COSET_SOLUTION_BYTES ? room : COSET_SOLUTION_BYTES, "width %u", width);
	}
}

/* All four bytes of an equation are in a solution, or none is asked for. */
Test(coset_equations, rows_ask_for_the_solutions_that_have_all_their_bytes)
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
				cr_assert_eq(has_all, column < n, "width %u, begin %u, column %u", width, begin, column);
			}
		}
}

Test(coset_equations, rows_begin_at_all_bytes_that_leave_room_for_them)
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

Test(coset_equations, what_readers_know_of_widths_is_what_filter_blocks_are)
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
					             byte_of_filter_block(width, column, begin + i), "width %u, begin %u, column %u", width,
					             begin, column);
		}
	}
	for (unsigned width = 0; width < COSET_MIN_WIDTH; width++)
		cr_expect(r.n_begins[width] == 0 && r.columns[0][width] == 0 && r.columns[1][width] == 0, "width %u", width);
}
