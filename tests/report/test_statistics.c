#include "report/statistics.h"

#include <criterion/criterion.h>
#include <math.h>

Test(tally, means_deviations_and_quantiles_of_a_small_sample)
{
	struct tally t = {0};
	for (unsigned i = 0; i < 4; i++)
		tally_add(&t, (unsigned[]){2, 4, 4, 10}[i]);
	cr_expect_eq(tally_n(&t), 4);
	cr_expect_float_eq(tally_mean(&t), 5, 1e-12);
	cr_expect_float_eq(tally_deviation(&t), sqrt(12), 1e-12, "(9 + 1 + 1 + 25) / 3");
	cr_expect_float_eq(tally_standard_error(&t), sqrt(3), 1e-12);
	cr_expect_eq(tally_quantile(&t, 0), 2);
	cr_expect_eq(tally_quantile(&t, 0.25), 2);
	cr_expect_eq(tally_quantile(&t, 0.26), 4);
	cr_expect_eq(tally_quantile(&t, 0.75), 4);
	cr_expect_eq(tally_quantile(&t, 1), 10);
}

Test(tally, merged_tallies_are_one_sample)
{
	struct tally a = {0}, b = {0};
	tally_add(&a, 1);
	tally_add(&b, 3);
	tally_merge(&a, &b);
	cr_expect_eq(tally_n(&a), 2);
	cr_expect_float_eq(tally_mean(&a), 2, 1e-12);
	cr_expect_float_eq(tally_deviation(&a), sqrt(2), 1e-12);
}

Test(tally, nothing_has_no_mean_and_one_number_no_deviation)
{
	struct tally t = {0};
	cr_expect(isnan(tally_mean(&t)));
	cr_expect_eq(tally_quantile(&t, 0.5), 0);
	tally_add(&t, 7);
	cr_expect_float_eq(tally_mean(&t), 7, 1e-12);
	cr_expect(isnan(tally_deviation(&t)));
	tally_add(&t, TALLY_MAX + 5);
	cr_expect_eq(tally_quantile(&t, 1), TALLY_MAX, "larger numbers count as the largest");
}

Test(statistics, mean_and_standard_error_are_those_of_the_textbook)
{
	struct sample s = {0};
	for (unsigned x = 1; x <= 5; x++)
		sample_add(&s, x);
	cr_expect_float_eq(s.mean, 3.0, 1e-12);
	/* Variance 2.5 of five numbers. */
	cr_expect_float_eq(sample_standard_error(&s), sqrt(0.5), 1e-12);
	struct sample one = {0};
	sample_add(&one, 4);
	cr_expect(isnan(sample_standard_error(&one)));
}
