#include "base/forked.h"

#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned generation;

static void count(void)
{
	atomic_fetch_add(&generation, 1);
}

/* Without memory for it (ENOMEM) forks go unnoticed, as they did before. */
static void begin(void)
{
	pthread_atfork(NULL, NULL, count);
}

unsigned forked_generation(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, begin);
	return atomic_load_explicit(&generation, memory_order_relaxed);
}
