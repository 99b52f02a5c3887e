/* Seconds of the same work in several rounds: median and quartiles. */
#ifndef SUPERFLIP_BENCH_ROUNDS_H
#define SUPERFLIP_BENCH_ROUNDS_H
#include <stdlib.h>

enum { MAX_ROUNDS = 1000 };

struct rounds {
	double s[MAX_ROUNDS];
	unsigned n;
};

static inline int rounds_compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Quarters 1, 2 and 3 are the lower quartile, the median and the upper quartile, between the two values next
 * to it in proportion (Python's statistics.quantiles, "inclusive").  Sorts the rounds. */
static inline double rounds_quartile(struct rounds *r, unsigned quarters)
{
	qsort(r->s, r->n, sizeof *r->s, rounds_compare);
	const unsigned at = (r->n - 1) * quarters, i = at / 4;
	return at % 4 == 0 ? r->s[i] : r->s[i] + (r->s[i + 1] - r->s[i]) * (at % 4) / 4;
}
#endif
