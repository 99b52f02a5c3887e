/* Mean and spread of numbers that come one at a time. */
#pragma once
#include <math.h>
#include <stdint.h>

/* All zero: no numbers yet.
 * Source: B. Welford, "Note on a method for calculating corrected sums of squares", Technometrics 4
 * (1962). */
struct sample {
	uint64_t n;
	double mean, squares;      /* sum of squared distances from the mean */
};

static inline void sample_add(struct sample *s, double x)
{
	const double distance = x - s->mean;
	s->n++;
	s->mean += distance / (double)s->n;
	s->squares += distance * (x - s->mean);
}

/** Standard deviation of the mean, as estimated from the sample; NAN for fewer than two numbers. */
static inline double sample_standard_error(const struct sample *s)
{
	return s->n < 2 ? NAN : sqrt(s->squares / (double)(s->n - 1) / (double)s->n);
}
