/* A work-stealing deque: its owner pushes and takes at the bottom, thieves steal at the top.
 * Source: D. Chase and Y. Lev, "Dynamic Circular Work-Stealing Deque", SPAA 2005; fixed capacity here. */
#ifndef SUPERFLIP_SEARCH_DEQUE_H
#define SUPERFLIP_SEARCH_DEQUE_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { DEQUE_CAPACITY = 1024 };

/* One that is all zero is empty. */
struct deque {
	_Alignas(64) _Atomic int64_t top;      /* next to be stolen; only grows */
	_Alignas(64) _Atomic int64_t bottom;   /* next free; only the owner writes it */
	_Alignas(64) void *_Atomic slots[DEQUE_CAPACITY];
};

enum steal { STEAL_GOT, STEAL_EMPTY, STEAL_LOST };

/** Owner only. @return false if the deque is full; it then is as it was */
bool deque_push(struct deque *dq, void *task);

/** Owner only: the newest task, NULL if there is none. */
void *deque_take(struct deque *dq);

/** Any thread: the oldest task. STEAL_LOST: another thread was faster; it may be worth trying again. */
enum steal deque_steal(struct deque *dq, void **task);

/** Whether there seems to be something; exact for the owner as long as nobody steals. */
bool deque_is_empty(const struct deque *dq);
#endif
