/* A work-stealing deque: its owner pushes and takes at the bottom, thieves steal at the top.  Threads give
 * each other something a few hundred times a second, so that a lock costs nothing. */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { DEQUE_CAPACITY = 1024 };

/* Empty at first: DEQUE_EMPTY. */
struct deque {
	_Alignas(64) pthread_mutex_t lock;     /* guards what follows */
	unsigned top;                          /* slot of the oldest task */
	_Atomic unsigned n;                    /* tasks; read without the lock, too */
	void *slots[DEQUE_CAPACITY];
};

#define DEQUE_EMPTY {.lock = PTHREAD_MUTEX_INITIALIZER}

/** Owner only. @return false if the deque is full; it then is as it was */
bool deque_push(struct deque *dq, void *task);

/** The owner takes the newest task, thieves the oldest.  @return NULL: there is none, or, for a thief,
 * another thread is at it; it may be worth trying again */
void *deque_take(struct deque *dq, bool is_owner);

/** Whether there seems to be something; exact for the owner as long as nobody steals. */
static inline bool deque_is_empty(const struct deque *dq)
{
	return atomic_load_explicit(&dq->n, memory_order_relaxed) == 0;
}
