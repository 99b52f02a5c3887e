#include "base/clock.h"

static double now_s(clockid_t clock)
{
	struct timespec t;
	if (clock_gettime(clock, &t) != 0)
		clock_gettime(CLOCK_MONOTONIC, &t);  /* WebAssembly has no processor time */
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_monotonic_s(void)
{
	return now_s(CLOCK_MONOTONIC);
}

double clock_process_s(void)
{
	return now_s(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_thread_s(void)
{
	return now_s(CLOCK_THREAD_CPUTIME_ID);
}

struct timespec clock_after(double seconds)
{
	static const double longest_s = 1e8;  /* three years: no overflow of time_t */
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	if (!(seconds > 0))
		return t;
	const double wait_s = seconds < longest_s ? seconds : longest_s;
	t.tv_sec += (time_t)wait_s;
	t.tv_nsec += (long)((wait_s - (double)(time_t)wait_s) * 1e9);
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

void clock_condition_init(pthread_cond_t *condition)
{
	pthread_condattr_t monotonic;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &monotonic);
	pthread_condattr_destroy(&monotonic);
}
