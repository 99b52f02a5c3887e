#include "search/deque.h"

#include <stddef.h>

enum { MASK = DEQUE_CAPACITY - 1 };

bool deque_push(struct deque *dq, void *task)
{
	const int64_t bottom = atomic_load_explicit(&dq->bottom, memory_order_relaxed);
	if (bottom - atomic_load_explicit(&dq->top, memory_order_acquire) >= DEQUE_CAPACITY)
		return false;
	atomic_store_explicit(&dq->slots[bottom & MASK], task, memory_order_relaxed);
	/* Release: a thief that sees the new bottom sees the slot and what the task points to. */
	atomic_store_explicit(&dq->bottom, bottom + 1, memory_order_release);
	return true;
}

void *deque_take(struct deque *dq)
{
	const int64_t bottom = atomic_load_explicit(&dq->bottom, memory_order_relaxed) - 1;
	/* Seq_cst, like deque_steal's loads: owner and thief cannot both get the last task.  ThreadSanitizer
	 * follows these, but no fences.  Signed: an empty take visits top - 1. */
	atomic_store(&dq->bottom, bottom);
	int64_t top = atomic_load(&dq->top);
	if (top > bottom) {
		atomic_store_explicit(&dq->bottom, bottom + 1, memory_order_relaxed);
		return NULL;
	}
	void *task = atomic_load_explicit(&dq->slots[bottom & MASK], memory_order_relaxed);
	if (top == bottom) {
		/* The last one: whoever moves top has it. */
		if (!atomic_compare_exchange_strong(&dq->top, &top, top + 1))
			task = NULL;
		atomic_store_explicit(&dq->bottom, bottom + 1, memory_order_relaxed);
	}
	return task;
}

enum steal deque_steal(struct deque *dq, void **task)
{
	int64_t top = atomic_load(&dq->top);
	if (top >= atomic_load(&dq->bottom))
		return STEAL_EMPTY;
	void *const oldest = atomic_load_explicit(&dq->slots[top & MASK], memory_order_relaxed);
	if (!atomic_compare_exchange_strong(&dq->top, &top, top + 1))
		return STEAL_LOST;
	*task = oldest;
	return STEAL_GOT;
}

bool deque_is_empty(const struct deque *dq)
{
	return atomic_load_explicit(&dq->top, memory_order_relaxed)
	       >= atomic_load_explicit(&dq->bottom, memory_order_relaxed);
}
