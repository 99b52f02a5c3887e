/* Pairs of turns behind a node of whose inverse, and behind a turn, all is noted. */
#ifndef SUPERFLIP_COSET_KERNEL_PAIRS_H
#define SUPERFLIP_COSET_KERNEL_PAIRS_H
#include "coset/kernel/notes.h"
#include "coset/kernel/untested.h"

/* How much nearer than the cap: 0 not, 3 by three moves or more. */
enum { N_CLOSENESS = 4 };
static inline unsigned closeness(const struct coset *k, unsigned value)
{
	return k->cap - value < N_CLOSENESS ? k->cap - value : N_CLOSENESS - 1;
}

/* Which pairs, as bits: those of two quarter turns, of whose value nothing is known but that it is less than the cap, or others
 * by their closeness. */
enum { MOST_PAIRS = 18, PAIRS_OF_QUARTERS = 1, PAIRS_ALL = (1 << N_CLOSENESS) - 1 };

static void add_pair(struct coset *k, const struct node *n, unsigned depth, unsigned axis, unsigned first, unsigned second,
                     unsigned value, unsigned near, struct queue *q)
{
	assert(q->n_untested < QUEUE_UNTESTED);
	struct node *const to = &q->untested[q->n_untested++];
	const unsigned moves[2] = {axis * TURNS + first - 1, axis * TURNS + 3 + second - 1};
	make_child(k, n, coset_tables.seen_move[n->frame][moves[0]], to);
	set_move(to, depth, moves[0]);
	set_move(to, depth + 1, moves[1]);
	to->value = (uint8_t)value;
	to->near = (uint8_t)near;
	to->axis = untested_axis(axis, coset_tables.seen_move[to->frame][moves[1]]);
}

/* Append those to a queue, untested, that combining_row() and value_after() let pass where two more moves are left than a value
 * that is less than the cap, and all single turns survive.
 * @param depth  of the node.  Returns how many. */
static unsigned add_pairs(struct coset *k, const struct node *n, unsigned depth, uint64_t noted, unsigned which,
                          struct queue *q)
{
	const unsigned before = q->n_untested, same = noted_value(k, noted, 0);
	const unsigned near = (noted >> NOTED_OWN & 1) != 0 ? noted_near(noted, 0) : 0;
	for (unsigned b = 0; b < N_AXES_LEFT; b++) {
		const unsigned axis = other_axes[n->axis][b];
		for (unsigned first = 1; first < 4; first++)
			for (unsigned second = 1; second < 4; second++) {
				const bool has_first = first % 2, has_second = second % 2;
				const bool has_both = has_first && has_second, has_none = !has_first && !has_second;
				const unsigned number = has_none ? 0 : noted_number(b, has_second);
				const unsigned value = has_both ? (same < 2 ? 0 : same - 2) : noted_value(k, noted, number);
				const bool may_pass = !has_both ? value < k->cap : !k->has_layers ? same < k->cap : near >> axis & 1;
				if (may_pass && (which >> (has_both ? 0 : closeness(k, value)) & 1) != 0)
					add_pair(k, n, depth, axis, first, second, has_both && !k->has_layers ? same : value,
					         has_both ? ALL_NEIGHBOURS : noted_near(noted, number), q);
			}
	}
	return q->n_untested - before;
}
#endif
