#include "api/solver.h"

#include <errno.h>

bool condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double timeout_s, const struct timespec *until)
{
	if (timeout_s == 0)
		return false;
	if (timeout_s < 0)
		return pthread_cond_wait(condition, lock) == 0;
	return pthread_cond_timedwait(condition, lock, until) != ETIMEDOUT;
}
