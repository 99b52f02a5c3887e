#include "coset/kernel/queue.h"

#include "base/memory.h"

bool queues_create(struct queues *q)
{
	const size_t each = QUEUE_NODES + QUEUE_PENDING;
	struct node *const memory = memory_alloc_huge(each * (MAX_LEFT + 1) * sizeof *memory);
	for (unsigned left = 0; left <= MAX_LEFT && memory != NULL; left++) {
		struct node *const node = memory + left * each;
		q->of[left] = (struct queue){.node = node, .pending = node + QUEUE_NODES};
	}
	return memory != NULL;
}

unsigned queue_take(struct queue *q, unsigned most, struct node *to)
{
	const unsigned n_all = q->tail - q->head, n = n_all < most ? n_all : most, n_left = n_all - n;
	memcpy(to, q->node + q->head, n * sizeof *to);
	q->head += n;
	/* Nodes move to the front, where the caches know the memory. */
	if (n_left == 0 || q->head >= QUEUE_NODES / 4) {
		memmove(q->node, q->node + q->head, n_left * sizeof *q->node);
		q->head = 0;
		q->tail = n_left;
	}
	return n;
}

unsigned queue_take_pending(struct queue *q, struct node *to)
{
	const unsigned n = q->n_pending < N_NODE_AXES ? q->n_pending : N_NODE_AXES;
	q->n_pending -= n;
	memcpy(to, q->pending + q->n_pending, n * sizeof *to);
	return n;
}
