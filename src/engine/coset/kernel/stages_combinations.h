/* Stage 5: combinations of turns of one axis, of which all single turns are unpruned. */
#ifndef SUPERFLIP_COSET_KERNEL_STAGES_COMBINATIONS_H
#define SUPERFLIP_COSET_KERNEL_STAGES_COMBINATIONS_H
#include "coset/kernel/stages_children.h"

/* A move that is seen in the frame of `a`, as seen in that of `b`. */
static inline unsigned seen_elsewhere(const struct node *a, const struct node *b, unsigned seen)
{
	return coset_tables.seen_move[b->frame][coset_tables.real_move[a->frame][seen]];
}

/* The value after quarter turns of both faces.  With subcosets it is that of a neighbour, two turns away. */
static inline unsigned both_faces_value(const struct engine *k, const struct batch *b, unsigned node_axis)
{
	const struct node *const node = &b->node[node_axis / 2];
	if (!k->has_subcosets)
		return node->value;
	const bool may_be_near = node->near >> other_axes[node->axis][node_axis & 1] & 1;
	return !may_be_near ? k->cap : node->value < 2 ? 0 : node->value - 2u;
}

/* Which combinations may pass: by the unpruned turns, and by whether the inverse's value lets pass what takes
 * one or two moves more.  Bits that no single turn has tell the latter; those of quarter turns by the face,
 * in the frame. */
static inline unsigned combining_row(const struct engine *k, const struct batch *b, unsigned node_axis)
{
	const unsigned left = b->left, turned[2] = {b->inverses.value[node_axis], second_values(k, b)[node_axis]};
	const unsigned first = turned[b->is_swapped[node_axis]], second = turned[!b->is_swapped[node_axis]];
	const unsigned same = b->node[node_axis / 2].value, more = k->metric == METRIC_QTM ? 3 : 2;
	const unsigned turns = b->unpruned_turns[node_axis]
	                       | (unsigned)(both_faces_value(k, b, node_axis) + 2 <= left) << 8
	                       | (unsigned)(first + more <= left) << 6 | (unsigned)(second + more <= left) << 9
	                       | (unsigned)(same + 2 <= left) << 7;
	return k->metric != METRIC_QTM ? turns : turns | (unsigned)(same + 4 <= left) << 1;
}

/* The node axes with something to combine.  Returns how many. */
static inline unsigned list_combining(const struct engine *k, struct batch *b)
{
	unsigned n = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * b->n; i += 8) {
		uint64_t turns;
		memcpy(&turns, &b->unpruned_turns[i], sizeof turns);
		const uint64_t first = turns & 0x0707070707070707, second = turns >> 3 & 0x0707070707070707;
		/* 7 + 1 to 7 has bit 3: turns of both faces, or, where two of one will do, any */
		const uint64_t has_first = first + 0x0707070707070707, has_second = second + 0x0707070707070707;
		uint64_t has =
			(k->metric != METRIC_QTM ? has_first & has_second : has_first | has_second) & 0x0808080808080808;
		for (; has != 0; has &= has - 1) {
			const unsigned node_axis = i + (unsigned)__builtin_ctzll(has) / 8,
			               row = combining_row(k, b, node_axis);
			b->combining[n] = node_axis << 16 | row;
			n += k->t->passing_combinations[row].n != 0;
		}
	}
	return n;
}

/* The child by a single turn: an unpruned one, or one of those that are deferred, which is made here.
 * Combinations have values of their own. */
static inline const struct node *child_by_turn(const struct engine *k, const struct batch *b,
                                               unsigned node_axis, unsigned turn, unsigned depth,
                                               struct node *made)
{
	if (!defers_siblings(k, b->left))
		return &b->made[b->made_by_turn[node_axis][turn]];
	const unsigned seen = b->seen_axis[node_axis] * TURNS + turn;
	node_set_move(made, depth, child_of(k, &b->node[node_axis / 2], seen, made));
	return made;
}

/* After the first turn comes a child; the last one is left to evaluate. */
static inline void combine(const struct engine *k, const struct batch *b, unsigned node_axis,
                           const struct combination *c, unsigned depth, struct node *child)
{
	const struct node *const parent = &b->node[node_axis / 2];
	const unsigned first = b->seen_axis[node_axis] * TURNS;
	/* In the canonical order of faces: so paths are written alike. */
	const uint8_t *const turn = c->turn[b->is_swapped[node_axis]];
	struct node half_way[MAX_COMBINED];
	const struct node *from = child_by_turn(k, b, node_axis, turn[0], depth, &half_way[0]);
	for (unsigned i = 1; i + 1 < c->n; i++) {
		struct node *const to = &half_way[i];
		node_set_move(to, depth + i, child_of(k, from, seen_elsewhere(parent, from, first + turn[i]), to));
		from = to;
	}
	const unsigned seen = seen_elsewhere(parent, from, first + turn[c->n - 1]);
	*child = *from;
	node_set_move(child, depth + c->n - 1, coset_tables.real_move[from->frame][seen]);
	child->axis = pending_axis(other_axes[parent->axis][node_axis & 1], seen);
}

static inline void set_bound_of_combination(const struct engine *k, const struct batch *b, unsigned node_axis,
                                            const struct combination *c, struct node *child)
{
	const bool has_first = c->is_odd[b->is_swapped[node_axis]],
	           has_second = c->is_odd[!b->is_swapped[node_axis]];
	const struct node *const parent = &b->node[node_axis / 2];
	if (has_first && has_second) {
		child->value = (uint8_t)both_faces_value(k, b, node_axis);
		child->near = k->has_subcosets ? ALL_NEIGHBOURS : child->near;
	} else if (has_first || has_second) {
		child->value = has_first ? b->inverses.value[node_axis] : second_values(k, b)[node_axis];
		child->near = k->has_subcosets ? near_after(b, node_axis, has_second) : child->near;
	} else {
		child->value = parent->value;
		child->near = k->has_subcosets ? parent->near : child->near;
	}
}

static unsigned make_combinations(struct engine *k, struct batch *b)
{
	const unsigned n_node_axes = list_combining(k, b);
	unsigned n = 0;
	for (unsigned j = 0; j < n_node_axes; j++) {
		const unsigned node_axis = b->combining[j] >> 16, row = b->combining[j] & UINT16_MAX;
		for (unsigned i = 0; i < k->t->passing_combinations[row].n; i++, n++) {
			const struct combination *const c =
				&k->t->combination[k->t->passing_combinations[row].number[i]];
			struct node *const child = queue_append_pending(&k->queues.of[b->left - c->n]);
			combine(k, b, node_axis, c, k->top - b->left, child);
			set_bound_of_combination(k, b, node_axis, c, child);
		}
	}
	return n;
}
#endif
