#include "coset/kernel/queue.h"

#include <criterion/criterion.h>

/* Nodes are told apart by their classes. */
static void push(struct queue *q, unsigned begin, unsigned n)
{
	struct node *const to = queue_append(q, n);
	for (unsigned i = 0; i < n; i++)
		to[i] = (struct node){.class = begin + i};
}

static struct queues created(void)
{
	struct queues queues;
	cr_assert(queues_create(&queues));
	return queues;
}

Test(queue, gives_nodes_in_the_order_in_which_they_came)
{
	struct queues queues = created();
	struct queue *const q = &queues.of[7];
	struct node taken[BATCH];
	unsigned n_pushed = 0, n_taken = 0;
	/* As many as ever wait, again and again, so that gaps at the front are closed in every way. */
	for (unsigned round = 0; round < 50; round++) {
		const unsigned n = 1 + round * 977 % (MAX_WAITING - BATCH);
		push(q, n_pushed, n);
		n_pushed += n;
		for (unsigned some = 0; queue_n(q) >= BATCH || (round % 5 == 0 && queue_n(q) != 0); n_taken += some) {
			some = queue_take(q, BATCH, taken);
			cr_assert(some == BATCH || queue_n(q) == 0);
			for (unsigned i = 0; i < some; i++)
				cr_assert_eq(taken[i].class, n_taken + i);
		}
		cr_assert_eq(n_taken + queue_n(q), n_pushed);
	}
	queues_destroy(&queues);
}

Test(queue, gives_the_newest_of_those_that_are_not_evaluated)
{
	struct queues queues = created();
	struct queue *const q = &queues.of[0];
	struct node taken[N_NODE_AXES];
	for (unsigned i = 0; i < N_NODE_AXES + 3; i++)
		*queue_append_pending(q) = (struct node){.class = i};
	cr_assert_eq(queue_n(q), N_NODE_AXES + 3u);
	cr_assert_eq(queue_take_pending(q, taken), (unsigned)N_NODE_AXES);
	for (unsigned i = 0; i < N_NODE_AXES; i++)
		cr_assert_eq(taken[i].class, 3 + i);
	cr_assert_eq(queue_take_pending(q, taken), 3u);
	cr_assert_eq(queue_take_pending(q, taken), 0u);
	queues_destroy(&queues);
}

Test(queue, has_room_beside_the_others)
{
	struct queues queues = created();
	struct queue *const first = &queues.of[3], *const second = &queues.of[4];
	push(first, 0, QUEUE_NODES);
	for (unsigned i = 0; i < QUEUE_PENDING; i++)
		*queue_append_pending(first) = (struct node){.class = QUEUE_NODES + i};
	push(second, 0, QUEUE_NODES);
	cr_expect_eq(first->node[QUEUE_NODES - 1].class, QUEUE_NODES - 1u, "queues do not overlap");
	cr_expect_eq(first->pending[QUEUE_PENDING - 1].class, QUEUE_NODES + QUEUE_PENDING - 1u);
	queues_clear(&queues, 3);
	cr_expect_eq(queue_n(first), 0u);
	cr_expect_eq(queue_n(second), (unsigned)QUEUE_NODES);
	queues_destroy(&queues);
}
