#include "base/clock.h"

#include "support/test.h"

static double seconds_of(struct timespec t)
{
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

Test(clock, a_moment_is_so_many_seconds_after_now)
{
	static const double seconds[] = {-1, 0, 0.25, 0.999999999, 1, 3.5, 1e7};
	array_foreach(row, seconds) {
		const double before_s = clock_monotonic_s();
		const struct timespec moment = clock_after(*row);
		const double after_s = clock_monotonic_s(), wait_s = *row > 0 ? *row : 0;
		cr_expect(moment.tv_nsec >= 0 && moment.tv_nsec < 1000000000);
		cr_expect_geq(seconds_of(moment), before_s + wait_s - 1e-6, "%g s", *row);
		cr_expect_leq(seconds_of(moment), after_s + wait_s + 1e-6, "%g s", *row);
	}
	cr_expect_lt(seconds_of(clock_after(1e300)), clock_monotonic_s() + 2e8, "no overflow");
}

Test(clock, a_condition_times_out_on_the_monotonic_clock)
{
	pthread_cond_t never;
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	clock_condition_init(&never);
	const double begin_s = clock_monotonic_s();
	const struct timespec until = clock_after(0.01);
	pthread_mutex_lock(&lock);
	int outcome;
	while ((outcome = pthread_cond_timedwait(&never, &lock, &until)) == 0)
		;  /* woken for no reason */
	pthread_mutex_unlock(&lock);
	cr_expect_eq(outcome, ETIMEDOUT);
	cr_expect_geq(clock_monotonic_s() - begin_s, 0.01 - 1e-6);
	pthread_cond_destroy(&never);
}
