#include "report/statistics.h"

#include "support/test.h"

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
