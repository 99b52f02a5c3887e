#include "coset/kernel/record_nodes.h"

#include "coset/kernel/stages.h"

struct node *add_node(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned turn,
                      struct queue *q)
{
	const unsigned axis = other_axes[n->axis][turn / TURNS], move = axis * TURNS + turn % TURNS;
	const unsigned number = number_after_turn(turn);
	struct node *const to = queue_append(q, 1);
	k->stages->make_child(k, n, coset_tables.seen_move[n->frame][move], to);
	to->value = (uint8_t)record_value(k, record, number);
	to->near = (uint8_t)record_near(record, number);
	to->axis = (uint8_t)axis;
	node_set_move(to, depth, move);
	return to;
}

/* Pair number i of turns: of the axis other_axes[][i / 9], i % 9 / 3 + 1 quarter turns of its first face, i %
 * 3 + 1 of its second. */
struct pair {
	uint8_t moves[2], value, near;
	bool are_both_quarters, may_be_below;   /* the cap: what comes of it is not known yet */
};

static struct pair pair_after(const struct engine *k, const struct node *n, uint64_t record, unsigned i)
{
	const unsigned b = i / 9, axis = other_axes[n->axis][b], first = i % 9 / 3 + 1, second = i % 3 + 1;
	const unsigned number = first % 2 == 0 && second % 2 == 0 ? 0 : record_number(b, second % 2),
	               same = record_value(k, record, 0);
	struct pair p = {
		.moves = {(uint8_t)(axis * TURNS + first - 1), (uint8_t)(axis * TURNS + 3 + second - 1)},
		.value = (uint8_t)record_value(k, record, number), .near = (uint8_t)record_near(record, number),
		.are_both_quarters = first % 2 != 0 && second % 2 != 0,
	};
	p.may_be_below = p.value < k->cap;
	if (p.are_both_quarters) {  /* with subcosets the inverse is in a neighbour, two turns away */
		p.may_be_below = !k->has_subcosets
		                     ? same < k->cap
		                     : (record >> RECORD_OWN & 1) != 0 && (record_near(record, 0) >> axis & 1) != 0;
		p.value = (uint8_t)(!k->has_subcosets ? same : !p.may_be_below ? k->cap : same < 2 ? 0 : same - 2);
		p.near = ALL_NEIGHBOURS;
	}
	return p;
}

static void add_pair(struct engine *k, const struct node *n, unsigned depth, const struct pair *p,
                     struct queue *q)
{
	struct node *const to = queue_append_pending(q);
	k->stages->make_child(k, n, coset_tables.seen_move[n->frame][p->moves[0]], to);
	node_set_move(to, depth, p->moves[0]);
	node_set_move(to, depth + 1, p->moves[1]);
	to->value = p->value;
	to->near = p->near;
	to->axis = pending_axis(p->moves[0] / TURNS, coset_tables.seen_move[to->frame][p->moves[1]]);
}

unsigned add_pairs(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned which,
                   struct queue *q)
{
	const unsigned before = q->n_pending;
	for (unsigned i = 0; i < N_PAIRS; i++) {
		const struct pair p = pair_after(k, n, record, i);
		if (p.may_be_below && (which >> (p.are_both_quarters ? 0 : margin(k, p.value)) & 1) != 0)
			add_pair(k, n, depth, &p, q);
	}
	return q->n_pending - before;
}

unsigned add_pairs_after(struct engine *k, const struct node *n, unsigned depth, uint64_t record,
                         unsigned turn, struct queue *q)
{
	if (turn % TURNS >= 3)
		return 0;
	for (unsigned second = 0; second < 3; second++) {
		const struct pair p = pair_after(k, n, record, turn / TURNS * 9 + turn % TURNS * 3 + second);
		add_pair(k, n, depth, &p, q);
	}
	return 3;
}
