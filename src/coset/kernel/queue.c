#include "coset/kernel/queue.h"

#include "base/memory.h"

#include <stdlib.h>

bool queues_create(struct queues *q)
{
	const size_t each = QUEUE_NODES + QUEUE_PENDING;
	struct node *const memory = memory_alloc_huge(each * (MAX_LEFT + 1) * sizeof *memory);
	for (unsigned left = 0; left <= MAX_LEFT && memory != NULL; left++)
		q->of[left] = (struct queue){.node = memory + left * each, .pending = memory + left * each + QUEUE_NODES};
	return memory != NULL;
}

void queues_destroy(struct queues *q)
{
	free(q->of[0].node);
}

void queues_clear(struct queues *q, unsigned top)
{
	for (unsigned left = 0; left <= top; left++)
		q->of[left].head = q->of[left].tail = q->of[left].n_pending = 0;
}

/* Move the nodes to the front, where the caches know the memory. */
static void close_gap(struct queue *q)
{
	const unsigned n = q->tail - q->head;
	if (n != 0 && q->head < QUEUE_NODES / 4)
		return;
	memmove(q->node, q->node + q->head, n * sizeof *q->node);
	q->head = 0;
	q->tail = n;
}

unsigned queue_take(struct queue *q, unsigned most, struct node *to)
{
	const unsigned n = q->tail - q->head < most ? q->tail - q->head : most;
	memcpy(to, q->node + q->head, n * sizeof *to);
	q->head += n;
	close_gap(q);
	return n;
}

unsigned queue_take_pending(struct queue *q, struct node *to)
{
	const unsigned n = q->n_pending < N_NODE_AXES ? q->n_pending : N_NODE_AXES;
	q->n_pending -= n;
	memcpy(to, q->pending + q->n_pending, n * sizeof *to);
	return n;
}
