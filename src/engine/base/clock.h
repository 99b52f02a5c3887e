/* Clocks, in seconds. */
#pragma once
#include <pthread.h>
#include <time.h>

/** Time since some fixed moment; it never goes back. */
double clock_monotonic_s(void);

/** Processor time of all threads of this process. */
double clock_process_s(void);

/** Processor time of the calling thread: other programs do not count. */
double clock_thread_s(void);

/** The moment so many seconds from now, at most three years; for pthread_cond_timedwait() on a condition of
 * clock_condition_init(). */
struct timespec clock_after(double seconds);

/** pthread_cond_init() with time-outs on the monotonic clock, so that setting the time of day disturbs
 * none. */
void clock_condition_init(pthread_cond_t *condition);
