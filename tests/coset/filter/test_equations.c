/* The equations of slots: spread evenly, and independent of each other. */
#include "coset/filter/filter.h"
#include "random_tables.h"

#include "support/test.h"

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
		struct spread start = {0}, bits = {0}, both = {0}, of_next[2] = {{0}},
		              byte[COSET_EQUATION_BYTES] = {{0}};
		for (unsigned slot = 0; slot < N_SLOTS; slot++) {
			const struct coset_equation equation = coset_equation(slot, test),
										next = coset_equation((slot + 1) % N_SLOTS, test);
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
