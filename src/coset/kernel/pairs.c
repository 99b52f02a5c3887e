#include "coset/kernel/pairs.h"

#include "coset/kernel/stages.h"

static void add_pair(struct engine *k, const struct node *n, unsigned depth, const unsigned moves[2], unsigned value,
                     unsigned near, struct queue *q)
{
	struct node *const to = &q->pending[q->n_pending++];
	k->stages->make_child(k, n, coset_tables.seen_move[n->frame][moves[0]], to);
	node_set_move(to, depth, moves[0]);
	node_set_move(to, depth + 1, moves[1]);
	to->value = (uint8_t)value;
	to->near = (uint8_t)near;
	to->axis = pending_axis(moves[0] / TURNS, coset_tables.seen_move[to->frame][moves[1]]);
}

unsigned add_pairs(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned which, struct queue *q)
{
	const unsigned before = q->n_pending, same = record_value(k, record, 0);
	const unsigned near = (record >> RECORD_OWN & 1) != 0 ? record_near(record, 0) : 0;
	if (queue_reserve_pending(q, MOST_PAIRS) == NULL) {
		engine_overflow(k);
		return 0;
	}
	for (unsigned i = 0; i < MOST_PAIRS; i++) {
		const unsigned b = i / 9, axis = other_axes[n->axis][b], first = i % 9 / 3 + 1, second = i % 3 + 1;
		const bool has_first = first % 2, has_second = second % 2, has_both = has_first && has_second;
		const unsigned number = !has_first && !has_second ? 0 : record_number(b, has_second);
		const unsigned value = has_both ? (same < 2 ? 0 : same - 2) : record_value(k, record, number);
		const bool may_pass = !has_both ? value < k->cap : !k->has_subcosets ? same < k->cap : near >> axis & 1;
		if (may_pass && (which >> (has_both ? 0 : margin(k, value)) & 1) != 0)
			add_pair(k, n, depth, (unsigned[]){axis * TURNS + first - 1, axis * TURNS + 3 + second - 1},
			         has_both && !k->has_subcosets ? same : value, has_both ? ALL_NEIGHBOURS : record_near(record, number), q);
	}
	return q->n_pending - before;
}
