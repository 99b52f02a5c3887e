/* Stage 5: combinations of turns of one axis, of which all single turns are unpruned. */
#pragma once
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
	const bool is_swapped = turn_is_of_second_face(seen_first(b, node_axis));
	const unsigned first = turned[is_swapped], second = turned[!is_swapped];
	const unsigned same = b->node[node_axis / 2].value, more = k->metric == METRIC_QTM ? 3 : 2;
	const unsigned turns = b->unpruned_turns[node_axis]
	                       | (unsigned)(both_faces_value(k, b, node_axis) + 2 <= left) << 8
	                       | (unsigned)(first + more <= left) << 6 | (unsigned)(second + more <= left) << 9
	                       | (unsigned)(same + 2 <= left) << 7;
	return k->metric != METRIC_QTM ? turns : turns | (unsigned)(same + 4 <= left) << 1;
}

/* After the first turn comes a child: an unpruned one, or one of those that are deferred, which is made here;
 * the last one is left to evaluate.  Its value is that after the odd numbers of quarter turns. */
static inline void combine(const struct engine *k, const struct batch *b, unsigned node_axis,
                           const struct combination *c, unsigned depth, struct node *child)
{
	const struct node *const parent = &b->node[node_axis / 2];
	const unsigned seen_turn = seen_first(b, node_axis), first = seen_turn / TURNS * TURNS;
	const bool is_swapped = turn_is_of_second_face(seen_turn);
	/* In the canonical order of faces: so paths are written alike. */
	const uint8_t *const turn = c->turn[is_swapped];
	struct node half_way[MAX_COMBINED];
	const struct node *from = half_way;
	if (defers_siblings(k, b->left))
		node_set_move(half_way, depth, child_of(k, parent, first + turn[0], half_way));
	else
		from = &b->made[b->made_by_turn[node_axis][turn[0]]];
	for (unsigned i = 1; i + 1 < c->n; i++) {
		struct node *const to = &half_way[i];
		node_set_move(to, depth + i, child_of(k, from, seen_elsewhere(parent, from, first + turn[i]), to));
		from = to;
	}
	const unsigned seen = seen_elsewhere(parent, from, first + turn[c->n - 1]);
	*child = *from;
	node_set_move(child, depth + c->n - 1, coset_tables.real_move[from->frame][seen]);
	child->axis = pending_axis(other_axes[parent->axis][node_axis & 1], seen);
	const bool is_first = c->is_odd[is_swapped], is_second = c->is_odd[!is_swapped];
	child->value = is_first && is_second ? (uint8_t)both_faces_value(k, b, node_axis)
	               : is_first            ? b->inverses.value[node_axis]
	               : is_second           ? second_values(k, b)[node_axis]
	                                     : parent->value;
	if (k->has_subcosets)
		child->near = is_first && is_second   ? ALL_NEIGHBOURS
		              : is_first || is_second ? near_after(b, node_axis, is_second)
		                                      : parent->near;
}

static unsigned make_combinations(struct engine *k, struct batch *b)
{
	unsigned n = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * b->n; i += 8) {
		uint64_t turns;
		memcpy(&turns, &b->unpruned_turns[i], sizeof turns);
		const uint64_t first = turns & 0x0707070707070707, second = turns >> 3 & 0x0707070707070707;
		/* 7 + 1 to 7 has bit 3: turns of both faces, or, where two of one will do, any */
		const uint64_t has_first = first + 0x0707070707070707, has_second = second + 0x0707070707070707;
		const uint64_t has =
			(k->metric != METRIC_QTM ? has_first & has_second : has_first | has_second) & 0x0808080808080808;
		set64_foreach(bit, has) {
			const unsigned node_axis = i + (unsigned)bit / 8;
			set_foreach(passing, k->t->passing_combinations[combining_row(k, b, node_axis)]) {
				const struct combination *const c = &k->t->combination[passing];
				struct node *const child = queue_append_pending(&k->queue[b->left - c->n]);
				combine(k, b, node_axis, c, k->top - b->left, child);
				n++;
			}
		}
	}
	return n;
}
