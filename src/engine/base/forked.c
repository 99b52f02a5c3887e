#include "base/forked.h"

#include "base/once.h"

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
	ONCE(begin);
	return atomic_load_explicit(&generation, memory_order_relaxed);
}
