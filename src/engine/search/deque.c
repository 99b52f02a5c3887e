#include "search/deque.h"

#include <stddef.h>

bool deque_push(struct deque *dq, void *task)
{
	pthread_mutex_lock(&dq->lock);
	const bool has_room = dq->n < DEQUE_CAPACITY;
	if (has_room)
		dq->slots[(dq->top + dq->n++) % DEQUE_CAPACITY] = task;
	pthread_mutex_unlock(&dq->lock);
	return has_room;
}

void *deque_take(struct deque *dq, bool is_owner)
{
	void *task = NULL;
	/* Thieves do not queue: their victim is not to wait for all of them. */
	if (deque_is_empty(dq)
	    || (is_owner ? pthread_mutex_lock(&dq->lock) : pthread_mutex_trylock(&dq->lock)) != 0)
		return NULL;
	if (dq->n > 0) {
		dq->n--;
		task = dq->slots[(is_owner ? dq->top + dq->n : dq->top++) % DEQUE_CAPACITY];
	}
	pthread_mutex_unlock(&dq->lock);
	return task;
}
