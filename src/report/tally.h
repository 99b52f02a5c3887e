/* How often each whole number came up: exact means, deviations and percentiles of lengths. */
#ifndef SUPERFLIP_REPORT_TALLY_H
#define SUPERFLIP_REPORT_TALLY_H
#include <stdint.h>

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
