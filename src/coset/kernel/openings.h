/* The frontier's openings (coset/kernel/frontier.h): the roots are expanded, and what survives is kept there. */
#ifndef SUPERFLIP_COSET_KERNEL_OPENINGS_H
#define SUPERFLIP_COSET_KERNEL_OPENINGS_H
#include "coset/kernel/subtrees.h"

/* Of a node behind a root, by the turns of its last axis. */
static unsigned origin_of_opening(const struct search *s, const struct node *n, unsigned n_moves)
{
	const struct root *const root = &s->roots->root[n->origin];
	unsigned turns[2] = {0, 0};
	for (unsigned m = root->n_path; m < n_moves; m++) {
		const unsigned move = ((const uint8_t *)n)[path_byte[m]];
		turns[move / 3 % 2] += move % 3 + 1;
	}
	const unsigned axis = (n->axis & 3) != other_axes[(root->last - 1u) % 3][0];
	return s->frontier->origin[opening_number(n->origin, axis, turns[0], turns[1])];
}

/* Keep a node that the expansion of a root has made, or of an opening when the frontier is made deeper, as number i. */
static void keep_opening(const struct coset *k, struct search *s, unsigned i, const struct node *n, unsigned left,
                         bool is_tested)
{
	struct frontier *const f = s->frontier;
	const unsigned n_moves = k->top - left;
	const bool is_sharing = f->is_deepening && n_moves != DEEP_SPLIT_MOVES;
	struct node node = *n;
	if (!f->is_deepening)
		node.origin = origin_of_opening(s, n, n_moves) & ORIGIN_MASK;
	const bool is_split = n_moves == f->split_moves;
	frontier_set(f, i, (struct opening){node.origin, (uint8_t)n_moves, is_tested, is_split, is_sharing}, &node);
}

static void keep_openings(const struct coset *k, struct search *s, unsigned left)
{
	const struct queue *const q = &k->queue[left];
	if (!s->frontier->is_deepening && k->top - left <= s->frontier->lasting_moves)
		return;
	unsigned at = frontier_reserve(s->frontier, n_queued(q));
	for (unsigned i = q->head; i < q->tail; i++)
		keep_opening(k, s, at++, &q->node[i], left, true);
	for (unsigned i = 0; i < q->n_untested; i++)
		keep_opening(k, s, at++, &q->untested[i], left, false);
}

/* All that is in the queues below some number of moves left. */
static void keep_all_below(struct coset *k, struct search *s, unsigned left)
{
	for (unsigned below = left < MAX_COMBINED ? 0 : left - MAX_COMBINED; below < left; below++) {
		keep_openings(k, s, below);
		k->queue[below].head = k->queue[below].tail = k->queue[below].n_untested = 0;
	}
}

/* The fewest moves left for which there is anything, or `top` + 1. */
static unsigned lowest_queue(const struct coset *k)
{
	unsigned left = 0;
	while (left <= k->top && n_queued(&k->queue[left]) == 0)
		left++;
	return left;
}

/* Expand the roots in the queues, those with the fewest moves left first: below them there is nothing but what lies
 * behind roots. */
static void expand_roots(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	struct group *now = &k->group[0], *next = &k->group[1];
	unsigned left = lowest_queue(k);
	if (left <= k->top)
		begin_group(w, now, left, NULL);
	while (left <= k->top) {
		list_group(w, now);
		left = lowest_queue(k);
		if (left <= k->top)
			begin_group(w, next, left, now);
		else
			ask_for_candidates(k, now);
		finish_group(w, now, left <= k->top ? next : NULL);
		keep_all_below(k, s, now->left);
		struct group *const done = now;
		now = next;
		next = done;
	}
}

/* A root as a node, but for what the table has of its inverse: made from the one before it, which is behind turns of one
 * axis only.  They come in the order of these. */
static void make_root(struct coset *k, const struct search *s, unsigned number, struct node *to)
{
	const struct root *const root = &s->roots->root[number], *const parent = &s->roots->root[root->parent];
	if (k->parent_number != root->parent) {
		const struct cube c = cube_after_moves(s->request.cube, parent->path, parent->n_path);
		pack_node(k, &c, &k->parent);
		k->parent_number = root->parent;
	}
	struct node from = k->parent;
	for (unsigned i = parent->n_path; i < root->n_path; i++) {
		make_child(k, &from, coset_tables.seen_move[from.frame][number_of_move(root->path[i])], to);
		from = *to;
	}
	for (unsigned i = 0; i < root->n_path; i++)
		set_move(to, i, number_of_move(root->path[i]));
	to->axis = (uint8_t)((root->last - 1u) % 3);
	to->origin = number & ORIGIN_MASK;
	to->near = ALL_NEIGHBOURS;
}

static void index_inverse_of_root(struct coset *k, struct group *g, unsigned i, const struct node *n)
{
	uint64_t corners;
	memcpy(&corners, n->inverse_corners, sizeof corners);
	const unsigned n_parts = k->parts.n_parts;
	const unsigned part = n_parts == 1 ? 0 : n_parts == COSET_MAX_PARTS ? coset_raw_part(corners) : part_of(n->place);
	const uint32_t word = coset_tables.corner[coset_corner_state(corners)];
	index_apart(k, g, i, coset_edges_load(n->inverse_edges), word, part, 0);
}

/* Of a node of which all survive. */
static unsigned n_all_children(const struct coset *k)
{
	return N_AXES_LEFT * (0u + k->n_passing[7] + k->passing_combinations[N_ROWS - 1].n);
}

/* Put roots that nobody has begun into the queues.  Returns how many.  Where all openings behind a root are of an iteration
 * before, they count as made again. */
static unsigned push_roots(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	struct frontier *const f = s->frontier;
	struct group *const g = &k->group[0];
	struct node *made[ROOTS_AT_ONCE];
	struct subtree t;
	const unsigned max_turns = k->metric == METRIC_HTM ? 2 : MAX_COMBINED;
	unsigned n, n_made = 0;
	static_assert((int)ROOTS_AT_ONCE <= (int)N_BRANCHES, "a group has room to read as many");
	for (n = 0; n < ROOTS_AT_ONCE && search_next_root(s, &t);) {
		if (t.n_path + max_turns <= f->lasting_moves) {
			w->counts.n_expanded += !k->is_swept;
			w->counts.n_generated += k->is_swept ? 0 : n_all_children(k);
			continue;
		}
		n++;
		struct queue *const q = &k->queue[k->top - t.n_path];
		struct node *const node = &q->node[q->tail++];
		if (f->has_root[t.origin]) {
			memcpy(node, f->root[t.origin], sizeof *node);
		} else {
			make_root(k, s, t.origin, node);
			index_inverse_of_root(k, g, n_made, node);
			made[n_made++] = node;
		}
	}
	ask_apart(k, g, n_made);
	read_apart(k, g, n_made);
	w->counts.n_lookups += n_made;
	for (unsigned i = 0; i < n_made; i++) {
		made[i]->value = g->untested_value[i];
		memcpy(f->root[made[i]->origin], made[i], sizeof *made[i]);
		f->has_root[made[i]->origin] = true;
	}
	return n;
}

/* Openings of SPLIT_MOVES moves that nobody has begun into the queue.  Returns how many. */
static unsigned push_short_openings(struct coset *k, struct frontier *f)
{
	struct queue *const q = &k->queue[k->split_left];
	unsigned n, opening;
	for (n = 0; n < ROOTS_AT_ONCE && frontier_next_short(f, &opening); n++) {
		struct node *const node = &q->node[q->tail++];
		memcpy(node, f->node[opening], sizeof *node);
		set_next_turns(node, ALL_NEXT_TURNS | HAS_OPENING);
	}
	return n;
}

/* Add the nodes behind the openings of SPLIT_MOVES moves to the frontier. */
static void deepen(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	k->split_left = k->top - SPLIT_MOVES;
	k->work = s->frontier->work;
	for (unsigned n; (n = push_short_openings(k, s->frontier)) != 0;) {
		expand_roots(w, s);
		atomic_fetch_add(&s->frontier->n_deep_expanded, n);
		atomic_fetch_add(&s->frontier->n_deep_generated, n * n_all_children(k));
	}
}

/* Several threads may do this at once: each takes some roots at a time. */
static void open_roots(struct worker *w, struct search *s)
{
	struct coset *const k = w->kernel_state;
	const struct subtree all = {.search = s, .opens_roots = true};
	if (s->threshold > MAX_LEFT)
		return;
	begin_run(k, &all);
	k->parent_number = MAX_ROOTS;
	if (s->frontier->is_deepening)
		deepen(w, s);
	else
		while (push_roots(w, s) != 0)
			expand_roots(w, s);
}
#endif
