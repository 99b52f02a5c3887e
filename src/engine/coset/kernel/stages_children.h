/* Stages 2 to 5: the turns that pass, the children's entries, the unpruned, and combinations. */
#pragma once
#include "coset/kernel/stages_canonical.h"

static inline unsigned child_of(const struct engine *k, const struct node *from, unsigned seen,
                                struct node *to)
{
	const unsigned move = coset_tables.real_move[from->frame][seen];
	const uint32_t transform = coset_step(from->class, seen);
	const uint8_t *const relabel = coset_tables.turn[move].relabel;
	uint64_t corners;
	memcpy(&corners, from->inverse_corners, sizeof corners);
	corners = coset_corners_relabelled(corners, relabel);
	const coset_edges inverse_edges = coset_edges_relabelled(coset_edges_load(from->inverse_edges), relabel);
	const coset_edges edges = coset_edges_after(coset_edges_load(from->edges), &coset_tables.edge_turn[seen]);
	const coset_edges framed = coset_edges_framed(edges, transform);
	*to = *from;
	memcpy(to->inverse_edges, &inverse_edges, sizeof to->inverse_edges);
	memcpy(to->inverse_corners, &corners, sizeof to->inverse_corners);
	memcpy(to->edges, &framed, sizeof to->edges);
	to->frame = symmetry_product[from->frame][coset_transform_right(transform)];
	to->block = (uint8_t)block_after(k, transform, from->block);
	to->class = coset_transform_class(transform);
	return move;
}

static void make_after(const struct engine *k, const struct node *from, uint64_t record, unsigned node_axis,
                       unsigned step, unsigned depth, struct node *to)
{
	const unsigned axis = other_axes[from->axis][node_axis], move = turn_of_axis(axis, step);
	child_of(k, from, coset_tables.seen_move[from->frame][move], to);
	node_set_known(k, to, record, record_number_after(node_axis, step));
	to->axis = (uint8_t)axis;
	node_set_move(to, depth, move);
}

/* ---- stage 2: the turns that pass ---- */
static void list_children(struct engine *k, struct batch *b)
{
	const unsigned left = b->left;
	const uint8_t *const first = b->inverses.value, *const second = second_values(k, b);
	const uint8_t limit = (uint8_t)left;
	unsigned n_passing = 0, n = 0;
	for (unsigned i = 0; i < N_AXES_LEFT * b->n; i += 16) {
		const unsigned n_here = N_AXES_LEFT * b->n - i;
		const bytes16 least =
			bytes_min(bytes_min(*(const bytes16 *)(first + i), *(const bytes16 *)(second + i)),
		              *(const bytes16 *)(b->node_value + i));
		const unsigned pass =
			bytes_signs((bytes16)(least < limit)) & (n_here < 16 ? (1u << n_here) - 1 : 0xFFFF);
		n_passing = coset_append_numbers(pass, i, b->passing, n_passing);
	}
	for (unsigned p = 0; p < n_passing && b->n_parents != 0; p++) {
		const unsigned i = b->passing[p], source = node_axes_source(&k->t->of_siblings, i),
		               turn = k->t->sibling_turn[(i - source * k->t->of_siblings.n) / N_AXES_LEFT];
		const struct parent *const parent = siblings_parent(&k->siblings, b->first_parent + source);
		if (p == 0 || i / 2 != b->passing[p - 1] / 2u)
			make_after(k, &parent->node, parent->record, turn >> 4, turn & 15, k->top - left - 1,
			           &b->node[i / 2]);
	}
	for (unsigned p = 0; p < n_passing; p++) {
		const unsigned i = b->passing[p];
		const unsigned seen = seen_first(b, i), axis = seen / TURNS, class = b->node[i / 2].class;
		const unsigned passing = (first[i] < left) | (unsigned)(b->node[i / 2].value < left) << 1
		                         | (unsigned)(second[i] < left) << 2
		                         | (unsigned)turn_is_of_second_face(seen) << 3;
		const unsigned steps = k->t->passing_steps[passing], tag = i << CHILD_BITS;
		for (unsigned step = 0; step < TURNS; step++) {  /* all six, without a branch: some count */
			b->child_transform[n] = coset_tables.step[class][axis * TURNS + step];
			b->child[n] = (uint16_t)(tag + axis * TURNS + step);
			n += steps >> step & 1;
		}
		for (unsigned step = TURNS; steps >> step != 0; step++) {
			b->child_transform[n] = coset_step(class, turn_of_axis(axis, step));
			b->child[n] = (uint16_t)(tag + turn_of_axis(axis, step));
			n += steps >> step & 1;
		}
	}
	b->children.n = n;
}

/* ---- stage 3: the children's entries ---- */
static inline const struct node *parent_of(const struct batch *b, unsigned child)
{
	return (const void *)((const uint8_t *)b->node + (child >> 1 & ~63u));  /* one of 64 bytes */
}

static inline coset_edges child_edges(const struct engine *k, const struct batch *b, unsigned c)
{
	return coset_edges_after(coset_edges_load(parent_of(b, b->child[c])->edges),
	                         &coset_tables.edge_turn[b->child[c] & ((1 << CHILD_BITS) - 1)]);
}

static ALWAYS_INLINE void index_entries(struct engine *k, struct batch *b, bool has_subcosets)
{
	for (unsigned c = 0; c < b->children.n; c++) {
		const uint32_t transform = b->child_transform[c];
		const uint64_t begin = begin_after(k, transform, corner_coset_of(parent_of(b, b->child[c])->block));
		const uint32_t index = coset_entry(child_edges(k, b, c), transform, flip_bits_of(has_subcosets));
		set_entry(&b->children, c, begin, index, has_subcosets);
	}
	find_canonical(k, b, &b->children, b->child_transform, child_edges, has_subcosets);
}

static void index_children(struct engine *k, struct batch *b)
{
	uint16_t *const subcosets = b->children.subcosets;
	if (k->has_subcosets)
		index_entries(k, b, true);
	else
		index_entries(k, b, false);
	for (unsigned c = 0; c < b->children.n && k->has_subcosets; c++)
		subcosets[c] = subcoset_after(k, child_edges(k, b, c), b->child_transform[c], b->children.entry[c],
		                              axes_of(parent_of(b, b->child[c])->block), subcosets[c]);
	locate(k, &b->children);
}

/* ---- stage 4: the unpruned ---- */
static void make_unpruned(struct engine *k, struct batch *b)
{
	const unsigned depth = k->top - b->left;
	const uint8_t *const second = second_values(k, b);
	uint16_t unpruned[LIST_ROOM];
	unsigned n = 0;
	if (b->left > k->cap)
		memset(b->children.value, 0, b->children.n);  /* no value is larger */
	else
		end_reading(k, &b->children);
	for (unsigned c = 0; c < b->children.n; c++) {
		unpruned[n] = b->child[c];
		n += b->children.value[c] < b->left;
	}
	struct node *const to = queue_append(&k->queue[b->left - 1], n);
	b->made = to;
	memset(b->unpruned_turns, 0, sizeof b->unpruned_turns);
	for (unsigned i = 0; i < n; i++) {
		const unsigned node_axis = unpruned[i] >> CHILD_BITS,
		               seen = unpruned[i] & ((1 << CHILD_BITS) - 1);
		if (seen < N_MOVES) {
			b->unpruned_turns[node_axis] |= (uint8_t)(1u << seen % TURNS);
			b->made_by_turn[node_axis][seen % TURNS] = (uint16_t)i;
		}
		const struct node *const parent = &b->node[node_axis / 2];
		const unsigned move = child_of(k, parent, seen, &to[i]);
		const uint8_t *const turned = turn_is_of_second_face(move) ? second : b->inverses.value;
		to[i].value = turn_is_quarter(move) ? turned[node_axis] : parent->value;
		to[i].axis = other_axes[parent->axis][node_axis & 1];
		if (k->has_subcosets && turn_is_quarter(move))  /* else it is as the parent's */
			to[i].near = near_after(b, node_axis, turn_is_of_second_face(move));
		node_set_move(&to[i], depth, move);
	}
}
