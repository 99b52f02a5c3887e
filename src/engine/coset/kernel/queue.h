/* The nodes with one number of moves left that wait to be expanded: first in, first out. */
#pragma once
#include "coset/kernel/batch.h"
#include "coset/kernel/tables.h"

enum {
	/* What may wait with one number of moves left.  The queue is expanded as soon as it holds a batch; by
	 * then two batches of the queues above may be under way, and each node of these has at most 2 *
	 * N_COMBINATIONS children there (fewer of them by single turns), whether evaluated or not. */
	MAX_WAITING = (1 + 2 * N_AXES_LEFT * N_COMBINATIONS) * BATCH,
	/* Nodes are moved to the front once a quarter of the queue is empty there; so half of it is enough for
	 * those that wait, and a quarter is left for what comes meanwhile. */
	QUEUE_NODES = 2 * MAX_WAITING,
	MAX_FROM_SOURCE = QUEUE_NODES / 4,      /* that a source may append at once */
	QUEUE_PENDING = MAX_WAITING + 12 * BATCH,  /* the latter: pairs of turns from a source */
};

struct queue {
	struct node *node;                      /* evaluated: node[head] to before node[tail] */
	struct node *pending;                   /* not evaluated yet (pending_move()) */
	unsigned head, tail, n_pending;
};

static inline unsigned queue_n(const struct queue *q)
{
	return q->tail - q->head + q->n_pending;
}

/** Append n nodes, which the caller sets. */
static inline struct node *queue_append(struct queue *q, unsigned n)
{
	assert(q->tail + n <= QUEUE_NODES);
	return &q->node[(q->tail += n) - n];
}

/** Append a node that is not evaluated yet, which the caller sets. */
static inline struct node *queue_append_pending(struct queue *q)
{
	assert(q->n_pending < QUEUE_PENDING);
	return &q->pending[q->n_pending++];
}
