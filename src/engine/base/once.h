/* Tables that are filled at first use, thread-safe. */
#pragma once
#include <pthread.h>

#define ONCE(fill) \
	do { \
		static pthread_once_t once = PTHREAD_ONCE_INIT; \
		pthread_once(&once, (fill)); \
	} while (0)
