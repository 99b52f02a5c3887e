/* Waiting with a time-out on the monotonic clock. */
#include "api/solver.h"

#include <errno.h>
#include <time.h>

static const double longest_s = 1e8;  /* three years: no overflow of time_t */

void condition_init(pthread_cond_t *condition)
{
	pthread_condattr_t monotonic;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(condition, &monotonic);
	pthread_condattr_destroy(&monotonic);
}

struct timespec time_after(double seconds)
{
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

bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double timeout_s, const struct timespec *until)
{
	if (timeout_s == 0)
		return false;
	if (timeout_s < 0)
		return pthread_cond_wait(condition, lock) == 0;
	return pthread_cond_timedwait(condition, lock, until) != ETIMEDOUT;
}
