/* How often each whole number came up. */
#ifndef SUPERFLIP_TESTS_TALLY_H
#define SUPERFLIP_TESTS_TALLY_H
#include <math.h>
#include <stdint.h>

enum { TALLY_MAX = 1024 };            /* larger numbers count as this one */

/* All zero: no numbers yet. */
struct tally {
	uint64_t n, count[TALLY_MAX + 1];
};

static inline void tally_add(struct tally *t, unsigned value)
{
	t->count[value < TALLY_MAX ? value : TALLY_MAX]++;
	t->n++;
}

static inline double tally_mean(const struct tally *t)
{
	double sum = 0;
	for (unsigned i = 0; i <= TALLY_MAX; i++)
		sum += i * (double)t->count[i];
	return sum / (double)t->n;
}

/** As estimated from a sample. */
static inline double tally_deviation(const struct tally *t)
{
	const double mean = tally_mean(t);
	double squares = 0;
	for (unsigned i = 0; i <= TALLY_MAX; i++)
		squares += (double)t->count[i] * (i - mean) * (i - mean);
	return sqrt(squares / (double)(t->n - 1));
}

/** The smallest number that at least this share of all do not exceed. */
static inline unsigned tally_quantile(const struct tally *t, double share)
{
	unsigned value = 0;
	for (uint64_t n = t->count[0]; n == 0 || (double)n < share * (double)t->n; n += t->count[value])
		value++;
	return value;
}
#endif
