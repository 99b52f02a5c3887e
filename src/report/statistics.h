/* Mean and spread of numbers that come one at a time; of whole numbers, exactly. */
#ifndef SUPERFLIP_REPORT_STATISTICS_H
#define SUPERFLIP_REPORT_STATISTICS_H
#include <math.h>
#include <stdint.h>

/* All zero: no numbers yet.
 * Source: B. Welford, "Note on a method for calculating corrected sums of squares", Technometrics 4 (1962). */
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

/* ---- how often each whole number came up ---- */
enum { TALLY_MAX = 1024 };            /* larger numbers count as this one */

/* All zero: no numbers yet. */
struct tally {
	uint64_t count[TALLY_MAX + 1];
};

static inline void tally_add(struct tally *t, unsigned value)
{
	t->count[value < TALLY_MAX ? value : TALLY_MAX]++;
}

/** Add all numbers of another tally. */
void tally_merge(struct tally *into, const struct tally *from);

uint64_t tally_n(const struct tally *t);
/** NAN of no numbers. */
double tally_mean(const struct tally *t);
/** As estimated from a sample; NAN for fewer than two numbers. */
double tally_deviation(const struct tally *t);
/** Standard deviation of the mean; NAN for fewer than two numbers. */
double tally_standard_error(const struct tally *t);

/** The smallest number that at least this share (0 to 1) of all do not exceed: 0 the minimum, 0.5 the median, 1 the
 * maximum.  0 of no numbers. */
unsigned tally_quantile(const struct tally *t, double share);
#endif
