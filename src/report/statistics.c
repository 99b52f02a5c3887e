#include "report/statistics.h"

#include <math.h>

void tally_merge(struct tally *into, const struct tally *from)
{
	for (unsigned i = 0; i <= TALLY_MAX; i++)
		into->count[i] += from->count[i];
}

uint64_t tally_n(const struct tally *t)
{
	uint64_t n = 0;
	for (unsigned i = 0; i <= TALLY_MAX; i++)
		n += t->count[i];
	return n;
}

double tally_mean(const struct tally *t)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i <= TALLY_MAX; i++)
		sum += i * t->count[i];
	return (double)sum / (double)tally_n(t);
}

double tally_deviation(const struct tally *t)
{
	const double mean = tally_mean(t);
	double squares = 0;
	for (unsigned i = 0; i <= TALLY_MAX; i++)
		squares += (double)t->count[i] * (i - mean) * (i - mean);
	const uint64_t n = tally_n(t);
	return n < 2 ? NAN : sqrt(squares / (double)(n - 1));
}

double tally_standard_error(const struct tally *t)
{
	return tally_deviation(t) / sqrt((double)tally_n(t));
}

unsigned tally_quantile(const struct tally *t, double share)
{
	const double wanted = share * (double)tally_n(t);
	uint64_t n = 0;
	for (unsigned i = 0; i <= TALLY_MAX; i++) {
		n += t->count[i];
		if (n > 0 && (double)n >= wanted)
			return i;
	}
	return 0;
}
