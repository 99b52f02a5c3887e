#include "coset/kernel/stages.h"

struct node *add_node(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned turn,
                      struct queue *q)
{
	struct node *const to = queue_append(q, 1);
	k->stages->make_after(k, n, record, turn / TURNS, turn % TURNS, depth, to);
	return to;
}

/* Pair number i of turns: combination i % 9 of the axis other_axes[][i / 9].  @return how many: 0 or 1 */
static unsigned add_pair(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned i,
                         unsigned which, struct queue *q)
{
	const struct combination *const c = &k->t->combination[i % 9];
	const unsigned b = i / 9, axis = other_axes[n->axis][b], first = axis * TURNS + c->turn[0][0],
	               second = axis * TURNS + c->turn[0][1];
	const bool are_both_quarters = c->is_odd[0] && c->is_odd[1];
	const unsigned number = are_both_quarters || !(c->is_odd[0] || c->is_odd[1])
	                            ? 0 : record_number(b, c->is_odd[1]);
	unsigned value = record_value(k, record, number), near = record_near(record, number);
	bool may_be_below = value < k->cap;  /* the cap: what comes of it is not known yet */
	if (are_both_quarters && k->has_subcosets) {  /* the inverse is in a neighbour, two turns away */
		may_be_below = record >> RECORD_OWN & 1 && near >> axis & 1;
		value = !may_be_below ? k->cap : value < 2 ? 0 : value - 2;
		near = ALL_NEIGHBOURS;
	}
	if (which != PAIRS_UNCUT
	    && !(may_be_below && (which >> (are_both_quarters ? 0 : margin(k, value)) & 1) != 0))
		return 0;
	struct node *const to = queue_append_pending(q);
	k->stages->make_child(k, n, coset_tables.seen_move[n->frame][first], to);
	node_set_move(to, depth, first);
	node_set_move(to, depth + 1, second);
	to->value = (uint8_t)value;
	to->near = (uint8_t)near;
	to->axis = pending_axis(axis, coset_tables.seen_move[to->frame][second]);
	return 1;
}

unsigned add_pairs(struct engine *k, const struct node *n, unsigned depth, uint64_t record, unsigned which,
                   struct queue *q)
{
	unsigned n_added = 0;
	for (unsigned i = 0; i < N_PAIRS; i++)
		n_added += add_pair(k, n, depth, record, i, which, q);
	return n_added;
}

unsigned add_pairs_after(struct engine *k, const struct node *n, unsigned depth, uint64_t record,
                         unsigned turn, struct queue *q)
{
	unsigned n_added = 0;
	for (unsigned second = 0; second < 3 && turn % TURNS < 3; second++)
		n_added +=
			add_pair(k, n, depth, record, turn / TURNS * 9 + turn % TURNS * 3 + second, PAIRS_UNCUT, q);
	return n_added;
}
