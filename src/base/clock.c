#include "base/clock.h"

#include <time.h>

static double now_s(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
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
